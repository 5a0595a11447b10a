"""These tests have settings of their own, so they run in a process of their own: `tests/test_fifth_game.py`."""

import os

is_own_process = os.environ.get("DJANGO_SETTINGS_MODULE") == "tests.fifth.settings"
collect_ignore_glob = [] if is_own_process else ["test_*"]
