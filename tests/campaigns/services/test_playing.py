"""One door: once per key, in order, and nothing at all where it refuses."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from campaigns.log.record import LARGEST, EntryTooLarge
from campaigns.models import Act, DrawPeriod, Entry, Part, Slot
from campaigns.policy import NotAllowed
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, KeyReused, Played, play
from campaigns.state.errors import StateRefusal, UnknownRecord
from rules.kernel.errors import BadDraw, DrawsLeftOver, InvalidInput, RulesError, RuleViolation
from tests.campaigns.spine import Game, document, folded, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return new_game()


def footprint(game: Game) -> tuple[Any, ...]:
    """Everything that a refused act must leave alone."""
    period = DrawPeriod.objects.get(campaign=game.campaign, is_open=True)
    counts = (Entry.objects.count(), Part.objects.count(), Act.objects.count(), Slot.objects.count())
    return counts, period.seed, period.next_slot, game.state()


def roll(mara: str, dice: int = 2) -> dict[str, Any]:
    return {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": dice}}


def test_owner_is_a_member_by_the_one_spelling_of_the_id(game: Game) -> None:
    owner = str(game.player.pk)
    for spelled in (owner.upper(), f"{{{owner}}}", owner.replace("-", "")):
        with pytest.raises(InvalidInput):
            game.act("table.create", {"about": {"kind": "demon", "name": "x", "owner": spelled}})

    assert game.act("table.create", {"about": {"kind": "demon", "name": "x", "owner": owner}}).entry.seq


def test_same_post_twice_is_one_entry(game: Game) -> None:
    mara = game.make("character", "Mara", will=4)
    first = game.act("sorcerer.roll", roll(mara), key="k", nonce="aa")
    before = footprint(game)

    again = game.act("sorcerer.roll", roll(mara), key="k", nonce="bb")

    assert again.was_repeated
    assert again.entry == first.entry
    assert footprint(game) == before


def test_same_key_of_two_members_is_two_acts(game: Game) -> None:
    first = game.act("table.note", {"words": "x"}, key="k", by=game.player)
    second = game.act("table.note", {"words": "x"}, key="k", by=game.gm)

    assert not second.was_repeated
    assert second.entry.seq == first.entry.seq + 1


def test_same_key_with_another_request_is_refused(game: Game) -> None:
    mara = game.make("character", "Mara", will=4)
    game.act("sorcerer.roll", roll(mara), key="k")
    before = footprint(game)

    with pytest.raises(KeyReused):
        game.act("sorcerer.roll", roll(mara, dice=3), key="k")

    assert footprint(game) == before


@pytest.mark.django_db(transaction=True)
def test_ten_at_once_with_one_key_are_one_entry() -> None:
    game = new_game()
    mara = game.make("character", "Mara", will=4)
    entries = Entry.objects.count()

    played = at_once([lambda: game.act("sorcerer.roll", roll(mara), key="k")] * 10)

    assert Entry.objects.count() == entries + 1
    assert {one.entry.pk for one in played} == {Entry.objects.order_by("-pk")[0].pk}
    assert sorted(one.was_repeated for one in played) == [False] + [True] * 9
    assert game.verified().holds


@pytest.mark.django_db(transaction=True)
def test_acts_at_once_on_one_demon_lose_nothing() -> None:
    game = new_game()
    demon = game.make("demon", "Vesh", stamina=20, state="present")

    def hurt(number: int) -> Callable[[], Played]:
        given = {"target": {"id": demon}, "weapon": "edged"}
        return lambda: game.act("sorcerer.damage", given, known={"victories": number}, key=f"hurt-{number}")

    played = at_once([hurt(number) for number in range(1, 7)])

    assert len({one.entry.seq for one in played}) == 6
    assert game.sheet(demon)["incoming_temporary"] == 21
    assert game.state() == folded(game.campaign)
    assert game.verified().holds


@pytest.mark.django_db(transaction=True)
def test_rolls_at_once_take_slots_of_their_own() -> None:
    game = new_game()
    mara = game.make("character", "Mara", will=4)

    played = at_once([lambda n=n: game.act("sorcerer.roll", roll(mara), key=f"r{n}") for n in range(6)])  # type: ignore[misc]  # n is bound early

    slots = [document(one.entry)["from"]["slot"] for one in sorted(played, key=lambda one: one.entry.seq)]
    assert slots == [1, 2, 3, 4, 5, 6]
    assert game.verified().draws.derived == 36


def at_once(calls: list[Callable[[], Played]]) -> list[Played]:
    """Every call in a thread of its own, all let go together."""
    barrier = Barrier(len(calls))

    def one(call: Callable[[], Played]) -> Played:
        try:
            barrier.wait(timeout=20)
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=len(calls)) as pool:
        return list(pool.map(one, calls))


REFUSALS: list[tuple[str, dict[str, Any], type[Exception]]] = [
    (
        "sorcerer.roll",
        {"acting": {"id": "MARA", "score": "will"}, "opposing": {"score": "difficulty", "dice": 0}},
        RulesError,
    ),
    (
        "sorcerer.roll",
        {"acting": {"id": "MARA", "score": "luck"}, "opposing": {"score": "difficulty", "dice": 1}},
        InvalidInput,
    ),
    ("sorcerer.roll", {"acting": "nobody", "opposing": {"score": "difficulty", "dice": 1}}, UnknownRecord),
    ("sorcerer.roll", {"acting": "MARA", "unknown": 1}, InvalidInput),
    ("sorcerer.roll", {"acting": ["MARA"]}, InvalidInput),
    ("sorcerer.roll", {}, InvalidInput),
    ("sorcerer.nothing", {}, RulesError),
    ("sorcerer.bind", {"sorcerer": "MARA", "demon": "MARA"}, InvalidInput),
    ("table.note", {"words": ""}, InvalidInput),
    ("table.note", {"words": "x" * 4001}, InvalidInput),
    ("table.note", {"words": "nul\x00"}, InvalidInput),
    ("table.note", {"words": "half \ud83d"}, InvalidInput),
    ("table.note", {"words": 1.5}, InvalidInput),
    ("table.note", {"words": "x", "about": [[[[[[[[[[[[[["deep"]]]]]]]]]]]]]]}, InvalidInput),
    ("table.undo", {}, InvalidInput),
    ("table.undo", {"entries": [1], "changes": []}, InvalidInput),
    (
        "table.carry_out",
        {"clause": "X", "effects": [{"on": "MARA", "field": "will", "set": 9}]},
        InvalidInput,
    ),
    ("table.place_member", {"member": "x", "role": "gm"}, InvalidInput),
    ("table.open_draws", {"number": 2}, InvalidInput),
    ("table.change_policy", {"values": {"hand_dice": 0.5}}, InvalidInput),
    ("table.change_settings", {"system": "chess", "values": {"die": 12}}, InvalidInput),
    ("table.change_settings", {"system": ["sorcerer"], "values": {"die": 12}}, InvalidInput),
    ("table.change_settings", {"system": "sorcerer", "values": 12}, InvalidInput),
    ("table.edit", {"record": "MARA", "reason": "x", "changes": 5}, InvalidInput),
    ("table.change_settings", {"system": "sorcerer", "values": {"die": 1}}, InvalidInput),
    ("table.create", {"about": {"kind": "unicorn", "name": "x"}}, StateRefusal),
    ("table.create", {"about": {"kind": "campaign", "name": "x"}}, InvalidInput),
    ("table.create", {"about": {"kind": "demon", "name": "x", "owner": "not a member"}}, InvalidInput),
    ("table.create", {"about": {"kind": "demon", "name": "x" * 101}}, InvalidInput),
    ("table.create", {"about": "demon"}, InvalidInput),
    (
        "table.create",
        {"about": {"kind": "demon", "name": "x"}, "fields": [{"field": "horns", "set": 2}]},
        StateRefusal,
    ),
    (
        "table.create",
        {"about": {"kind": "demon", "name": "x"}, "fields": [{"field": "bound", "set": True}]},
        StateRefusal,
    ),
    (
        "table.edit",
        {"record": "MARA", "reason": "x", "changes": [{"field": "will", "set": 31}]},
        StateRefusal,
    ),
    (
        "table.edit",
        {"record": "MARA", "reason": "x", "changes": [{"field": "will", "set": "3"}]},
        StateRefusal,
    ),
    (
        "table.edit",
        {"record": "MARA", "reason": "x", "changes": [{"field": "will", "set": 10**30}]},
        InvalidInput,
    ),
    (
        "table.edit",
        {"record": "MARA", "reason": "x", "changes": [{"field": "record", "set": None}]},
        RulesError,
    ),
    (
        "table.edit",
        {"record": "MARA", "reason": "x", "changes": [{"field": "possessed_by", "set": "no id"}]},
        StateRefusal,
    ),
    ("table.edit", {"record": "MARA", "reason": "x", "about": {"kind": "demon", "name": "x"}}, StateRefusal),
    (
        "table.edit",
        {"record": "CAMPAIGN", "reason": "x", "changes": [{"field": "draws.1.open", "set": "0"}]},
        InvalidInput,
    ),
    (
        "table.edit",
        {"record": "CAMPAIGN", "reason": "x", "changes": [{"field": "settings", "set": {}}]},
        StateRefusal,
    ),
]


@pytest.mark.parametrize(("action", "given", "error"), REFUSALS, ids=lambda one: str(one)[:60])
def test_refused_act_draws_and_writes_nothing(
    game: Game, action: str, given: dict[str, Any], error: type[Exception]
) -> None:
    mara = game.make("character", "Mara", will=4)
    before = footprint(game)

    with pytest.raises(error):
        game.act(action, named(given, {"MARA": mara, "CAMPAIGN": str(game.campaign.pk)}))

    assert footprint(game) == before


def named(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: named(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [named(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("key", ["", "x" * 101, "nul\x00"])
def test_odd_keys_are_refused(game: Game, key: str) -> None:
    with pytest.raises(InvalidInput):
        play(game.gm, ActRequest(key, (Request("table.note", {"words": "x"}),)))


@pytest.mark.parametrize("nonce", ["g", "0" * 65, "a\n1", "AA"])
def test_odd_nonces_are_refused(game: Game, nonce: str) -> None:
    with pytest.raises(InvalidInput):
        game.act("table.note", {"words": "x"}, nonce=nonce)


@pytest.mark.parametrize(
    ("hand", "error"),
    [
        ((13, 1, 1, 1, 1, 1), BadDraw),
        ((1,) * 7, DrawsLeftOver),
        (("x",) * 6, BadDraw),
        ((1.5,), InvalidInput),
    ],
)
def test_odd_dice_are_refused(game: Game, hand: tuple[Any, ...], error: type[Exception]) -> None:
    mara = game.make("character", "Mara", will=4)
    before = footprint(game)

    with pytest.raises(error):
        game.act("sorcerer.roll", roll(mara), hand=hand)

    assert footprint(game) == before


@pytest.mark.clause("TAB-DRAWS-04")
def test_dice_by_hand_need_the_policy_and_say_so_for_good(game: Game) -> None:
    mara = game.make("character", "Mara", will=4)
    by_hand = game.act("sorcerer.roll", roll(mara), hand=(1, 2, 3, 4, 5, 6)).entry
    assert document(by_hand)["from"] == {"by": "hand"}
    game.act("table.change_policy", {"values": {"hand_dice": False}})

    with pytest.raises(RuleViolation) as refused:
        game.act("sorcerer.roll", roll(mara), hand=(1, 2, 3, 4, 5, 6))

    assert refused.value.clause == "TAB-DRAWS-04"


def test_refusal_of_a_range_names_the_field(game: Game) -> None:
    demon = game.make("demon", "Vesh", stamina=3, state="present", temporary=95, incoming_temporary=95)

    with pytest.raises(StateRefusal) as refused:
        game.act("sorcerer.damage", {"target": {"id": demon}, "weapon": "edged"}, known={"victories": 9})

    assert (refused.value.record, refused.value.field, refused.value.value) == (
        "Vesh",
        "incoming_temporary",
        104,
    )


def test_what_is_too_large_is_refused_before_the_draws(game: Game) -> None:
    mara = game.make("character", "Mara", will=4)
    before = footprint(game)
    horns: dict[str, Any] = {f"horn_{number}": "x" * 90 for number in range(700)}
    notes = [{"source": "good_play", "dice": 1, "note": "x" * 500} for _number in range(LARGEST // 500)]

    with pytest.raises((EntryTooLarge, InvalidInput)):
        game.act("sorcerer.roll", {**roll(mara), "modifiers": notes})
    with pytest.raises(EntryTooLarge):
        game.make("demon", "Vesh", **horns)

    assert footprint(game) == before


def test_a_record_of_another_campaign_is_unknown(game: Game) -> None:
    other = new_game().make("character", "Mara", will=4)
    mine = game.make("demon", "Vesh")

    with pytest.raises(UnknownRecord):
        game.act("sorcerer.roll", roll(other))
    with pytest.raises(StateRefusal):
        game.edit(mine, host=other)


def test_member_who_left_plays_no_more(game: Game) -> None:
    from campaigns.services.people import leave

    leave(actor=game.player, key="bye")

    with pytest.raises(NotAllowed):
        game.act("table.note", {"words": "x"}, by=game.player)


def test_decomposed_letters_are_kept_as_one(game: Game) -> None:
    mara = game.make("character", "Zoe\u0308", telltale="e\u0301")

    assert game.sheet(mara).name == "Zo\u00eb"
    assert game.sheet(mara)["telltale"] == "\u00e9"
    assert game.verified().holds


HOSTILE = [
    '{"$": 1}',
    "$",
    "\u202e evil",
    "table.note",
    "[redacted]",
    "'; DROP TABLE campaigns_entry; --",
    "𝄞 𝟛",
    "🫨",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_stay_words(game: Game, text: str) -> None:
    note = game.act("table.note", {"words": text})
    mara = game.make("demon", "Vesh", telltale=text, ability_details={"$": {"$": 1}})

    assert document(note.entry)["steps"][0]["input"]["words"] == text
    assert game.sheet(mara)["ability_details"] == {"$": {"$": 1}}
    assert game.state() == folded(game.campaign)
    assert game.verified().holds
