"""What the GM has yet to say of a spell before an act with it is played."""

from uuid import UUID

from campaigns.models import Campaign, PandemoniumSpell
from rules.kernel.values import Values


def of_bringing(campaign: Campaign, named: Values) -> frozenset[str]:
    """Which wounds a spell adds to its hold, as long as nothing is kept of it (PAN-ADDED-01)."""
    try:
        spell = UUID(str(named.get("spell.id", "")))
    except ValueError:
        return frozenset()
    silent = PandemoniumSpell.objects.filter(record__campaign=campaign, record=spell, adds=None)
    return frozenset({"wound"}) if named.get("way") == "added" and silent.exists() else frozenset()
