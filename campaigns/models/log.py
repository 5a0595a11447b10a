"""The log. `Entry` and `Part` are the chain and are never changed; the rest stands beside it and can be rebuilt."""

from collections.abc import Iterable

from django.db import models
from django.db.models import UniqueConstraint
from django.db.models.base import ModelBase

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Membership


class AppendOnly(models.Model):
    """A row that is written once. The database refuses as well (`log/guards.py`)."""

    class Meta:
        abstract = True

    def save(
        self,
        *,
        force_insert: bool | tuple[ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        if not self._state.adding:
            raise TypeError("the log is append-only: correct it with a new entry")
        super().save(
            force_insert=force_insert, force_update=force_update, using=using, update_fields=update_fields
        )

    def delete(self, using: str | None = None, keep_parents: bool = False) -> tuple[int, dict[str, int]]:
        raise TypeError("the log is append-only: entries cannot be deleted")


class Entry(AppendOnly):
    """The header of an entry; its hash covers the header before it, so nothing can be slipped in."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    format = models.PositiveSmallIntegerField(default=1)
    act = models.UUIDField()
    cause = models.PositiveIntegerField(null=True)
    time = models.BigIntegerField(help_text="microseconds since 1970, UTC")
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = (UniqueConstraint(fields=("campaign", "seq"), name="one_entry_of_a_seq"),)

    def __str__(self) -> str:
        return f"entry {self.seq}"


class Part(AppendOnly):
    """What an entry tells one audience. `commitment` is HMAC-SHA256 of the exact text under the nonce."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="parts")
    position = models.PositiveSmallIntegerField()
    audience = models.CharField(max_length=50)
    kind = models.CharField(max_length=10)
    nonce = models.CharField(max_length=64)
    text = models.TextField()
    commitment = models.CharField(max_length=64)
    opened = models.PositiveIntegerField(
        null=True, help_text="the entry that showed it to all; not of the chain"
    )
    readers = models.TextField(
        default="",
        db_default="",
        help_text="for whom alone a sealed part is, if not for the GM; not of the chain",
    )

    class Meta:
        constraints = (UniqueConstraint(fields=("entry", "position"), name="one_part_of_a_position"),)
        # Whether anything is for one member alone is asked by each page that watches.
        indexes = (models.Index(fields=("audience", "entry"), name="parts_for_somebody"),)
        ordering = ("position",)

    def __str__(self) -> str:
        return f"part {self.position} of {self.entry}"


class Act(models.Model):
    """An idempotency key and what came of it: the same request again gets the entries already played."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="acts")
    member = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="acts")
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()

    class Meta:
        constraints = (UniqueConstraint(fields=("campaign", "member", "key"), name="one_act_a_key"),)
        # Each page asks for a member's newest one.
        indexes = (models.Index(fields=("campaign", "member", "last_seq"), name="acts_of_a_member"),)

    def __str__(self) -> str:
        return self.key


class Change(models.Model):
    """One field of one record before and after an entry, found without reading the entry's text."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="changes")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    record = models.UUIDField()
    field = models.CharField(max_length=200)
    before = models.JSONField()
    after = models.JSONField()
    audience = models.CharField(max_length=50)

    class Meta:
        indexes = (
            models.Index(fields=("campaign", "record", "field", "seq"), name="changes_of_a_field"),
            models.Index(fields=("campaign", "seq"), name="changes_of_an_entry"),
            # For those_there in log/past.py: of all changes those few that make or remove a record.
            models.Index(
                fields=("campaign", "seq"), name="changes_of_records", condition=models.Q(field="record")
            ),
        )

    def __str__(self) -> str:
        return f"{self.field} of {self.record}"


CHANGED = ~models.Q(before=models.F("after"))
"""Changes of rows that made a difference: without the marks that said again what they said."""


class Tag(models.Model):
    """What an entry can be found by: actor, action, record, clause, session, scene."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="tags")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    value = models.CharField(max_length=100)
    audience = models.CharField(max_length=50)

    class Meta:
        indexes = (
            models.Index(fields=("campaign", "kind", "value", "seq"), name="tags_of_a_value"),
            models.Index(fields=("campaign", "seq", "kind", "value"), name="tags_of_an_entry"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.value}"


class Undone(models.Model):
    """That an entry was turned round by a later one, and does not stand."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    by_seq = models.PositiveIntegerField()

    class Meta:
        constraints = (UniqueConstraint(fields=("campaign", "seq"), name="undone_once"),)

    def __str__(self) -> str:
        return f"{self.seq} by {self.by_seq}"
