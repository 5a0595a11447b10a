"""Whom a mage's spell controls completely acts in the mage's place, on the mage's turn (PAN-TIME-04)."""

from campaigns.models import Campaign, CampaignState, PandemoniumSpell, Spellbound
from campaigns.policy import Rights
from rules.pandemonium.moments import HAD_A_TURN
from rules.pandemonium.turns import LENT


def puppets(campaign: Campaign, rights: Rights, action: str) -> frozenset[str]:
    """Those with whom this member may act now, since their mage's spell controls them and it is the mage's turn."""
    if action != LENT or rights.member.role != "player":
        return frozenset()
    own = {"record__campaign": campaign, "caster__owner": rights.member, "kind": "control", "state": "active"}
    cast = PandemoniumSpell.objects.filter(**own, record__visibility="table")
    spells = {str(spell): caster for spell, caster in cast.values_list("record", "caster")}
    if not spells:
        return frozenset()
    turn = CampaignState.objects.values_list("turn", flat=True).get(pk=campaign.pk)
    taken = f"{HAD_A_TURN}{turn}".partition(".")[2]
    bound = Spellbound.objects.filter(record__campaign=campaign, record__visibility="table")
    found = {row.record_id: row for row in bound}
    acting = {
        caster
        for caster in spells.values()
        if not turn or (caster in found and found[caster].round.get(taken))
    }
    return frozenset(
        str(who)
        for who, row in found.items()
        if any(row.hold.get(spell) == "severe" and caster in acting for spell, caster in spells.items())
    )
