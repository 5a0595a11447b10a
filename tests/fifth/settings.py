"""The settings of the tests with a fifth game: its one line in `GAMES`, and its app for its table and its templates."""

from campaigns.config.for_tests import *  # noqa: F403  # settings build on settings so
from campaigns.config.for_tests import GAMES, INSTALLED_APPS

LANTERNS = "tests.fifth.lanterns"
GAMES = [*GAMES, LANTERNS]
INSTALLED_APPS = [*INSTALLED_APPS, LANTERNS]
