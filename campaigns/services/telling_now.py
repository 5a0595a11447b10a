"""What is told at once: whispers, and what the GM shows. It stands on pages until it is put away."""

from collections.abc import Callable, Collection, Sequence
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.access import rights_of
from campaigns.models import Campaign, Delivery, Entry, Membership
from campaigns.policy import NotAllowed, Rights, whispers_of
from campaigns.services.images import storing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.values import Value, Values


class AgreedOtherwise(NotAllowed):
    """Since the page was made, others read whispers than it said. The message says so."""


def check_whisper(rights: Rights, to: Collection[Membership]) -> None:
    """Raise `NotAllowed` unless this member may whisper to these: the GM to any, players to one (TAB-TALK-04)."""
    if rights.member.is_gm:
        return
    if rights.member.role == "observer":
        raise NotAllowed("Observers watch. Ask the GM for a seat as a player.")
    if len(to) > 1:
        raise NotAllowed("Players whisper to one person at a time.")
    if whispers_of(rights.policies) == "gm" and not all(one.is_gm for one in to):
        raise NotAllowed("In this campaign, players whisper only to the GM.")


def gm_reads(rights: Rights, to: Collection[Membership]) -> bool:
    """Whether the GMs read what this member whispers to these."""
    among = any(one.is_gm for one in (rights.member, *to))
    return among or whispers_of(rights.policies) != "private"


def whisper(
    *, actor: Membership, to: Collection[str], words: str, key: str, agreed: str | None = None
) -> Played:
    """Say something to some members alone (TAB-TALK-04); `agreed` is what the sender was told of who reads it."""
    readers: list[Membership] = []

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        sender, readers[:] = _now(actor, to)
        rights = rights_of(sender)
        if agreed not in (None, whispers_of(rights.policies)):
            raise AgreedOtherwise(
                _("The rule for who reads whispers has just changed. Check it and send again.")
            )
        check_whisper(rights, readers)
        known: Values = {"to": _ids(readers), "gm_reads": gm_reads(rights, readers)}
        return (Request("table.whisper", {"words": words}, known=known),)

    def deliver(_campaign: Campaign, entry: Entry) -> None:
        _deliver(entry, readers)

    return play(actor, ActRequest(key, (), plan, deliver, asked=[sorted(to), words]))


def show_text(*, actor: Membership, to: Collection[str], title: str, words: str, key: str) -> Played:
    """Put a text before the eyes of some members, or of everyone (TAB-TALK-05)."""

    def step(_campaign: Campaign, known: Values) -> Request:
        return Request("table.show", {"title": title, "words": words}, known=known)

    return _show(actor, to, key, step, [title, words])


def show_picture(
    *, actor: Membership, to: Collection[str], title: str, images: Sequence[bytes], key: str
) -> Played:
    """Put a picture before them (TAB-TALK-06). `ImageRefused` where the campaign's quota is full."""
    sha256 = storing.digest(images[-1])

    def step(campaign: Campaign, known: Values) -> Request:
        storing.refuse_full(campaign.pk, images)
        return Request("table.show_picture", {"title": title}, known={**known, "picture": sha256})

    def keep(campaign: Campaign, entry: Entry) -> None:
        storing.keep_shown(campaign.pk, entry.seq, images)

    return _show(actor, to, key, step, [title, sha256], keep)


def _show(
    actor: Membership,
    to: Collection[str],
    key: str,
    step: Callable[[Campaign, Values], Request],
    asked: list[Value],
    keep: Callable[[Campaign, Entry], None] = lambda campaign, entry: None,
) -> Played:
    """Something comes onto the pages of those in `to`, or of everyone, and stays there until they put it away."""
    readers: list[Membership] = []

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        readers[:] = _now(actor, to)[1] if to else _others(actor)
        return (step(campaign, {"to": _ids(readers) if to else []}),)

    def deliver(campaign: Campaign, entry: Entry) -> None:
        keep(campaign, entry)
        _deliver(entry, readers)

    return play(actor, ActRequest(key, (), plan, deliver, asked=[sorted(to), *asked]))


def put_away(member: Membership, seq: int) -> None:
    """What an entry told a member stands on their pages no more; nobody else learns of it."""
    waiting = Delivery.objects.filter(member=member, seq=seq, put_away=None)
    waiting.update(put_away=timezone.now())


def _deliver(entry: Entry, readers: Collection[Membership]) -> None:
    Delivery.objects.bulk_create(
        Delivery(campaign_id=entry.campaign_id, member=one, seq=entry.seq) for one in readers
    )


def _others(actor: Membership) -> list[Membership]:
    """Everybody else who belongs to the campaign."""
    here = Membership.objects.filter(campaign=actor.campaign_id, left=None).exclude(pk=actor.pk)
    return list(here.order_by("pk"))


def _now(actor: Membership, to: Collection[str]) -> tuple[Membership, list[Membership]]:
    """Who tells, and whom, as they stand under the campaign's lock."""
    found = [one for one in _others(actor) if str(one.pk) in to]
    if len(found) < len(set(to)) or not found:
        raise NotAllowed(_("That person is not a member of this campaign."))
    sender = Membership.objects.select_related("campaign").get(pk=UUID(str(actor.pk)))
    return sender, found


def _ids(readers: Collection[Membership]) -> list[str]:
    return [str(one.pk) for one in readers]
