"""What makes an act of magic legal that its rules forbid now, by the clause that forbids it."""

from django.utils.translation import gettext_noop

ANEW = gettext_noop("Shape the spell or cast it again; then you can try it on them again.")
NEXT_ROUND = gettext_noop("Wait for the next round: the GM ends this one under “Spells at work”.")
CASTERS_TURN = gettext_noop("Wait for its caster's turn: the GM begins it under “Spells at work”.")
NEXT_TURN = gettext_noop("Wait for their next turn: the GM begins it under “Spells at work”.")

SPELLS = {
    "PAN-APPLY-02": gettext_noop("Leave the boost out: no spell raises such a roll."),
    "PAN-APPLY-04": gettext_noop("Leave the boost out: only mages take this action."),
    "PAN-ADDED-03": gettext_noop("Use a spell that is not sensory: those deal no damage."),
    "PAN-ADDED-04": gettext_noop("Choose somebody whom the spell holds."),
    "PAN-AFTER-11": gettext_noop("Use one mark at most in a scene, with the dice that it gives."),
    "PAN-APPLY-03": gettext_noop("Leave the boost out: no spell raises Power, Arcana or Rotes."),
    "PAN-APPLY-05": gettext_noop("Leave the boost out of the Shaping."),
    "PAN-BOOST-05": gettext_noop("Tick one boost alone, the strongest."),
    "PAN-CONSEQ-03": gettext_noop("Choose stakes that are more than ordinary."),
    "PAN-CONSEQ-08": gettext_noop("Leave resisting out: a thing or a place does not roll."),
    "PAN-ENDING-02": gettext_noop(
        "Choose an Arcanum that fits. Where it would not kill, mark the damage instead."
    ),
    "PAN-ENDING-03": gettext_noop(
        "Have the victim there for the whole ritual, and reach a severe consequence."
    ),
    "PAN-FREE-02": gettext_noop("Pay for the casting first, or choose a source that pays all of it."),
    "PAN-HEAL-02": gettext_noop("Take at least an instant action for it."),
    "PAN-HIND-03": gettext_noop("Use a spell that is not sensory."),
    "PAN-PLUNDER-01": gettext_noop("Choose a Merit from outside, such as a place, money or people."),
    "PAN-PLUNDER-06": gettext_noop("Choose another consequence: a thing has no dots to lose."),
    "PAN-POT-13": gettext_noop(
        "Shape Potency by an instant action or in a ritual. Reflexively, cast without a Shaping, or Shape Tenacity."
    ),
    "PAN-REAP-03": gettext_noop("Reap from Resistant wounds of somebody who lives and thinks."),
    "PAN-REAP-05": gettext_noop("Spend some first: whoever would gain it has no room for more."),
    "PAN-RESIST-12": gettext_noop("Let it take effect: nothing is resisted here."),
    "PAN-STRUGGLE-10": gettext_noop("Wait until they can think again, or choose somebody else."),
    "PAN-TEMP-06": gettext_noop("Use damage or healing that lasts: what is for a while yields nothing."),
    "PAN-TEN-07": gettext_noop("Shape Tenacity reflexively or in a ritual."),
    "PAN-TRACK-09": gettext_noop("Choose a spell of the caster's own book."),
    "PAN-TRANSFER-02": gettext_noop("Choose a kind of wound that the donor has."),
    "PAN-TRANSFER-04": gettext_noop("Wait until all who are asked to bear the wounds have answered."),
    "PAN-TRANSFER-05": gettext_noop("Choose fewer kinds of wounds, or Shape the spell first."),
    "PAN-ADDED-01": gettext_noop(
        "Wait for its caster's turn: the GM begins it under “Spells at work”, and says which wounds it adds."
    ),
    "PAN-ADDED-02": gettext_noop(
        "It happens once on each of the caster's turns after the casting. Wait for the next one."
    ),
    "PAN-ASSAIL-02": NEXT_TURN,
    "PAN-ASSAIL-01": gettext_noop("Choose means that can affect it; the GM decides which can."),
    "PAN-ATTACK-04": CASTERS_TURN,
    "PAN-ATTACK-05": NEXT_ROUND,
    "PAN-BOOST-01": gettext_noop("Choose a spell that serves what is rolled for, or none."),
    "PAN-CONSEQ-13": gettext_noop(
        "Use the spell for what it was cast to do, or cast or Shape it to do something else."
    ),
    "PAN-CTRL-06": ANEW,
    "PAN-DELAY-03": gettext_noop("Let it wait: the GM says when it is triggered, on this spell's card."),
    "PAN-DIRECT-06": NEXT_ROUND,
    "PAN-DIRECT-07": ANEW,
    "PAN-DRAIN-05": ANEW,
    "PAN-FREE-01": gettext_noop("Pay a point of Mana for the casting, or wait for the next scene."),
    "PAN-HEAL-01": gettext_noop("Choose a kind of wound they have."),
    "PAN-HEAL-08": ANEW,
    "PAN-HELPLESS-05": gettext_noop("Advance the clock by a day first: each day gives back one point."),
    "PAN-HELPLESS-08": gettext_noop(
        "Somebody who regained a point of Willpower may first try to struggle free. Wait until they have tried, or the "
        "request is waived."
    ),
    "PAN-HIND-09": gettext_noop(
        "Act despite the spell, from “Spells at work”. Where it has nothing to do with what they do, the GM overrides."
    ),
    "PAN-HIND-10": gettext_noop("Do what this spell does not impede, or wait for the next turn."),
    "PAN-HIND-11": NEXT_TURN,
    "PAN-INVEST-06": ANEW,
    "PAN-ONGOING-01": gettext_noop("Its wounds fall piece by piece. Shape it or cast it again for more."),
    "PAN-PLUNDER-08": ANEW,
    "PAN-POOL-07": gettext_noop("There is no Willpower left. Leave it out of the pool."),
    "PAN-POT-06": gettext_noop(
        "Pay at least one point of Mana or Willpower for a Shaping outside a ritual, and no more than the caster has."
    ),
    "PAN-POT-15": gettext_noop(
        "Choose “sustained” if the spell only goes on. Otherwise Shape it or cast it again first."
    ),
    "PAN-RESIST-01": gettext_noop("Bring the spell to bear from “Spells at work”: its target is asked."),
    "PAN-STRUGGLE-01": gettext_noop("Choose a spell that holds them."),
    "PAN-STRUGGLE-02": NEXT_TURN,
    "PAN-STRUGGLE-03": gettext_noop("Spend a point of Willpower; rest gives one back."),
    "PAN-SYMP-01": gettext_noop("Use as many sympathy factors as the farthest target needs."),
    "PAN-SYMP-02": gettext_noop("Cast it again, with enough sympathy factors."),
    "PAN-SYMP-08": gettext_noop("Let it recover, or use another connection."),
    "PAN-TEN-10": gettext_noop("Put nothing into Tenacity, or cast it as a ritual or to lie in wait."),
    "PAN-TEN-04": gettext_noop("Use a pool with Power, an Arcanum or a Rote."),
    "PAN-TIME-01": gettext_noop(
        "Wait for the turn of whoever acts, or act reflexively. Only the mage who cast a spell Shapes it."
    ),
    "PAN-TIME-03": NEXT_TURN,
    "PAN-TIME-04": gettext_noop(
        "On their own turn they can struggle free. They act on the turn of the spell's caster."
    ),
    "PAN-TIME-02": gettext_noop("They have already had their turn this round. End the round first."),
    "PAN-TRACK-06": gettext_noop("First cast a spell that does this. Or choose one that has not ended."),
    "PAN-TRACK-07": gettext_noop("Have the mage who first cast it cast it again, or cast a new one."),
    "PAN-TRACK-08": gettext_noop("Wait for what ends it, or ask the GM to end it."),
    "PAN-TRANSFER-01": gettext_noop("Do it as a ritual."),
}
