"""What browsers gave for the seed. Games that were dealt before go on with the seed alone."""

import sqlalchemy as sa
from alembic import op

revision = "nonces"
down_revision = "lobby"


def upgrade() -> None:
    op.add_column("tables", sa.Column("nonces", sa.Text))


def downgrade() -> None:
    op.drop_column("tables", "nonces")
