"""The contract that every game keeps. Not one game word in here."""
