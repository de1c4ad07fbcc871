"""The referee's eyes: verdicts on ink that the rules ask for and do not compute themselves."""
