"""What rituals have come to stands on records: whoever looks, whatever is undone, and however old the campaign is."""

from typing import Any
from uuid import UUID

import pytest

from campaigns.games.sorcerer.rituals.callings import callings
from campaigns.log import rebuilding, undo_graph
from campaigns.log.undo_graph import NotUndoable
from campaigns.models import Binding, CampaignState, Contact, Demon, Entry, Record, SorcererSheet, Tag
from campaigns.queries.clock import due_between
from campaigns.services.migrating import bring_up_to_date
from campaigns.viewing import Viewer
from rules.kernel.clock import HOUR
from rules.sorcerer.helping import USED
from tests.campaigns.games.sorcerer.circle import new_circle
from tests.campaigns.spine import Game, document, folded, new_game
from tests.campaigns.undone import undo_in_some_order
from tests.campaigns.views.test_editing import changed, send

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LOST, WON = (1, 1, 1, 9, 9, 9, 9), (12, 11, 10, 1, 1, 1, 1)
SCORES: dict[str, Any] = {"stamina": 3, "will": 5, "lore": 3, "humanity": 2, "state": "active"}
ASKED_FOR: dict[str, Any] = {
    "type": "object",
    "abilities": ["Big"],
    "desire": "Ruin",
    "need": "salt",
    "telltale": "warm",
    "stamina": 2,
    "will": 3,
    "lore": 2,
    "power": 4,
    "complete": True,
}


class Cast:
    """A sorcerer of a player's, another of the GM's, and a demon that is not here."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.mara = game.make("character", "Mara", owner=game.player, **SCORES)
        self.otto = game.make("character", "Otto", **SCORES)
        self.demon = game.make("demon", "Ash", **ASKED_FOR)

    def play(
        self, verb: str, given: dict[str, Any], hand: tuple[int, ...] | None = None, **known: str
    ) -> int:
        return self.game.act(f"sorcerer.{verb}", given, hand=hand, known=known).entry.seq

    def contact(self, hand: tuple[int, ...] = WON, who: str = "") -> int:
        given = {"sorcerer": who or self.mara, "demon": self.demon}
        return self.play("contact", given, hand, contact_id="new")

    def check(self) -> int:
        loss = {"character": self.mara, "change": "loss", "basis": "ritual", "demon": self.demon}
        return self.play("humanity_check", loss, (9, 8, 1, 1, 1, 1))

    def summon(self, hand: tuple[int, ...] = LOST, who: str = "") -> int:
        given = {"sorcerer": who or self.mara, "demon": self.demon, "contact": self.reached()}
        return self.play("summon", given, hand)

    def answer(self) -> int:
        return self.play("alter_contact", {"contact": self.reached(), "demon": self.demon})

    def reached(self) -> str:
        """The Contact that is open."""
        return str(Contact.objects.get(demon=UUID(self.demon), state="open").pk)

    def called(self) -> list[int]:
        """A demon is called with some trouble: one Contact and one Summoning fail, and others are to help."""
        return [
            self.contact(LOST),
            self.contact((12, 11, 1, 2, 3, 4)),
            self.answer(),
            self.check(),
            self.summon((1, 1, 1, 1, 1, 9, 9, 9, 9)),
            self.help(),
        ]

    def help(self) -> int:
        given = {
            "ritual": "summon",
            "primary": self.mara,
            "helpers": [{"id": self.otto}],
            "demon": self.demon,
        }
        return self.play("group_ritual", given, WON)

    def marks(self) -> list[Any]:
        """What is stored of rituals. Of attempts that are over an older version says nothing, this one 0."""
        sheets = [
            {**sheet, "failed": {key: count for key, count in sheet["failed"].items() if count}}
            for sheet in SorcererSheet.objects.order_by("pk").values("pk", "failed", "help")
        ]
        demons = Demon.objects.order_by("pk").values("pk", "callers", "delays", "punished_at")
        return [*sheets, *demons, *Contact.objects.order_by("pk").values("pk", "tries")]


@pytest.fixture
def cast() -> Cast:
    return Cast(new_game())


def known(game: Game, seq: int) -> dict[str, Any]:
    """What the application told of a ritual."""
    entry = Entry.objects.get(campaign=game.campaign, seq=seq)
    step = document(entry)["steps"][0]["input"]
    return {name: step[name] for name in ("retry", "immediate") if name in step}


def test_whether_a_summoning_follows_at_once_is_stored(cast: Cast) -> None:
    contact, again, _answer, _check, first, _help = cast.called()

    second = cast.summon((1, 1, 1, *LOST))

    assert (known(cast.game, contact), known(cast.game, again)) == ({"retry": False}, {"retry": True})
    assert known(cast.game, first) == {"retry": False, "immediate": True}
    assert known(cast.game, second) == {"retry": True, "immediate": False}


def test_somebody_unseen_who_tries_comes_between(cast: Cast) -> None:
    game = cast.game
    about = {"kind": "character", "name": "Nobody", "owner": None, "visibility": "gm"}
    fields = [{"field": name, "set": value} for name, value in SCORES.items()]
    hidden = str(game.act("table.create", {"about": about, "fields": fields}).steps[0].input["id"])
    cast.contact()
    cast.answer()
    cast.check()
    cast.summon((1, 1, 1, 1, 1, 1, 9, 9, 9, 9), who=hidden)

    seq = game.act(
        "sorcerer.summon",
        {"sorcerer": cast.mara, "demon": cast.demon, "contact": str(Contact.objects.get().pk)},
        by=game.player,
        hand=LOST,
    ).entry.seq

    assert known(game, seq) == {"retry": False, "immediate": False}


def test_an_index_made_anew_changes_nothing(cast: Cast) -> None:
    cast.called()
    before = cast.marks()

    rebuilding.rebuild(cast.game.campaign)
    seq = cast.summon((1, 1, 1, *LOST))

    assert known(cast.game, seq) == {"retry": True, "immediate": False}
    assert before != cast.marks()
    assert cast.game.state() == folded(cast.game.campaign)


@pytest.mark.clause("SOR-SUMMON-08")
def test_a_failed_summoning_holds_the_contact_for_an_hour_and_not_for_ever(cast: Cast) -> None:
    cast.called()
    campaign = cast.game.campaign

    moments = [due.moment for due in due_between(campaign, 0, 26 * HOUR) if due.clause == "SOR-CONTACT-09"]

    assert moments == [3 * HOUR], (
        "the Contact's own hour, one for which it is open, and that of the Summoning"
    )


def test_nobody_helps_twice_with_one_attempt(cast: Cast) -> None:
    cast.called()
    assert cast.game.sheet(cast.mara).under("help") == {f"summon.{cast.demon}.{cast.otto}": 3}

    cast.summon((1, 1, 1, *LOST))

    assert cast.game.sheet(cast.mara).under("help") == {f"summon.{cast.demon}.{cast.otto}": USED}
    cast.help()
    assert cast.game.sheet(cast.mara).under("help") == {f"summon.{cast.demon}.{cast.otto}": 3}, (
        "a new attempt"
    )


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_undone_in_whatever_order_ends_where_it_began(cast: Cast, seed: int) -> None:
    game, began = cast.game, cast.game.state()
    left = [*cast.called(), cast.summon((1, 1, 1, *LOST)), cast.summon(LOST)]

    undo_in_some_order(game, left, seed)

    assert game.state() == began


def test_an_attempt_undone_leaves_what_the_later_one_says(cast: Cast) -> None:
    first = cast.contact(LOST)
    cast.contact((1, 1, 9, 9, 9, 9))

    assert undo_graph.dependants(cast.game.campaign, [first]) == []
    cast.game.undo(first)

    assert known(cast.game, cast.contact((1, 1, 9, 9, 9))) == {"retry": True}


def test_help_that_two_rituals_used_stays_used_whichever_is_undone(cast: Cast) -> None:
    game = cast.game
    ward = {"sorcerer": cast.mara, "focus": "a jar", "boundary": "its rim", "scope": {"kind": "all"}}
    help_it = {"ritual": "contain", "primary": cast.mara, "helpers": [{"id": cast.otto}]}
    cast.play("group_ritual", help_it)
    first = cast.play("contain", ward, contain_id="new")
    cast.play("contain", ward, contain_id="new")

    game.undo_all(first)

    assert game.sheet(cast.mara).under("help") == {f"contain.{cast.otto}": USED}
    assert game.state() == folded(game.campaign)


@pytest.mark.postgres
def test_a_calling_that_an_older_version_began_goes_on_where_it_was(cast: Cast) -> None:
    game = cast.game
    cast.called()
    rust = game.make("demon", "Rust", **ASKED_FOR)
    cast.play("contact", {"sorcerer": cast.otto, "demon": rust}, LOST, contact_id="new")
    before, due = cast.marks(), list(due_between(game.campaign, 0, 26 * HOUR))
    as_it_was()

    bring_up_to_date()

    assert cast.marks() == before
    assert list(due_between(game.campaign, 0, 26 * HOUR)) == due
    head = Entry.objects.filter(campaign=game.campaign).count()
    bring_up_to_date()
    assert Entry.objects.filter(campaign=game.campaign).count() == head


def test_gm_corrects_what_was_tried(cast: Cast) -> None:
    cast.called()
    field = f"failed.summon.{cast.demon}"
    assert "Nothing has changed yet" in send(cast.game, cast.mara).content.decode()

    assert changed(cast.game, cast.mara, {f"field.{field}": ""}) == {field: None}


@pytest.mark.postgres
def test_a_contact_that_an_older_version_held_for_a_day_has_the_hour_of_its_summoning_left(
    cast: Cast,
) -> None:
    cast.contact()
    cast.answer()
    cast.check()
    cast.summon((1, 1, 1, 1, 1, 1, 9, 9, 9, 9))
    as_it_was()
    CampaignState.objects.update(now=26 * HOUR)

    bring_up_to_date()

    closes = [due.moment for due in due_between(cast.game.campaign, 26 * HOUR, 52 * HOUR)]
    assert closes == [28 * HOUR]


def as_it_was() -> None:
    """The new columns as a migration leaves them."""
    SorcererSheet.objects.update(failed={}, help={})
    Demon.objects.update(callers={}, delays=0, punished_at=None)
    Contact.objects.update(tries=0)


def test_whom_a_sorcerer_calls_is_told_alike_whatever_the_index_holds(cast: Cast) -> None:
    game = cast.game
    own = game.make("demon", "Rust", **ASKED_FOR)
    game.edit(cast.otto, starting_demon=own)
    cast.contact(LOST)
    viewer = Viewer.of(game.gm)
    rows = Record.objects.filter(campaign=game.campaign, kind="character").order_by("name")
    people = dict(rows.values_list("pk", "name"))
    wanted = [("Otto", "Rust"), ("Mara", "Ash")]

    Tag.objects.filter(campaign=game.campaign).delete()

    found = callings(game.campaign, viewer, people)
    assert [(one.sorcerer_name, one.demon_name) for one in found] == wanted


def test_a_contact_is_open_again_in_place_of_the_one_that_was_made_since() -> None:
    circle = new_circle()
    ash = circle.contacted()
    (first,) = Contact.objects.filter(demon=UUID(ash))
    ended = circle.game.act("sorcerer.end_contact", {"sorcerer": circle.mara, "demon": ash}).entry.seq
    circle.rite("contact", ash)

    undone = circle.game.undo_all(ended).entry.seq

    assert list(Contact.objects.filter(demon=UUID(ash), state="open")) == [first]
    assert circle.game.state() == folded(circle.game.campaign)
    circle.game.undo(undone)
    assert first not in Contact.objects.filter(state="open")
    assert circle.game.state() == folded(circle.game.campaign)


def test_the_end_of_a_binding_is_undone_once_the_one_that_was_made_since_is() -> None:
    circle = new_circle()
    ash = circle.demon()
    circle.rite("bind", ash)
    circle.check(ash)
    (first,) = Binding.objects.filter(demon=UUID(ash))
    broken = circle.game.edit(str(first.pk), state="broken").entry.seq
    circle.rite("bind", ash)
    newer = Entry.objects.filter(campaign=circle.game.campaign).order_by("-seq")[0].seq

    with pytest.raises(NotUndoable, match="Undo the newer one first"):
        circle.game.undo_all(broken)
    circle.game.undo_all(newer)
    circle.game.undo_all(broken)

    assert list(Binding.objects.filter(demon=UUID(ash), state="active")) == [first]
