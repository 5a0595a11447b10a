"""Every action is told in words, from what a viewer's document holds and from nothing else."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.template import engines
from django.template.loader import render_to_string

from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags import telling, telling_steps, telling_words
from campaigns.viewing import REDACTED, SEALED, Hidden
from rules import catalogue, releases, service
from rules.kernel.draws import GivenDraws
from rules.kernel.values import Values

pytestmark = pytest.mark.slow

FILES = sorted((Path(__file__).parents[1] / "rules/vectors").glob("*.json"))
VECTORS = [load for file in FILES for load in json.loads(file.read_text("utf-8"))]
PLAYED = [one for one in VECTORS if "outcome" in one.get("expect", {}) and one["action"] != "table.carry_out"]
IN_POOLS = [one for one in PLAYED if not one["action"].startswith("sorcerer.")]
"""Those whose dice lie in pools and hands: the contests of `sorcerer` are drawn by a component of their own."""
CAMPAIGN = "5f0d7c52-9a39-4b5c-8f3d-0a3f2f8b8a11"
MISSING = "¿missing?"


def step(action: str, given: dict[str, Any], draws: list[Any]) -> dict[str, Any]:
    typed = service.read(action, given)
    stream = GivenDraws(draws)
    answer = service.perform(action, typed, stream).as_answer()
    drawn = [list(one) for one in stream.taken]
    told = {
        "action": action,
        "version": releases.CURRENT,
        "input": msgspec.to_builtins(typed),
        "draws": drawn,
    }
    return told | {name: answer[name] for name in ("outcome", "effects", "clauses")}


def shown(*steps: dict[str, Any], **parts: Any) -> ShownEntry:
    document: Any = {
        "actor": "m1",
        "for": None,
        "session": None,
        "scene": None,
        "now": 3600,
        "steps": list(steps),
        "from": {},
        "changes": [],
        "names": {},
    }
    time = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)
    return ShownEntry(
        seq=7,
        hash="ab" * 32,
        time=time,
        cause=None,
        document=document | parts,
        actor="Gwen",
        in_name_of="",
        undone_by=None,
        parts=1,
        campaign=CAMPAIGN,
        people={"m1": "Gwen"},
    )


def contact(**changes: Any) -> dict[str, Any]:
    vector = next(one for one in PLAYED if one["action"] == "sorcerer.contact")
    return step("sorcerer.contact", vector["input"], vector["draws"]) | changes


def row(entry: ShownEntry, *, unfolded: bool = True) -> str:
    return render_to_string("log/_log_row.html", {"shown": entry, "unfolded": unfolded})


def sentence_of(entry: ShownEntry) -> str:
    """What the template of the first step's action makes of it, without odds and draws."""
    told = telling.told(entry)[0]
    parts = {"shown": entry, "step": told, "given": told.given, "outcome": told.outcome}
    return render_to_string(told.template, parts)


@pytest.mark.parametrize("action", sorted(catalogue.ACTIONS))
def test_every_action_has_a_template(action: str) -> None:
    template = telling_steps.template_for(action)

    system, _dot, verb = action.partition(".")
    own = f"log/table/_{verb}.html" if system == "table" else f"games/{system}/log/_{verb}.html"
    assert template == own or catalogue.find(action).odds_only


def test_action_of_an_unknown_system_has_no_template() -> None:
    with pytest.raises(LookupError):
        telling_steps.template_for("chess.castle")


@pytest.mark.parametrize("vector", PLAYED, ids=lambda vector: vector["id"])
def test_every_played_vector_is_told_without_gaps(
    vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", MISSING)  # type: ignore[attr-defined]  # the engine behind the backend
    entry = shown(step(vector["action"], vector["input"], vector.get("draws", [])))

    text = sentence_of(entry)

    assert "log-sentence" in text
    assert MISSING not in text


def test_contest_names_both_sides() -> None:
    given = contact()
    names = {given["input"]["sorcerer"]["id"]: "Ilse", given["input"]["demon"]["id"]: "Tallowmere"}

    text = row(shown(given, names=names))

    assert 'aria-label="Ilse"' in text
    assert 'aria-label="Tallowmere"' in text


@pytest.mark.parametrize(
    ("case", "sentence", "result"),
    [
        ("SOR-P-48-prolonged", "Ilse holds on to the Contact with Tallowmere.", "Contact, 2 victories"),
        ("sor-also-31", "Ilse tries to hold on to the Contact with Tallowmere.", "Not prolonged"),
    ],
)
def test_a_prolonging_is_told_as_it_came_out(case: str, sentence: str, result: str) -> None:
    vector = next(one for one in PLAYED if one["id"] == case)
    given = step(vector["action"], vector["input"], vector["draws"])
    names = {given["input"]["sorcerer"]["id"]: "Ilse", given["input"]["demon"]["id"]: "Tallowmere"}

    text = row(shown(given, names=names))

    assert sentence in text
    assert result in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", text))
    as_it_was = {"outcome": given["outcome"] | {"prolonged": True}, "version": 1}
    assert sentence in row(shown(given | as_it_was, names=names)), "a log of the first rules"


@pytest.mark.parametrize(
    ("target", "amount", "told", "untold"),
    [
        ({"toughness": 0}, 0, "Ann is not hurt.", "fight"),
        ({"toughness": 2}, 0, "Ann is not hurt.", "Loses"),
        ({"toughness": 2}, 1, "Loses 1 Toughness", "not hurt"),
        ({"toughness": 0, "out": True}, 0, "Out of the fight", "Injured"),
        ({"toughness": 2, "injured": True}, 1, "Injured", "fight"),
        ({"toughness": 0}, 1, "Injured and out of the fight", "not hurt"),
    ],
)
def test_damage_is_told_as_it_leaves_somebody(
    target: dict[str, Any], amount: int, told: str, untold: str
) -> None:
    given = {"target": {"id": "ann", "base_toughness": 2, **target}, "amount": amount}

    text = sentence_of(shown(step("demon_city.damage", given, []), names={"ann": "Ann"}))

    assert told in text
    assert untold not in text


def test_hidden_name_reads_someone_unseen() -> None:
    given = contact()
    names = {given["input"]["sorcerer"]["id"]: "Ilse", given["input"]["demon"]["id"]: Hidden(SEALED)}

    text = row(shown(given, names=names))

    assert "Ilse reaches out to someone hidden." in text


def test_odds_are_told_as_they_were_before_the_roll() -> None:
    odds = telling.told(shown(contact()))[0].odds

    given = service.read("sorcerer.contact", contact()["input"])
    assert odds is not None
    assert odds.known
    assert odds.bar == service.odds("sorcerer.contact", given).odds


@pytest.mark.parametrize(
    ("degrees", "names"), [((), []), ((7, 9), [("degrees", ["5", "7", "9"])])], ids=["one", "several"]
)
def test_odds_of_degrees_are_told_by_their_intensities(degrees: tuple[int, ...], names: list[Any]) -> None:
    deck = {"draw": ["cups-2", "swords-10", "cups-6"]}
    given = {"thrower": {"id": "a"}, "intensity": 5, "degrees": list(degrees), "decks": {"players": deck}}
    step = {"action": "demon_city.static_throw", "version": releases.CURRENT, "input": given, "outcome": {}}

    odds = telling.told(shown(step))[0].odds

    assert odds is not None
    found = [(name, [one for one, _chance in pairs]) for name, pairs in odds.numbers if name == "degrees"]
    assert found == names


@pytest.mark.parametrize(
    ("verb", "more", "name"),
    [
        ("damage", {"target": {"id": "a", "base_toughness": 1, "toughness": 1}, "deck": "players"}, "damage"),
        ("c10", {"deck": "players"}, "values"),
    ],
)
def test_odds_of_a_number_by_cards_begin_at_one(verb: str, more: dict[str, Any], name: str) -> None:
    given = {**more, "decks": {"players": {"draw": ["cups-1", "swords-1"]}}}
    step = {"action": f"demon_city.{verb}", "version": releases.CURRENT, "input": given, "outcome": {}}

    odds = telling.told(shown(step))[0].odds

    assert odds is not None
    assert dict(odds.numbers)[name] == [("1", 1.0)]


def test_odds_of_each_record_have_no_heading_where_none_is_told() -> None:
    entry = shown(contact())

    assert list(telling_steps._by_record("limits", {"bob": [1.0, 0.0]}, entry)) == []
    assert list(telling_steps._by_record("first", {"bob": 0.5}, entry)) == [("first", [("bob", 0.5)])]


def test_odds_that_nothing_comes_are_left_out() -> None:
    spell = {"id": "pillar", "aspect": "vulgar", "kind": "attack", "arcanum": "forces"}
    caster = {"id": "mira", "traits": {"forces": 4}, "willpower": 5, "mana": 9}
    given = {"spell": spell, "caster": caster, "targets": ["bob"]}
    step = {"action": "pandemonium.cast", "version": releases.CURRENT, "input": given}

    assert telling.told(shown({**step, "outcome": {}}))[0].odds is None


def test_hidden_value_hides_the_odds() -> None:
    given = contact()
    given["input"]["demon"]["power"] = Hidden(SEALED)

    text = row(shown(given))

    assert "Only the GM sees the odds." in text


def test_removed_words_leave_the_odds_open() -> None:
    given = contact()
    given["input"]["modifiers"] = [{"source": "good_play", "dice": 1, "note": Hidden(REDACTED)}]

    odds = telling.told(shown(given))[0].odds

    assert odds is not None
    assert odds.known


def test_sealed_act_tells_its_place_and_no_more() -> None:
    sealed = ShownEntry(7, "ab" * 32, datetime(2026, 3, 1, tzinfo=UTC), None, None, "", "", None, 1, CAMPAIGN)

    text = row(sealed, unfolded=False)

    assert "Sealed. Not for everyone to read." in text
    assert "Explain" not in text


def test_folded_row_leaves_what_explains_it_to_the_page_of_the_entry() -> None:
    text = row(shown(contact()), unfolded=False)

    assert f'hx-get="/campaigns/{CAMPAIGN}/log/7/"' in text
    assert "Odds beforehand" not in text
    assert "Odds beforehand" in row(shown(contact()))


def test_words_of_people_are_plain_text() -> None:
    note = {"words": "<script>alert(1)</script>\nTwo lines", "audience": "table", "about": []}

    text = row(shown(step("table.note", note, [])))

    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_corrected_entry_keeps_its_place_with_a_line() -> None:
    entry = shown(contact())
    undone = ShownEntry(**{**vars(entry), "undone_by": 9})

    text = row(undone)

    assert "is-corrected" in text
    assert f"/campaigns/{CAMPAIGN}/log/9/" in text


def test_hand_thrown_dice_are_marked() -> None:
    assert "Rolled by hand" in row(shown(contact(), **{"from": {"by": "hand"}}))


def test_changes_are_told_in_words() -> None:
    changes = [["r1", "strain_will", [0], [1]], ["r1", "state", ["beyond"], ["contacted"]]]

    told = telling_words.changes_in_words(shown(changes=changes, names={"r1": "Ilse"}))

    assert [(change.record, change.field, change.before, change.after) for change in told] == [
        ("Ilse", "Strain on Will", "0", "1"),
        ("Ilse", "State", "beyond", "in Contact"),
    ]


def test_a_policy_is_called_as_on_the_page_of_settings() -> None:
    names = [telling_words.label_of(name) for name in ("gm_may_consent", "policy.hand_dice")]

    assert names == ["The GM may agree for an absent player", "Players may use physical dice or cards"]


def test_a_setting_is_called_as_on_the_page_of_settings() -> None:
    values = {"campaign": {"id": "c1"}, "system": "demon_city", "values": {"spend_significators": True}}

    told = sentence_of(shown(step("table.change_settings", values, [])))

    assert "The settings of Demon City change." in told
    assert "Significators can be spent: <b>yes</b>" in told


def test_a_field_is_called_as_the_kind_of_its_record_calls_it() -> None:
    about = {"kind": "pandemonium.spell", "name": "Ash", "owner": None, "visibility": "table"}
    changes = [["r1", "record", [], [about]], ["r1", "kind", ["other"], ["control"]]]

    told = telling_words.changes_in_words(shown(changes=changes, names={"r1": "Ash"}))

    assert (told[1].field, told[1].after) == ("Kind of consequence", "control")


def test_nobody_reads_the_order_of_a_pile() -> None:
    about = {"kind": "demon_city.deck", "name": "Theirs", "owner": None, "visibility": "table"}
    changes = [["r1", "record", [], [about]], ["r1", "draw", [["cups-1", "moon"]], [["moon"]]]]

    told = telling_words.changes_in_words(shown(changes=changes, names={"r1": "Theirs"}))

    assert (told[1].before, told[1].after) == ("2 cards, face down", "1 card, face down")


def test_cards_from_a_pile_are_not_called_no_draw() -> None:
    draws = shown({"action": "demon_city.draw"}, {"action": "demon_city.c10"})

    assert telling.from_a_pile(draws)
    assert not telling.from_a_pile(shown(contact()))


def test_hidden_change_says_hidden() -> None:
    changes = [["r1", "need", [Hidden(SEALED)], [Hidden(SEALED)]]]

    told = telling_words.changes_in_words(shown(changes=changes, names={"r1": "Vesh"}))

    assert (told[0].before, told[0].after) == ("hidden", "hidden")


def test_what_stays_hidden_is_left_out_beside_what_is_told() -> None:
    kept = ["r1", "need", [Hidden(SEALED)], [Hidden(SEALED)]]
    changes = [kept, ["r1", "power", [2], [3]], ["r1", "price", [], [Hidden(SEALED)]]]

    told = telling_words.changes_in_words(shown(changes=changes, names={"r1": "Vesh"}))

    assert [(one.before, one.after) for one in told] == [("2", "3"), (None, "hidden")]


def test_parts_that_came_to_nothing_are_left_out_beside_one_that_did_not() -> None:
    def after(value: Values) -> str | None:
        changes = [["r1", "came_to.s1", [], [value]]]
        told = telling_words.changes_in_words(shown(vector("pan-control-01"), changes=changes))
        return told[0].after

    nothing: Values = {"severity": "none", "facts": 0}
    assert after({**nothing, "wounds": 2}) == "Wounds 2"
    assert after(nothing) == "Severity nothing yet; Facts 0"


def test_what_is_made_is_called_as_its_game_writes_it() -> None:
    assert [telling.kind_called(one) for one in ("demon_city.clash", "fallen.weapon", "binding")] == [
        "Clash",
        "weapon",
        "Binding",
    ]


def test_birth_is_told_by_what_it_is() -> None:
    about = {"kind": "demon", "name": "Vesh", "owner": "m1", "visibility": "table"}

    told = telling_words.changes_in_words(
        shown(changes=[["r1", "record", [], [about]]], names={"r1": "Vesh"})
    )

    assert [(change.field, change.after) for change in told] == [("created", "demon, Gwen")]


def test_of_a_track_what_differs_is_told_alone_and_its_resistant_wounds_apart() -> None:
    """It read "Boxes 7; Lethal 2; Resistant Aggravated 0; Bashing 0; Lethal 0": lethal twice, and not alike."""
    resistant = {"bashing": 0, "lethal": 0, "aggravated": 0}
    track = {"boxes": 7, "bashing": 1, "lethal": 2, "aggravated": 0, "resistant": resistant}
    worse = {**track, "lethal": 3, "resistant": {**resistant, "lethal": 1}}

    def told(before: Any, after: Any) -> tuple[str | None, str | None]:
        made = shown(changes=[["r1", "health", [before], [after]]], names={"r1": "Mira"})
        (change,) = telling_words.changes_in_words(made)
        return change.before, change.after

    assert told(track, worse) == ("Lethal 2; Resistant (Lethal 0)", "Lethal 3; Resistant (Lethal 1)")
    assert told(track, {**track, "bashing": 0}) == ("Bashing 1", "Bashing 0")


def test_what_came_or_went_is_told_in_a_sentence() -> None:
    """It read "Iron leash: Removed, spell of Pandemonium, Jonas → none"."""
    about = {"kind": "pandemonium.spell", "name": "Iron leash", "owner": "m1", "visibility": "gm"}

    def told(before: list[Any], after: list[Any]) -> str:
        made = shown(changes=[["r1", "record", before, after]], names={"r1": "Iron leash"})
        (change,) = telling_words.changes_in_words(made)
        page = render_to_string("components/_changes.html", {"changes": [change]})
        return " ".join(re.sub("<[^>]+>", " ", page).split())

    what = "spell of Pandemonium, played by Gwen, for the GM only"
    assert told([about], []) == f"Changed Removed: Iron leash ({what})."
    assert told([], [about]) == f"Changed Created: Iron leash ({what})."


def test_record_that_was_removed_since_keeps_its_name() -> None:
    about = {"kind": "binding", "name": "", "owner": None, "visibility": "table"}
    changes = [["r1", "record", [], [about]], ["r1", "strength", [0], [2]]]

    told = telling_words.changes_in_words(shown(changes=changes))

    assert [change.record for change in told] == ["the Binding", "the Binding"]


@pytest.mark.parametrize(
    ("role", "told"),
    [("player", "Waiting for Ilse: Check Humanity."), ("gm", "Waiting for the GM: Check Humanity.")],
)
def test_what_waits_since_is_told_with_whose_answer_it_is(role: str, told: str) -> None:
    effects = [
        {"on": "q1", "field": "question", "set": "sorcerer.humanity_check"},
        {"on": "q1", "field": "for_role", "set": role},
        {"on": "q1", "field": "who", "set": "r1"},
    ]
    asking = {
        "action": "table.carry_out",
        "input": {"clause": "SOR-BIND-12"},
        "effects": effects,
        "clauses": [],
    }

    followed = telling.followed(shown(asking, names={"r1": "Ilse"}))

    assert followed[0].lines == [told]
    assert followed[0].url == f"/campaigns/{CAMPAIGN}/rules/SOR-BIND-12/"


def vector(name: str) -> dict[str, Any]:
    found = next(one for one in PLAYED if one["id"] == name)
    return step(found["action"], found["input"], found.get("draws", []))


def told_of(name: str, **names: str) -> telling_steps.ToldStep:
    return telling.told(shown(vector(name), names=names))[0]


@pytest.mark.parametrize("played", IN_POOLS, ids=lambda one: one["id"])
def test_every_die_and_card_of_a_vector_is_drawn(played: dict[str, Any]) -> None:
    taken = step(played["action"], played["input"], played.get("draws", []))
    told = telling.told(shown(taken))[0]

    faces = sorted(die.face for pool in told.pools for die in pool.dice)
    rolled = sorted(face for kind, face in taken["draws"] if kind == 10)
    assert faces == rolled
    turned = [card for kind, card in taken["draws"] if kind == "card"]
    drawn = {card for hand in told.hands for card in hand.cards}
    assert set(turned) <= drawn


def test_blow_is_told_with_each_roll_and_whose_it_is() -> None:
    told = told_of("fal-clinch-01", ana="Ananiel", bo="Bo")

    assert [pool.title for pool in told.pools] == ["Ananiel: attack", "Ananiel: damage", "Bo: soak"]
    assert told.pools[0].parts == (("Strength", 3), ("Brawl", 2))
    assert [die.words for die in told.pools[0].dice if die.state] == ["a success", "a success"]


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("fal-burst-01", ["Rounds −3"]),
        ("fal-auto-01", ["The magazine is empty"]),
        ("fal-weapon-01", ["Net ", "damage ", "soaked "]),
    ],
)
def test_blow_tells_what_it_cost(case: str, words: list[str]) -> None:
    text = row(shown(vector(case)))

    assert [told for told in words if told not in text] == []


def test_initiative_adds_its_die_to_the_rating() -> None:
    one = next(one for one in PLAYED if one["action"] == "fallen.initiative")

    for pool in told_of(one["id"]).pools:
        assert pool.parts[-1] == ("the die", pool.dice[0].face)
        assert sum(number for _name, number in pool.parts) == pool.score


def test_chance_die_says_what_it_is() -> None:
    pools = [
        pool for one in PLAYED if one["action"] == "pandemonium.roll" for pool in told_of(one["id"]).pools
    ]

    assert any(pool.against.startswith("a chance die") for pool in pools)
    assert any(pool.came == "a dramatic failure" for pool in pools)


def test_hands_say_which_card_counts() -> None:
    told = told_of("dec-opposed-01", marty="Marty", lockmaker="The lock")

    assert [(hand.title, hand.came) for hand in told.hands] == [
        ("Marty", "Eight of Wands counts, worth 8"),
        ("The lock", "Nine of Pentacles counts, worth 9"),
    ]
    text = row(shown(vector("dec-opposed-01"), names={"marty": "Marty", "lockmaker": "The lock"}))
    assert text.count('<svg class="card ') == 4


def test_cards_of_a_throw_are_told_with_it() -> None:
    drawing, throwing = vector("dec-deck-07"), vector("dec-static-01")

    together = telling.told(shown(drawing, throwing))
    alone = telling.told(shown(drawing))

    assert [told_step.action for told_step in together] == ["demon_city.static_throw"]
    assert [told_step.action for told_step in alone] == ["demon_city.draw"]


def test_words_are_those_of_the_system_that_acted() -> None:
    about = {"kind": "fallen.character", "name": "Ana", "owner": None, "visibility": "table"}
    changes = [["r1", "record", [], [about]], ["r1", "turn_initiative", [0], [-2]]]

    told = telling_words.changes_in_words(shown(vector("fal-turn-01"), changes=changes, names={"r1": "Ana"}))

    assert told[0].after == "character of Fallen"
    assert (told[1].field, told[1].after) == ("This turn's penalty", "−2")


def test_field_under_a_record_s_id_is_told_by_its_name() -> None:
    changes = [["r1", "hold.s1", [], ["severe"]]]

    told = telling_words.changes_in_words(
        shown(vector("pan-control-01"), changes=changes, names={"r1": "Ann", "s1": "Lull"})
    )

    assert (told[0].field, told[0].after) == ("Holds, Lull", "severe")


def test_mean_is_not_told_as_a_chance() -> None:
    odds = told_of("fal-roll-01", ana="Ana").odds

    assert odds is not None
    assert "mean" not in dict(odds.numbers)
    assert {"success", "botch"} <= dict(odds.numbers).keys()


def test_scene_is_born_as_a_scene() -> None:
    about = {"kind": "scene", "name": "Rain", "owner": None, "visibility": "table"}

    told = telling_words.changes_in_words(
        shown(changes=[["r1", "record", [], [about]]], names={"r1": "Rain"})
    )

    assert [(change.field, change.after) for change in told] == [("created", "scene")]


@pytest.mark.parametrize("field", ["now", "hour_began", "day_began", "healed_from", "began.r2"])
def test_second_of_game_time_is_told_as_a_time(field: str) -> None:
    told = telling_words.changes_in_words(shown(changes=[["r1", field, [0], [90000]]]))

    assert (told[0].before, told[0].after) == ("Day 1, 00:00", "Day 2, 01:00")


TEMPLATES = Path(__file__).parents[2] / "templates"
BEGINS = re.compile(
    r"<p class=\"log-\w+[^>]*>(?:<b>|\{% (?:if|elif|else)[^%]*%\})*"
    r"\{% blocktranslate[^%]*?\b(?P<name>\w+)=(?P<value>\S+named:shown\S*)[^%]*%\}\{\{ (?P=name) \}\}"
)
"""A sentence of the log that begins with somebody's name, who may be "someone hidden"."""


def test_a_sentence_that_begins_with_a_name_begins_with_a_capital() -> None:
    found = [
        (path.name, one["value"])
        for path in TEMPLATES.rglob("log/**/*.html")
        for one in BEGINS.finditer(path.read_text())
    ]

    assert len(found) > 50
    assert [one for one in found if not one[1].endswith("|capfirst")] == []
