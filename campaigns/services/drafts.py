"""Forms that were put away half typed: no game state, and their writer's alone."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.db import transaction

from campaigns.models import Draft, Membership

MOST_OF_A_DRAFT = 60_000


class DraftTooLong(Exception):
    """More words than a draft keeps. Nothing was put away."""


def keep_draft(member: Membership, purpose: str, typed: Mapping[str, list[str]]) -> None:
    """Put a half-typed form away, in the place of the one before."""
    # PostgreSQL stores no NUL in a text.
    data = {name: [value.replace("\x00", "") for value in values] for name, values in typed.items()}
    if sum(len(value) for values in data.values() for value in values) > MOST_OF_A_DRAFT:
        raise DraftTooLong
    found = {"campaign": member.campaign, "data": data}
    with alone(member):
        Draft.objects.update_or_create(member=member, purpose=purpose, defaults=found)


@contextmanager
def alone(member: Membership) -> Iterator[None]:
    """While this lasts no other request puts away what this member typed: what was read before still stands."""
    with transaction.atomic():
        Membership.objects.select_for_update().get(pk=member.pk)
        yield


def kept_draft(member: Membership, purpose: str) -> dict[str, list[str]] | None:
    """What was put away, or None."""
    found = Draft.objects.filter(member=member, purpose=purpose).first()
    return dict(found.data) if found else None


def drop_draft(member: Membership, purpose: str) -> None:
    """It was sent, or is not wanted any more."""
    Draft.objects.filter(member=member, purpose=purpose).delete()
