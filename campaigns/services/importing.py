"""A whole campaign out of a file: verified first, then written, all of it or nothing.

It keeps its id, which every entry's hash covers. Its people get places without passwords; whoever imports it takes the
place of its owner. The secret of the period that was open is in no file, so the next one is opened at once.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, BinaryIO, Literal
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db import DataError, IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.log import rebuilding, standing
from campaigns.log.draws_check import SEALED
from campaigns.log.export.checking import WholeCheck
from campaigns.log.export.reading import Limits, LogFile, Refused
from campaigns.log.export.shapes import CommentLine, EntryLine, RecapLine
from campaigns.log.export.storing import store_entries
from campaigns.log.export.writing import EPOCH
from campaigns.log.fold import Folded, differences
from campaigns.log.redacted import Redacted
from campaigns.log.told import Told
from campaigns.models import (
    Campaign,
    CampaignDeletion,
    Comment,
    DrawPeriod,
    Membership,
    Part,
    Recap,
    Record,
    Redaction,
    Seat,
    Slot,
)
from campaigns.policy import NotAllowed
from campaigns.services import letting_go, migrating
from campaigns.services.fair_draws import new_period
from campaigns.services.founding import opening
from campaigns.services.playing import ActRequest, play
from campaigns.state import rows
from campaigns.state.errors import StateRefusal
from campaigns.state.kinds import kind
from campaigns.state.working import Net, Sheet, Working, changed_fields
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RulesError

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
    """Verify a file and make its campaign; `Refused` names the line and nothing has changed."""
    check = _checked(LogFile(stream, limits), watch)
    stream.seek(0)
    try:
        with transaction.atomic():
            return _Import(check, owner, watch).written(LogFile(stream, limits))
    except UNFIT as error:
        raise Refused(0, f"the state after the last entry does not fit: {error}") from error


def _checked(file: LogFile, watch: Watch) -> WholeCheck:
    told = file.opening
    if not told.is_whole:
        raise Refused(
            1,
            f"this is a {told.cut} cut of entries {told.range[0]} to {told.range[1]}: take the whole, as its GM",
        )
    if Campaign.objects.filter(pk=told.campaign.id).exists():
        raise Refused(
            1,
            "this campaign is here already. There is no second copy beside it: its id is in the hash of every entry",
        )
    check = WholeCheck(told)
    check.read(file, lambda seq: watch("verified", seq, told.range[1]))
    return check


class _Import:
    """An import under way, inside its transaction."""

    def __init__(self, check: WholeCheck, owner: User, watch: Watch) -> None:
        self.told, self.seen, self.watch = check.opening, check.told, watch
        self.redacted = check.redacted
        self.folded, self.draws = check.folded, check.draws
        self.owner = owner

    def written(self, file: LogFile) -> Campaign:
        """Everything in the order in which rows need one another."""
        # Its receipt would leave the log of the campaign that is back without its guard.
        CampaignDeletion.objects.filter(campaign=self.told.campaign.id).delete()
        self.campaign = Campaign.objects.create(
            pk=UUID(self.told.campaign.id), name=self.told.campaign.name, owner=self.owner
        )
        self.members = _place(self.campaign, self.told.people, self.seen, self.told.owner, self.owner)
        store_entries(self.campaign, self._watched(file))
        _write_state(self.campaign, self.folded, self.seen.born)
        self._receipts()
        rebuilding.rebuild(self.campaign)
        self._periods()
        self._undone()
        self._written_beside(file)
        self._open_next()
        migrating.write_policies(self.campaign)
        self.campaign.refresh_from_db()
        return self.campaign

    def _watched(self, file: LogFile) -> Iterator[EntryLine]:
        for line in file.entries():
            yield line
            self.watch("written", line.seq, self.told.range[1])

    def _receipts(self) -> None:
        for seq, number in sorted(self.redacted):
            part = Part.objects.get(entry__campaign=self.campaign, entry__seq=seq, position=number)
            Redaction.objects.create(part=part, by=self.members.get(self.seen.receipts[seq, number]))

    def _periods(self) -> None:
        """Every period of the log, closed. A secret that was never shown is not there."""
        for told in self.draws.periods.values():
            period = DrawPeriod.objects.create(
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
            Slot.objects.bulk_create(
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
            Seat.objects.bulk_create(
                Seat(period=period, member=self.members[one]) for one in dict.fromkeys(told.seats)
            )

    def _undone(self) -> None:
        """Which entries do not stand."""
        standing.mark(self.campaign, standing.Overturned(self.draws.standing.undone, frozenset()))

    def _written_beside(self, file: LogFile) -> None:
        for one in file.beside():
            if isinstance(one, RecapLine):
                kept = Recap.objects.create(
                    campaign=self.campaign,
                    session_id=UUID(one.session),
                    text=one.text,
                    revision=one.revision,
                    kept_by=self.members[one.author],
                )
                Recap.objects.filter(pk=kept.pk).update(kept_at=_when(one.time))
            if isinstance(one, CommentLine):
                made = Comment.objects.create(
                    campaign=self.campaign,
                    seq=one.seq,
                    author=self.members[one.author],
                    audience=one.audience,
                    words=one.words,
                    edited=_when(one.edited) if one.edited is not None else None,
                )
                Comment.objects.filter(pk=made.pk).update(created=_when(one.time))

    def _open_next(self) -> None:
        """The period that was open ends unshown: whoever held the file cannot foretell what is drawn here."""
        period = new_period(self.campaign, max(self.draws.periods, default=0) + 1)
        owner, key = self.members[str(self.told.owner)], f"import/{period.number}"
        last = DrawPeriod.objects.filter(campaign=self.campaign, number=period.number - 1).first()
        reason = _("The campaign came to another server before it was done again.")
        first = letting_go.before_closing(owner, last, reason, key) if last else ()
        play(owner, ActRequest(key, (opening(period, None),), first=first))


def _place(
    campaign: Campaign, people: dict[str, str], seen: Told, owner: str | None, user: User
) -> dict[str, Membership]:
    """Everybody's place as the log has it; all but the owner's belong to new accounts without a password."""
    members = {}
    for one, name in sorted(people.items()):
        places = seen.places[one]
        role = next((role for _time, role in reversed(places) if role is not None), "observer")
        has_left = places[-1][1] is None
        account = user if one == owner else _account(name, is_active=not has_left)
        members[one] = Membership.objects.create(
            pk=UUID(one),
            campaign=campaign,
            user=account,
            name=name,
            role=role,
            left=_when(places[-1][0]) if has_left else None,
            made_account=account != user,
        )
        Membership.objects.filter(pk=one).update(joined=_when(places[0][0]))
    return members


def _account(name: str, *, is_active: bool) -> User:
    """A new account nobody can sign in to before a GM gives its owner a link for a password."""
    start = slugify(name)[:40] or "member"
    taken = set(User.objects.filter(username__startswith=start).values_list("username", flat=True))
    number = 1
    while (free := start if number == 1 else f"{start}-{number}") in taken:
        number += 1
    return User.objects.create_user(free, is_active=is_active)


def _write_state(campaign: Campaign, folded: Folded, born: dict[str, int]) -> None:
    """Every record as the fold left it, its values checked like those of an act."""
    working = Working(_Nothing(), kind)
    working.apply(list(_effects(folded.sheets.values())))
    changes: dict[str, list[Net]] = {}
    for change in working.changes():
        changes.setdefault(change[0], []).append(change)
    for sheet in working.touched():
        rows.write(campaign, born[sheet.id], changes[sheet.id], [sheet])
    stored = rows.read_sheets(Record.objects.filter(campaign=campaign))
    wrong = {one.id: differences(folded.sheets.get(one.id), one) for one in stored}
    if any(wrong.values()) or wrong.keys() != folded.sheets.keys():
        raise ValueError(f"rows differ: {wrong}")


def _effects(sheets: Iterable[Sheet]) -> Iterable[Effect]:
    sheets = list(sheets)
    for sheet in sheets:
        yield set_to(sheet.id, "record", _plain(sheet.about))
    for sheet in sheets:
        for name, value in changed_fields(sheet).items():
            yield set_to(sheet.id, name, _plain(value))


def _plain(value: Any) -> Any:
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
