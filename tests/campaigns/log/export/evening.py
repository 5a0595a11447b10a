"""An evening with something of everything that an export has to carry, and ways to tamper with its file."""

import hashlib
import io
import json
from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from campaigns.log import chain
from campaigns.log.export import checking, cuts, writing
from campaigns.log.export.reading import WHILE_WAITING
from campaigns.models import Membership, Record
from campaigns.services import recaps, redaction, revealing, reviewing, seats, sessions
from tests.campaigns.spine import Game, new_game

Line = dict[str, Any]
RECAP = "Mara tried her will. [9]\nNobody asked <why>."


def an_evening() -> Game:
    """Seats, rolls, hidden things, a note for the GM, hand dice, an undo, words taken out, comments, secrets shown."""
    game = new_game()
    game.act("table.change_policy", {"values": {"hand_dice": True}})
    sessions.begin_session(actor=game.gm, name="First night", key=game.key())
    seats.take_seat(actor=game.player, word="lamplight “𝄞”", key=game.key())
    mara = game.make("character", "Mara", owner=game.player, will=4, state="active")
    roll = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}
    game.act("sorcerer.roll", roll, by=game.player, nonce="ab" * 16)
    game.make("demon", "Vesh", need="the names of the dead")
    game.act("table.note", {"words": "The door was never locked.", "audience": "gm"})
    game.act("sorcerer.roll", roll, by=game.player, hand=(1, 2, 3, 4, 5, 6, 7))
    again = game.act("sorcerer.roll", roll, by=game.player, nonce="ef" * 16)
    game.undo(again.entry.seq)
    said = game.act("table.note", {"words": "Said in anger."}, by=game.player)
    redaction.redact(actor=game.player, entry=said.entry.seq, part=1, reason="sorry", key=game.key())
    noted = game.act("table.note", {"words": "Found\n\u0303out."}, by=game.player)
    reviewing.write_comment(author=game.player, seq=noted.entry.seq, words="So we did.")
    reviewing.write_comment(author=game.gm, seq=noted.entry.seq, words="They did not.", for_gm=True)
    reviewing.set_bookmark(member=game.player, seq=noted.entry.seq, wanted=True)
    sessions.end_session(actor=game.gm, key=game.key())
    recaps.keep_recap(author=game.player, session=UUID(session_of(game, 1)), text=RECAP, revision=0)
    sessions.begin_session(actor=game.gm, name="Second night", key=game.key())
    game.act("sorcerer.roll", roll, by=game.player, nonce="01" * 16)
    game.campaign.refresh_from_db()
    return game


def reveal(game: Game, seq: int) -> None:
    """Show to all what was sealed in an entry."""
    revealing.reveal_entries(actor=game.gm, entries=[seq], key=game.key())
    game.campaign.refresh_from_db()


def session_of(game: Game, number: int) -> str:
    found = Record.objects.get(campaign=game.campaign, kind="session", session__number=number)
    return str(found.pk)


def exported(
    game: Game, cut: cuts.CutName = "gm", member: Membership | None = None, session: int | None = None
) -> bytes:
    """A file of the game."""
    game.campaign.refresh_from_db()
    span = cuts.session_span(game.campaign, session_of(game, session)) if session else None
    wanted = cuts.cut_for(cut, member or game.gm)
    return b"".join(writing.written(game.campaign, wanted, span or cuts.whole(game.campaign)))


def check(data: bytes) -> checking.Checked:
    return checking.check_file(io.BytesIO(data), WHILE_WAITING)


def read(data: bytes) -> list[Line]:
    return [json.loads(line) for line in data.decode().split("\n")[:-1]]


def sealed(found: Iterable[Any]) -> bytes:
    """Lines without their end as a file with the right one: whoever tampers will put that right as well."""
    body = "".join(f"{writing.text_of(line)}\n" for line in found).encode()
    count = body.count(b"\n")
    end: Any = {"end": {"lines": count, "sha256": hashlib.sha256(body).hexdigest()}}
    return body + f"{writing.text_of(end)}\n".encode()


def forged(data: bytes, change: Callable[[int, Any], Any]) -> bytes:
    """A file whose accounts were changed by somebody who chained everything anew. `change` gets number and account."""
    opening, *entries = read(data)[:-1]
    prev = chain.GENESIS
    for line in entries:
        if "header" not in line:
            continue
        told = json.loads(line["parts"][0]["text"])
        text = writing.text_of(change(line["seq"], told))
        line["parts"][0]["text"] = text
        line["header"]["parts"][0]["commitment"] = chain.commit(line["parts"][0]["nonce"], text)
        line["header"]["prev"] = prev
        prev = line["hash"] = chain.digest(line["header"])
    opening["head"]["hash"] = prev
    return sealed([opening, *entries])
