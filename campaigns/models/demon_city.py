"""What `demon_city` keeps: characters, the two decks, tasks, and the rounds, Clashes and chases of an Action."""

from typing import Literal

from django.db import models

from campaigns.models.constraints import read_as, within
from campaigns.models.records import Record
from rules.demon_city.announcing import Announcer
from rules.demon_city.health import Body
from rules.demon_city.tasks import TaskState
from rules.demon_city.types import DeckName, Grade

Toughness = read_as(Body, "toughness")
Feet = read_as(Announcer, "reposition")
ClashState = Literal["open", "won", "tied", "stalemate"]


class DemonCitySheet(models.Model):
    """Stats and skills by name, the Significators won, and what a fight has done to somebody."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_sheet"
    )
    stats = models.JSONField(default=dict)
    significators = models.JSONField(default=list)
    special_cards = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"demon city sheet of {self.record}"


class DemonCityHealth(models.Model):
    """Toughness and Calm as a fight leaves them, and the room to move that it gives."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_health"
    )
    toughness = models.SmallIntegerField(default=0)
    out = models.BooleanField(default=False)
    injured = models.BooleanField(default=False)
    panicked = models.BooleanField(default=False)
    reposition = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = within("demon_city_health", toughness=Toughness, reposition=Feet)

    def __str__(self) -> str:
        return f"health of {self.record}"


class DemonCityDeck(models.Model):
    """One of the two decks: the pile, its top card first, and the cards that lie in the open, the oldest first."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_deck"
    )
    deck = models.CharField(max_length=10, null=True, default=None)
    draw = models.JSONField(default=list)
    discard = models.JSONField(default=list)
    table = models.JSONField(default=list)

    class Meta:
        constraints = within("demon_city_deck", deck=DeckName | None)

    def __str__(self) -> str:
        return str(self.record)


class DemonCityTask(models.Model):
    """Something that somebody tries to do, and what a tie has changed about it."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_task"
    )
    state = models.CharField(max_length=12, default="open")
    grade = models.CharField(max_length=10, default="plain")
    complication = models.CharField(max_length=500, null=True, default=None)

    class Meta:
        constraints = within("demon_city_task", state=TaskState, grade=Grade)

    def __str__(self) -> str:
        return str(self.record)


class DemonCityRound(models.Model):
    """A round of Action: who announces in which order, who has, and whom the Host counts out."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_round"
    )
    order = models.JSONField(default=list)
    announced = models.JSONField(default=list)
    counted_out = models.JSONField(default=list)

    def __str__(self) -> str:
        return str(self.record)


class DemonCityClash(models.Model):
    """Actions that meet, flipped together."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_clash"
    )
    state = models.CharField(max_length=10, default="open")

    class Meta:
        constraints = within("demon_city_clash", state=ClashState)

    def __str__(self) -> str:
        return str(self.record)


class DemonCityChase(models.Model):
    """A chase, and who may manoeuvre in it now."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_chase"
    )
    maneuver_by = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return str(self.record)
