"""The stage: who lets a television in, what it shows and what it never can, and what the GM has it do."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from campaigns.log import export_lines
from campaigns.models import Record, Stage
from campaigns.models.stages import LASTS, STAGE_COOKIE
from campaigns.policy import NotAllowed
from campaigns.queries import stage as queries
from campaigns.services import people as members
from campaigns.services import sessions, stages
from campaigns.services.images import storing
from campaigns.services.images.uploads import made_of
from campaigns.services.limits import TooMany
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.services.telling_now import show_text, whisper
from campaigns.viewing import StageViewer, Viewer
from rules.kernel.values import Values
from tests import images
from tests.campaigns.open_pages import elements
from tests.campaigns.spine import Game, browser, new_game, new_game_in_a_scene
from tests.campaigns.world import rolled_back

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SECRET = "Zanthippe"


@pytest.fixture
def game() -> Game:
    cache.clear()
    found = new_game_in_a_scene()
    found.make("demon", "The lodger", state="present")
    return found


def television() -> Client:
    client = Client()
    assert client.get("/stage/").status_code == 200
    return client


def code_on(client: Client) -> str:
    return stages.code_of(client.cookies[STAGE_COOKIE].value)


def let_in(game: Game) -> Client:
    client = television()
    stages.open_stage(actor=game.gm, code=code_on(client))
    return client


def shown(client: Client) -> str:
    return client.get("/stage/").content.decode()


def test_a_television_waits_with_a_code_and_is_let_in_by_a_gm(game: Game) -> None:
    client = television()
    assert code_on(client) in shown(client)
    assert "The Long Night" not in shown(client)
    assert Stage.objects.count() == 0  # whoever asks for a code writes nothing

    typed = code_on(client).lower().replace("-", " ")
    browser(game.gm).post(f"/campaigns/{game.campaign.pk}/stage/open/", {"code": typed})

    assert "The Long Night" in shown(client)


@pytest.mark.parametrize("who", ["player", "observer"])
def test_only_a_gm_lets_one_in(game: Game, who: str) -> None:
    client = television()
    with pytest.raises(NotAllowed):
        stages.open_stage(actor=getattr(game, who), code=code_on(client))
    with pytest.raises(NotAllowed):
        stages.direct(actor=getattr(game, who), mode="blank")


def test_a_code_is_typed_within_its_time_and_not_guessed(game: Game) -> None:
    client = television()
    code = code_on(client)
    cache.clear()
    with pytest.raises(stages.UnknownCode):
        stages.open_stage(actor=game.gm, code=code)
    assert code not in shown(client)  # it shows a new one

    with pytest.raises(TooMany):
        for number in range(20):
            with pytest.raises(stages.UnknownCode):
                stages.open_stage(actor=game.gm, code=f"AAAA-AAA{number}")


def test_a_television_of_one_campaign_is_not_taken_by_another(game: Game) -> None:
    client = let_in(game)
    stranger = new_game()
    with pytest.raises(stages.UnknownCode, match="another campaign"):
        stages.open_stage(actor=stranger.gm, code=code_on(client))
    stages.open_stage(actor=game.gm, code=code_on(client))  # pressed twice
    assert Stage.objects.count() == 1


ENDS: dict[str, Callable[[Game], object]] = {
    "the session ends": lambda game: (
        sessions.end_scene(actor=game.gm, key="a"),
        sessions.end_session(actor=game.gm, key="b"),
    ),
    "the GM ends it": lambda game: stages.end_stages(game.campaign),
    "its GM is one no more": lambda game: (
        members.change_role(actor=game.gm, member=game.player, role="gm", key="c"),
        Stage.objects.update(opened_by=game.player),
        members.change_role(actor=game.gm, member=game.player, role="player", key="d"),
    ),
    "the night is over": lambda _game: Stage.objects.update(opened=timezone.now() - LASTS - timedelta(1)),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_stage_ends(game: Game, how: str) -> None:
    client = let_in(game)
    assert client.get("/stage/since/").status_code == 200

    ENDS[how](game)

    assert client.get("/stage/since/").status_code == 205
    assert "The Long Night" not in shown(client)


def test_a_ticket_opens_nothing_else(game: Game) -> None:
    client = let_in(game)
    for page in ("", "table/", "log/", "since/0.0/", "exports/", "stage/direct/"):
        assert client.get(f"/campaigns/{game.campaign.pk}/{page}").status_code in (302, 401, 405)
    assert browser(game.gm).get("/stage/since/").status_code == 205


def test_it_shows_the_newest_act_that_stands_and_is_for_all(game: Game) -> None:
    client = let_in(game)
    first = game.act("table.note", {"words": "The candle went out."}, by=game.player)
    second = game.act("table.note", {"words": "It burns again."}, by=game.player)
    for _sealed in range(15):
        game.act("table.note", {"words": SECRET, "audience": "gm"})
    assert "It burns again." in shown(client)

    game.undo(second.entry.seq)

    assert "The candle went out." in shown(client)
    moment = queries.moment(game.campaign)
    assert moment is not None
    assert moment.seq == first.entry.seq


def test_of_an_act_in_which_dice_fell_it_shows_those_alone(game: Game) -> None:
    ilse = game.make("character", "Ilse", owner=game.player, will=4, state="active")
    client = let_in(game)
    roll: Values = {"acting": {"id": ilse, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}
    steps = (Request("table.note", {"words": "She leans on the door."}), Request("sorcerer.roll", roll))

    play(game.gm, ActRequest("both", steps))

    assert "She leans on the door." not in shown(client)
    assert "rolls Will" in shown(client)


def test_a_text_shown_to_all_is_on_the_stage_and_one_for_some_is_not(game: Game) -> None:
    client = let_in(game)
    show_text(actor=game.gm, to=[], title="A telegram", words="Come at once.", key="a")
    show_text(actor=game.gm, to=[str(game.player.pk)], title="", words=SECRET, key="b")
    whisper(actor=game.gm, to=[str(game.player.pk)], words=SECRET, key="c")

    assert "Come at once." in shown(client)
    assert SECRET not in shown(client)


def test_blank_hold_and_follow(game: Game) -> None:
    client = let_in(game)
    game.act("table.note", {"words": "First."})
    game.campaign.refresh_from_db()
    gm = browser(game.gm)
    direct = f"/campaigns/{game.campaign.pk}/stage/direct/"

    gm.post(direct, {"mode": "hold"})
    game.act("table.note", {"words": "Second."})
    assert ("First." in shown(client), "Second." in shown(client)) == (True, False)
    gm.post(direct, {"mode": "blank"})
    assert "First." not in shown(client)
    gm.post(direct, {"mode": "follow"})
    assert "Second." in shown(client)
    assert "Second." in gm.get(f"/campaigns/{game.campaign.pk}/table/").content.decode()
    gm.post(direct, {"mode": "end"})
    assert Stage.objects.count() == 0
    assert gm.post(direct, {"mode": "louder"}).status_code == 400


@pytest.mark.parametrize("mode", ["blank", "hold"])
def test_another_television_does_as_the_first(game: Game, mode: str) -> None:
    game.act("table.note", {"words": "First."})
    game.campaign.refresh_from_db()
    clients = [let_in(game)]
    stages.direct(actor=game.gm, mode=mode)
    game.act("table.note", {"words": "Second."})

    clients.append(let_in(game))

    first, second = map(shown, clients)
    assert first == second
    assert "Second." not in second


def test_televisions_that_everybody_forgot_are_in_nobodys_way(game: Game) -> None:
    for _evening in range(stages.MOST):
        let_in(game)
    with pytest.raises(stages.UnknownCode, match="already"):
        let_in(game)
    Stage.objects.update(opened=timezone.now() - LASTS - timedelta(1))

    assert "The Long Night" in shown(let_in(game))
    assert Stage.objects.count() == 1


def test_portraits_come_to_the_television_of_whom_all_know(game: Game) -> None:
    client = let_in(game)
    mara = game.make("character", "Mara", owner=game.player)
    game.act("table.create", {"about": {"kind": "character", "name": "Nobody", "visibility": "gm"}})
    hidden = str(Record.objects.get(name="Nobody").pk)
    sizes = made_of(images.picture((60, 60)))
    at, addresses = f"/campaigns/{game.campaign.pk}/portraits", {}
    for name, one in (("Mara", mara), ("Nobody", hidden)):
        made = storing.set_portrait(game.campaign.pk, UUID(one), sizes, 0)
        addresses[name] = f"{at}/{made.pk}/320/"

    assert addresses["Mara"] in shown(client)
    assert client.get(addresses["Mara"])["Content-Type"] == "image/webp"
    # As for whoever is signed in nowhere, and for the stage of another campaign.
    assert {client.get(addresses["Nobody"]).status_code, Client().get(addresses["Mara"]).status_code} == {302}
    assert let_in(new_game()).get(addresses["Mara"]).status_code == 302
    # The GM whose own browser is a stage as well goes on seeing all.
    gm = browser(game.gm)
    gm.cookies[STAGE_COOKIE] = client.cookies[STAGE_COOKIE].value
    assert [gm.get(one).status_code for one in addresses.values()] == [200, 200]

    stages.end_stages(game.campaign)
    assert client.get(addresses["Mara"]).status_code == 302


def test_a_stage_patched_is_the_stage_fetched_anew(game: Game) -> None:
    client = let_in(game)
    before = shown(client)
    (part,) = elements(before)
    mark = before[part.start :].split('data-part="')[1].split('"')[0]
    assert client.get(f"/stage/since/?mark={mark}").content == b""

    game.act("table.note", {"words": "The candle went out."})

    patch = client.get(f"/stage/since/?mark={mark}").content.decode()
    (told,), after = elements(patch), shown(client)
    (there,) = elements(after)
    assert patch[told.inside] == after[there.inside]


HIDDEN: dict[str, Callable[[Game, str], object]] = {
    "a whisper": lambda game, words: whisper(
        actor=game.gm, to=[str(game.player.pk)], words=words, key=game.key()
    ),
    "a note to the GM": lambda game, words: game.act("table.note", {"words": words, "audience": "gm"}),
    "a hidden record": lambda game, words: game.act(
        "table.create", {"about": {"kind": "character", "name": words, "visibility": "gm"}}
    ),
    "a secret field": lambda game, words: game.edit(
        str(Record.objects.get(name="The lodger").pk), need=words
    ),
}


@pytest.mark.parametrize("what", HIDDEN)
def test_what_is_not_for_all_changes_no_byte_of_the_stage(game: Game, what: str) -> None:
    client = let_in(game)
    game.act("table.note", {"words": "The candle went out."})
    seen = set()
    for words in (SECRET, "something much longer that nobody at the table may know of"):
        with rolled_back():
            HIDDEN[what](game, words)
            seen.add((shown(client), client.get("/stage/since/?mark=x").content.decode()))
    assert len(seen) == 1
    assert SECRET not in str(seen)


def test_a_stage_reads_at_most_what_every_member_reads(game: Game) -> None:
    game.act("table.change_policy", {"values": {"whispers": "private"}})
    for what in HIDDEN.values():
        what(game, SECRET)
    whisper(actor=game.player, to=[str(game.other_player.pk)], words=SECRET, key="p")
    show_text(actor=game.gm, to=[str(game.player.pk)], title="", words=SECRET, key="s")
    game.campaign.refresh_from_db()

    def reads(viewer: Viewer) -> set[tuple[int, int]]:
        found = export_lines.lines(viewer, game.campaign)
        return {
            (line["seq"], number)
            for line in found
            for number, part in enumerate(line["parts"])
            if "text" in part
        }

    stage = reads(StageViewer())
    everybody = [game.gm, game.player, game.other_player, game.observer]
    assert stage == set.intersection(*(reads(Viewer.of(one)) for one in everybody))
    assert not StageViewer().sees("gm")
    with pytest.raises(TypeError):
        StageViewer(str(game.player.pk), is_gm=True)  # type: ignore[call-arg]  # that nobody can is what is tried
