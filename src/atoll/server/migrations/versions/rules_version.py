"""The version of the rules that a game is played by. Nothing is known of the games so far."""

import sqlalchemy as sa
from alembic import op

revision = "rules_version"
down_revision = "start"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rules_version", sa.Integer))


def downgrade() -> None:
    op.drop_column("tables", "rules_version")
