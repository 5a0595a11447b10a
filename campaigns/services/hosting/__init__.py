"""The installation: its database, backups, addresses and hosts."""
