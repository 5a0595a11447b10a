"""Every action of the catalogue, played through the page that plays any of them, as a person at it would."""

from typing import Any

import pytest

from campaigns.access import rights_of
from campaigns.forms.action.nested import SOMETHING_ELSE
from campaigns.models import Entry, Membership
from campaigns.queries import palette
from rules import catalogue
from tests.campaigns import palette_cases
from tests.campaigns.form_filling import OTHERWISE, fill_in, first_form, paths_of, told_faults
from tests.campaigns.palette_cases import (
    BY_OVERRIDE_ALONE,
    NOBODYS,
    ON_A_PAGE,
    as_typed,
    players_actions,
    worked_for,
)
from tests.campaigns.services import stored_cases
from tests.campaigns.services.stored_cases import Case, as_far_as_given, at
from tests.campaigns.spine import Game, browser, document, folded, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return new_game()


@pytest.mark.parametrize("action", palette_cases.played_actions())
def test_gm_plays_the_action_from_its_form(action: str, game: Game) -> None:
    worked = worked_for(action, by_player=False)
    case = palette_cases.make_world(game, worked)

    told = play_at_form(game, game.gm, case, worked.faces)

    assert_as_written(game, case, worked, told)


@pytest.mark.parametrize("action", players_actions())
def test_player_plays_the_action_from_its_form(action: str, game: Game) -> None:
    worked = worked_for(action, by_player=True)
    case = palette_cases.make_world(game, worked)
    palette_cases.hand_over(game, case, game.player)

    told = play_at_form(game, game.player, case, worked.faces)

    assert told["actor"] == str(game.player.pk)
    assert_as_written(game, case, worked, told)


@pytest.mark.parametrize("action", sorted({*NOBODYS, *ON_A_PAGE}))
def test_what_is_played_elsewhere_is_not_offered(action: str, game: Game) -> None:
    client = browser(game.gm)

    assert not palette.is_offered(action, rights_of(game.gm))
    assert client.get(url_of(game, action)).status_code == 404
    assert url_of(game, action) not in client.get(url_of(game)).content.decode()


def test_every_action_is_played_here_or_elsewhere_for_a_reason() -> None:
    elsewhere = {*NOBODYS, *ON_A_PAGE, *BY_OVERRIDE_ALONE}
    assert {*palette_cases.played_actions(), *elsewhere} == set(catalogue.ACTIONS)


def test_palette_lists_everything_that_is_played(game: Game) -> None:
    page = browser(game.gm).get(url_of(game)).content.decode()

    unnamed = [name for name in palette_cases.played_actions() if f"{name}/" not in page and _is_free(name)]
    assert unnamed == []


def _is_free(action: str) -> bool:
    """Whether nobody has to act in it, so that an empty campaign forbids nothing."""
    return not palette.acting_nouns(action) and action not in palette.NEEDS_OPEN


def play_at_form(game: Game, member: Membership, case: Case, faces: list[Any]) -> dict[str, Any]:
    """Fetch the form, fill it in, send it and follow it to its entry; what the entry says."""
    client = browser(member)
    form = first_form(client, url_of(game, case.action))
    # What a procedure knows in play, and nothing does in the world of a case, the GM says.
    told = {
        name: one for name, one in case.known.items() if {name, f"{OTHERWISE}{name}"} & form.controls.keys()
    }
    form = fill_in(client, form, {**told, **as_typed(case)})
    if faces:
        form.fill("hand", faces)

    answer = client.post(form.action, form.sent)

    assert answer.status_code == 302, told_faults(answer)
    entry = Entry.objects.filter(campaign=game.campaign, cause=None).latest("seq")
    assert answer["Location"].endswith(f"/{entry.seq}/")
    assert client.get(answer["Location"]).status_code == 200
    return document(entry)


def assert_as_written(game: Game, case: Case, worked: palette_cases.Worked, told: dict[str, Any]) -> None:
    """The entry has the action with the result of the case, and the rows are as its effects leave them."""
    step = next(one for one in told["steps"] if one["action"] == case.action)
    born = {at(step["input"], path): name for name, path in case.born.items()}
    sent = dict(paths_of(step["input"]))
    called = {str(sent.get(path)): said for path, said in paths_of(case.given) if path.endswith(".id")}
    born |= {it: said for it, said in called.items() if it.startswith(SOMETHING_ELSE)}
    found = stored_cases.named_again(case, {"outcome": step["outcome"], "effects": step["effects"]}, born)
    found, expected = map(stored_cases.without_order, (found, worked.expected))
    assert as_far_as_given(found["outcome"], expected.get("outcome", {})) == expected.get("outcome", {})
    assert found["effects"] == expected.get("effects", found["effects"])
    changed = {(record, name) for record, name, _before, _after in told["changes"]}
    steady = {(effect["on"], effect["field"]) for effect in step["effects"]} - changed
    assert all(_is_unchanged(step, one) for one in steady), steady
    assert game.state() == folded(game.campaign)
    assert game.verified().faults == []


def _is_unchanged(step: dict[str, Any], where: tuple[str, str]) -> bool:
    """Whether an effect sets what stood there already, or one that takes back another of the same act."""
    mine = [effect for effect in step["effects"] if (effect["on"], effect["field"]) == where]
    return all("set" in one for one in mine) or sum(one.get("change", 0) for one in mine) == 0


def url_of(game: Game, action: str = "") -> str:
    return f"/campaigns/{game.campaign.pk}/play/" + (f"{action}/" if action else "")
