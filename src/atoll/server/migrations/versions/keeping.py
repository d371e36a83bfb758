"""When people were last seen, and a row that shows that the database can be written."""

import sqlalchemy as sa
from alembic import op

revision = "keeping"
down_revision = "rules_version"


def upgrade() -> None:
    op.add_column("people", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE people SET seen = since")
    op.create_table("pulse", sa.Column("id", sa.Integer, primary_key=True), sa.Column("at", sa.Float, nullable=False))


def downgrade() -> None:
    op.drop_table("pulse")
    op.drop_column("people", "seen")
