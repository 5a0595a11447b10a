"""The exact odds of a half-filled form, where whoever asks may know everything that they rest on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from campaigns.forms.actions import ActionForm
from campaigns.forms.odds_in_time import in_time
from campaigns.log.projector import Viewer, is_open_to
from campaigns.queries.stored_state import state_for
from campaigns.services import systems
from campaigns.services.subjects import Reader, Request
from campaigns.state import derive, rows
from campaigns.state.kinds import kind
from campaigns.state.working import Working
from rules import catalogue, service
from rules.kernel.draws import Drawn
from rules.kernel.errors import RulesError


@dataclass(frozen=True)
class Preview:
    """Odds by the names of the action's spec, and the pools that they rest on. None of it where `is_open` is false."""

    is_open: bool
    odds: Mapping[str, Any] = field(default_factory=dict)
    sides: Sequence[Mapping[str, Any]] = ()
    is_late: bool = False
    """Given up: the exact odds take longer than anybody waits."""

    @property
    def is_contest(self) -> bool:
        return {"success", "failure"} <= self.odds.keys()

    @property
    def others(self) -> dict[str, list[tuple[str, Any]]]:
        """Odds beside the contest's own, each as rows of what may come and how likely it is."""
        own = (
            {"success", "failure", "tie", "total", "victories", "opposing_victories"}
            if self.is_contest
            else set()
        )
        return {name: list(_flat(value)) for name, value in self.odds.items() if name not in own}


def preview(form: ActionForm) -> Preview | None:
    """The odds of a valid form; None for an action without odds. Refuses as playing it would."""
    action = catalogue.find(form.action)
    if action.odds is None:
        return None
    working = Working(_named_rows(form), kind)
    given, subjects = _read(form, working, action.settings)
    form.rights.check_act(form.action, subjects)
    viewer = Viewer.of(form.member)
    seen = [sheet for sheet in working.loaded() if sheet.kind.name != "campaign"]
    if not all(is_open_to(viewer, sheet) for sheet in seen):
        return Preview(is_open=False)
    odds = in_time(lambda: service.odds(form.action, given).odds)
    return Preview(True, odds, _sides(form.action, given))


def _named_rows(form: ActionForm) -> rows.Rows:
    """The campaign's records; the campaign itself and those that the form names are read in one query."""
    answers = {value for value in form.cleaned_data.values() if isinstance(value, str)}
    kinds = {one.id: one.kind for one in form.records if one.id in answers}
    wanted = {str(form.campaign.pk): "campaign", **kinds}
    sheets = rows.Rows(form.campaign).load_many(wanted, likely=wanted.values())
    return rows.Gathered(form.campaign, sheets, whole=())


def _read(form: ActionForm, working: Working, names: tuple[str, ...]) -> tuple[Any, list[Any]]:
    request: Request = systems.prepare(working, form.campaign, form.request())
    reader = Reader(working, lambda path: f"new-{path}", derive.find)
    table = working.find(str(form.campaign.pk))
    chosen = table.under(f"settings.{form.system}") if table else {}
    settings = {name: chosen[name] for name in names if name in chosen}
    raw = reader.read(request, catalogue.find(form.action).input_type, settings)
    ids = [sheet.id for sheet in reader.reading.subjects]
    given = service.read(form.action, raw)
    systems.refuse_forbidden(form.action, ids, state_for(working, form.campaign, form.action, ids))
    return given, reader.reading.subjects


def _sides(action: str, given: Any) -> tuple[dict[str, Any], ...]:
    """The pools of a contest with their named parts: dice that all show 1 tell how many there would be."""
    try:
        outcome = service.perform(action, given, _Ones()).outcome
    except RulesError:
        return ()
    told = msgspec.to_builtins(getattr(outcome, "contest", None))
    if not isinstance(told, dict):
        return ()
    return tuple(
        {"role": role, "shift": told.get("shift", 0), **told[role]} for role in ("acting", "opposing")
    )


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, float]]:
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
