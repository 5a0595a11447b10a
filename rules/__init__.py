"""The rules of the game: pure functions from a typed input and a stream of draws to a result."""
