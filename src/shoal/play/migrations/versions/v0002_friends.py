"""Tables that wait for their people, links of several kinds, and results of players."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("state", sa.String(8), nullable=False, server_default="playing"))
    op.add_column("tables", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_tables_state", "tables", ["state"])
    op.add_column("tokens", sa.Column("kind", sa.String(8), nullable=False, server_default=""))
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_results_name", "results", ["name"])
    op.execute("UPDATE shoal SET format = 2")


def downgrade() -> None:
    op.drop_table("results")
    op.drop_index("ix_tables_state", "tables")
    for table, column in (("tokens", "kind"), ("tables", "public"), ("tables", "state")):
        op.drop_column(table, column)       # not in batches: SQLite would make the table anew, and what refers to it would go
    op.execute("UPDATE shoal SET format = 1")
