"""What a spell has come to is stored: who looks, what is hidden, undone or rebuilt changes nothing in what it does."""

from typing import Any

import pytest

from campaigns.games.pandemonium.carried_over import carried_over
from campaigns.log import rebuilding, undo_graph
from campaigns.models import Campaign, Entry, Membership, PandemoniumSpell, Pending, Spellbound
from campaigns.services.migrating import bring_up_to_date
from rules.kernel.errors import RuleViolation
from tests.campaigns.magic import Magic
from tests.campaigns.spine import Game, folded, input_of, new_game
from tests.campaigns.undone import undo_in_some_order

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STRINGS = {"name": "Strings", "aspect": "covert", "kind": "control", "arcanum": "mind"}


@pytest.fixture
def evening() -> tuple[Game, dict[str, str]]:
    """Mira, who is the player's, has cast Strings with a Shaping of two; Bob and Gus, whom only the GM sees."""
    game = new_game()
    traits: dict[str, Any] = {
        f"traits.{name}": 3 for name in ("wits", "resolve", "power", "strength", "dexterity")
    }
    who = {
        "mira": game.make(
            "pandemonium.character", "Mira", owner=game.player, state="active", mana=9, **traits
        ),
        "bob": game.make("pandemonium.character", "Bob", state="active", **traits),
    }
    about = {"kind": "pandemonium.character", "name": "Gus", "visibility": "gm"}
    fields = [{"field": name, "set": value} for name, value in {"state": "active", **traits}.items()]
    who["gus"] = str(game.act("table.create", {"about": about, "fields": fields}).steps[0].input["id"])
    made = game.act("pandemonium.cast", {**cast(who), "spell": STRINGS})
    return game, {**who, "spell": str(input_of(made)["spell"]["id"]), "cast": str(made.entry.seq)}


def cast(who: dict[str, str]) -> dict[str, Any]:
    given = {"caster": {"id": who["mira"]}, "shaping": {"successes": 2}, "paid": {"mana": 1}}
    return {**given, "targets": [who["bob"]]}


def again(who: dict[str, str]) -> dict[str, Any]:
    """A new casting of the same spell."""
    spell = {name: value for name, value in STRINGS.items() if name != "name"}
    return {**cast(who), "spell": {**spell, "id": who["spell"]}}


def shape(game: Game, who: dict[str, str], successes: int = 3) -> int:
    raised = {
        "raise": "potency",
        "timing": "instant",
        "shaping": {"successes": successes},
        "paid": {"mana": 1},
    }
    given = {"spell": {"id": who["spell"]}, "caster": {"id": who["mira"]}, **raised}
    return game.act("pandemonium.shape", given).entry.seq


def control(
    game: Game, who: dict[str, str], whom: str = "bob", applied: str = "", *, by: Membership | None = None
) -> tuple[int, int]:
    """The number of the entry, and the Potency that the application told the rules of."""
    given: dict[str, Any] = {
        "spell": {"id": who["spell"], **({"applied": applied} if applied else {})},
        "target": {"id": who[whom]},
        "compare": "resolve",
    }
    if by is None:
        played = game.act("pandemonium.control", {**given, "resist": {"successes": 1}})
        return played.entry.seq, input_of(played)["spell"]["potency"]
    magic = Magic(game, who["mira"], "", who[whom])
    if not Pending.objects.filter(record__campaign=game.campaign, state="open").exists():
        magic.play("bring", {"spell": given["spell"], "targets": [{"id": who[whom]}]}, by=by)
    outcome = magic.resist(who["spell"], who[whom], *(1,) * 6)
    return Entry.objects.latest("seq").seq, outcome.potency


def marks(game: Game, who: dict[str, str]) -> list[Any]:
    spell = game.sheet(who["spell"])
    return [
        spell["made"],
        *(game.sheet(who[one]).fields.get(f"came_to.{who['spell']}") for one in ("bob", "gus")),
    ]


@pytest.mark.clause("PAN-POT-15", "PAN-CONSEQ-14")
def test_a_making_counts_once_on_each_target(evening: tuple[Game, dict[str, str]]) -> None:
    game, who = evening

    potencies = [control(game, who)[1]]
    with pytest.raises(RuleViolation) as refused:
        control(game, who)
    with pytest.raises(RuleViolation) as overridden:
        control(game, who, applied="cast")
    potencies.append(control(game, who, "gus")[1])
    shape(game, who)
    potencies.append(control(game, who)[1])

    # The second time it is only kept up, and that it was cast anew is nobody's to say.
    assert (refused.value.clause, overridden.value.clause) == ("PAN-CTRL-06", "TAB-OVERRIDE-01")
    assert potencies == [4, 2, 5]  # Gus, whom it was not meant for, meets it as it stands
    came_to = game.sheet(who["bob"])[f"came_to.{who['spell']}"]
    assert came_to == {
        "making": 2,
        "tries": 2,
        "net": 4,
        "compare": "resolve",
        "kind": None,
        "resistant": False,
        "scene": None,
        "severity": "severe",
        "aim": None,
        "facts": 0,
        "resisted_by": ["strength", "dexterity"],
    }


def test_whom_a_player_does_not_see_uses_nothing_of_theirs_up(evening: tuple[Game, dict[str, str]]) -> None:
    game, who = evening
    control(game, who, "gus")

    assert control(game, who, by=game.player)[1] == 4


def test_an_index_that_is_lost_or_rebuilt_changes_nothing(evening: tuple[Game, dict[str, str]]) -> None:
    game, who = evening
    control(game, who)
    shape(game, who)
    before = marks(game, who)

    rebuilding.rebuild(game.campaign)

    assert marks(game, who) == before
    assert control(game, who, by=game.player)[1] == 5


def test_a_making_depends_on_none_before_it(evening: tuple[Game, dict[str, str]]) -> None:
    game, who = evening
    tried, _potency = control(game, who)
    first = shape(game, who, 1)
    second = shape(game, who, 2)
    game.act("pandemonium.shape", ritual(who))

    assert second not in undo_graph.dependants(game.campaign, [tried])
    mana_alone = undo_graph.dependants(game.campaign, [first])
    assert mana_alone == [second]


def ritual(who: dict[str, str]) -> dict[str, Any]:
    """A Shaping that costs nothing, and so leaves nothing but what it made."""
    raised = {"raise": "potency", "timing": "ritual", "shaping": {"successes": 1}}
    return {"spell": {"id": who["spell"]}, "caster": {"id": who["mira"]}, **raised}


def test_a_try_undone_leaves_the_one_after_it(evening: tuple[Game, dict[str, str]]) -> None:
    game, who = evening
    first, _potency = control(game, who)
    shape(game, who)
    control(game, who)  # as severe, so that only what it came to is said anew
    before = marks(game, who)

    game.undo(first)

    assert marks(game, who) == before


def test_a_casting_undone_goes_with_how_it_was_made(evening: tuple[Game, dict[str, str]]) -> None:
    game, who = evening
    shape(game, who)
    before = game.state()

    game.undo_all(int(who["cast"]))
    assert who["spell"] not in game.state()
    redone = Entry.objects.filter(campaign=game.campaign).latest("seq").seq
    game.undo(redone)

    assert game.state() == before == folded(game.campaign)


def test_a_making_undone_leaves_the_one_that_stands(evening: tuple[Game, dict[str, str]]) -> None:
    game, who = evening
    first = game.act("pandemonium.shape", ritual(who)).entry.seq
    before = marks(game, who)
    second = game.act("pandemonium.shape", ritual(who)).entry.seq
    after = marks(game, who)

    game.undo(first)
    assert marks(game, who) == after
    game.undo(second)
    assert marks(game, who)[0] == {"number": 1, "how": "cast", "potency": 4}
    game.undo(second + 1)  # the undo of the first
    assert marks(game, who) == before
    assert game.state() == folded(game.campaign)


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_undone_in_whatever_order_ends_where_it_began(
    evening: tuple[Game, dict[str, str]], seed: int
) -> None:
    game, who = evening
    began = game.state()
    left = [control(game, who)[0], shape(game, who), control(game, who)[0]]
    left += [control(game, who, "gus")[0]]
    left += [game.act("pandemonium.shape", ritual(who)).entry.seq]
    left += [game.act("pandemonium.cast", again(who)).entry.seq, control(game, who)[0]]

    undo_in_some_order(game, left, seed)

    assert game.state() == began


def forget(game: Game) -> None:
    """The rows as an older version left them, which stored nothing of this."""
    PandemoniumSpell.objects.filter(record__campaign=game.campaign).update(
        makings=0, made=None, made_potency=None
    )
    Spellbound.objects.filter(record__campaign=game.campaign).update(came_to={})


@pytest.mark.postgres
def test_a_spell_of_an_older_version_goes_on_as_it_stood(evening: tuple[Game, dict[str, str]]) -> None:
    game, who = evening
    control(game, who)
    control(game, who, "gus")
    shape(game, who)
    undone = shape(game, who, 9)
    game.undo(undone)
    control(game, who, "gus")
    before = marks(game, who)
    forget(game)

    bring_up_to_date()

    assert marks(game, who) == before
    assert control(game, who, by=game.player)[1] == 5


def test_a_casting_again_is_carried_over_with_what_came_before(evening: tuple[Game, dict[str, str]]) -> None:
    game, who = evening
    control(game, who)
    game.act("pandemonium.cast", again(who))
    before = marks(game, who)
    forget(game)

    bring_up_to_date()

    assert marks(game, who) == before
    assert control(game, who)[1] == 4


def test_what_is_carried_over_is_so_once(evening: tuple[Game, dict[str, str]]) -> None:
    game, _who = evening
    forget(game)
    bring_up_to_date()
    before = Entry.objects.filter(campaign=game.campaign).count()

    bring_up_to_date()

    assert Entry.objects.filter(campaign=game.campaign).count() == before
    assert list(carried_over(Campaign.objects.filter(pk=game.campaign.pk))) == []
