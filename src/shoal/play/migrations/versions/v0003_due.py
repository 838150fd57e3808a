"""When the thinking time of a table is over, so that a server finds what came due while none was running."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.Float))
    op.create_index("ix_tables_due", "tables", ["due"])
    timed = "data LIKE '%\"thinking_time\"_%' AND data NOT LIKE '%\"thinking_time\"_0%'"
    op.execute(f"UPDATE tables SET due = changed WHERE state = 'playing' AND {timed}")      # looked at once, and then known exactly
    op.execute("UPDATE shoal SET format = 3")


def downgrade() -> None:
    op.drop_index("ix_tables_due", "tables")
    op.drop_column("tables", "due")       # not in batches: SQLite would make the table anew, and what refers to it would go
    op.execute("UPDATE shoal SET format = 2")
