"""Who belongs to a campaign, in which role, and whose hands a character is in."""

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.game import of_all
from campaigns.models import Campaign, Entry, Membership
from campaigns.policy import NotAllowed
from campaigns.services.accounts import notices, reset_links
from campaigns.services.founding import placing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state import rows
from campaigns.state.errors import UnknownRecord
from campaigns.state.unit_of_work import Sheet
from rules.kernel.values import Value


def change_role(*, actor: Membership, member: Membership, role: str, key: str) -> Played:
    """A GM makes somebody a GM, a player or an observer. The owner stays a GM."""

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        leader, other = _now(actor, member)
        _check_gm(leader)
        _check_not_owner(other)
        if not other.is_active:
            raise NotAllowed(_("%(name)s has left. Invite them again first.") % {"name": other.name})
        return (placing(other, role),)

    def place(_campaign: Campaign, _entry: Entry) -> None:
        before = _now(actor, member)
        Membership.objects.filter(pk=member.pk).update(role=role)
        _tell(*before, role)

    return play(actor, ActRequest(key, (), plan, place, asked=[str(member.pk), role]))


def leave(*, actor: Membership, key: str) -> Played:
    """Leave the campaign. The log stays as it is; an invitation brings the same place back."""
    return _take_out(actor, actor, key)


def remove_member(*, actor: Membership, member: Membership, key: str) -> Played:
    """A GM takes somebody out of the campaign."""
    return _take_out(actor, member, key)


def hand_over(*, actor: Membership, record_id: str, owner: Membership, reason: str, key: str) -> Played:
    """A GM gives a character into somebody's hands, with what is theirs. The log keeps the reason."""

    def plan(campaign: Campaign) -> list[Request]:
        leader, theirs = _now(actor, owner)
        _check_gm(leader)
        if not theirs.is_active or theirs.role == "observer":
            raise NotAllowed(_("%(name)s can't play a character here.") % {"name": theirs.name})
        return [_giving(sheet, theirs, reason) for sheet in _with_belongings(campaign, record_id)]

    return play(actor, ActRequest(key, (), plan, asked=[record_id, str(owner.pk), reason]))


def _with_belongings(campaign: Campaign, record_id: str) -> list[Sheet]:
    """A record, and those that name it as whose they are and are in the same hands."""
    stored = rows.Rows(campaign)
    sheet = stored.load(record_id)
    if sheet is None:
        raise UnknownRecord(record_id)
    belongings = of_all(lambda game: game.values.belongings)
    named = (one for kind, ref in belongings.items() for one in stored.linked(kind, ref, sheet.id))
    theirs = [one for one in stored.load_many(named) if one.about["owner"] == sheet.about["owner"]]
    return [sheet, *theirs]


def _giving(sheet: Sheet, owner: Membership, reason: str) -> Request:
    """The edit that gives a record to somebody. Nobody's character was the GM's to speak for; a player's is not."""
    about = sheet.about_with(owner=str(owner.pk))
    given: dict[str, Value] = {"record": {"id": sheet.id}, "reason": reason, "about": about}
    if sheet.about["owner"] is None and sheet.fields.get("control") == "gm" and not owner.is_gm:
        given["changes"] = [{"field": "control", "set": "player"}]
    return Request("table.edit", given)


def _take_out(actor: Membership, member: Membership, key: str) -> Played:
    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        leader, other = _now(actor, member)
        if leader.pk != other.pk:
            _check_gm(leader)
        _check_not_owner(other)
        return (placing(other, None),)

    def take_out(_campaign: Campaign, _entry: Entry) -> None:
        before = _now(actor, member)
        Membership.objects.filter(pk=member.pk).update(left=timezone.now())
        _tell(*before, "")

    return play(actor, ActRequest(key, (), plan, take_out, asked=[str(member.pk), None]))


def _tell(actor: Membership, member: Membership, role: str) -> None:
    """Links of and for somebody in another role are void; a GM who is none any more by another's act is told."""
    reset_links.close(member.user_id)
    if member.role == "gm" and role != "gm" and actor.pk != member.pk:
        notices.tell_of_role(member, by=actor, role=role)


def _now(actor: Membership, other: Membership) -> tuple[Membership, Membership]:
    """Both as they stand under the campaign's lock. NotAllowed across campaigns."""
    found = Membership.objects.select_related("campaign").filter(campaign=actor.campaign_id)
    members = {membership.pk: membership for membership in found.filter(pk__in=(actor.pk, other.pk))}
    if other.pk not in members:
        raise NotAllowed(_("That person is not a member of this campaign."))
    return members[actor.pk], members[other.pk]


def _check_gm(actor: Membership) -> None:
    if not actor.is_gm:
        raise NotAllowed(_("Only the GM can change members and who plays a character."))


def _check_not_owner(member: Membership) -> None:
    if member.user_id == member.campaign.owner_id:
        raise NotAllowed(
            _("The campaign owner stays its GM. They can delete the campaign, but not leave it.")
        )
