"""The rules of the games and nothing else: pure, seeded, replayable. Start reading at ``rules``."""
