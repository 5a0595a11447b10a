"""Whatever is changed behind the log's back is found, and named."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from campaigns.log import canonical, chain, guards
from campaigns.log.log_facts import Fault
from campaigns.models import Campaign, Character, Entry, Part, Record, SorcererSheet
from campaigns.services import redaction
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Tamper = Callable[[Game], object]


@pytest.fixture
def game() -> Game:
    """A campaign of a few entries: 5 makes Mara, 6 to 9 change her, 10 is a note, 11 rolls."""
    game = new_game()
    mara = game.make("character", "Mara", will=4, state="active")
    for score in (1, 2, 3, 4):
        game.edit(mara, lore=score)
    game.act("table.note", {"words": "a note"})
    given = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 2}}
    game.act("sorcerer.roll", given)
    return game


def faults(game: Game, tamper: Tamper) -> list[Fault]:
    with guards.lifted():
        tamper(game)
    return game.verified().faults


def entry(game: Game, seq: int) -> Entry:
    return Entry.objects.get(campaign=game.campaign, seq=seq)


def test_an_untouched_log_holds(game: Game) -> None:
    report = game.verified()

    assert report.holds
    assert report.entries == report.played_again == 11
    assert report.draws.derived == 6


@pytest.mark.parametrize("field", ["act", "cause", "time", "prev", "hash", "format"])
def test_a_changed_header_is_named(game: Game, field: str) -> None:
    values = {
        "act": entry(game, 6).act,
        "cause": 3,
        "time": F("time") + 1,
        "prev": "1" * 64,
        "hash": "1" * 64,
        "format": 2,
    }

    found = faults(
        game, lambda game: Entry.objects.filter(pk=entry(game, 7).pk).update(**{field: values[field]})
    )

    assert [(fault.check, fault.seq) for fault in found] == [("chain", 7)]


@pytest.mark.parametrize("field", ["text", "nonce", "commitment", "audience", "kind"])
def test_a_changed_part_is_named(game: Game, field: str) -> None:
    values = {"text": "{}", "nonce": "00" * 32, "commitment": "1" * 64, "audience": "gm", "kind": "text"}

    found = faults(
        game, lambda game: Part.objects.filter(entry=entry(game, 7)).update(**{field: values[field]})
    )

    assert [(fault.check, fault.seq) for fault in found] == [("chain", 7)]


def test_a_removed_part_is_named(game: Game) -> None:
    found = faults(game, lambda game: Part.objects.filter(entry=entry(game, 10), kind="text").delete())

    assert [(fault.check, fault.seq) for fault in found] == [("chain", 10)]


def test_a_removed_entry_is_named(game: Game) -> None:
    found = faults(game, lambda game: Entry.objects.filter(pk=entry(game, 8).pk).delete())

    assert found == [Fault("chain", 8, "this entry is missing")]


def test_swapped_entries_are_named(game: Game) -> None:
    def swap(game: Game) -> None:
        first, second = entry(game, 7), entry(game, 8)
        Entry.objects.filter(pk=first.pk).update(seq=999)
        Entry.objects.filter(pk=second.pk).update(seq=7)
        Entry.objects.filter(pk=first.pk).update(seq=8)

    assert [(fault.check, fault.seq) for fault in faults(game, swap)] == [("chain", 7)]


def test_a_truncated_log_is_named(game: Game) -> None:
    found = faults(game, lambda game: Entry.objects.filter(campaign=game.campaign, seq__gt=9).delete())

    assert found[0] == Fault("chain", 9, "the log should end with entry 11")


def test_a_truncated_log_with_its_head_set_back_differs_from_the_rows(game: Game) -> None:
    def truncate(game: Game) -> None:
        Entry.objects.filter(campaign=game.campaign, seq__gt=8).delete()
        Campaign.objects.filter(pk=game.campaign.pk).update(head_seq=8, head_hash=entry(game, 8).hash)

    assert {fault.check for fault in faults(game, truncate)} == {"rows", "beside"}


def test_a_duplicated_entry_is_named(game: Game) -> None:
    def duplicate(game: Game) -> None:
        copied, texts = entry(game, 9), list(Part.objects.filter(entry=entry(game, 9)))
        copied.pk, copied.seq, copied._state.adding = None, 12, True
        copied.save()
        for text in texts:
            text.pk, text.entry, text._state.adding = None, copied, True
            text.save()

    assert [(fault.check, fault.seq) for fault in faults(game, duplicate)] == [("chain", 12)]


@pytest.mark.parametrize(
    "document",
    [{}, [], 7, {"steps": 3}, {"steps": [], "changes": [[1, 2]], "from": {}}, {"$": 5}, {"steps": [{}]}],
)
def test_a_forged_entry_in_a_forged_chain_is_named(game: Game, document: Any) -> None:
    found = faults(game, lambda game: forge(game, document))

    assert [(fault.check, fault.seq) for fault in found] in ([("replay", 12)], [("fold", 12)])


def test_a_forged_change_does_not_come_out_of_its_steps(game: Game) -> None:
    mara = Character.objects.values_list("record", flat=True).get()
    note = {"action": "table.note", "version": 1, "input": {"words": "x"}, "draws": [], "effects": []}
    step = {**note, "outcome": {"clause": None}, "clauses": ["TAB-TALK-01"]}
    changes = [[str(mara), "lore", [4], [9]]]

    found = faults(game, lambda game: forge(game, {"steps": [step], "changes": changes, "from": {}}))

    assert [(fault.check, fault.seq) for fault in found] == [("replay", 12)]


def test_a_row_changed_behind_the_log_is_named(game: Game) -> None:
    found = faults(game, lambda _game: SorcererSheet.objects.update(will=9))

    assert [(fault.check, fault.seq) for fault in found] == [("rows", None)]
    assert "will" in found[0].detail


def test_a_record_made_behind_the_log_is_named(game: Game) -> None:
    found = faults(game, lambda game: Record.objects.create(campaign=game.campaign, kind="thing", born=3))

    assert [fault.check for fault in found] == ["rows"]


def test_a_sheet_removed_behind_the_log_is_named(game: Game) -> None:
    found = faults(game, lambda _game: SorcererSheet.objects.all().delete())

    assert "rows" in [fault.check for fault in found]


@pytest.mark.parametrize("which", ["open_secret", "sealed_secret"])
def test_a_changed_secret_of_the_draws_is_named(game: Game, which: str) -> None:
    found = faults(game, lambda game: game.campaign.draw_periods.update(**{which: b"0" * 32}))

    assert found[0].check == "rows"
    assert "commitment" in found[0].detail


def test_a_missing_guard_is_named(game: Game) -> None:
    guards._drop(next(iter(guards._wanted())))

    found = game.verified().faults
    guards.install()

    assert [fault.check for fault in found] == ["guards"]
    assert game.verified().holds


def test_redacted_words_are_counted_and_the_rest_still_proves_itself(game: Game) -> None:
    redaction.redact(actor=game.gm, entry=10, part=1, reason="said in anger", key="r")

    report = game.verified()

    assert report.holds
    assert (report.redacted, report.fold_only) == (1, 1)


def test_words_emptied_without_a_receipt_are_named(game: Game) -> None:
    found = faults(game, lambda game: Part.objects.filter(entry=entry(game, 10), kind="text").update(text=""))

    assert (found[0].check, found[0].seq) == ("chain", 10)


@pytest.mark.parametrize("options", [[], ["--chain"]])
def test_command_fails_and_says_where(
    game: Game, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    with guards.lifted():
        Part.objects.filter(entry=entry(game, 7)).update(text="{}")

    with pytest.raises(CommandError):
        call_command("verify_log", str(game.campaign.pk), *options)

    assert "chain: entry 7" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["verify_log", "rebuild_review"])
@pytest.mark.parametrize("wanted", ["nobody", "00000000-0000-0000-0000-000000000000"])
def test_campaign_that_is_not_here_is_no_log_that_holds(game: Game, command: str, wanted: str) -> None:
    with pytest.raises(CommandError, match=f"no campaign {wanted}. Campaigns here:\n  {game.campaign.pk}"):
        call_command(command, wanted)


def forge(game: Game, document: Any) -> None:
    """An entry of one's own, chained as it has to be."""
    game.campaign.refresh_from_db()
    part = chain.draft("table", "act", document)
    seq, prev = game.campaign.head_seq + 1, game.campaign.head_hash
    commitments = [{"audience": "table", "kind": "act", "commitment": part.commitment}]
    act = entry(game, 7).act
    head = chain.header(
        campaign=str(game.campaign.pk),
        seq=seq,
        act=str(act),
        cause=None,
        time=1,
        prev=prev,
        parts=commitments,
    )
    made = Entry.objects.create(
        campaign=game.campaign, seq=seq, act=act, time=1, prev=prev, hash=chain.digest(head)
    )
    Part.objects.create(
        entry=made,
        position=0,
        audience="table",
        kind="act",
        nonce=part.nonce,
        text=canonical.encode(document),
        commitment=part.commitment,
    )
    Campaign.objects.filter(pk=game.campaign.pk).update(head_seq=seq, head_hash=made.hash)
