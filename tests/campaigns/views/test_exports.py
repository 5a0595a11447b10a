"""The pages of exports: who takes what, in which form; and a campaign brought in by a form."""

import gzip
import io
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaigns.log.export import checking
from campaigns.log.export.reading import WHILE_WAITING
from campaigns.log.verify import verify
from campaigns.models import Campaign, Membership
from campaigns.services import deleting
from campaigns.services.import_progress import Watched
from campaigns.services.importing import import_campaign
from campaigns.views import exports
from tests.campaigns.log.export.evening import an_evening, exported, session_of
from tests.campaigns.spine import Game, looking_as
from tests.people import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]

FORMS = ("book", "report", "lines", "packed")


@pytest.fixture
def game() -> Game:
    return an_evening()


def browser(person: Membership | User) -> Client:
    client = Client()
    client.force_login(person.user if isinstance(person, Membership) else person)
    return client


def url(game: Game, rest: str = "") -> str:
    return f"/campaigns/{game.campaign.pk}/exports/{rest}"


def take(game: Game, person: Membership, rest: str) -> bytes:
    answer = browser(person).get(url(game, rest))
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="the-long-night-')
    return bytes(answer.content)


@pytest.mark.parametrize("form", FORMS)
def test_every_member_takes_what_they_may_read(game: Game, form: str) -> None:
    for person in (game.gm, game.player, game.observer):
        for cut in ("table", "member"):
            assert take(game, person, f"{cut}/?form={form}")


@pytest.mark.parametrize("form", FORMS)
def test_the_whole_is_the_gms_alone(game: Game, form: str) -> None:
    assert take(game, game.gm, f"gm/?form={form}")
    for person in (game.player, game.observer):
        assert browser(person).get(url(game, f"gm/?form={form}")).status_code == 403


def test_a_gm_who_looks_through_a_players_eyes_takes_the_players_file(game: Game) -> None:
    client = looking_as(game.gm, game.player)

    assert client.get(url(game, "member/?form=lines")).content == exported(game, "member", game.player)
    assert client.get(url(game, "gm/?form=lines")).status_code == 403


def test_lines_are_what_the_command_writes(game: Game) -> None:
    assert take(game, game.gm, "gm/?form=lines") == exported(game)
    assert gzip.decompress(take(game, game.gm, "gm/?form=packed")) == exported(game)


def test_one_session_is_taken(game: Game) -> None:
    data = take(game, game.player, f"table/?form=lines&session={session_of(game, 1)}")

    assert checking.check_file(io.BytesIO(data), WHILE_WAITING).opening.range[1] < game.campaign.head_seq


@pytest.mark.parametrize("rest", ["all/", "table/?form=exe", "table/?session=nobody", "table/?session=%00"])
def test_what_there_is_not_is_not_found(game: Game, rest: str) -> None:
    assert browser(game.player).get(url(game, rest)).status_code == 404


def test_too_long_a_file_is_told_what_to_do_instead(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ending, kind, _most, make = exports.FORMS["book"]
    monkeypatch.setitem(exports.FORMS, "book", (ending, kind, 5, make))

    answer = browser(game.player).get(url(game, "table/?form=book"))

    assert answer.status_code == 422
    assert b"Choose one session" in answer.content


def test_the_page_offers_the_whole_to_gms_only(game: Game) -> None:
    assert b"exports/gm/" in browser(game.gm).get(url(game)).content
    assert b"exports/gm/" not in browser(game.player).get(url(game)).content


def test_a_book_stands_alone(game: Game) -> None:
    page = take(game, game.player, "member/?form=book").decode()
    markup = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)

    assert re.findall(r'\s(?:src|action|srcset)="', markup) == []
    assert {link[:1] for link in re.findall(r'href="([^"]*)"', markup)} == {"#"}
    assert "url(" not in page.split("</style>")[0]
    assert "default-src &#x27;none&#x27;" in page or "default-src 'none'" in page


def test_page_and_book_offer_each_theme_by_its_name(game: Game) -> None:
    home = browser(game.player).get(f"/campaigns/{game.campaign.pk}/").content.decode()

    for page in (home, take(game, game.player, "member/?form=book").decode()):
        choice = page[page.index('class="choice-row"') :].partition("</div>")[0]
        buttons = re.findall(r'value="(\w+)".*?(\w+)</button>', choice, flags=re.DOTALL)
        assert buttons == [("system", "System"), ("light", "Light"), ("dark", "Dark")]


def test_a_book_tells_every_entry_and_holds_its_lines(game: Game) -> None:
    page = take(game, game.player, "member/?form=book").decode()
    data = re.search(r'id="book-log">(.*?)</script>', page, flags=re.DOTALL)

    assert len(re.findall(r'<article class="log-entry', page)) == game.campaign.head_seq
    assert data is not None
    assert len(json.loads(data[1])["lines"]) == game.campaign.head_seq


def test_a_book_has_the_recap_with_links_into_it(game: Game) -> None:
    page = take(game, game.player, "member/?form=book").decode()

    assert "Nobody asked &lt;why&gt;." in page
    assert 'class="recap-entry" href="#entry-9"' in page


def test_words_of_people_cannot_leave_their_place_in_a_book(game: Game) -> None:
    before = take(game, game.player, "member/?form=book").decode()
    game.act("table.note", {"words": "</script><script>alert(1)</script><!--"}, by=game.player)

    page = take(game, game.player, "member/?form=book").decode()

    assert "alert(1)</script>" not in page
    assert page.count("<script") == page.count("</script>") == before.count("<script")


def test_a_report_tells_scenes_results_and_words(game: Game) -> None:
    report = take(game, game.player, "member/?form=report").decode()

    assert "# The Long Night\n" in report
    assert "\nNobody asked \\<why\\>.\n" in report
    assert "\n## Session 1: First night (no. " in report
    assert "**Pia**: Mara rolls Will against a difficulty." in report
    assert "\n  > Found\n" in report
    assert "- *Sealed. Not for everyone to read.*" in report
    assert "names of the dead" not in report


def test_words_in_a_report_are_no_markup(game: Game) -> None:
    game.act("table.note", {"words": "# *No* [link](x) <b>"}, by=game.player)

    report = take(game, game.player, "table/?form=report").decode()

    assert "  > \\# \\*No\\* \\[link\\](x) \\<b\\>\n" in report


def test_a_campaign_is_brought_in_by_a_form(game: Game) -> None:
    data = gzip.compress(exported(game))
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)
    mo = make_user("mo")

    answer = browser(mo).post("/campaigns/import/", {"file": SimpleUploadedFile("x.jsonl.gz", data)})

    campaign = Campaign.objects.get(pk=game.campaign.pk)
    assert answer.status_code == 302
    assert answer["Location"] == f"/campaigns/{campaign.pk}/"
    assert campaign.owner == mo
    assert verify(campaign).holds


def test_who_brings_a_campaign_in_is_told_how_long_it_may_take(game: Game) -> None:
    page = browser(make_user("mo")).get("/campaigns/import/").content.decode()

    assert "5000 entries, takes about 20 seconds" in page
    assert "it is either there completely or not at all" in page


def test_whoever_waits_for_an_import_is_told_how_far_it_is() -> None:
    mo, otto = (User.objects.create_user(name) for name in ("mo", "otto"))
    watched = Watched(mo.pk)

    watched("verified", 1240, 5000)

    assert told_progress(mo) == "1240 of 5000 entries verified"
    assert told_progress(otto) == ""
    watched("written", 5000, 5000)
    assert told_progress(mo) == "5000 of 5000 entries written; building the index"
    watched.over()
    assert told_progress(mo) == ""


def told_progress(user: User) -> str:
    return browser(user).get("/campaigns/import/progress/").content.decode().strip()


def test_an_import_is_counted_verified_and_written(game: Game) -> None:
    data = exported(game)
    last = game.campaign.head_seq
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)
    seen: list[tuple[str, int, int]] = []

    import_campaign(
        owner=User.objects.create_user("mo"),
        stream=io.BytesIO(data),
        limits=WHILE_WAITING,
        watch=lambda *told: seen.append(told),
    )

    assert seen == [(done, seq, last) for done in ("verified", "written") for seq in range(1, last + 1)]


def test_a_refused_file_names_its_line(game: Game) -> None:
    data = exported(game).replace(b'"seq":7}', b'"seq":8}', 1)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)
    mo = make_user("mo")

    answer = browser(mo).post("/campaigns/import/", {"file": SimpleUploadedFile("x.jsonl", data)})

    assert answer.status_code == 422
    assert "Nothing was imported. Line 8: " in answer.content.decode()
    assert "choose the file again" in answer.content.decode()
    assert not Campaign.objects.exists()


def test_who_may_found_no_campaign_brings_none_in(game: Game, settings: Any) -> None:
    settings.EVERYBODY_FOUNDS = False

    assert browser(game.player).get("/campaigns/import/").status_code == 403
    assert browser(game.player).post("/campaigns/import/").status_code == 403
