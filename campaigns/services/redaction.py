"""Taking somebody's own words out of the log, with a receipt that the database asks for."""

from django.utils.translation import gettext as _

from campaigns.log import canonical, rebuilding
from campaigns.log.record import read_document
from campaigns.models import Campaign, Change, Delivery, Entry, Membership, Part, Redaction, ShownPicture
from campaigns.policy import NotAllowed
from campaigns.services.images import storing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.viewing import may_read


class NotRedactable(Exception):
    """There are no words of anybody's at that place. The message says what to do instead."""


def redact(*, actor: Membership, entry: int, part: int, reason: str, key: str) -> Played:
    """Take the words of one part out: their author may, and the GM. An entry says so (TAB-TALK-03).

    The words go from the entry and from what is found by it. A sheet that still says them is edited by an act.
    """

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        found = _part(campaign, entry, part)
        _check(actor, found)
        if found.text == "":
            raise NotRedactable(_("This text was already removed."))
        return ()

    def take_out(campaign: Campaign, _entry: Entry) -> None:
        found = _part(campaign, entry, part)
        # Before the words go: the database's guard asks for the receipt.
        Redaction.objects.create(part=found, by=actor)
        Part.objects.filter(pk=found.pk).update(text="")
        _take_out_beside(found.entry)
        _take_out_picture(found)
        rebuilding.refresh(campaign, [entry])

    step = Request("table.redact", {"reason": reason}, known={"entry": entry, "part": part})
    return play(actor, ActRequest(key, (step,), plan, take_out, about=(entry, part)))


def _part(campaign: Campaign, entry: int, part: int) -> Part:
    parts = Part.objects.select_related("entry").filter(entry__campaign=campaign, entry__seq=entry)
    found = parts.filter(position=part, kind="text").first()
    if found is None:
        raise NotRedactable(_("There is no removable text there."))
    return found


def _check(actor: Membership, part: Part) -> None:
    if part.readers and not may_read(actor, part):
        raise NotRedactable(_("There is no removable text there."))
    if actor.is_gm:
        return
    author = read_document(Part.objects.filter(entry=part.entry))["actor"]
    if author != str(actor.pk) or not may_read(actor, part):
        raise NotAllowed(_("Only the author or the GM can remove this text."))


def _take_out_picture(part: Part) -> None:
    """The picture that an entry showed, where the part named it: from pages as well, and its bytes."""
    entry = part.entry
    shown = ShownPicture.objects.filter(campaign=entry.campaign_id, seq=entry.seq)
    if shown.filter(large__sha256=canonical.decode(part.text)).exists():
        storing.remove_shown(entry.campaign_id, entry.seq)
        Delivery.objects.filter(campaign=entry.campaign_id, seq=entry.seq).delete()


def _take_out_beside(entry: Entry) -> None:
    told = read_document(Part.objects.filter(entry=entry))["changes"]
    for row, (_record, _field, before, after) in zip(
        Change.objects.filter(entry=entry).order_by("pk"), told, strict=True
    ):
        Change.objects.filter(pk=row.pk).update(before=before, after=after)
