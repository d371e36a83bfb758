"""What a seat answers in windows until further notice. Of the seats so far nobody said anything."""

import sqlalchemy as sa
from alembic import op

revision = "standing"
down_revision = "hints"


def upgrade() -> None:
    op.add_column("seats", sa.Column("standing", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "standing")
