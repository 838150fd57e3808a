"""A match in progress: seats, sealed choices, undo, what each may see, storage, and tables that people and bots sit at."""
