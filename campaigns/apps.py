from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(_install_guards, sender=self)


def _install_guards(**kwargs: object) -> None:
    from campaigns.log import guards

    guards.install()
