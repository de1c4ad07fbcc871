"""Where tables and finished games are kept: SQLite or Postgres. It knows no game; bodies are JSON text, never read."""
