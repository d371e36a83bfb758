"""What is kept, as tables of a database, the same in a file of SQLite and on a server of PostgreSQL.

`migrations/` lead to it. Seats count from 1 in the rows.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, text

metadata = MetaData()
OPEN = text("who = 'open'")  # few seats of many, with an index of their own: that is found by this very text

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # a hash; the token itself is only in the cookie
    Column("name", String(40)),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False, server_default="0"),  # to the day
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("status", String(10), nullable=False),
    Column("version", Integer, nullable=False),
    Column("host", ForeignKey("people.id"), index=True),
    Column("invite", String(32), nullable=False),
    Column("seed", String(80), nullable=False),
    Column("header", Text),  # lines of the record before the first move; none while the table waits
    Column("decides", Integer, nullable=False),  # the seat to move, for lists; 0: none
    Column("base", Integer, nullable=False),  # lines of the log that were there before anyone played here
    Column("tutorial", Boolean, nullable=False),
    Column("start", Integer),  # the chair of the start player; 0: drawn; none: all stay where they sat down
    Column("nonces", Text),  # what browsers gave for the seed, by chair, parted by colons; none: the seed stands alone
    Column("rules_version", Integer),  # by which the record was last followed; none: before versions were kept
    Column("hints", Boolean),  # whether they are allowed; none: as it is usual for who sits there
    Column("revision", Integer, nullable=False, server_default="0"),  # how often anything of it was changed
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Index("ix_tables_status_changed", "status", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("wish", String(10), nullable=False),  # what it was set up as
    Column("who", String(10), nullable=False),
    Column("person", ForeignKey("people.id"), index=True),
    Column("name", String(40)),
    Column("bot", String(40)),
    Column("left", Boolean, nullable=False),
    Column("conceded", Boolean, nullable=False),
    Column("standing", Text, nullable=False, server_default=""),  # what it answers in windows, see `seats.py`
    Index("ix_seats_open", "table", sqlite_where=OPEN, postgresql_where=OPEN),
)

lines = Table(
    "lines",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the turn, from 0
    Column("version", String(80), nullable=False),  # of all that judged it
    Column("total", Integer, nullable=False),  # turns that the game has
    Column("text", Text, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),  # when the database was last seen to be writable
)

# Several processes over one database, see `together.py`; in a file these stay empty.

processes = Table(
    "processes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("since", Float, nullable=False),
)

holders = Table(
    "holders",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("process", ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("present", Text, nullable=False, server_default="{}"),  # JSON: who has its page open there
)

jobs = Table(
    "jobs",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(10), primary_key=True),  # bots, analysis
    Column(
        "process", ForeignKey("processes.id", ondelete="SET NULL"), index=True
    ),  # who does it; none: who did has gone
)

makers = Table(
    "makers",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(64), nullable=False, index=True),  # a hash of where it was made from, while it waits
)
