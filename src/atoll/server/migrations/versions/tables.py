"""People, tables, seats and lines."""

import sqlalchemy as sa
from alembic import op

revision = "tables"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(40)),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False, index=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("host", sa.Integer, sa.ForeignKey("people.id")),
        sa.Column("invite", sa.String(32), nullable=False),
        sa.Column("seed", sa.String(80), nullable=False),
        sa.Column("header", sa.Text),
        sa.Column("decides", sa.Integer, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("tutorial", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "seats",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("wish", sa.String(10), nullable=False),
        sa.Column("who", sa.String(10), nullable=False),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), index=True),
        sa.Column("name", sa.String(40)),
        sa.Column("bot", sa.String(40)),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("conceded", sa.Boolean, nullable=False),
    )
    op.create_table(
        "lines",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("lines", "seats", "tables", "people"):
        op.drop_table(name)
