"""What readers add beside the log: bookmarks of their own, and comments. Nothing here is an act of the game."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.live import hub
from campaigns.log import terms
from campaigns.models import Bookmark, Campaign, Comment, Entry, Membership, Part
from campaigns.policy import NotAllowed
from campaigns.services.play.locking import locked
from campaigns.services.play.playing import KeyReused
from campaigns.viewing import GM, TABLE, may_read

MOST_BOOKMARKS = 2000
MOST_COMMENTS = 200
"""So many comments stand with one entry; a longer talk belongs elsewhere."""


class TooMuch(Exception):
    """Nothing more can be kept in this place. The message says what to do instead."""


def set_bookmark(*, member: Membership, seq: int, wanted: bool) -> None:
    """Keep or drop a member's own bookmark of an entry; doing so twice changes nothing."""
    if not wanted:
        Bookmark.objects.filter(member=member, seq=seq).delete()
        return
    if Bookmark.objects.filter(member=member).count() >= MOST_BOOKMARKS:
        raise TooMuch(_("You have reached the limit for bookmarks. Remove some you no longer need."))
    Bookmark.objects.get_or_create(member=member, seq=seq)


def write_comment(
    *, author: Membership, seq: int, words: str, for_gm: bool = False, key: str | None = None
) -> Comment:
    """Say something about an entry: to whoever may read the entry, or to the GM alone.

    The same key again gives the comment that was written; `KeyReused` where other words or another entry come by it.
    """
    with transaction.atomic():
        campaign = locked(author.campaign_id)
        earlier = Comment.objects.filter(author=author, key=key).first() if key else None
        if earlier is not None:
            if (earlier.seq, earlier.words) != (seq, words):
                raise KeyReused
            return earlier
        if Comment.objects.filter(campaign=campaign, seq=seq).count() >= MOST_COMMENTS:
            raise TooMuch(_("This entry has reached the limit for comments. Write a note instead."))
        _refuse_readers(author, campaign, seq)
        # Never wider than the entry: words about what is sealed would tell of it.
        audience = GM if for_gm and author.is_gm else audience_of(campaign, seq)
        comment = Comment.objects.create(
            campaign=campaign, seq=seq, author=author, audience=audience, words=words, key=key
        )
        # Only what all may read: the counter goes to every page, and a move without cause would tell.
        if audience == TABLE:
            hub.stir(campaign.pk)
    return comment


def change_comment(*, author: Membership, comment: Comment, words: str) -> None:
    """Put a comment in other words; only who wrote it may."""
    if comment.author_id != author.pk:
        raise NotAllowed(_("Only the author can change a comment."))
    Comment.objects.filter(pk=comment.pk).update(words=words, edited=timezone.now())


def remove_comment(*, member: Membership, comment: Comment) -> None:
    """Take a comment away: who wrote it may, and the GM."""
    if comment.author_id != member.pk and not member.is_gm:
        raise NotAllowed(_("Only the author or the GM can delete a comment."))
    Comment.objects.filter(pk=comment.pk).delete()


def audience_of(campaign: Campaign, seq: int) -> str:
    """Whom an entry's account is for by now."""
    return terms.audience_of(_account(campaign, seq))


def _refuse_readers(author: Membership, campaign: Campaign, seq: int) -> None:
    """A comment would go to others than read a whisper. Whoever does not read it is told nothing of that."""
    account = _account(campaign, seq)
    if account.readers and may_read(author, account):
        raise TooMuch(_("This was for some people only. Answer it with a whisper."))


def _account(campaign: Campaign, seq: int) -> Part:
    return Part.objects.get(entry__in=Entry.objects.filter(campaign=campaign, seq=seq), position=0)
