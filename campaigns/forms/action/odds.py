"""The exact odds of a half-filled form, where whoever asks may know everything that they rest on."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

import msgspec
from django.utils.datastructures import MultiValueDict
from msgspec import Struct

from campaigns.access import get_named_to_see
from campaigns.forms.action.form import ActionForm
from campaigns.game import Preparing, game_of
from campaigns.log.projector import is_open_to
from campaigns.models import Membership
from campaigns.policy import Rights
from campaigns.queries import palette
from campaigns.queries.stored_state import state_for
from campaigns.services.play import procedure_inputs
from campaigns.services.play.action_inputs import InputBuilder, Request
from campaigns.services.play.built_input import BuiltInput
from campaigns.services.play.permission import is_lent
from campaigns.state import action_derivations, kinds, rows
from campaigns.state.kinds import kind
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from campaigns.viewing import Viewer
from rules import catalogue, service, words
from rules.kernel import budget
from rules.kernel.draws import Drawn
from rules.kernel.errors import OddsUnknown, RulesError
from rules.kernel.values import Value, Values, as_list, as_values, as_whole

SIDES = ("acting", "opposing")
HANDS = ("hand", "actor", "opponent")
"""Where an outcome tells cards that somebody threw."""
AT_ONCE = threading.BoundedSemaphore(2)
"""So many large ones are counted at the same time: acts of others go on beside them."""


@dataclass(frozen=True)
class Preview:
    """Odds by the names of the action's spec, and the pools that they rest on. None of it where `is_open` is false."""

    is_open: bool
    odds: Values = field(default_factory=dict)
    sides: Sequence[Values] = ()
    hands: Sequence[Values] = ()
    """How many cards each throws, part by part."""
    intensities: Sequence[int] = ()
    """What a throw is against, where its odds tell several degrees."""
    who: Mapping[str, str] = field(default_factory=dict)
    """Whose side is which, by id, as far as the act says."""
    against: Sequence[tuple[str, int, str]] = ()
    """What nobody typed, as it follows from somebody: its label, how high it is, and from whom."""
    is_too_large: bool = False
    """Counting the exact odds takes longer than anybody waits."""
    is_unknown: bool = False
    """They rest on what nobody has told here, as where the cards of a real table are thrown."""

    @property
    def is_contest(self) -> bool:
        return {"success", "failure"} <= self.odds.keys()

    @property
    def others(self) -> dict[str, list[tuple[str, float]]]:
        """Odds beside the contest's own, each as rows of what may come and how likely it is."""
        own = (
            {"success", "failure", "tie", "total", "victories", "opposing_victories"}
            if self.is_contest
            else set()
        )
        return {name: list(_flat(value)) for name, value in self.odds.items() if name not in own}


def preview(form: ActionForm, sheets: Mapping[str, Sheet] | None = None) -> Preview | None:
    """The odds of a valid form; None for an action without odds. Refuses as playing it would.

    `sheets` are the campaign's own and those that the form names, where they are read already.
    """
    action = catalogue.find(form.action)
    if action.odds is None:
        return None
    if sheets is None:
        sheets, _rights = named_in(form.member, form.action, form.typed)
    working = UnitOfWork(rows.Gathered(form.campaign, sheets.values()), kind)
    viewer = Viewer.of(form.member)
    raw, reading = _read(form, working, action.settings)
    if not _is_all_open(viewer, working):  # before anything is refused: a refusal tells what it rests on
        return Preview(is_open=False)
    given = _allowed(form, working, raw, reading)
    if not _is_all_open(viewer, working):
        return Preview(is_open=False)
    against = tuple(_against(form, working, raw))
    ask = service.odds if viewer.is_gm else service.odds_for_all
    try:
        with AT_ONCE:
            found = ask(form.action, given, work=budget.WHILE_WAITING)
    except budget.TooLarge:
        return Preview(is_open=True, is_too_large=True)
    except OddsUnknown:
        return Preview(
            True, **_pools(form.action, given), who=_who(form.action, raw), against=against, is_unknown=True
        )
    if found is None:
        return Preview(is_open=False)
    if "degrees" not in found.odds:
        return Preview(
            True, found.odds, **_pools(form.action, given), who=_who(form.action, raw), against=against
        )
    degrees = (raw["intensity"], *as_list(raw.get("degrees", ())))
    return Preview(True, found.odds, **_pools(form.action, given), intensities=tuple(map(as_whole, degrees)))


def _against(form: ActionForm, working: UnitOfWork, raw: Values) -> Iterator[tuple[str, int, str]]:
    """What follows from a record that whoever acts names, where it was not typed otherwise."""
    declared = game_of(form.action).inputs.follows_from.items()
    for name, kept in ((name, kept) for (action, name), kept in declared if action == form.action):
        who = raw.get(form.acts_at)
        subject = working.find(str(who.get("id") if isinstance(who, Mapping) else who))
        found = working.find(subject[kept] or "") if subject else None
        number = raw.get(name)
        if found is not None and isinstance(number, int) and name not in form.given:
            yield words.field_words(form.system, name)[0], number, found.name


def named_in(
    member: Membership, action: str, posted: MultiValueDict[str, str]
) -> tuple[dict[str, Sheet], Rights]:
    """The campaign and the records that a form names, by id, as far as they exist for the member."""
    answers = {value for _name, values in posted.lists() for value in values if isinstance(value, str)}
    system = catalogue.find(action).system
    likely = {kinds.named(nouns[0], system) for nouns in palette.subjects_of(action).values() if nouns}
    return get_named_to_see(member, answers, likely & kinds.KINDS.keys())


def _read(form: ActionForm, working: UnitOfWork, names: tuple[str, ...]) -> tuple[Values, BuiltInput]:
    """The input as the engine would read it, from what the form says and the records say, and what was read for it."""
    request: Request = procedure_inputs.prepare(Preparing(form.campaign, working, form.request()))
    is_gm = form.member.is_gm
    reader = InputBuilder(working, lambda path: f"new-{path}", action_derivations.find, is_gm=is_gm)
    table = working.find(str(form.campaign.pk))
    chosen = table.under(f"settings.{form.system}") if table else {}
    settings = {name: chosen[name] for name in names if name in chosen}
    raw = reader.read(request, catalogue.find(form.action).input_type, settings)
    return raw, reader.reading


def _allowed(form: ActionForm, working: UnitOfWork, raw: Values, reading: BuiltInput) -> Struct:
    """The input, or the refusal that playing it would meet."""
    subjects = reading.subjects
    is_theirs = bool(form.odds_asked_at) or is_lent(form.rights, form.action, reading)
    form.rights.check_act(form.action, subjects, is_asked=is_theirs)
    if reading.lacks:
        raise reading.lacks[0]
    given, ids = service.read(form.action, raw), [sheet.id for sheet in subjects]
    state = state_for(working, form.campaign, form.action, ids)
    helpers = [sheet.id for sheet in reading.helpers]
    # Whoever may write down what was thrown is shown what comes of it before they have.
    refusal = procedure_inputs.forbidden(
        form.action, ids, state, raw, helpers=helpers, by_hand="hand" in form.fields
    )
    if refusal is not None and form.overriding.override is None:
        raise refusal
    return given


def _is_all_open(viewer: Viewer, working: UnitOfWork) -> bool:
    """Whether the viewer may know every record that was looked at so far."""
    seen = (sheet for sheet in working.loaded() if sheet.kind.name != "campaign")
    return all(is_open_to(viewer, sheet) for sheet in seen)


class _Pools(TypedDict):
    sides: tuple[Values, ...]
    hands: tuple[Values, ...]


def _pools(action: str, given: Struct) -> _Pools:
    """What is rolled or thrown, part by part: dice that all show 1, and any cards, tell how many there would be."""
    try:
        outcome = service.perform(action, given, _Ones()).outcome
    except RulesError:
        return {"sides": (), "hands": ()}
    hands = (as_values(msgspec.to_builtins(getattr(outcome, name, None) or {})) for name in HANDS)
    return {"sides": _sides(outcome), "hands": tuple(hand for hand in hands if "throws" in hand)}


def _sides(outcome: Struct) -> tuple[Values, ...]:
    # Of several who roll each their own, nobody's pools stand for all.
    rolls: Sequence[Struct] = getattr(outcome, "rolls", ())
    told: Value = msgspec.to_builtins(getattr(rolls[0] if len(rolls) == 1 else outcome, "contest", None))
    if not isinstance(told, dict) or not told.keys() >= set(SIDES):  # contests elsewhere are of other parts
        return ()
    return tuple({"role": role, "shift": told.get("shift", 0), **as_values(told[role])} for role in SIDES)


def _who(action: str, raw: Values) -> dict[str, str]:
    paths = game_of(action).telling.sides.get(action, (None, None))
    named = ((role, raw.get(path)) for role, path in zip(SIDES, paths, strict=True) if path is not None)
    found = ((role, one.get("id") if isinstance(one, Mapping) else one) for role, one in named)
    return {role: one for role, one in found if isinstance(one, str)}


def _flat(value: Value, name: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, f"{name} {key}".strip())
    elif isinstance(value, int | float):
        yield name, value


class _Ones:
    """Draws that decide nothing: nobody sees what they come to."""

    def __init__(self) -> None:
        self.taken: list[Drawn] = []

    def die(self, sides: int) -> int:
        self.taken.append((sides, 1))
        return 1

    def index(self, count: int) -> int:
        self.taken.append((f"index:{count}", 0))
        return 0

    def card(self, allowed: Sequence[str]) -> str:
        self.taken.append(("card", allowed[0]))
        return allowed[0]
