"""Whether hints are allowed at a table. Of the tables so far nobody said so."""

import sqlalchemy as sa
from alembic import op

revision = "hints"
down_revision = "nonces"


def upgrade() -> None:
    op.add_column("tables", sa.Column("hints", sa.Boolean))


def downgrade() -> None:
    op.drop_column("tables", "hints")
