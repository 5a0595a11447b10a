"""The settings with the test profile, for tools that cannot set an environment variable first."""

import os

os.environ["PACTBOOK_PROFILE"] = "test"

from campaigns.config.settings import *  # noqa: F403  # the variable above has to come first
