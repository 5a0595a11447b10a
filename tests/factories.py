"""Records in play, made through `play()` as a person would make them, and accounts."""

from itertools import count
from typing import Any
from uuid import uuid4

import factory
from django.contrib.auth.models import User

from campaigns.models import Membership, Record
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play

_numbers = count(1)


class Account(factory.django.DjangoModelFactory[User]):
    """Somebody with an account of their own; without a password nobody can sign in to it by one."""

    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"somebody-{number}")
    password: Any = None

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **values: Any) -> User:
        return model_class.objects.create_user(*args, **values)


class Played(factory.Factory[Record]):
    """A record with these contract fields, made by the member who is its `actor`."""

    class Meta:
        model = Record
        abstract = True

    owner: Any = None
    visibility = "table"

    @classmethod
    def _create(cls, model_class: type[Record], **values: Any) -> Record:
        actor: Membership = values.pop("actor")
        about = {name: values.pop(name) for name in ("kind", "name", "owner", "visibility")}
        about["owner"] = str(about["owner"].pk) if about["owner"] else None
        given: dict[str, Any] = {
            "about": about,
            "fields": [{"field": field, "set": value} for field, value in values.items()],
        }
        known = {"id": str(uuid4())}
        request = ActRequest(
            key=f"make-{next(_numbers)}", steps=(Request("table.create", given, known=known),)
        )
        play(actor, request)
        return model_class.objects.get(pk=known["id"])


class AnyRecord(Played):
    """A record of whatever kind."""


class Character(Played):
    """An active sorcerer, put into its owner's hands by the campaign's owner."""

    kind = "character"
    name = "Ilse Marrow"
    actor = factory.LazyAttribute(lambda made: _gm_of(made.owner))
    stamina, will, lore, humanity, cover = 3, 4, 3, 4, 4
    state = "active"


class Demon(Played):
    """A complete demon beyond the world, known to the table."""

    kind = "demon"
    name = "Tallowmere"
    type = "object"
    stamina, will, lore, power = 3, 4, 3, 4
    complete = True
    need, desire = "tallow", "Power"


def _gm_of(member: Membership) -> Membership:
    return Membership.objects.get(campaign=member.campaign_id, user=member.campaign.owner)


def make_record(actor: Membership, kind: str, name: str, **fields: Any) -> Record:
    """A record of the actor's campaign with these contract fields."""
    return AnyRecord(actor=actor, kind=kind, name=name, **fields)


def make_character(owner: Membership, name: str = "Ilse Marrow", **fields: Any) -> Record:
    return Character(owner=owner, name=name, **fields)


def make_demon(gm: Membership, name: str = "Tallowmere", **fields: Any) -> Record:
    return Demon(actor=gm, name=name, **fields)
