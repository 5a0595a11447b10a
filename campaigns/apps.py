from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(_install_guards, sender=self)
        post_migrate.connect(_index_logs, sender=self)
        post_migrate.connect(_write_policies, sender=self)


def _install_guards(**kwargs: object) -> None:
    from campaigns.log import guards

    guards.install()


def _index_logs(**kwargs: object) -> None:
    """A log that was written before there was an index gets its own; after any other migrate there is nothing to do."""
    from campaigns.log import rebuilding

    for campaign in rebuilding.missing():
        rebuilding.rebuild(campaign)


def _write_policies(**kwargs: object) -> None:
    """A campaign that an older version founded gets what was in force in it written down."""
    from campaigns.services import migrating

    migrating.write_all_policies()
