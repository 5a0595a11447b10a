"""Campaigns with a history made up from a seed: acts of all four systems in any order, corrected, undone and redone.

What the rows were after each act is kept, to be held against what the log says of it later.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from campaigns.game import About
from campaigns.log.fold import Folded
from campaigns.log.record import EntryTooLarge
from campaigns.log.undo_graph import NotUndoable, turned_by
from campaigns.models import Campaign, Entry, Membership
from campaigns.policy import NotAllowed
from campaigns.services import clock, sessions, undoing
from campaigns.state.errors import StateRefusal, UnknownRecord
from campaigns.state.fields import Stored
from campaigns.state.kinds import KINDS
from rules.catalogue import SETTINGS
from rules.kernel.errors import RulesError
from tests.campaigns.services import stored_cases
from tests.campaigns.services.stored_cases import Case
from tests.campaigns.spine import Game, document, new_game

VECTORS = Path(__file__).parents[2] / "rules" / "vectors"
SYSTEMS = tuple(SETTINGS)
REFUSALS = (
    RulesError,
    StateRefusal,
    UnknownRecord,
    NotAllowed,
    NotUndoable,
    EntryTooLarge,
    undoing.NoDrawsLeft,
)
"""What the door may say instead of playing. Anything else that is raised is a fault."""

MAKEABLE = [name for name in KINDS if name not in ("campaign", "session", "scene", "pending")]
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    7,
    99,
    -1,
    "",
    "active",
    "dead",
    "open",
    "salt",
    [],
    ["Armor"],
    {},
)

World = dict[str, tuple[About, dict[str, Any]]]
"""Every record with what it is and its fields."""


class Broken(AssertionError):
    """Something that a history has to hold does not."""


class History:
    """One campaign, played from a seed. `worlds` has the rows after each act, by the number of its last entry."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.game: Game = new_game()
        self.cases: list[Case] = []
        self.told = Folded()
        self.worlds: dict[int, World] = {}
        self.acts = self.refused = self.turned = 0
        self.look()

    @property
    def campaign(self) -> Campaign:
        return self.game.campaign

    @property
    def head(self) -> int:
        return Entry.objects.filter(campaign=self.campaign).order_by("-seq").values_list("seq", flat=True)[0]

    def look(self) -> World:
        """Fold the entries that are new, keep what each left, and hold the last against the rows."""
        rows = self.game.state()
        done = max(self.worlds, default=0)
        for entry in Entry.objects.filter(campaign=self.campaign, seq__gt=done).order_by("seq"):
            self.told.take(document(entry)["changes"])
            sheets = self.told.sheets.values()
            self.worlds[entry.seq] = deepcopy({sheet.id: (sheet.about, sheet.fields) for sheet in sheets})
        _hold(self.worlds[self.head] == rows, f"the fold of entry {self.head} gives the rows")
        return rows

    def play(self, acts: int) -> None:
        """So many acts, what the chance picks; now and then the last one is turned back and forth."""
        for _number in range(acts):
            self.look()
            try:
                self.chance.choice(DEEDS)(self)
            except REFUSALS:
                self.refused += 1
                head = max(self.worlds)
                _hold(self.head == head, "a refusal leaves the log")
                _hold(self.game.state() == self.worlds[head], "a refusal leaves the rows")
                continue
            self.acts += 1
            before = deepcopy(self.worlds[max(self.worlds)])
            if self.head == max(self.worlds) + 1 and self.chance.random() < 0.4:
                self.turn_back_and_forth(before)
        self.look()

    def turn_back_and_forth(self, before: World) -> None:
        """Undo of the last entry gives the state before, redo what it first did, and undo the state before again."""
        after, done = self.look(), self.head
        try:
            undone = self.game.undo(done).entry.seq
        except NotUndoable:
            return
        self.turned += 1
        _hold(self.look() == before, f"undo of {done} gives the state before")
        redone = self.game.undo(undone).entry.seq
        _hold(self.look() == after, f"redo of {done} gives what it first did")
        if self.chance.random() < 0.3:
            self.game.undo(redone)
            _hold(self.look() == before, f"undo of {done} gives the state before once more")

    def undo(self) -> None:
        """Undo of any entry with all that depends on it: what they wrote is as it was, all else as it is."""
        seq = self.chance.randint(1, self.head)
        before, entries = self.look(), undoing.what_goes_along(self.campaign, seq)
        undone = self.game.undo(*entries).entry.seq
        self.turned += 1
        _hold(self.look() == self._without(before, entries), f"undo of {entries} takes back what they wrote")
        if not turned_by(self.campaign, entries[0]) and self.chance.random() < 0.6:
            self.game.undo(undone)
            _hold(self.look() == before, f"redo of {entries} gives the state before their undo")

    def _without(self, now: World, entries: tuple[int, ...]) -> World:
        """The world with each field that these entries wrote as it stood before the first that wrote it."""
        wrote: dict[tuple[str, str], int] = {}
        for entry in Entry.objects.filter(campaign=self.campaign, seq__in=entries).order_by("seq"):
            for record, field, _before, _after in document(entry)["changes"]:
                wrote.setdefault((record, field), entry.seq)
        told, born = deepcopy(now), set[str]()
        for (record, field), seq in wrote.items():
            stood = self.worlds.get(seq - 1, {}).get(record)
            if stood is None:
                born.add(record)
            elif record not in told:
                told[record] = deepcopy(stood)
            elif field == "record":
                told[record] = (deepcopy(stood[0]), told[record][1])
            elif field in stood[1]:
                told[record][1][field] = deepcopy(stood[1][field])
            else:
                told[record][1].pop(field, None)
        return {record: world for record, world in told.items() if record not in born}

    def any_record(self) -> str:
        return self.chance.choice(sorted(self.game.state()))

    def somebody(self) -> Membership:
        game = self.game
        return self.chance.choice((game.gm, game.gm, game.player, game.other_player, game.observer))


def _hold(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)


@cache
def _vectors(system: str) -> list[dict[str, Any]]:
    found = json.loads((VECTORS / f"{system}.json").read_text(encoding="utf-8"))
    return [case for case in found if "odds" not in case["expect"]]


def _new_case(history: History) -> None:
    """A worked case with records of its own, played with its own dice or with the campaign's."""
    chance, game = history.chance, history.game
    vector = chance.choice(_vectors(chance.choice(SYSTEMS)))
    case = stored_cases.read_case(
        vector["action"], vector["input"], within=f"{game.campaign.pk}/{game.key()}/"
    )
    stored_cases.store(game, case)
    history.look()
    history.cases.append(case)
    hand = tuple(vector["draws"]) if vector.get("draws") and chance.random() < 0.6 else None
    game.act(case.action, case.given, known=case.known, hand=hand)


def _old_case(history: History) -> None:
    """A case played once more, with the records as they are by now, perhaps by somebody else."""
    case = history.chance.choice(history.cases or [Case("table.note")])
    game = history.game
    game.act(case.action, case.given, by=history.somebody(), known=case.known, nonce=f"{history.acts:x}")


def _edit(history: History) -> None:
    """A GM's edit of a few fields, whatever becomes of them."""
    chance, record = history.chance, history.any_record()
    about, fields = history.game.state()[record]
    declared = [name for name, one in KINDS[about["kind"]].fields.items() if isinstance(one, Stored)]
    names = chance.sample(
        sorted({*fields, *declared}), k=min(chance.randint(1, 3), len({*fields, *declared}))
    )
    if not names:
        raise UnknownRecord(record)
    history.game.edit(record, **{name: _value(history, fields.get(name)) for name in names})


def _value(history: History, now: Any) -> Any:
    chance = history.chance
    if isinstance(now, int) and not isinstance(now, bool) and chance.random() < 0.8:
        return now + chance.choice((-1, 1, 2))
    return chance.choice((*VALUES, now, history.any_record()))


def _rename(history: History) -> None:
    """A record gets another name, another owner, or goes out of the players' sight and back."""
    chance, record = history.chance, history.any_record()
    about = dict(history.game.state()[record][0])
    about["visibility"] = chance.choice(("gm", "table"))
    about["name"] = chance.choice((about["name"], "Vesh", ""))
    about["owner"] = chance.choice((about["owner"], None, str(history.game.player.pk)))
    given = {"record": {"id": record}, "reason": "as agreed", "about": about}
    history.game.act("table.edit", given, by=history.somebody())


def _make(history: History) -> None:
    chance = history.chance
    kind = chance.choice(MAKEABLE)
    hidden = {"visibility": chance.choice(("gm", "table"))}
    given = {"about": {"kind": kind, "name": f"Some {kind}", **hidden}, "fields": []}
    history.game.act("table.create", given, by=history.somebody())


def _note(history: History) -> None:
    words = history.chance.choice(("It rains.", "{$: 1}", "Vesh", "gm"))
    audience = history.chance.choice(("table", "gm"))
    history.game.act("table.note", {"words": words, "audience": audience}, by=history.somebody())


def _time(history: History) -> None:
    chance, gm, key = history.chance, history.game.gm, history.game.key()
    begun = chance.choice(("session", "end session", "scene", "end scene", "clock", "clock", "clock"))
    if begun == "clock":
        clock.advance(actor=gm, seconds=chance.choice((6, 3600, 86_400, 3 * 86_400)), key=key)
    elif begun == "session":
        sessions.begin_session(actor=gm, name="", key=key)
    elif begun == "scene":
        sessions.begin_scene(actor=gm, name="The cellar", key=key)
    else:
        {"end session": sessions.end_session, "end scene": sessions.end_scene}[begun](actor=gm, key=key)


def _settle(history: History) -> None:
    asked = [one for one, (about, _f) in history.game.state().items() if about["kind"] == "pending"]
    given = {"pending": history.chance.choice(sorted(asked) or [""]), "reason": "not tonight"}
    how = history.chance.choice(("waived", "struck"))
    history.game.act("table.settle", {**given, "how": how}, by=history.somebody())


def _fresh(history: History) -> None:
    seq = history.chance.randint(1, history.head)
    undoing.fresh_draws(actor=history.game.gm, entry=seq, reason="the wrong demon", key=history.game.key())


DEEDS: tuple[Callable[[History], None], ...] = (
    *[_new_case] * 9,
    *[_old_case] * 6,
    *[_edit] * 4,
    *[_time] * 3,
    *[History.undo] * 3,
    *(_rename, _rename, _make, _make, _note, _settle, _fresh),
)
