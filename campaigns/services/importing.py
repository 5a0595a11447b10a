"""A whole campaign out of a file: verified first, then written in pieces beside everybody's play, all of it or nothing.

It keeps its id, which every entry's hash covers. Its people get places without passwords; whoever imports it takes the
place of its owner. The secret of the period that was open is in no file, so the next one is opened at once.

Until the last piece it is there for nobody: `Campaign.objects` leaves it out, and nobody has a place in it yet.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import BinaryIO, Literal
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, DataError, IntegrityError
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.game import plain
from campaigns.log import rebuilding
from campaigns.log.draws_check import SEALED, Period
from campaigns.log.export import storing
from campaigns.log.export.checking import WholeCheck
from campaigns.log.export.reading import Limits, LogFile, Refused
from campaigns.log.export.shapes import Beside, CommentLine, EntryLine, RecapLine
from campaigns.log.export.writing import EPOCH
from campaigns.log.fold import Folded, differences
from campaigns.log.log_facts import PartPlace
from campaigns.log.pieces import Write, some, write_each
from campaigns.log.redacted import Redacted
from campaigns.models import (
    Campaign,
    CampaignDeletion,
    Comment,
    DrawPeriod,
    Entry,
    Membership,
    Part,
    Recap,
    Record,
    Redaction,
    Seat,
    Slot,
)
from campaigns.models.people import COLOURS
from campaigns.policy import NotAllowed
from campaigns.services import arriving, letting_go, migrating
from campaigns.services.founding import opening
from campaigns.services.hosting import one_by_one
from campaigns.services.images import archive
from campaigns.services.images.storing import keep_shown, set_portrait
from campaigns.services.play.fair_draws import new_period
from campaigns.services.play.locking import locked_arriving
from campaigns.services.play.playing import ActRequest, play
from campaigns.state import rows
from campaigns.state.errors import StateRefusal
from campaigns.state.kinds import kind
from campaigns.state.unit_of_work import Net, Sheet, UnitOfWork, changed_fields
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RulesError
from rules.kernel.values import Value

Done = Literal["verified", "written"]
Watch = Callable[[Done, int, int], None]
"""Told of each entry what was done with it, its number, and that of the last."""

UNFIT = (
    IntegrityError,
    DataError,
    ObjectDoesNotExist,
    StateRefusal,
    RulesError,
    NotAllowed,
    ValueError,
    TypeError,
    KeyError,
)
"""By what a state shows that it is none: rows refuse it, or the act that ends the import cannot be played on it."""


def import_campaign(
    *, owner: User, stream: BinaryIO, limits: Limits, watch: Watch = lambda done, seq, last: None
) -> Campaign:
    """Verify a file and make its campaign; `Refused` names the line and there is no campaign of it."""
    with one_by_one.claim(arriving.IMPORT) as is_ours:
        if not is_ours:
            raise Refused(0, "another campaign is being imported: send the file again when that is done")
        # Also what a process that ended left behind, or its id would be taken and the file refused.
        arriving.remove_halves()
        # Read twice: verified to its end outside of any transaction, and only then written.
        source = archive.opened(stream)
        check = _checked(LogFile(source.log(), limits), watch)
        made = _Import(check, owner, watch, source)
        try:
            write_each(made.pieces(LogFile(source.log(), limits)))
        except BaseException as error:
            with suppress(DatabaseError):  # the next start takes it away where the database is gone
                arriving.remove_halves()
            if isinstance(error, UNFIT):
                why = f"the state after the last entry is not valid: {error}"
                raise Refused(0, why) from error
            raise
    return made.campaign


def _checked(file: LogFile, watch: Watch) -> WholeCheck:
    told = file.opening
    if not told.is_whole:
        raise Refused(
            1,
            f"this is a {told.cut} cut of entries {told.range[0]} to {told.range[1]}: export the whole log, as its GM",
        )
    if Campaign.objects.filter(pk=told.campaign.id).exists():
        raise Refused(
            1,
            "this campaign already exists here. A second copy is not possible, because its id is in "
            "the hash of every entry",
        )
    check = WholeCheck(told)
    check.read(file, lambda seq: watch("verified", seq, told.range[1]))
    return check


class _Import:
    """An import under way. What it writes is told piece by piece."""

    campaign: Campaign

    def __init__(self, check: WholeCheck, owner: User, watch: Watch, source: archive.LogAlone) -> None:
        self.told, self.seen, self.watch = check.opening, check.told, watch
        self.redacted = check.redacted
        self.folded, self.draws = check.folded, check.draws
        self.owner = owner
        self.source = source
        self.portraits = source.portraits(check.folded.sheets)
        self.pictures = source.pictures(check.told.pictures)
        self.colours = source.colours()
        source.refuse_unfit()
        self.members: dict[str, Membership] = {}
        self.parts = 0

    def pieces(self, file: LogFile) -> Iterator[Write]:
        """Everything in the order in which rows need one another."""
        yield self._begin
        for people in some(sorted(self.told.people.items())):
            yield partial(self._place, people)
        yield from storing.entries(self.campaign, self._watched(file))
        yield from _state(self.campaign, self.folded, self.seen.born)
        for redacted in some(sorted(self.redacted)):
            yield partial(self._receipts, redacted)
        for portrait in self.portraits:
            yield partial(self._portrait, portrait)
        for picture in self.pictures:
            yield partial(self._picture, picture)
        yield from rebuilding.writes(self.campaign)
        for told in self.draws.periods.values():
            yield from self._period(told)
        for lines in some(file.beside()):
            yield partial(self._written_beside, lines)
        yield self._arrive

    def _begin(self) -> None:
        self.campaign = Campaign.arriving.create(
            pk=UUID(self.told.campaign.id), name=self.told.campaign.name, owner=self.owner, is_arriving=True
        )

    def _watched(self, file: LogFile) -> Iterator[EntryLine]:
        for line in file.entries():
            self.parts += len(line.parts)
            yield line
            self.watch("written", line.seq, self.told.range[1])

    def _place(self, people: list[tuple[str, str]]) -> None:
        """Places as the log has them; all but the owner's belong to new accounts without a password.

        Everybody has left until the campaign is whole.
        """
        for number, (one, name) in enumerate(people):
            places = self.seen.places[one]
            role = next((role for _time, role in reversed(places) if role is not None), "observer")
            account = (
                self.owner if one == self.told.owner else _account(name, is_active=not _has_left(places))
            )
            self.members[one] = Membership.objects.create(
                pk=UUID(one),
                campaign=self.campaign,
                user=account,
                name=name,
                role=role,
                colour=self.colours.get(one, COLOURS[number % len(COLOURS)]),
                # Nobody is in until the last piece, so no page, list or stream needs to know of imports.
                left=_when(places[-1][0]),
                made_account=account != self.owner,
            )
            # `joined` sets itself when a row is made.
            Membership.objects.filter(pk=one).update(joined=_when(places[0][0]))

    def _portrait(self, line: archive.PortraitLine) -> None:
        images = [self.source.image(one) for one in line.images]
        set_portrait(self.campaign.pk, UUID(line.record), images, line.entry)

    def _picture(self, line: archive.PictureLine) -> None:
        keep_shown(self.campaign.pk, line.entry, [self.source.image(one) for one in line.images])

    def _receipts(self, redacted: list[PartPlace]) -> None:
        for seq, number in redacted:
            part = Part.objects.get(entry__campaign=self.campaign, entry__seq=seq, position=number)
            Redaction.objects.create(part=part, by=self.members.get(self.seen.receipts[seq, number] or ""))

    def _period(self, told: Period) -> Iterator[Write]:
        """A period of the log, closed. A secret that was never shown is not there."""
        period = DrawPeriod(
            campaign=self.campaign,
            number=told.number,
            open_secret=told.open.secret or b"",
            sealed_secret=told.sealed.secret or b"",
            seed=told.open.seed,
            next_slot=told.open.last + 1,
            sealed_seed=told.sealed.seed,
            next_sealed_slot=told.sealed.last + 1,
            is_open=False,
        )
        yield period.save
        slots = (
            Slot(
                period=period,
                is_sealed=of == SEALED,
                number=number,
                seed=seed,
                nonce=nonce,
                purpose=stream.uses[number].purpose.digest(),
                is_free=stream.uses[number].is_free,
            )
            for of, stream in told.streams.items()
            for number, (seed, nonce) in sorted(stream.slots.items())
        )
        for few in some(slots):
            yield partial(Slot.objects.bulk_create, few)
        seats = (Seat(period=period, member=self.members[one]) for one in dict.fromkeys(told.seats))
        for sat in some(seats):
            yield partial(Seat.objects.bulk_create, sat)

    def _written_beside(self, lines: list[Beside]) -> None:
        for line in lines:
            if isinstance(line, RecapLine):
                kept = Recap.objects.create(
                    campaign=self.campaign,
                    session_id=UUID(line.session),
                    text=line.text,
                    revision=line.revision,
                    kept_by=self.members[line.author],
                )
                Recap.objects.filter(pk=kept.pk).update(kept_at=_when(line.time))
            if isinstance(line, CommentLine):
                made = Comment.objects.create(
                    campaign=self.campaign,
                    seq=line.seq,
                    author=self.members[line.author],
                    audience=line.audience,
                    words=line.words,
                    edited=_when(line.edited) if line.edited is not None else None,
                )
                Comment.objects.filter(pk=made.pk).update(created=_when(line.time))

    def _arrive(self) -> None:
        """The last piece, after which it is a campaign like any other: whole, with its people, guarded."""
        self.campaign = locked_arriving(self.campaign.pk)
        self._refuse_incomplete()
        # Its receipt would leave the log of the campaign that is back without its guard.
        CampaignDeletion.objects.filter(campaign=self.campaign.pk).delete()
        self.campaign.is_arriving = False
        self.campaign.save(update_fields=["is_arriving"])
        stay = [member for member in self.members if not _has_left(self.seen.places[member])]
        for few in some(stay):
            Membership.objects.filter(pk__in=few).update(left=None)
        # After the members are back: it is an act of the owner's, and play() refuses whoever has left.
        self._open_next()
        # A log of an older version may leave untold what is in force or in play; it stands as it did then.
        migrating.bring_up_to_date(Campaign.objects.filter(pk=self.campaign.pk))
        self.campaign.refresh_from_db()

    def _refuse_incomplete(self) -> None:
        stored = {
            "head": (self.campaign.head_seq, self.campaign.head_hash),
            "entries": Entry.objects.filter(campaign=self.campaign).count(),
            "parts": Part.objects.filter(entry__campaign=self.campaign).count(),
            "records": Record.objects.filter(campaign=self.campaign).count(),
        }
        head = self.told.head
        whole = {
            "head": (head.seq, head.hash),
            "entries": head.seq,
            "parts": self.parts,
            "records": len(self.folded.sheets),
        }
        if stored != whole:
            raise ValueError(f"not everything was written: {stored} of {whole}")

    def _open_next(self) -> None:
        """The period that was open ends unshown: whoever held the file cannot foretell what is drawn here."""
        period = new_period(self.campaign, max(self.draws.periods, default=0) + 1)
        owner = Membership.objects.select_related("campaign").get(pk=str(self.told.owner))
        key = f"import/{period.number}"
        last = DrawPeriod.objects.filter(campaign=self.campaign, number=period.number - 1).first()
        reason = _("The campaign came to another server before it was done again.")
        first = letting_go.before_closing(owner, last, reason, key) if last else ()
        play(owner, ActRequest(key, (opening(period, None),), first=first))


def _has_left(places: list[tuple[int, str | None]]) -> bool:
    return places[-1][1] is None


def _account(name: str, *, is_active: bool) -> User:
    """A new account nobody can sign in to before a GM gives its owner a link for a password."""
    start = slugify(name)[:40] or "member"
    taken = set(User.objects.filter(username__startswith=start).values_list("username", flat=True))
    number = 1
    while (free := start if number == 1 else f"{start}-{number}") in taken:
        number += 1
    return User.objects.create_user(free, is_active=is_active)


def _state(campaign: Campaign, folded: Folded, born: dict[str, int]) -> Iterator[Write]:
    """Every record as the fold left it, its values checked like those of an act.

    All are there before the first value is: they name one another.
    """
    working = UnitOfWork(_Nothing(), kind)
    working.apply(list(_effects(folded.sheets.values())))
    changes: dict[bool, dict[str, list[Net]]] = {True: {}, False: {}}
    for change in working.changes():
        changes[change[1] == "record"].setdefault(change[0], []).append(change)
    # In two rounds, since records name one another.
    for is_birth in (True, False):
        for sheets in some(working.touched()):
            yield partial(_write_records, campaign, born, changes[is_birth], sheets)
    stored = rows.read_sheets(Record.objects.filter(campaign=campaign))
    wrong = {sheet.id: differences(folded.sheets.get(sheet.id), sheet) for sheet in stored}
    if any(wrong.values()) or wrong.keys() != folded.sheets.keys():
        raise ValueError(f"rows differ: {wrong}")


def _write_records(
    campaign: Campaign, born: dict[str, int], changes: dict[str, list[Net]], sheets: list[Sheet]
) -> None:
    for sheet in sheets:
        rows.write(campaign, born[sheet.id], changes.get(sheet.id, []), [sheet])


def _effects(sheets: Iterable[Sheet]) -> Iterable[Effect]:
    sheets = list(sheets)
    for sheet in sheets:
        yield set_to(sheet.id, "record", _plain(plain(sheet.about)))
    for sheet in sheets:
        for name, value in changed_fields(sheet).items():
            yield set_to(sheet.id, name, _plain(value))


def _plain(value: Value) -> Value:
    """A value without marks: where words were taken out of the log, that is what a sheet says from now on."""
    if isinstance(value, Redacted):
        return str.__str__(value)
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def _when(micros: int) -> datetime:
    return EPOCH + timedelta(microseconds=micros)


class _Nothing:
    """The state before the first entry."""

    def load(self, record_id: str) -> Sheet | None:
        return None

    def linked(self, kind: str, ref: str, target: str) -> list[str]:
        return []
