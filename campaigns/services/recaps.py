"""Keeping the recap of a session: not an act of the game, and never a copy of the log."""

from uuid import UUID

from django.db import transaction

from campaigns.models import Membership, Recap
from campaigns.services.play.locking import locked


class ChangedMeanwhile(Exception):
    """Somebody else kept another text since this one was opened: nothing was written."""


def keep_recap(*, author: Membership, session: UUID, text: str, revision: int) -> Recap:
    """Store the recap of a session; `revision` is that of the text it was written from, 0 where there was none."""
    with transaction.atomic():
        campaign = locked(author.campaign_id)
        kept = Recap.objects.filter(session=session).first() or Recap(
            campaign=campaign, session_id=session, revision=0
        )
        # Before the revision is compared: the same form sent twice has kept its text already.
        if kept.text == text and kept.revision:
            return kept
        if kept.revision != revision:
            raise ChangedMeanwhile
        kept.text, kept.revision, kept.kept_by = text, revision + 1, author
        kept.save()
    return kept
