"""Who starts. Tables that still wait draw; at the others nobody moves any more."""

import sqlalchemy as sa
from alembic import op

revision = "start"
down_revision = "tables"


def upgrade() -> None:
    op.add_column("tables", sa.Column("start", sa.Integer))
    op.execute("UPDATE tables SET start = 0 WHERE status = 'waiting'")


def downgrade() -> None:
    op.drop_column("tables", "start")
