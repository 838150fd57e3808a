"""Alembic's way in: migrations run on the connection that the store has open."""

from alembic import context

from shoal.play.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
