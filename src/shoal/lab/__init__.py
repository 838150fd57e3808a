"""Measuring: how fast the rules run, and later what they do to the games."""
