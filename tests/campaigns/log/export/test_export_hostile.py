"""Files that somebody made to break things: each gets a plain refusal with its line, and nothing changes."""

import functools
import gzip
import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from campaigns.log.export import checking
from campaigns.log.export.reading import WHILE_WAITING, Limits, Refused
from campaigns.services import deleting
from campaigns.services.importing import import_campaign
from tests.campaigns.log.export.evening import an_evening, exported, forged, read, sealed
from tests.campaigns.world import totals

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LONG_NUMBER = "7" * 5000
NOBODY = "00000000-0000-0000-0000-000000000000"
Change = Callable[[bytes], bytes]


def with_opening(**values: Any) -> Change:
    """The first line with other values, and the right hash at the end."""

    def changed(data: bytes) -> bytes:
        opening, *rest = read(data)[:-1]
        return sealed([{**opening, **values}, *rest])

    return changed


def without_opening(name: str) -> Change:
    def changed(data: bytes) -> bytes:
        opening, *rest = read(data)[:-1]
        return sealed([{key: value for key, value in opening.items() if key != name}, *rest])

    return changed


def with_text(old: str, new: str) -> Change:
    """Bytes changed somewhere: what no program of ours would write."""
    return lambda data: data.replace(old.encode(), new.encode(), 1)


def with_last(line: str) -> Change:
    return lambda data: data + line.encode()


def zipped(data: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("log.jsonl", data)
    return packed.getvalue()


def with_comment(**values: Any) -> Change:
    def changed(data: bytes) -> bytes:
        lines = read(data)[:-1]
        place = next(place for place, line in enumerate(lines) if line.get("beside") == "comment")
        lines[place] |= values
        return sealed(lines)

    return changed


def with_recap(**values: Any) -> Change:
    def changed(data: bytes) -> bytes:
        lines = read(data)[:-1]
        place = next(place for place, line in enumerate(lines) if line.get("beside") == "recap")
        lines[place] |= values
        return sealed(lines)

    return changed


HOSTILE: dict[str, tuple[Change, str]] = {
    "nothing": (lambda data: b"", "line 1: the file ends too early"),
    "no text": (lambda data: b"\xff\xfe{}\n", "line 1: this is not UTF-8"),
    "another text": (lambda data: b"Dear table,\n", "line 1: this cannot be read"),
    "a number": (lambda data: b"7\n", "line 1: every line must be an object"),
    "an object of another kind": (lambda data: b'{"a":1}\n', "line 1: this is not an exported log"),
    "a byte order mark": (lambda data: b"\xef\xbb\xbf" + data, "line 1: this cannot be read"),
    "a zip archive": (zipped, "unpack it"),
    "packed and cut off": (lambda data: gzip.compress(data)[:-900], "incomplete"),
    "packed and damaged": (lambda data: gzip.compress(data)[:-4] + b"1234", "damaged"),
    "a later format": (with_opening(format=2), "line 1: the format is 2, but this server only knows 1"),
    "an unknown cut": (with_opening(cut="all"), "line 1: Invalid enum value 'all'"),
    "more than the first line may say": (with_opening(password="x"), "line 1: .*unknown field `password`"),
    "a name with control characters": (with_opening(people={"x\x00": "y"}), "line 1: "),
    "no head": (without_opening("head"), "line 1: .*missing required field `head`"),
    "no owner": (without_opening("owner"), "line 1: a gm cut does not name its reader or its owner"),
    "nobody": (with_opening(people={}), "line 1: people: "),
    "too many people": (
        lambda data: with_opening(people={**read(data)[0]["people"], NOBODY: "X"})(data),
        "line 1: people: ",
    ),
    "another name": (
        with_opening(campaign={"id": NOBODY, "name": "X"}),
        "line 2: ",
    ),
    "a range of nothing": (with_opening(range=[9, 2]), "line 1: entries 9 to 2"),
    "more entries than there are": (with_opening(range=[1, 900]), "line 1: entries 1 to 900"),
    "an id with a line end": (with_text('"seq":2}', '"seq":2,"x":"\\n"}'), "line"),
    "old Mac and Windows line ends": (lambda data: data.replace(b"\n", b"\r\n"), "line 1: "),
    "spaces": (with_text('"cut":"gm"', '"cut": "gm"'), "line 1: .*in canonical form"),
    "keys in another order": (
        lambda data: json.dumps(dict(reversed(read(data)[0].items()))).encode() + b"\n",
        "line 1: .*in canonical form",
    ),
    "a key twice": (with_text('"cut":"gm"', '"cut":"gm","cut":"gm"'), "line 1: .*in canonical form"),
    "letters written otherwise": (
        with_text('"pactbook":"log"', '"pactbook":"\\u006cog"'),
        "line 1: .*in canonical form",
    ),
    "a fraction": (with_text('"format":1', '"format":1.0'), "line 1: .*1.0 is not a whole number"),
    "no number": (with_text('"format":1', '"format":NaN'), "line 1: .*NaN is not a whole number"),
    "a number without end": (
        with_text('"format":1', f'"format":{LONG_NUMBER}'),
        "line 1: .*too large a number",
    ),
    "a large number": (with_text('"format":1', '"format":9007199254740993'), "line 1: .*too large a number"),
    "deep": (lambda data: b'{"a":' + b"[" * 50 + b"]" * 50 + b"}\n", "line 1: .*too deep"),
    "deeper": (lambda data: b'{"a":' + b"[" * 200_000 + b"]" * 200_000 + b"}\n", "line 1: .*too deep"),
    "incomplete character": (with_text('"pactbook":"log"', '"pactbook":"\\ud800"'), "line 1: "),
    "content after the end": (with_last("{}\n"), "content after the end"),
    "an empty line after the end": (with_last("\n"), "content after the end"),
    "a longer line than any": (lambda data: b'{"a":"' + b"x" * 2**21 + b'"}\n', "line 1: the line is longer"),
    "a comment on no entry": (with_comment(seq=900), "line .*there is no entry 900 here"),
    "a comment of a stranger": (
        with_comment(author=NOBODY),
        "no member of this",
    ),
    "a comment at no time": (with_comment(time=-1), "line "),
    "a recap of nothing": (with_recap(session=NOBODY), "line .*no session here"),
    "a recap of a stranger": (with_recap(author=NOBODY), "line .*no member of this"),
    "a long comment": (with_comment(words="x" * 2001), "line .*length <= 2000"),
    "another's sealed secret": (
        lambda data: data.replace(b'"sealed":"', b'"sealed":"00')[:-1],
        "line ",
    ),
}


@functools.cache
def a_file() -> bytes:
    """A whole campaign of another place: nothing of it is here."""
    with transaction.atomic():
        data = exported(an_evening())
        transaction.set_rollback(True)
    return data


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_a_reason(name: str) -> None:
    change, reason = HOSTILE[name]
    data, owner = change(a_file()), User.objects.create_user("mo")
    before = totals()

    with pytest.raises(Refused, match=f"(?s){reason}"):
        import_campaign(owner=owner, stream=io.BytesIO(data), limits=WHILE_WAITING)

    assert totals() == before


BOMB = 80 * 2**20
"""More than twice the memory that may be taken."""


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = gzip.compress(b"\n".join([b'{"a":1}'] * 10) + b"\n" + b" " * BOMB)
    opening = a_file().split(b"\n", 1)[0] + b"\n"
    bombs = (bomb, gzip.compress(opening + b" " * BOMB))
    tracemalloc.start()

    for data in bombs:
        with pytest.raises(Refused):
            checking.check_file(io.BytesIO(data), WHILE_WAITING)

    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert all(len(data) < 2**20 for data in bombs)
    assert peak < 32 * 2**20


def test_a_file_larger_than_the_limit_is_refused() -> None:
    data = a_file()

    with pytest.raises(Refused, match="larger than"):
        checking.check_file(io.BytesIO(data), Limits(size=len(data) - 1, entries=5000))
    with pytest.raises(Refused, match="entries are more than the limit of 5"):
        checking.check_file(io.BytesIO(data), Limits(size=len(data), entries=5))


FORGED: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "an outcome": (lambda told: {**told, "steps": [{**told["steps"][0], "outcome": {}}]}, "replay"),
    "changes": (lambda told: {**told, "changes": [*told["changes"], ["x", "record", [], []]]}, "replay|fold"),
    "steps": (lambda told: {**told, "steps": 3}, "replay"),
    "no steps": (lambda told: {**told, "steps": []}, "replay"),
    "nothing": (lambda told: {}, "replay"),
    "a list": (lambda told: [], "replay"),
    "a marker of no part": (lambda told: {"$": 9}, "replay"),
    "an unknown action": (
        lambda told: {**told, "steps": [{**told["steps"][0], "action": "table.win"}]},
        "replay",
    ),
    "a deep account": (lambda told: {**told, "names": _deep(300)}, "replay"),
    "draws from another slot": (
        lambda told: {**told, "from": {"by": "fair", "period": 1, "slot": 9, "seed": "0" * 64, "nonce": ""}},
        "replay",
    ),
}


def _deep(levels: int) -> Any:
    value: Any = {}
    for _level in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_account_in_a_forged_chain_is_named(name: str) -> None:
    change, reason = FORGED[name]
    seq = 8
    data = forged(a_file(), lambda number, told: change(told) if number == seq else told)
    owner = User.objects.create_user("mo")
    before = totals()

    with pytest.raises(Refused, match=f"line {seq + 1}: ({reason}): entry {seq}: "):
        import_campaign(owner=owner, stream=io.BytesIO(data), limits=WHILE_WAITING)

    assert totals() == before


@pytest.mark.parametrize(("cut", "session"), [("table", None), ("member", None), ("gm", 1), ("gm", 2)])
def test_a_part_of_a_campaign_is_not_brought_in(cut: Any, session: int | None) -> None:
    game = an_evening()
    data = exported(game, cut, game.gm, session)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)
    before = totals()

    with pytest.raises(Refused, match=r"line 1: this is a .* cut of entries"):
        import_campaign(owner=game.gm.user, stream=io.BytesIO(data), limits=WHILE_WAITING)

    assert totals() == before


def test_a_campaign_that_is_here_is_not_brought_in_twice() -> None:
    game = an_evening()
    before = totals()

    with pytest.raises(Refused, match=r"line 1: this campaign already exists here.*its id is in the hash"):
        import_campaign(owner=game.gm.user, stream=io.BytesIO(exported(game)), limits=WHILE_WAITING)

    assert totals() == before


def test_a_state_that_no_row_can_hold_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = an_evening()
    data = exported(game)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)
    User.objects.create_user("mo")
    before = totals()

    with pytest.raises(Refused):
        import_campaign(owner=game.gm.user, stream=_Changing(data), limits=WHILE_WAITING)

    assert totals() == before


class _Changing(io.BytesIO):
    """A file that somebody changes between its check and its reading."""

    def seek(self, offset: int, whence: int = 0) -> int:
        self._times = getattr(self, "_times", 0) + 1
        if self._times == 3:
            self.truncate(len(self.getvalue()) // 2)
        return super().seek(offset, whence)
