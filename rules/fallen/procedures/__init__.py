"""Acts of several steps and several people, as pure questions about their state."""
