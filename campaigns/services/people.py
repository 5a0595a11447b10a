"""Who belongs to a campaign, in which role, and whose hands a character is in."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Membership, Record
from campaigns.policy import NotAllowed
from campaigns.services.founding import placing
from campaigns.services.playing import ActRequest, Played, play
from campaigns.services.subjects import Request
from campaigns.state.errors import UnknownRecord


def change_role(*, actor: Membership, member: Membership, role: str, key: str) -> Played:
    """A GM makes somebody a GM, a player or an observer. The owner stays a GM."""
    with transaction.atomic():
        actor, member = _locked(actor, member)
        _check_gm(actor)
        _check_not_owner(member)
        if not member.is_active:
            raise NotAllowed(_("%(name)s has left. Invite them again first.") % {"name": member.name})
        played = play(actor, _placing(member, role, key))
        if not played.again:
            Membership.objects.filter(pk=member.pk).update(role=role)
    return played


def leave(*, actor: Membership, key: str) -> Played:
    """Leave the campaign. The log stays as it is; an invitation brings the same place back."""
    return _take_out(actor, actor, key)


def remove_member(*, actor: Membership, member: Membership, key: str) -> Played:
    """A GM takes somebody out of the campaign."""
    return _take_out(actor, member, key)


def hand_over(*, actor: Membership, record_id: str, owner: Membership, reason: str, key: str) -> Played:
    """A GM gives a character into somebody's hands. The log keeps the reason."""
    with transaction.atomic():
        actor, owner = _locked(actor, owner)
        _check_gm(actor)
        if not owner.is_active or owner.role == "observer":
            raise NotAllowed(_("%(name)s plays no character here.") % {"name": owner.name})
        row = Record.objects.filter(campaign=actor.campaign_id, pk=record_id).first()
        if row is None:
            raise UnknownRecord(record_id)
        about = {"kind": row.kind, "name": row.name, "owner": str(owner.pk), "visibility": row.visibility}
        given = {"record": {"id": str(row.pk)}, "reason": reason, "about": about}
        return play(actor, ActRequest(key=key, steps=(Request("table.edit", given),)))


def _take_out(actor: Membership, member: Membership, key: str) -> Played:
    with transaction.atomic():
        actor, member = _locked(actor, member)
        if actor.pk != member.pk:
            _check_gm(actor)
        _check_not_owner(member)
        played = play(actor, _placing(member, None, key))
        if not played.again:
            Membership.objects.filter(pk=member.pk).update(left=timezone.now())
    return played


def _locked(actor: Membership, other: Membership) -> tuple[Membership, Membership]:
    """Both as they stand now, with the campaign's lock held. NotAllowed across campaigns."""
    Campaign.objects.select_for_update().get(pk=actor.campaign_id)
    found = Membership.objects.select_related("campaign").filter(campaign=actor.campaign_id)
    members = {one.pk: one for one in found.filter(pk__in=(actor.pk, other.pk))}
    if other.pk not in members:
        raise NotAllowed(_("That person does not belong to this campaign."))
    return members[actor.pk], members[other.pk]


def _placing(member: Membership, role: str | None, key: str) -> ActRequest:
    # Neither is part of the request's digest, so the key has to tell one place from another.
    return ActRequest(key=f"place/{member.pk}/{role}/{key}", steps=(placing(member, role),))


def _check_gm(actor: Membership) -> None:
    if not actor.is_gm:
        raise NotAllowed(_("Who belongs, and whose a character is, is the GM's to change."))


def _check_not_owner(member: Membership) -> None:
    if member.user_id == member.campaign.owner_id:
        raise NotAllowed(_("The campaign's owner stays its GM. They can delete the campaign, not leave it."))
