"""Several processes over one database: which are there, which tables each holds, who does what a table owes."""

import sqlalchemy as sa
from alembic import op

revision = "together"
down_revision = "analyses"


def upgrade() -> None:
    op.add_column("tables", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "processes", sa.Column("id", sa.Integer, primary_key=True), sa.Column("since", sa.Float, nullable=False)
    )
    op.create_table(
        "holders",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "process", sa.Integer, sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("present", sa.Text, nullable=False, server_default="{}"),
    )
    op.create_table(
        "jobs",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("process", sa.Integer, sa.ForeignKey("processes.id", ondelete="SET NULL"), index=True),
    )
    op.create_table(
        "makers",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("address", sa.String(64), nullable=False, index=True),
    )


def downgrade() -> None:
    for name in ("makers", "jobs", "holders", "processes"):
        op.drop_table(name)
    op.drop_column("tables", "revision")
