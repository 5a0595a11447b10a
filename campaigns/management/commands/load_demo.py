from django.core.management.base import BaseCommand

from campaigns.models import Campaign
from campaigns.services import demo


class Command(BaseCommand):
    help = (
        "Create the demo campaign, once: a GM, three players, an observer, an ended session and an open one."
    )
    requires_system_checks = ()  # they load every page, for half of the start

    def handle(self, **_of_all: str | int | bool | None) -> None:
        if Campaign.objects.filter(name=demo.NAME).exists():
            self.stdout.write("The demo campaign already exists.")
            return
        demo.load_demo()
        self.stdout.write(demo.notice())
