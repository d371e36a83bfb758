"""Indexes for the lobby: open seats alone, tables by status and time, and those of a host."""

import sqlalchemy as sa
from alembic import op

revision = "lobby"
down_revision = "keeping"


def upgrade() -> None:
    few = sa.text("who = 'open'")
    op.create_index("ix_seats_open", "seats", ["table"], sqlite_where=few, postgresql_where=few)
    op.create_index("ix_tables_status_changed", "tables", ["status", "changed"])
    op.create_index("ix_tables_host", "tables", ["host"])
    op.drop_index("ix_tables_status", "tables")


def downgrade() -> None:
    op.create_index("ix_tables_status", "tables", ["status"])
    op.drop_index("ix_tables_host", "tables")
    op.drop_index("ix_tables_status_changed", "tables")
    op.drop_index("ix_seats_open", "seats")
