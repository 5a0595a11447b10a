"""Exact odds of a contest: dice are counted face by face, never roll by roll, and divided once at the end."""
