"""A running game at a table: who sits there, what happened (the journal), the ink, the clock, and who is told what."""
