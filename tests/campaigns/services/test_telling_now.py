"""Whispers, and texts that the GM shows: who reads them, what others can tell, and that the log still proves itself."""

import io
import itertools
import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction

from campaigns.log import export_lines, rebuilding
from campaigns.log.export.reading import WHILE_WAITING
from campaigns.log.undo_graph import NotUndoable
from campaigns.models import Campaign, Delivery, Entry, Membership, Part, StoredImage, Tag
from campaigns.policy import NotAllowed
from campaigns.queries import timeline
from campaigns.queries.alike import seen_alike
from campaigns.queries.deliveries import delivered
from campaigns.queries.review.finding import Range, Wanted, find
from campaigns.services import deleting, redaction, revealing, reviewing
from campaigns.services.importing import import_campaign
from campaigns.services.play.playing import Played
from campaigns.services.telling_now import put_away, show_picture, show_text, whisper
from campaigns.templatetags.telling import read_by
from campaigns.viewing import Viewer
from rules.kernel.errors import InvalidInput
from tests.campaigns import spine
from tests.campaigns.log.export.evening import check, exported
from tests.campaigns.spine import Game, browser, looking_as, new_game, new_game_by_default
from tests.campaigns.world import rolled_back

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
WORDS = "The stairwell counts you."


@pytest.fixture
def game() -> Game:
    return new_game()


def agree(game: Game, whispers: str) -> None:
    game.act("table.change_policy", {"values": {"whispers": whispers}})


def told(game: Game, by: Membership, *to: Membership, words: str = WORDS) -> Played:
    played = whisper(actor=by, to=[str(one.pk) for one in to], words=words, key=game.key())
    game.campaign.refresh_from_db()
    return played


def shown(game: Game, *to: Membership) -> Played:
    ids = [str(one.pk) for one in to]
    return show_text(actor=game.gm, to=ids, title="A telegram", words=WORDS, key=game.key())


def pictured(game: Game, *to: Membership) -> Played:
    ids, images = [str(one.pk) for one in to], (b"small", b"medium", b"large")
    return show_picture(actor=game.gm, to=ids, title=WORDS, images=images, key=game.key())


def readers(game: Game, seq: int) -> set[str]:
    """Who reads an entry's words: by its account, in a file of their own and by a search."""
    members = [game.gm, game.player, game.other_player, game.observer]
    found = set()
    for member in members:
        viewer = Viewer.of(member)
        (entry,) = timeline.some_entries(game.campaign, viewer, [seq])
        ways = {
            entry.document is not None,
            WORDS in json.dumps(list(export_lines.lines(viewer, game.campaign))),
            seq in find(game.campaign, viewer, Wanted(words="stairwell"), Range(), 10),
            Tag.objects.filter(seq=seq, kind="actor", audience__in=viewer.audiences).exists(),
        }
        assert len(ways) == 1, member.name
        found |= {member.name} if True in ways else set()
    return found


@pytest.mark.parametrize(
    ("agreed", "sender", "reader", "who_reads"),
    [
        ("gm", "gm", "player", {"Gwen", "Pia"}),
        ("private", "gm", "player", {"Gwen", "Pia"}),
        ("gm", "player", "gm", {"Gwen", "Pia"}),
        ("gm_reads", "player", "other_player", {"Gwen", "Pia", "Otto"}),
        ("private", "player", "other_player", {"Pia", "Otto"}),
        ("private", "player", "gm", {"Gwen", "Pia"}),
        ("gm", "gm", "observer", {"Gwen", "Olga"}),
    ],
)
def test_a_whisper_is_read_by_those_it_is_for(
    game: Game, agreed: str, sender: str, reader: str, who_reads: set[str]
) -> None:
    agree(game, agreed)

    played = told(game, getattr(game, sender), getattr(game, reader))

    assert readers(game, played.entry.seq) == who_reads
    assert game.verified().holds


def test_who_reads_is_named_once_each(game: Game) -> None:
    def readers_named(seq: int) -> str:
        (entry,) = timeline.some_entries(game.campaign, Viewer.of(game.player), [seq])
        return read_by(entry)

    agree(game, "private")
    assert readers_named(told(game, game.gm, game.player).entry.seq) == "Read by Pia, the GM"
    assert readers_named(told(game, game.player, game.gm).entry.seq) == "Read by Pia, the GM"
    assert readers_named(told(game, game.player, game.other_player).entry.seq) == "Read by Pia, Otto"
    assert readers_named(shown(game, game.player).entry.seq) == "Read by Pia, the GM"
    assert readers_named(shown(game).entry.seq) == "Read by everyone"
    Membership.objects.filter(pk=game.observer.pk).update(role="gm")
    assert readers_named(told(game, game.gm, game.player, game.observer).entry.seq) == "Read by Pia, the GMs"


@pytest.mark.parametrize("show", [shown, pictured])
def test_what_is_shown_is_for_everyone_or_for_some(game: Game, show: Callable[..., Played]) -> None:
    to_all, to_some = show(game), show(game, game.player)
    game.campaign.refresh_from_db()

    assert readers(game, to_all.entry.seq) == {"Gwen", "Pia", "Otto", "Olga"}
    assert {one.seq for one in Delivery.objects.filter(member=game.observer)} == {to_all.entry.seq}
    (hidden,) = timeline.some_entries(game.campaign, Viewer.of(game.other_player), [to_some.entry.seq])
    assert hidden.document is None
    assert game.verified().holds


def test_the_header_tells_nobody_for_whom_a_whisper_is(game: Game) -> None:
    agree(game, "private")
    alone = told(game, game.player, game.other_player)
    note = game.act("table.note", {"words": WORDS, "audience": "gm"}, by=game.player)

    kinds = [
        list(Part.objects.filter(entry=entry).values_list("audience", "kind"))
        for entry in (alone.entry, note.entry)
    ]
    assert kinds[0] == kinds[1] == [("gm", "act"), *[("gm", "text")] * 6]


def test_a_gm_who_looks_as_a_player_reads_no_whisper_that_is_not_theirs(game: Game) -> None:
    agree(game, "private")
    seq = told(game, game.player, game.other_player).entry.seq
    page = f"/campaigns/{game.campaign.pk}/log/{seq}/"

    assert WORDS not in looking_as(game.gm, game.player).get(page).content.decode()
    assert WORDS in browser(game.player).get(page).content.decode()
    agree(game, "gm_reads")
    seq = told(game, game.player, game.other_player, words="Now she reads it.").entry.seq
    seen = looking_as(game.gm, game.player).get(f"/campaigns/{game.campaign.pk}/log/{seq}/")
    assert "Now she reads it." in seen.content.decode()


@pytest.mark.parametrize(
    ("agreed", "sender", "to", "why"),
    [
        ("gm", "player", ("other_player",), "only to the GM"),
        ("private", "player", ("other_player", "gm"), "one person at a time"),
        ("private", "observer", ("gm",), "Observers watch"),
        ("private", "player", ("player",), "not a member"),
        ("private", "gm", (), "not a member"),
    ],
)
def test_what_the_table_has_not_agreed_on_is_refused(
    game: Game, agreed: str, sender: str, to: tuple[str, ...], why: str
) -> None:
    agree(game, agreed)
    before = Entry.objects.count()

    with pytest.raises(NotAllowed, match=why):
        told(game, getattr(game, sender), *(getattr(game, one) for one in to))
    assert Entry.objects.count() == before


def test_nobody_shows_anything_but_the_gm(game: Game) -> None:
    with pytest.raises(NotAllowed, match="Only the GM"):
        show_text(actor=game.player, to=[], title="", words=WORDS, key=game.key())
    with pytest.raises(NotAllowed, match="Only the GM"):
        show_picture(actor=game.player, to=[], title="", images=(b"s", b"m", b"l"), key=game.key())
    assert not StoredImage.objects.exists()


def test_a_stranger_is_whispered_to_by_nobody(game: Game) -> None:
    stranger = new_game().player
    with pytest.raises(NotAllowed, match="not a member"):
        told(game, game.gm, stranger)


def test_an_older_log_that_says_nothing_lets_players_whisper_to_the_gm_alone(game: Game) -> None:
    by_default = new_game_by_default()
    assert told(by_default, by_default.player, by_default.other_player).steps[-1].input["gm_reads"] is True
    with pytest.raises(InvalidInput, match="choose one of gm, gm_reads, private"):
        agree(game, "loud")


def test_the_same_form_again_whispers_once(game: Game) -> None:
    first = whisper(actor=game.gm, to=[str(game.player.pk)], words=WORDS, key="once")
    again = whisper(actor=game.gm, to=[str(game.player.pk)], words=WORDS, key="once")

    assert (again.entry.seq, again.was_repeated) == (first.entry.seq, True)
    assert Delivery.objects.count() == 1


def test_it_stands_on_a_page_until_it_is_put_away(game: Game) -> None:
    seq = told(game, game.gm, game.player, game.other_player).entry.seq
    assert [one.seq for one in delivered(game.player)] == [seq]

    put_away(game.player, seq)

    assert delivered(game.player) == []
    assert [one.seq for one in delivered(game.other_player)] == [seq]
    assert delivered(game.gm) == []


def test_what_was_told_is_not_taken_back_nor_revealed(game: Game) -> None:
    agree(game, "private")
    seqs = [told(game, game.player, game.other_player).entry.seq, shown(game, game.player).entry.seq]
    seqs += [pictured(game).entry.seq, pictured(game, game.player).entry.seq]

    for seq in seqs:
        with pytest.raises(NotUndoable):
            game.undo(seq)
        with pytest.raises(revealing.NothingSealed):
            revealing.reveal_entries(actor=game.gm, entries=[seq], key=game.key())


def test_words_are_taken_out_by_who_reads_them(game: Game) -> None:
    agree(game, "private")
    seq = told(game, game.player, game.other_player).entry.seq
    with pytest.raises(redaction.NotRedactable):
        redaction.redact(actor=game.gm, entry=seq, part=1, reason="x", key=game.key())

    redaction.redact(actor=game.player, entry=seq, part=1, reason="sorry", key=game.key())

    game.campaign.refresh_from_db()
    assert find(game.campaign, Viewer.of(game.other_player), Wanted(words="stairwell"), Range(), 10) == []
    assert game.verified().holds
    assert rebuilding.check(game.campaign) == []


def test_a_comment_on_a_whisper_goes_where_one_on_any_sealed_entry_goes(game: Game) -> None:
    agree(game, "private")
    seq = told(game, game.player, game.other_player).entry.seq

    with pytest.raises(reviewing.TooMuch, match="Answer it with a whisper"):
        reviewing.write_comment(author=game.other_player, seq=seq, words="What stairwell?")
    assert reviewing.write_comment(author=game.observer, seq=seq, words="What is it?").audience == "gm"


def test_what_stands_beside_the_chain_is_made_again_the_same(game: Game) -> None:
    agree(game, "private")
    seq = told(game, game.player, game.other_player).entry.seq
    rebuilding.rebuild(game.campaign)

    assert rebuilding.check(game.campaign) == []
    assert readers(game, seq) == {"Pia", "Otto"}


def test_the_database_lets_nobody_else_read(game: Game) -> None:
    seq = told(game, game.gm, game.player).entry.seq
    with pytest.raises(DatabaseError), transaction.atomic():
        Part.objects.filter(entry__seq=seq).update(readers=f"own:{game.observer.pk}")


def test_a_campaign_with_whispers_goes_out_and_comes_back(game: Game) -> None:
    agree(game, "private")
    seqs = [told(game, game.player, game.other_player).entry.seq, shown(game, game.player).entry.seq]
    files = {who: exported(game, "member", getattr(game, who)) for who in ("gm", "player", "observer")}
    whole, last = exported(game), Entry.objects.order_by("-seq")[0]
    for data in (*files.values(), whole, exported(game, "table")):
        assert check(data).report.holds
    assert [WORDS.encode() in data for data in files.values()] == [True, True, False]
    assert files["gm"].count(WORDS.encode()) == 1  # the text that she showed

    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)
    back = bring_in(whole)

    assert Entry.objects.get(campaign=back, seq=last.seq).hash == last.hash
    parts = Part.objects.filter(entry__campaign=back, entry__seq__in=seqs, position=0)
    assert [part.readers.split()[0][:4] for part in parts.order_by("entry__seq")] == ["own:", "gm"]
    assert game.verified().holds


def bring_in(data: bytes) -> Campaign:
    owner = User.objects.create_user("mo")
    return import_campaign(owner=owner, stream=io.BytesIO(data), limits=WHILE_WAITING)


HASH = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
MARK = re.compile(r'data-part="\w+"')
Say = Callable[[Game], object]


@pytest.fixture
def chances(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """The system's randomness and clock, which begin anew when this is called."""
    source, moments = random.Random(7), itertools.count(1_790_000_000_000_000_000, 1_000_000)
    state = source.getstate()

    def restart() -> None:
        nonlocal moments
        source.setstate(state)
        monkeypatch.setattr(spine, "_numbers", itertools.count(1))
        moments = itertools.count(1_790_000_000_000_000_000, 1_000_000)

    def urandom(size: int) -> bytes:
        return source.getrandbits(8 * size).to_bytes(size, "big") if size else b""

    monkeypatch.setattr(os, "urandom", urandom)
    monkeypatch.setattr(random, "_urandom", urandom)
    monkeypatch.setattr(time, "time_ns", lambda: next(moments))
    yield restart


SAYINGS: dict[str, Say] = {
    "a note to the GM": lambda game: game.act("table.note", {"words": "x", "audience": "gm"}),
    "a whisper of the GM": lambda game: told(game, game.gm, game.player),
    "the same to two": lambda game: told(game, game.gm, game.player, game.other_player, words="y" * 900),
    "a whisper between players": lambda game: told(game, game.player, game.other_player),
    "a picture shown to some": lambda game: pictured(game, game.player),
    "a text shown to some": lambda game: shown(game, game.player, game.other_player),
}
PAGES = ("", "table/", "log/", "log/?q=stairwell", "people/", "statistics/", "log/sessions/", "settings/")


def test_others_cannot_tell_a_whisper_from_any_sealed_entry(
    chances: Callable[[], None],
) -> None:
    seen = {}
    for name, say in SAYINGS.items():
        with rolled_back():
            chances()
            game = spine.new_game_as_patched()
            agree(game, "private")
            say(game)
            seen[name] = seen_by(game, game.observer)

    first = seen.pop("a note to the GM")
    for name, found in seen.items():
        assert [page for page, text in found.items() if first[page] != text] == [], name


def seen_by(game: Game, who: Membership) -> dict[str, str]:
    """Pages, what an open page is sent and the file of somebody, without what hangs on commitments and on ids."""
    client, found = browser(who), {}
    game.campaign.refresh_from_db()
    seq = game.campaign.head_seq
    people = [game.gm, game.player, game.other_player, game.observer]
    ids = {str(one.pk): one.name for one in people} | {str(game.campaign.pk): "campaign"}
    since = f"since/{seq - 1}.0/?page=table/&marks=log-rows:%20deliveries:%20news:%20calls:"
    for page in (*PAGES, f"log/{seq}/", f"log/{seq}/row/", f"log/{seq}/undo/", since):
        answer = client.get(f"/campaigns/{game.campaign.pk}/{page}")
        found[page] = f"{answer.status_code} {answer.content.decode()}"
    found["file"] = json.dumps(list(export_lines.lines(Viewer.of(who), game.campaign)))
    return {page: _plainly(text, ids) for page, text in found.items()}


def _plainly(text: str, ids: dict[str, str]) -> str:
    text = re.sub(r'"act": ?"[0-9a-f-]{36}"', "ACT", MARK.sub("", HASH.sub("HASH", text)))
    for one, name in ids.items():
        text = text.replace(one, name)
    return re.sub(r'name="(csrfmiddlewaretoken|key)" value="\w+"', "", text)


def test_nobody_shares_an_answer_with_whoever_was_told_something(game: Game) -> None:
    assert seen_alike(game.observer) is not None
    seq = told(game, game.gm, game.observer).entry.seq
    assert seen_alike(game.observer) is None
    put_away(game.observer, seq)
    assert seen_alike(game.observer) is None  # the log of theirs has it still

    watching = spine._joined(game.campaign, game.gm, "ada", "Ada", "observer")
    assert seen_alike(watching) is not None
    shown(game)
    assert seen_alike(watching) is None


def test_a_whisper_is_not_sent_to_more_readers_than_its_page_said(game: Game) -> None:
    agree(game, "private")
    page, client = f"/campaigns/{game.campaign.pk}/whisper/", browser(game.player)
    hidden = re.findall(
        r'name="(key|agreed|csrfmiddlewaretoken)" value="([^"]*)"', client.get(page).content.decode()
    )
    sent = {**dict(hidden), "words": WORDS, "to": str(game.other_player.pk)}
    agree(game, "gm_reads")

    refused = client.post(page, sent)

    assert refused.status_code == 422
    assert "Check it and send again" in refused.content.decode()
    assert WORDS in refused.content.decode(), "what was typed is kept"
    assert not Tag.objects.filter(campaign=game.campaign, value="table.whisper").exists()
    again = re.search(r'name="agreed" value="([^"]*)"', refused.content.decode())
    assert again
    assert client.post(page, {**sent, "agreed": again[1]}).status_code == 302
    assert readers(game, last_whisper(game)) == {"Gwen", "Pia", "Otto"}


def last_whisper(game: Game) -> int:
    game.campaign.refresh_from_db()
    return game.campaign.head_seq
