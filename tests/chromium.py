"""The browser of the journeys: the system's Chromium."""

import shutil

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The one without windows first: the same engine, for two thirds to four fifths of the processor time."""
MISSING = "Chromium is missing: `apt install chromium-headless-shell`"


def program() -> str | None:
    """Where it lies, or None where this machine has none."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)
