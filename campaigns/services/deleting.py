"""A whole campaign deleted by its owner, with the receipt that the database asks for."""

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from campaigns import models
from campaigns.policy import NotAllowed
from campaigns.services.play.locking import locked
from campaigns.state.kinds import KINDS


def delete_campaign(*, owner: User, campaign: models.Campaign) -> models.CampaignDeletion:
    """Delete a campaign and its log. Only its owner may; the receipt says that there was one."""
    with transaction.atomic():
        found = locked(campaign.pk)
        refuse_all_but_owner(owner, found)
        return delete_locked(found)


def delete_locked(campaign: models.Campaign) -> models.CampaignDeletion:
    """The same of a campaign that is locked already, whoever asks for it."""
    places = models.Membership.objects.filter(campaign=campaign).exclude(user=campaign.demo_of_id)
    # In a demo of somebody's own they are nobody's but its places'.
    accounts = [*places.values_list("user", flat=True)] if campaign.demo_of_id else []
    receipt = models.CampaignDeletion.objects.create(campaign=campaign.pk, name=campaign.name)
    delete_rows(campaign)
    User.objects.filter(pk__in=accounts).delete()
    return receipt


def delete_rows(campaign: models.Campaign) -> None:
    """Every row of a campaign that has its receipt, in one transaction."""
    # Foreign keys are checked at the end of the transaction, so records that name one another go together.
    for rows in _everything(campaign):
        rows._raw_delete(rows.db)
    models.Campaign._base_manager.filter(pk=campaign.pk)._raw_delete("default")


def refuse_all_but_owner(user: User, campaign: models.Campaign) -> None:
    """Raise `NotAllowed` unless the campaign is this person's own."""
    if campaign.owner_id != user.pk:
        raise NotAllowed(_("Only the campaign owner can delete it."))


def _everything(campaign: models.Campaign) -> Iterator[QuerySet[Model]]:
    """All rows of a campaign, those that point at others first."""
    typed = dict.fromkeys(model for kind in KINDS.values() for model in kind.models)
    for model in typed:
        yield model._default_manager.filter(record__campaign=campaign)
    for image in (models.Portrait, models.ShownPicture, models.StoredImage):
        yield image._default_manager.filter(campaign=campaign)
    yield models.Redaction._default_manager.filter(part__entry__campaign=campaign)
    yield models.Part._default_manager.filter(entry__campaign=campaign)
    yield models.Posting._default_manager.filter(term__campaign=campaign)
    yield models.Bookmark._default_manager.filter(member__campaign=campaign)
    for beside in (
        models.Term,
        models.FreshTerms,
        models.Comment,
        models.Recap,
        models.Delivery,
        models.Stage,
    ):
        yield beside._default_manager.filter(campaign=campaign)
    for model in (models.Change, models.Tag, models.Undone, models.Act, models.Entry, models.Record):
        yield model._default_manager.filter(campaign=campaign)
    yield models.Seat._default_manager.filter(period__campaign=campaign)
    yield models.Slot._default_manager.filter(period__campaign=campaign)
    yield models.Seen._default_manager.filter(member__campaign=campaign)
    for one in (models.Draft, models.DrawPeriod, models.Invitation, models.Presence, models.Membership):
        yield one._default_manager.filter(campaign=campaign)
