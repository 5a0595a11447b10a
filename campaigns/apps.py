from importlib.util import find_spec

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate

from rules import catalogue


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Forms need the registry that is only whole by now.
        from campaigns.forms.own_words import speak_plainly

        _add_rules_of_games()
        speak_plainly()
        post_migrate.connect(_install_guards, sender=self)
        post_migrate.connect(_index_logs, sender=self)
        post_migrate.connect(_bring_up_to_date, sender=self)


def _add_rules_of_games() -> None:
    """A game that lies elsewhere brings its rules in its own package; those of all others lie in `rules/`."""
    for package in settings.GAMES:
        if find_spec(f"{package}.rules") is not None:
            catalogue.add(f"{package}.rules")


def _install_guards(**kwargs: object) -> None:
    from campaigns.log import guards

    guards.install()


def _index_logs(**kwargs: object) -> None:
    """A log that was written before there was an index gets its own; after any other migrate there is nothing to do."""
    from campaigns.log import rebuilding

    for campaign in rebuilding.missing():
        rebuilding.rebuild(campaign)


def _bring_up_to_date(**kwargs: object) -> None:
    """A campaign of an older version gets written down what was in force and in play in it, and its log left untold."""
    from campaigns.services import migrating

    migrating.bring_up_to_date()
