"""The log as a file: lines that anybody can read and verify, and that bring a whole campaign to another server."""
