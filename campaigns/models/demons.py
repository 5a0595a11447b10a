"""Demons, and what stands between them and people: Bindings, Contacts, Contains."""

from typing import Literal

from django.db import models
from django.db.models import Q, UniqueConstraint

from campaigns.models.constraints import within
from campaigns.models.records import Record
from rules.sorcerer.types import BindingScore, Count, Days, DemonState, DemonType, Favor, Score, Tally

BindingState = Literal["active", "broken", "ended"]
ContactState = Literal["open", "closed"]
ContainState = Literal["standing", "broken", "lifted"]


class Demon(models.Model):
    """A demon of `sorcerer`: asked for, answered, summoned, bound, or long gone."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="demon")
    type = models.CharField(max_length=15, null=True, default=None)
    state = models.CharField(max_length=15, default="beyond")
    stamina = models.PositiveSmallIntegerField(default=0)
    will = models.PositiveSmallIntegerField(default=0)
    lore = models.PositiveSmallIntegerField(default=0)
    power = models.PositiveSmallIntegerField(default=0)
    abilities = models.JSONField(default=list)
    ability_details = models.JSONField(default=dict)
    telltale = models.CharField(max_length=500, blank=True)
    need = models.CharField(max_length=500, blank=True)
    desire = models.CharField(max_length=500, blank=True)
    mute = models.BooleanField(default=False)
    complete = models.BooleanField(default=False)
    summoned_by = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")
    host = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="+")
    uses = models.PositiveSmallIntegerField(default=0)
    withdrawal_days = models.PositiveSmallIntegerField(default=0)
    need_unmet_days = models.PositiveSmallIntegerField(default=0)
    punishment = models.PositiveSmallIntegerField(default=0)
    day_began = models.BigIntegerField(
        default=0, help_text="second of game time: its arrival, or its last day's end"
    )
    callers = models.JSONField(default=dict, db_default={})
    delays = models.PositiveSmallIntegerField(default=0, db_default=0)
    punished_at = models.BigIntegerField(
        null=True, default=None, help_text="second of game time: last Punished, or last tried to throw it off"
    )

    class Meta:
        constraints = within(
            "demon",
            type=DemonType | None,
            state=DemonState,
            stamina=Score,
            will=Score,
            lore=Score,
            power=Score,
            withdrawal_days=Days,
            need_unmet_days=Days,
            delays=Tally,
        )

    def __str__(self) -> str:
        return str(self.record)


class Binding(models.Model):
    """A demon Bound to a sorcerer. It outlasts the demon's Banishing."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="binding")
    demon = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="bindings")
    sorcerer = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="demons_bound")
    score = models.CharField(max_length=10, null=True, default=None)
    strength = models.PositiveSmallIntegerField(default=0)
    favor = models.CharField(max_length=10, default="none")
    state = models.CharField(max_length=10, default="ended")
    sole = models.BooleanField(default=True)

    class Meta:
        constraints = (
            *within("binding", score=BindingScore | None, strength=Count, favor=Favor, state=BindingState),
            UniqueConstraint(
                fields=("demon", "sorcerer"), condition=Q(state="active"), name="one_binding_each"
            ),
            UniqueConstraint(
                fields=("demon",), condition=Q(state="active", sole=True), name="one_master_unless_shared"
            ),
        )

    def __str__(self) -> str:
        return f"{self.demon} bound to {self.sorcerer}"


class Contact(models.Model):
    """An open line to a demon that is not yet here."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="contact")
    sorcerer = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="contacts_made")
    demon = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="contacts")
    state = models.CharField(max_length=10, default="closed")
    victories = models.PositiveSmallIntegerField(default=0)
    hours = models.PositiveSmallIntegerField(default=0)
    changes = models.PositiveSmallIntegerField(default=0)
    power_raise = models.PositiveSmallIntegerField(default=0)
    hour_began = models.BigIntegerField(
        default=0, help_text="second of game time at which its current hour began"
    )
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        constraints = (
            *within(
                "contact", state=ContactState, victories=Count, changes=Count, power_raise=Count, tries=Tally
            ),
            UniqueConstraint(fields=("demon",), condition=Q(state="open"), name="one_open_contact"),
        )

    def __str__(self) -> str:
        return f"contact with {self.demon}"


class Contain(models.Model):
    """What holds demons in, or out."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="contain")
    sorcerer = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="contains_made")
    strength = models.PositiveSmallIntegerField(default=0)
    scope = models.JSONField(default=dict)
    focus = models.CharField(max_length=500, blank=True)
    boundary = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=10, default="lifted")

    class Meta:
        constraints = within("contain", state=ContainState)

    def __str__(self) -> str:
        return self.focus
