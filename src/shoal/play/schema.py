"""The tables of the database, and bringing a database of an earlier Shoal up to date."""

from pathlib import Path

import sqlalchemy as sa

HEAD = "0003"
"""The newest of the revisions in `migrations/versions`."""
FORMAT = 3
"""What stands in the table `shoal` since that revision."""

metadata = sa.MetaData()
about = sa.Table("shoal", metadata, sa.Column("format", sa.Integer, primary_key=True, autoincrement=False))
"""Says that this is a database of Shoal, and since which revision; read by versions that know no other sign."""
tables = sa.Table(
    "tables", metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("box", sa.String(64), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False, index=True),
    sa.Column("state", sa.String(8), nullable=False, server_default="playing", index=True),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("due", sa.Float, index=True),
)
tokens = sa.Table(
    "tokens", metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("host", sa.Boolean, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False, server_default=""),
)
log = sa.Table(
    "log", metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),
    sa.Column("key", sa.String(80)),
    sa.Column("command", sa.Text),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("table_id", "seat", "key"),
)
results = sa.Table(
    "results", metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(64), nullable=False, index=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
CONTENT = (tables, tokens, log, results)
"""What a backup holds, in an order that can be written."""


class Foreign(Exception):
    """The database holds something else."""


class Newer(Exception):
    """The database was written by a newer Shoal; says its revision."""


def bring_up_to_date(connection: sa.Connection) -> None:
    """Make the tables or change them to the newest form; Foreign or Newer when that must not be done."""
    names = set(sa.inspect(connection).get_table_names())
    if names and about.name not in names:
        raise Foreign
    if names and (found := connection.scalar(sa.select(sa.func.max(about.c.format)))) and found > FORMAT:
        raise Newer(found)
    if (found := revision(connection, names)) == HEAD:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found and found not in known:
        raise Newer(found)
    config.attributes["connection"] = connection
    if names and "alembic_version" not in names:
        command.stamp(config, "0001")
    command.upgrade(config, "head")


def revision(connection: sa.Connection, names: set[str]) -> str:
    """Which revision the database has, "" when none is noted."""
    if "alembic_version" in names:
        return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")
    return ""
