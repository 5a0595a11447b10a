"""Templates: saving one from a sheet, making somebody of it. They belong to an account and to no campaign."""

from typing import Any

from django.db import IntegrityError, transaction

from campaigns.models import Membership, SheetTemplate
from campaigns.queries.templates import Held, all_saved
from campaigns.services.characters import Belonging, NewCharacter
from campaigns.state.kinds import kind as kind_of

MOST = 200
"""How many an account may have."""
LONGEST_NAME = 90
"""A number may come behind it."""


class TooMany(Exception):
    """The account has as many as it may have. Nothing was saved."""


class NameTaken(Exception):
    """Another template of the account for this kind is called so. Nothing was changed."""


def save_template(*, actor: Membership, name: str, held: Held) -> SheetTemplate:
    """Save who somebody is. What was saved so already is not saved again."""
    base, own = (
        name[:LONGEST_NAME].strip() or kind_of(held.kind).noun,
        {"account": actor.user, "kind": held.kind},
    )
    said: dict[str, Any] = {"fields": held.fields, "things": held.things}
    may_have_more = SheetTemplate.objects.filter(account=actor.user).count() < MOST
    for called in (base, *(f"{base} {number}" for number in range(2, MOST + 2))):
        found = SheetTemplate.objects.filter(**own, name=called).first()
        if found is None and not may_have_more:
            raise TooMany
        # Somebody with two browsers may have saved one of that name just now.
        found = found or SheetTemplate.objects.get_or_create(**own, name=called, defaults=said)[0]
        if (found.fields, found.things) == (held.fields, held.things):
            return found
    raise TooMany


def rename_template(template: SheetTemplate, name: str) -> None:
    """Call it otherwise. `NameTaken` where another of its kind is called so."""
    try:
        with transaction.atomic():
            SheetTemplate.objects.filter(pk=template.pk).update(name=name)
    except IntegrityError:
        raise NameTaken from None


def remove_template(template: SheetTemplate) -> None:
    """Whoever was made of it stays."""
    SheetTemplate.objects.filter(pk=template.pk).delete()


def made_of(template: SheetTemplate, name: str, seen_by: str) -> NewCharacter:
    """Somebody of a template whom the GM plays, for the eyes of the table or of the GM alone."""
    saved = all_saved().get(template.kind)
    refs = {} if saved is None else {one.kind: one.ref for one in saved.things}
    things = tuple(
        Belonging(one["kind"], refs[one["kind"]], one["name"], one["fields"])
        for one in template.things
        if one["kind"] in refs
    )
    return NewCharacter(template.kind, name, template.fields, None, seen_by, things)
