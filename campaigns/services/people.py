"""Who belongs to a campaign, in which role, and whose hands a character is in."""

from typing import Any
from uuid import uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.game import of_all
from campaigns.models import Act, Campaign, Entry, Membership
from campaigns.policy import NotAllowed
from campaigns.services.accounts import notices, reset_links
from campaigns.services.founding import placing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, KeyReused, Played, play
from campaigns.state import rows
from campaigns.state.errors import UnknownRecord
from campaigns.state.unit_of_work import Sheet


def change_role(*, actor: Membership, member: Membership, role: str, key: str) -> Played:
    """A GM makes somebody a GM, a player or an observer. The owner stays a GM."""
    with transaction.atomic():
        actor, member = _locked(actor, member)
        _check_gm(actor)
        _check_not_owner(member)
        if not member.is_active:
            raise NotAllowed(_("%(name)s has left. Invite them again first.") % {"name": member.name})
        played = play(actor, _placing(member, role, key))
        if not played.was_repeated:
            Membership.objects.filter(pk=member.pk).update(role=role)
            _tell(actor, member, role)
    return played


def leave(*, actor: Membership, key: str) -> Played:
    """Leave the campaign. The log stays as it is; an invitation brings the same place back."""
    return _take_out(actor, actor, key)


def remove_member(*, actor: Membership, member: Membership, key: str) -> Played:
    """A GM takes somebody out of the campaign."""
    return _take_out(actor, member, key)


def hand_over(*, actor: Membership, record_id: str, owner: Membership, reason: str, key: str) -> Played:
    """A GM gives a character into somebody's hands, with what is theirs. The log keeps the reason."""
    # What goes along depends on whose it is now, so the steps of a repetition differ; the key says what was asked.
    asked = f"hand/{uuid5(owner.pk, f'{record_id}/{reason}')}/{key}"
    with transaction.atomic():
        actor, owner = _locked(actor, owner)
        _check_gm(actor)
        earlier = _handed_before(actor, key, asked)
        if earlier is not None:
            return earlier
        if not owner.is_active or owner.role == "observer":
            raise NotAllowed(_("%(name)s can't play a character here.") % {"name": owner.name})
        steps = tuple(
            _giving(with_belonging, owner, reason)
            for with_belonging in _with_belongings(actor.campaign, record_id)
        )
        return play(actor, ActRequest(key=asked, steps=steps))


def _handed_before(actor: Membership, key: str, asked: str) -> Played | None:
    """What goes along is told by whose it is now, so a repetition is told by what its key says was asked for."""
    known = Act.objects.filter(campaign=actor.campaign_id, member=actor, key__startswith="hand/")
    earlier = known.filter(key__endswith=f"/{key}").first()
    if earlier is None:
        return None
    if earlier.key != asked:
        raise KeyReused
    return Played(Entry.objects.get(campaign=actor.campaign_id, seq=earlier.first_seq), was_repeated=True)


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
    about = {**sheet.about, "owner": str(owner.pk)}
    given: dict[str, Any] = {"record": {"id": sheet.id}, "reason": reason, "about": about}
    if sheet.about["owner"] is None and sheet.fields.get("control") == "gm" and not owner.is_gm:
        given["changes"] = [{"field": "control", "set": "player"}]
    return Request("table.edit", given)


def _take_out(actor: Membership, member: Membership, key: str) -> Played:
    with transaction.atomic():
        actor, member = _locked(actor, member)
        if actor.pk != member.pk:
            _check_gm(actor)
        _check_not_owner(member)
        played = play(actor, _placing(member, None, key))
        if not played.was_repeated:
            Membership.objects.filter(pk=member.pk).update(left=timezone.now())
            _tell(actor, member, "")
    return played


def _tell(actor: Membership, member: Membership, role: str) -> None:
    """Links of and for somebody in another role are void; a GM who is none any more by another's act is told."""
    reset_links.close(member.user_id)
    if member.role == "gm" and role != "gm" and actor.pk != member.pk:
        notices.tell_of_role(member, by=actor, role=role)


def _locked(actor: Membership, other: Membership) -> tuple[Membership, Membership]:
    """Both as they stand now, with the campaign's lock held. NotAllowed across campaigns."""
    Campaign.objects.select_for_update().get(pk=actor.campaign_id)
    found = Membership.objects.select_related("campaign").filter(campaign=actor.campaign_id)
    members = {membership.pk: membership for membership in found.filter(pk__in=(actor.pk, other.pk))}
    if other.pk not in members:
        raise NotAllowed(_("That person is not a member of this campaign."))
    return members[actor.pk], members[other.pk]


def _placing(member: Membership, role: str | None, key: str) -> ActRequest:
    # Neither is part of the request's digest, so the key has to tell one place from another.
    return ActRequest(key=f"place/{member.pk}/{role}/{key}", steps=(placing(member, role),))


def _check_gm(actor: Membership) -> None:
    if not actor.is_gm:
        raise NotAllowed(_("Only the GM can change members and who plays a character."))


def _check_not_owner(member: Membership) -> None:
    if member.user_id == member.campaign.owner_id:
        raise NotAllowed(
            _("The campaign owner stays its GM. They can delete the campaign, but not leave it.")
        )
