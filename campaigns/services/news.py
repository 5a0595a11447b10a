"""What happened to somebody's own is put away once they have seen it. No game state, and in no log."""

from campaigns.models import Membership


def put_away(member: Membership, seq: int) -> None:
    """Nothing up to this entry is news to them any more; what was put away stays so."""
    seen = min(seq, member.campaign.head_seq)
    Membership.objects.filter(pk=member.pk, news_seen__lt=seen).update(news_seen=seen)
