"""What `demon_city` keeps: characters, the two decks, tasks, and the rounds, Clashes and chases of an Action."""

from typing import Literal

from django.db import models

from campaigns.models.constraints import read_as, within
from campaigns.models.records import Record
from rules.demon_city.announcing import Announcer
from rules.demon_city.health import Body
from rules.demon_city.tasks import TaskState
from rules.demon_city.types import Announced, Counting, DeckName, Grade, Throws

Toughness = read_as(Body, "toughness")
Feet = read_as(Announcer, "reposition")
ClashState = Literal["open", "choice_needed", "won", "tied", "stalemate"]
ChaseState = Literal["open", "choice_needed", "won", "tied"]


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
    """Toughness and Calm as a fight leaves them, the room to move that it gives, and what one does in its round."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_health"
    )
    toughness = models.SmallIntegerField(default=0)
    out = models.BooleanField(default=False)
    injured = models.BooleanField(default=False)
    panicked = models.BooleanField(default=False)
    reposition = models.PositiveSmallIntegerField(default=0)
    hit_by = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")
    tried_up = models.BooleanField(default=False, db_default=False)
    deed = models.CharField(max_length=10, null=True, default=None)
    aims = models.JSONField(default=list, db_default=[])
    side = models.CharField(max_length=100, null=True, default=None)
    counted_throws = models.PositiveSmallIntegerField(null=True, default=None)
    counted_as = models.CharField(max_length=10, null=True, default=None)

    class Meta:
        constraints = within(
            "demon_city_health",
            toughness=Toughness,
            reposition=Feet,
            deed=Announced | None,
            counted_throws=Throws | None,
            counted_as=Counting | None,
        )

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
    """A round of Action: who announces in which order, who has, whom the Host counts out, and how far it has come."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_round"
    )
    order = models.JSONField(default=list)
    announced = models.JSONField(default=list)
    counted_out = models.JSONField(default=list)
    sorted = models.BooleanField(default=False, db_default=False)
    over = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return str(self.record)


class DemonCityClash(models.Model):
    """Actions that meet, flipped together: whose, on which sides, and what is kept while allies choose."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_clash"
    )
    state = models.CharField(max_length=15, default="open")
    round = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")
    people = models.JSONField(default=list, db_default=[])
    sides = models.JSONField(default=dict, db_default={})
    waiting = models.JSONField(null=True, default=None)

    class Meta:
        constraints = within("demon_city_clash", state=ClashState)

    def __str__(self) -> str:
        return str(self.record)


class DemonCityChase(models.Model):
    """A chase, and who may manoeuvre in it now; otherwise as a Clash."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="demon_city_chase"
    )
    maneuver_by = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=15, default="open", db_default="open")
    round = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")
    people = models.JSONField(default=list, db_default=[])
    sides = models.JSONField(default=dict, db_default={})
    waiting = models.JSONField(null=True, default=None)

    class Meta:
        constraints = within("demon_city_chase", state=ChaseState)

    def __str__(self) -> str:
        return str(self.record)
