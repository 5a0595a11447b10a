"""What is secret shows nowhere: change it, and what others read of the log stays the same."""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from campaigns.log.projector import read_entry, read_record
from campaigns.models import Change, Entry, Pending, Tag
from campaigns.services.asking import ask_players
from campaigns.state.kinds import KINDS
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SECRETS = [
    (kind.name, name)
    for kind in KINDS.values()
    for name, declared in kind.stored().items()
    if declared.secret
]
OTHERS = ("player", "other_player", "observer")
Play = Callable[[Game, str, str, Any], object]
VALUES: dict[type, tuple[Any, Any, Any]] = {
    str: ("salt", "the names of the dead", "something else"),
    int: (3, 5, 7),
    bool: (False, True, False),
    list: (["salt"], ["names", "dead"], ["something"]),
    tuple: (["wands-1", "wands-2"], ["wands-2", "wands-1"], ["wands-3"]),
    dict: ({"salt": 1}, {"names": 2}, {"something": 3}),
}


OF_ONE_FIELD: dict[str, tuple[Any, Any, Any]] = {
    "counted_as": ("highest", "lowest", None),
    "waiting": (
        {"cards": ["wands-1"], "sides": []},
        {"cards": ["wands-2"], "sides": []},
        None,
    ),
    "hidden": ({"intensity": 3}, {"intensity": 5}, {"intensity": 7}),
    **dict.fromkeys(
        ("counted_from", "last_count"),
        (
            {"deed": "attack", "targets": [], "stat": 3, "sources": ["distraction"], "again": 2},
            {"deed": "defend", "targets": [], "versus": 4, "injured": True, "again": 5},
            None,
        ),
    ),
}
"""Of fields whose values are of no common type; what is hidden of a request has names that all may read."""


def values_of(kind: str, name: str) -> tuple[Any, Any, Any]:
    """Two values of a secret field to tell apart, and a third to change them to."""
    declared = KINDS[kind].fields[name]
    wanted = getattr(declared, "type", str)
    for three in [OF_ONE_FIELD[name]] if name in OF_ONE_FIELD else VALUES.values():
        with contextlib.suppress(msgspec.ValidationError):
            for one in three:
                msgspec.convert(one, wanted, strict=True)
            return three
    raise LookupError(f"no values are known for {kind}.{name}: {wanted}")


def make(game: Game, kind: str, name: str, value: Any) -> str:
    return begin(game, kind, **{name: value})


def begin(game: Game, kind: str, /, **fields: Any) -> str:
    """A record with these values, by the action of its own where nobody makes it by hand."""
    return ask(game, **fields) if kind == "pending" else game.make(kind, "Vesh", **fields)


def ask(game: Game, *, hidden: Mapping[str, Any] = MappingProxyType({})) -> str:
    """A throw that the GM asks of a player, with what is kept back of it."""
    mara = game.make("demon_city.character", "Mara", owner=game.player)
    settled = {mara: {"thrower": {"id": mara}, "intensity": 6, **hidden}}
    action = "demon_city.static_throw"
    ask_players(actor=game.gm, action=action, settled=settled, key=game.key(), hidden=[*hidden])
    asked = Pending.objects.get(record__campaign=game.campaign)
    assert asked.hidden == hidden
    return str(asked.pk)


def begin_unseen(game: Game, kind: str, name: str, value: Any) -> tuple[str, int]:
    """A record that only the GM sees, named after its secret, and the entry since which nobody else does."""
    about = {"kind": kind, "name": str(value), "visibility": "gm"}
    if kind == "pending":
        record = make(game, kind, name, value)
        unseen = {"record": {"id": record}, "reason": "not yet", "about": about}
        return record, game.act("table.edit", unseen).entry.seq
    made = game.act("table.create", {"about": about, "fields": [{"field": name, "set": value}]})
    return str(made.steps[0].input["id"]), made.entry.seq


def edit(game: Game, kind: str, name: str, value: Any) -> int:
    return game.edit(begin(game, kind), **{name: value}).entry.seq


def edit_away(game: Game, kind: str, name: str, value: Any) -> None:
    game.edit(make(game, kind, name, value), **{name: values_of(kind, name)[2]})


def undo_and_redo(game: Game, kind: str, name: str, value: Any) -> None:
    game.undo(game.undo(edit(game, kind, name, value)).entry.seq)


def hide_and_show(game: Game, kind: str, name: str, value: Any) -> None:
    record, seq = begin_unseen(game, kind, name, value)
    game.edit(record, **{name: values_of(kind, name)[2]})
    if kind == "demon":
        act_on(game, record)
    game.undo_all(seq)


def show_with_another_name(game: Game, kind: str, name: str, value: Any) -> None:
    record, _seq = begin_unseen(game, kind, name, value)
    shown = {"record": {"id": record}, "reason": "it is time", "about": {"kind": kind, "name": "Vesh"}}
    seq = game.act("table.edit", shown).entry.seq
    game.undo(game.undo(seq).entry.seq)


def act_on(game: Game, demon: str) -> None:
    mara = game.make("character", "Mara", will=3)
    game.edit(demon, state="present")
    given = {"acting": {"id": mara, "score": "will"}, "opposing": {"id": demon, "score": "will"}}
    game.act("sorcerer.roll", given, hand=(1, 2, 3, 4, 5))


def finish_sheet(game: Game, kind: str, name: str, value: Any) -> None:
    ability = {"name": "Armor", "user": "demon", "target": "itself", "effect": "as named"}
    sheet = {"type": "object", "abilities": [ability], "stamina": 1, "telltale": "cold", "desire": "Carnage"}
    demon = {"id": game.make("demon", "Vesh"), "name": "Vesh", **sheet, "need": value}
    game.act("sorcerer.create_demon", {"demon": demon})


PLAYS: tuple[Play, ...] = (
    make,
    edit,
    edit_away,
    undo_and_redo,
    hide_and_show,
    show_with_another_name,
    finish_sheet,
)


def seen(game: Game, viewer: str) -> str:
    """All that a viewer may read of a campaign. Ids, times and secrets of draws differ by themselves."""
    eyes = Viewer.of(getattr(game, viewer))
    found: list[Any] = []
    for entry in Entry.objects.filter(campaign=game.campaign).order_by("seq"):
        parts = list(entry.parts.all())
        found += [[(part.audience, part.kind) for part in parts], read_entry(eyes, parts)]
    for tag in Tag.objects.filter(campaign=game.campaign, audience="table").order_by("pk"):
        found.append((tag.seq, tag.kind, tag.value))
    for one in Change.objects.filter(campaign=game.campaign, audience="table").order_by("pk"):
        found.append((one.seq, str(one.record), one.field, one.before, one.after))
    rows = game.state().items()
    found += [
        read_record(eyes, Sheet(one, KINDS[about["kind"]], about, fields)) for one, (about, fields) in rows
    ]
    return repr(in_order(found, dict.fromkeys(ids_of(game))))


def in_order(value: Any, ids: Iterable[str]) -> Any:
    """A value with ids replaced by their number, and objects in the order of what their keys are then."""
    if isinstance(value, dict):
        pairs = [(without(str(key), ids), in_order(one, ids)) for key, one in value.items()]
        return sorted(pairs, key=lambda pair: pair[0])
    if isinstance(value, list | tuple):
        return [in_order(one, ids) for one in value]
    return without(repr(value), ids)


def ids_of(game: Game) -> Iterable[str]:
    members = (game.gm, game.player, game.other_player, game.observer)
    born = Change.objects.filter(campaign=game.campaign, field="record").order_by("seq", "pk")
    committed = game.sheet(str(game.campaign.pk)).under("draws").values()
    asked = Pending.objects.filter(record__campaign=game.campaign).order_by("record__born", "pk")
    return (
        *(str(member.pk) for member in members),
        *(str(one.data["asking"]) for one in asked if "asking" in one.data),
        *(str(change.record) for change in born),
        *map(str, committed),
    )


def without(text: str, ids: Iterable[str]) -> str:
    for number, one in enumerate(dict.fromkeys(ids)):
        text = text.replace(one, f"<{number}>")
    return text


def test_there_are_secrets_to_keep() -> None:
    assert ("demon", "need") in SECRETS


@pytest.mark.parametrize("play", PLAYS, ids=lambda one: one.__name__)
@pytest.mark.parametrize(("kind", "name"), SECRETS)
def test_others_read_the_same_whatever_the_secret_is(play: Play, kind: str, name: str) -> None:
    if play is finish_sheet and (kind, name) != ("demon", "need"):
        pytest.skip("this sheet has no such field")
    games, values = (new_game(), new_game()), values_of(kind, name)
    for game, value in zip(games, values, strict=False):
        play(game, kind, name, value)

    for viewer in OTHERS:
        first, second = (seen(game, viewer) for game in games)
        assert first == second
        assert "salt" not in first
    assert seen(games[0], "gm") != seen(games[1], "gm")


def test_an_empty_secret_looks_like_any_other() -> None:
    for value in ("", "salt"):
        game = new_game()
        finish_sheet(game, "demon", "need", value)
        record = next(one for one, (about, _fields) in game.state().items() if about["kind"] == "demon")
        shown = read_record(Viewer.of(game.player), game.sheet(record))
        assert shown is not None
        assert repr(shown["need"]) == "Hidden(why='sealed')"
