"""What no rule decides: things made and edited at the table, notes, sessions, the clock, undo, draws, people."""
