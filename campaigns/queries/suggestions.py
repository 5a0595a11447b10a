"""What a form may offer of the records that its member sees: the sheet that is set by hand, and names that stand on sheets."""

from campaigns.models import Campaign, Record
from campaigns.policy import Rights
from campaigns.state import kinds
from campaigns.state.rows import read_sheets
from campaigns.state.working import Sheet, defaults


def sheet_to_set(campaign: Campaign, rights: Rights, record_id: str) -> Sheet | None:
    """A record as a GM corrects it; None for anybody else, and where there is none of that id."""
    if not rights.member.is_gm:
        return None
    found = Record.objects.filter(campaign=campaign, pk=record_id).exclude(kind="pending")
    return next(iter(read_sheets(found)), None)


def blank_sheet(kind: str) -> Sheet | None:
    """A record of a kind before anything is known of it."""
    known = kinds.KINDS.get(kind)
    return Sheet("", known, {"kind": kind, "name": ""}, defaults(known)) if known is not None else None
