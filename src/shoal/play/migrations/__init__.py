"""How the database came to its present form, step by step; run by Alembic."""
