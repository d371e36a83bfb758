"""Finished games looked through, turn by turn."""

import sqlalchemy as sa
from alembic import op

revision = "analyses"
down_revision = "standing"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.String(80), nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("analyses")
