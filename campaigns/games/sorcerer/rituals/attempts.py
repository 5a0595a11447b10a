"""What a ritual's procedure knows from the log: whether this is a further attempt, and whether it follows at once."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max

from campaigns.game import Preparing
from campaigns.log import record, undo_graph
from campaigns.models import Campaign, CampaignState, Part, Tag
from rules.sorcerer.procedures.calling import NO_DELAY

DAY, MOST_DAYS = 86_400, 3_650
RETRIED = frozenset({"sorcerer.contact", "sorcerer.summon", "sorcerer.banish", "sorcerer.punish"})


def known_for(preparing: Preparing) -> dict[str, Any]:
    """What the log knows of a ritual: `retry`, `immediate`, `days_since` (SOR-RITUAL-11, SUMMON-06, PUNISH-09)."""
    campaign, action, given = preparing.campaign, preparing.action, preparing.request.given
    table = preparing.working.find(str(campaign.pk))
    scene = table["scene"] if table else None
    sorcerer, demon = _id(given.get("sorcerer")), _id(given.get("demon"))
    if action == "sorcerer.recover_power" and demon:
        return {"days_since": days_since_punishment(campaign, demon)}
    if action == "sorcerer.group_ritual":
        action, sorcerer = f"sorcerer.{given.get('ritual')}", _id(given.get("primary"))
        if action not in RETRIED or not sorcerer or not demon:
            return {}
        return {"retry": failed_attempts(campaign, action, sorcerer, demon, scene) > 0}
    if action not in RETRIED or not sorcerer or not demon:
        return {}
    if given.get("amount"):  # SOR-PUNISH-02: one's own demon has no say, so nothing is tried
        return {}
    failed = failed_attempts(campaign, action, sorcerer, demon, scene)
    known: dict[str, Any] = {"retry": failed > 0}
    if action == "sorcerer.summon":
        known["immediate"] = not failed and last_act(campaign, demon) in NO_DELAY
    return known


def failed_attempts(campaign: Campaign, action: str, sorcerer: str, demon: str, scene: str | None) -> int:
    """Attempts since the last one that succeeded: in the open scene, at the end of which all strain is gone.

    Between two scenes, those since the last one ended.
    """
    found = _entries_with(campaign, ("action", action), ("record", sorcerer), ("record", demon))
    if scene is not None:
        found &= _entries_with(campaign, ("scene", scene))
    else:
        ended = Tag.objects.filter(campaign=campaign, kind="scene").aggregate(last=Max("seq"))["last"] or 0
        found = {seq for seq in found if seq > ended}
    count = 0
    for seq in sorted(found - undo_graph.ineffective_seqs(campaign, 0), reverse=True):
        document = record.read_document(Part.objects.filter(entry__campaign=campaign, entry__seq=seq))
        outcome = next(step["outcome"] for step in document["steps"] if step["action"] == action)
        if outcome["success"]:
            break
        count += 1
    return count


def days_since_punishment(campaign: Campaign, demon: str) -> int:
    """Whole days of game time since a demon was last Punished or last tried to throw it off (SOR-PUNISH-09).

    Where the log tells of neither, the GM wrote the Punishment down, and nothing says that it was lately.
    """
    about = _entries_with(campaign, ("record", demon)) - undo_graph.ineffective_seqs(campaign, 0)
    tries = about & (
        _entries_with(campaign, ("action", "sorcerer.punish"))
        | _entries_with(campaign, ("action", "sorcerer.recover_power"))
    )
    if not tries:
        return MOST_DAYS
    last = record.read_document(Part.objects.filter(entry__campaign=campaign, entry__seq=max(tries)))
    now = CampaignState.objects.values_list("now", flat=True).get(pk=campaign.pk)
    return min(MOST_DAYS, (now - int(last["now"])) // DAY)


def last_act(campaign: Campaign, demon: str) -> str | None:
    """The sorcerer action that was last played on a demon and stands."""
    about = _entries_with(campaign, ("record", demon)) & _entries_with(campaign, ("system", "sorcerer"))
    about -= undo_graph.ineffective_seqs(campaign, 0)
    if not about:
        return None
    acts = Tag.objects.filter(campaign=campaign, seq=max(about), kind="action", value__startswith="sorcerer.")
    return acts.values_list("value", flat=True).first()


def _entries_with(campaign: Campaign, *tags: tuple[str, str]) -> set[int]:
    found: set[int] | None = None
    for kind, value in tags:
        seqs = set(
            Tag.objects.filter(campaign=campaign, kind=kind, value=value).values_list("seq", flat=True)
        )
        found = seqs if found is None else found & seqs
    return found or set()


def _id(value: Any) -> str | None:
    found = value.get("id") if isinstance(value, Mapping) else value
    return str(found) if found else None
