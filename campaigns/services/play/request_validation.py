"""What a request may carry at all, whoever sends it: refused before anything is read, drawn or written."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.db.models import QuerySet

from campaigns.game import OF_TABLE, games
from campaigns.log import canonical
from campaigns.models import Membership
from campaigns.models.prepared import prepared
from campaigns.policy import RULINGS, WHISPERS
from campaigns.queries.games import PLAYED, games_with_records
from campaigns.services.play.act_request import ActRequest
from campaigns.services.play.action_inputs import Request
from rules.kernel.errors import InvalidInput, RuleViolation
from rules.kernel.values import Value, Values

LONGEST_KEY = 100
DEEPEST = 12
NONCE = re.compile("[0-9a-f]{0,64}")
UNPRINTED = frozenset({"Cc", "Cs"})
"""Control characters and halves of characters."""

OWN_ACTS = ("settings.", "policy.", "draws.", "members.", "session", "scene")
"""Fields of the campaign that acts of their own change, with the checks that belong to them."""


def check_act(key: str, nonce: str, hand: tuple[Value, ...] | None) -> None:
    """Raise `InvalidInput` for a key, nonce or dice that no page of ours sends."""
    clean(list(hand or ()), "draws")
    if not 0 < len(key) <= LONGEST_KEY or key != clean(key, "key"):
        raise InvalidInput(f"a key must have 1 to {LONGEST_KEY} plain characters", field="key")
    if not NONCE.fullmatch(nonce):
        raise InvalidInput("a nonce has at most 64 hexadecimal digits", field="nonce")


def cleaned_act(request: ActRequest) -> ActRequest:
    """The same with the texts of its steps and of its override in one normal form."""
    why = request.override
    if why is not None:
        why = replace(
            why,
            reason=str(clean(why.reason, "override.reason")),
            words=str(clean(why.words, "override.words")),
        )
    return replace(request, steps=tuple(map(cleaned, request.steps)), override=why)


def cleaned(planned: Request) -> Request:
    """The request with its texts in one normal form; `InvalidInput` for what can be neither stored nor logged."""
    given = clean(planned.given, "input")
    if not isinstance(given, Mapping):
        raise InvalidInput(f"an object is needed here, not {type(given).__name__}", field="input")
    return replace(planned, given=given)


def check_by_hand(campaign_id: UUID, planned: Request) -> None:
    """Raise `InvalidInput` where a record made or edited by hand would get past an act with checks of its own."""
    _check_policies(campaign_id, planned)
    # What the application plays itself carries something known; only what a person asks for is checked here.
    if planned.known or planned.action not in ("table.create", "table.edit"):
        return
    about = planned.given.get("about")
    if isinstance(about, Mapping):
        _check_about(campaign_id, planned.action, about)
    changes = planned.given.get("changes")
    for number, one in enumerate(changes if isinstance(changes, Sequence) else ()):
        name = one.get("field", "") if isinstance(one, Mapping) else ""
        if _is_campaign(campaign_id, planned) and str(name).startswith(OWN_ACTS):
            raise InvalidInput(
                f"{name} can only be changed by its own action", field=f"input.changes.{number}.field"
            )


def _check_policies(campaign_id: UUID, planned: Request) -> None:
    values = planned.given.get("values") if planned.action == "table.change_policy" else None
    for name, value in values.items() if isinstance(values, Mapping) else ():
        if name == PLAYED:
            _check_games(campaign_id, value)
        if value is None:
            raise InvalidInput("choose yes or no: this setting has no default", field=f"input.values.{name}")
        if name == "player_rulings" and not (isinstance(value, bool) or value in RULINGS):
            told = f"choose one of {', '.join(RULINGS)}"
            raise InvalidInput(told, field=f"input.values.{name}")
        if name == "whispers" and value not in WHISPERS:
            told = f"choose one of {', '.join(WHISPERS)}"
            raise InvalidInput(told, field=f"input.values.{name}")


def _check_games(campaign_id: UUID, value: Value) -> None:
    """What is played is installed, and whatever there are records of is played."""
    field = f"input.values.{PLAYED}"
    wanted = value if isinstance(value, list) else []
    if not wanted or any(one not in [*games()] for one in wanted) or len({*wanted}) < len(wanted):
        raise InvalidInput("choose at least one of the installed games, each once", field=field)
    if stay := [one for one in games() if one in games_with_records(campaign_id) and one not in wanted]:
        named = ", ".join(games()[one].name for one in stay)
        raise RuleViolation(
            f"there are records of {named} in this campaign, so it stays on",
            field=field,
            clause="TAB-AGREE-02",
        )


def clean(value: Value, path: str, depth: int = 0) -> Value:
    """Plain JSON values with their texts in NFC; `InvalidInput` names the path of anything else."""
    if depth > DEEPEST:
        raise InvalidInput("this is nested too deep", field=path)
    if isinstance(value, str):
        return _text(value, path)
    if isinstance(value, Mapping):
        return {
            _key(key, path): clean(one, f"{path}.{_key(key, path)}", depth + 1) for key, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [clean(one, f"{path}.{number}", depth + 1) for number, one in enumerate(value)]
    if isinstance(value, int) and abs(value) > canonical.LARGEST:
        raise InvalidInput("this number is too large", field=path)
    if value is not None and not isinstance(value, int):
        raise InvalidInput(f"a {type(value).__name__} is not supported here", field=path)
    return value


def _text(value: str, path: str) -> str:
    if value.isascii() and value.isprintable():
        return value
    for one in value:
        if unicodedata.category(one) in UNPRINTED and one not in "\n\r\t":
            raise InvalidInput(f"the character U+{ord(one):04X} cannot be stored: remove it", field=path)
    # As the log writes it: otherwise a text would be another one in its row than in its entry.
    return unicodedata.normalize("NFC", value)


def _key(key: Value, path: str) -> str:
    if not isinstance(key, str):
        raise InvalidInput("a name is needed here", field=path)
    return _text(key, path)


def _check_about(campaign_id: UUID, action: str, about: Values) -> None:
    if action == "table.create" and about.get("kind") in OF_TABLE:
        raise InvalidInput(
            f"a {about['kind']} can only be created by its own action", field="input.about.kind"
        )
    owner = about.get("owner")
    if owner is not None and not is_member(campaign_id, owner):
        raise InvalidInput("this person is not a member of the campaign", field="input.about.owner")


def check_corrected(action: str, raw: Values, newest: int) -> None:
    """Raise `InvalidInput` where an edit overrides an entry that is not in the log yet."""
    seq = raw.get("corrects") if action == "table.edit" else None
    if seq is not None and not (type(seq) is int and 1 <= seq <= newest):
        raise InvalidInput(f"there is no entry {seq}", field="input.corrects")


def acting(member: Membership, other: str | None) -> Membership:
    """The member as they stand now, who may act for this other one: nobody, or for a GM anybody of the campaign.

    Else `InvalidInput` (TAB-ACT-01).
    """
    wanted = [member.pk, *_ids(other)]
    # Read under the lock, since a role may have been taken away after the page was made.
    found = {one.pk: one for one in _members(member.campaign_id, wanted)}
    actor = found[member.pk]
    if other is not None and not (actor.is_gm and any(str(pk) == other for pk in found)):
        raise InvalidInput("only a GM can act for another member of the campaign", field="for")
    return actor


@prepared
def _members(campaign: UUID, wanted: list[UUID]) -> QuerySet[Membership]:
    return Membership.objects.filter(campaign=campaign, pk__in=wanted)


def is_member(campaign_id: UUID, member: Value) -> bool:
    """Whether this is the id of somebody who belongs, or once belonged, to the campaign."""
    return Membership.objects.filter(campaign=campaign_id, pk__in=_ids(member)).exists()


def _ids(text: Value) -> list[UUID]:
    """The id that a text spells as the log does, if it does."""
    try:
        found = UUID(str(text))
    except ValueError:
        return []
    return [found] if str(found) == str(text) else []


def _is_campaign(campaign_id: UUID, planned: Request) -> bool:
    record = planned.given.get("record")
    named = record.get("id") if isinstance(record, Mapping) else record
    return str(named) == str(campaign_id)
