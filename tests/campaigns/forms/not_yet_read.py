"""What a person is asked for although it is known: why that is theirs all the same, or that it is not mended yet.

A line here is `action field`, with `*` for any name. `LEFT` names the clause that leaves the field to a person although
something of its name is known. `NOT_YET` only ever gets shorter: a field that is read from where it stands, or that
nobody is asked for any more, has to be taken out.
"""

from collections.abc import Mapping

ALSO_KNOWN: Mapping[str, str] = {
    "sorcerer.damage weapon": "the gun that was fired",
    "sorcerer.demon_death killer": "who hit it",
    "sorcerer.recover rested": "the clock and the round",
    "sorcerer.resolve_attack response": "the target's own answer",
    "fallen.apply_damage damage_kind": "the blow",
    "fallen.attack blind_difficulty": "the fighter",
    "fallen.hit weapon": "the open question",
    "fallen.attack defence.maneuver": "the target's own answer",
    "fallen.hit damage_kind": "the weapon and the maneuver",
    "fallen.hit soak.with": "the target's own answer",
    "fallen.knockdown ability": "the fighter's sheet",
    "fallen.maintain damage_kind": "the grip",
    "fallen.maintain soak.with": "the target's own answer",
    "fallen.strafe blind_difficulty": "the fighter",
    "fallen.strike blind_difficulty": "the fighter",
    "fallen.strike damage_kind": "the weapon and the maneuver",
    "fallen.strike defence.maneuver": "the target's own answer",
    "fallen.strike soak.with": "the target's own answer",
    "demon_city.clash participants.area": "the announcement",
}
"""What is known under another name, and where it stands."""

LEFT: Mapping[str, tuple[str, str]] = {
    "table.create about.*": ("TAB-RECORD-01", "of a record that is not there yet"),
    "table.edit about.*": ("TAB-RECORD-02", "what it is from now on, whatever was stored"),
    "table.propose dice": ("TAB-GRANT-01", "how many are asked for"),
    "table.grant *": ("TAB-GRANT-02", "what is granted, whatever was proposed"),
    "table.begin_session name": ("TAB-TIME-01", "of the session that begins"),
    "table.begin_scene name": ("TAB-TIME-03", "of the scene that begins"),
    "table.advance_clock seconds": ("TAB-TIME-05", "this moves the clock"),
    "table.place_member role": ("TAB-AGREE-03", "the role from now on"),
    "sorcerer.roll acting.*": ("SOR-ROLL-05", "which score is rolled; the dice of one that is on no sheet"),
    "sorcerer.roll opposing.*": ("SOR-ROLL-02", "which score opposes, or how many dice a difficulty has"),
    "sorcerer.use_ability opposing.*": (
        "SOR-ROLL-02",
        "which score opposes, or how many dice a difficulty has",
    ),
    "sorcerer.create_character character.*": ("SOR-CREATE-11", "what the character begins with"),
    "sorcerer.create_demon demon.[!s]*": ("SOR-DEMON-01", "what the demon is made of"),
    "sorcerer.create_demon demon.stamina": ("SOR-DEMON-03", "what the demon is made of"),
    "sorcerer.alter_contact changes.*": ("SOR-CONTACT-06", "what the GM changes"),
    "sorcerer.alter_contact power_raise": ("SOR-CONTACT-07", "by how much; the question has only the most"),
    "sorcerer.demon_death killer": (
        "SOR-DEATH-04",
        "of a death that no round tells of; the open question knows it",
    ),
    "sorcerer.recover rested": ("SOR-RECOVER-01", "whether it was rest enough; that no round is on is read"),
    "sorcerer.rest_demon hours": ("SOR-ABIL-06", "how much of the time that passed was rest"),
    "sorcerer.group_ritual ritual": ("SOR-GROUP-01", "of help that nobody asked for; the request knows it"),
    "sorcerer.group_ritual snapshot": (
        "SOR-RITUAL-06",
        "of help that nobody asked for; the request knows it",
    ),
    "sorcerer.possess against": ("SOR-DEMON-18", "of what kind the possession is"),
    "sorcerer.conflict_round combatants.score": ("SOR-CONFLICT-08", "which score is named"),
    "sorcerer.conflict_round combatants.dice": ("SOR-CONFLICT-08", "the dice of a score that is on no sheet"),
    "sorcerer.conflict_round combatants.action": ("SOR-CONFLICT-04", "what is done"),
    "sorcerer.resolve_attack response": (
        "SOR-CONFLICT-18",
        "of a target that was not asked; an answer that stands is read",
    ),
    "sorcerer.damage victories": (
        "SOR-DAMAGE-01",
        "of harm outside of a round; those of a hit that stands are read",
    ),
    "sorcerer.damage weapon": ("SOR-DAMAGE-02", "which row it is; that of the gun that hit is read"),
    "sorcerer.damage power": ("SOR-DAMAGE-02", "of harm outside of a round; that of whoever hit is read"),
    "sorcerer.humanity_check change": (
        "SOR-HUMANITY-07",
        "of a check for a decision; that of an open one is read",
    ),
    "sorcerer.will_override dice": ("SOR-WILL-03", "as many as the player wants"),
    "pandemonium.roll scenes.total": ("PAN-BOOST-15", "how long the undertaking took"),
    "pandemonium.cast spell.*": ("PAN-ASPECT-01", "what the new spell is"),
    "pandemonium.* timing": ("PAN-POT-13", "which kind of action this act takes"),
    "pandemonium.* damage.*": ("PAN-ATTACK-03", "of a spell whose casting did not say; others are read"),
    "pandemonium.write_spell spell.*": ("PAN-TRACK-09", "what is written, whatever was cast"),
    "pandemonium.cast duration": ("PAN-TRACK-08", "how long the new spell lasts"),
    "pandemonium.* *.again": ("PAN-POOL-04", "what something other than a spell gives"),
    "pandemonium.act_against_hindrance spells.allowed": ("PAN-HIND-03", "the exception for a sensory spell"),
    "pandemonium.heal kind": ("PAN-HEAL-01", "which kind of wound the caster chooses"),
    "pandemonium.heal temporary": ("PAN-TEMP-01", "whether this spell heals for a time"),
    "pandemonium.plunder merit.dots": ("PAN-PLUNDER-05", "of a Merit that is on no sheet; others are read"),
    "pandemonium.decay_tick threat.lost": ("PAN-AFTER-12", "of a pool that is on no sheet; others are read"),
    "pandemonium.* merit.name": ("PAN-PLUNDER-01", "which Merit is attacked"),
    "pandemonium.* *compare": (
        "PAN-CONSEQ-05",
        "of what reaches for nobody who was asked; of others it is read",
    ),
    "pandemonium.* means": ("PAN-CTRL-02", "of what reaches for nobody who was asked; of others it is read"),
    "pandemonium.bring resisted_by": (
        "PAN-CONSEQ-07",
        "traits that are not the usual ones, nor the spell's own",
    ),
    "pandemonium.multi_source_damage sources.spell": ("PAN-MULTI-04", "which spells do the damage"),
    "pandemonium.transfer allot.*": ("PAN-TRANSFER-03", "which wounds go to whom"),
    "pandemonium.offer_wounds allot.*": ("PAN-TRANSFER-03", "which wounds go to whom"),
    "pandemonium.transfer recipients.willing": (
        "PAN-TRANSFER-04",
        "of somebody who was not asked; an answer that stands is read",
    ),
    "pandemonium.multi_source_damage contests.name": ("PAN-MULTI-04", "what a shared roll is called"),
    "demon_city.award_significator card": ("DEC-DECK-20", "which card is the reward"),
    "demon_city.spend_significator card": ("DEC-DECK-21", "which card is spent"),
    "demon_city.table_odds *": ("DEC-THROW-15", "odds of any number of throws, of nobody's"),
    "demon_city.announce reposition": ("DEC-POS-01", "where whoever may move freely starts"),
    "demon_city.sort_clashes actions.side": ("DEC-CLASH-02", "who shares an aim now: this act says it"),
    "demon_city.static_throw intensity": ("DEC-INTENS-01", "of any task; that of an open attack is told"),
    "demon_city.clash participants.side": ("DEC-CLASH-02", "of whom no sorting told it; others are read"),
    "demon_city.chase drivers.side": ("DEC-CLASH-02", "of whom no sorting told it; others are read"),
    "demon_city.* *.throws": ("DEC-ROUND-17", "the Host settles what the count proposes"),
    "demon_city.* *.count": ("DEC-ROUND-17", "the Host settles what the count proposes"),
    "demon_city.* *.stat_name": ("DEC-EXTRA-06", "which characteristic or skill is thrown with"),
    "demon_city.clash participants.area": (
        "DEC-CLASH-24",
        "of what nobody announced; an announcement is read",
    ),
    "demon_city.clash participants.targets.beat": ("DEC-CLASH-11", "of no person's stat; these are read"),
    "demon_city.throw_count versus": ("DEC-EXTRA-06", "outside of a round; in one it is told"),
    "demon_city.calm intensity": ("DEC-CALM-02", "how disturbing it was"),
    "demon_city.damage deck": ("DEC-DMG-03", "of harm that no hit did; that of an open hit is told"),
    "fallen.attack maneuver": ("FAL-ATTACK-01", "which maneuver"),
    "fallen.strike maneuver": ("FAL-ATTACK-01", "which maneuver"),
    "fallen.defend maneuver": ("FAL-DEFEND-01", "which maneuver the defender picks"),
    "fallen.* custom.*": ("FAL-MANEUV-24", "what the Storyteller defines"),
    "fallen.apply_damage *": ("FAL-HEALTH-02", "what the GM deals out without a blow"),
    "fallen.* blind_difficulty": ("FAL-BLIND-01", "how much harder it is; whether somebody sees is read"),
    "fallen.* defence.maneuver": ("FAL-DEFEND-03", "the target's own, of whoever plays both sides"),
    "fallen.* soak.with": ("FAL-SOAK-06", "what whoever is hit chooses on their own page"),
    "fallen.hit weapon": ("FAL-ATTACK-06", "of a hit that the GM overrides; that of an open one is told"),
    "fallen.* damage_kind": ("FAL-TYPE-04", "another kind than the weapon's, by the GM's word"),
    "fallen.knockdown ability": ("FAL-KNOCK-01", "which of the two she rolls, the better one offered first"),
}
"""Of a name that is known, and a person's by this clause: why."""

NOT_YET: frozenset[str] = frozenset(
    {
        "pandemonium.lost_trait lost",
        "pandemonium.multi_source_damage sources.id",
        "pandemonium.multi_source_damage sources.kind",
        "pandemonium.multi_source_damage sources.resistant",
        "pandemonium.multi_source_damage sources.successes",
    }
)
"""What is known and still typed."""
