"""What makes an act of sorcery legal that its rules forbid now, by the clause that forbids it."""

from django.utils.translation import gettext_noop

HERE = gettext_noop("Choose a demon that is here. One that is not has to be Summoned first.")
IN_ORDER = gettext_noop(
    "Use the page of the conflict: it shows whose action comes next, and what they may still do."
)

REMEDIES = {
    "SOR-BANISH-10": gettext_noop(
        "Check for gain only after a demon stronger than Humanity that somebody else Summoned."
    ),
    "SOR-HUMANITY-05": gettext_noop("Check for loss only what the player chose to have them do."),
    "SOR-HUMANITY-10": gettext_noop("Choose a gain: a Banishing costs no Humanity."),
    "SOR-RECOVER-03": gettext_noop("Wait for the next scenario: penalties are halved once in each."),
    "SOR-ABIL-01": gettext_noop("Choose an Ability that the demon has on its sheet."),
    "SOR-ABIL-05": gettext_noop("Let the demon rest first, or act without an Ability."),
    "SOR-ABIL-10": HERE,
    "SOR-BANISH-01": HERE,
    "SOR-BANISH-06": gettext_noop("Bring the sorcerer to where the demon is first."),
    "SOR-BIND-01": HERE,
    "SOR-BIND-10": gettext_noop(
        "Choose a demon that nobody has Bound, or break its Binding first. A setting allows several masters."
    ),
    "SOR-BIND-15": gettext_noop("Bind it to somebody who welcomes it. A setting allows the unwilling, too."),
    "SOR-CONFLICT-12": gettext_noop("Choose a full defense or a target, not both: it answers every attack."),
    "SOR-CONFLICT-14": gettext_noop(
        "Act on whoever was announced as the target. The next round is announced anew."
    ),
    "SOR-CONFLICT-15": IN_ORDER,
    "SOR-CONFLICT-16": IN_ORDER,
    "SOR-CONFLICT-17": gettext_noop("Choose to defend: whoever has acted has nothing else left this round."),
    "SOR-CONFLICT-18": gettext_noop(
        "Choose between giving up the action for a full defense, and keeping it."
    ),
    "SOR-CONFLICT-24": gettext_noop("Resolve the action first; then it goes astray onto somebody else."),
    "SOR-CONTACT-03": gettext_noop("Give it more Power, or ask for fewer Abilities."),
    "SOR-CONTACT-04": gettext_noop("The GM answers the Contact first. Go on when the demon is there."),
    "SOR-CONTACT-06": gettext_noop("Change no more than the Contact allows, and only what may be changed."),
    "SOR-CONTACT-07": gettext_noop("Raise the Power by no more than the Contact allows."),
    "SOR-CONTACT-09": gettext_noop("Use the Contact that is open. Where none is, Contact the demon first."),
    "SOR-CONTACT-10": gettext_noop("End or use the Contact that is open first."),
    "SOR-CONTACT-13": gettext_noop("The GM settles the demon’s Power first; then the check is made."),
    "SOR-CONTACT-14": gettext_noop("Summon the demon first."),
    "SOR-CONTACT-15": gettext_noop("Talk to it: it is here, so nothing has to be rolled."),
    "SOR-CONTAIN-01": gettext_noop("Have whoever made the Contain take it down."),
    "SOR-CONTAIN-07": gettext_noop("Choose a Contain that stands, or perform another."),
    "SOR-CREATE-11": gettext_noop(
        "Finish the sheet of whoever acts first; one that is finished is changed on its own page."
    ),
    "SOR-DCONF-01": gettext_noop("Leave “Belongs to” empty: the GM plays it."),
    "SOR-DEATH-01": HERE,
    "SOR-DEMON-17": gettext_noop("Choose a Possessor, and somebody without a demon in them as its host."),
    "SOR-DEMON-22": gettext_noop("Choose a host that it takes. Its sheet says which."),
    "SOR-DEMON-25": gettext_noop(
        "The GM finishes the demon’s sheet first. A finished one is changed on its own page."
    ),
    "SOR-GROUP-01": gettext_noop("Take the helpers out: this ritual is performed alone."),
    "SOR-GROUP-02": gettext_noop("Choose other helpers than the one who leads."),
    "SOR-GUN-03": gettext_noop("Add the penalty of an unaimed shot, or aim first."),
    "SOR-GUN-04": gettext_noop("Add the penalty of a shot by somebody untrained."),
    "SOR-HUMANITY-03": gettext_noop("Choose a human with Lore who looks, and somebody else to be read."),
    "SOR-HUMANITY-08": gettext_noop("Banish the demon first: each Banishing allows one check."),
    "SOR-HUMANITY-13": gettext_noop(
        "Ask the GM what becomes of them: at Humanity 0 nothing is rolled any more."
    ),
    "SOR-HUMANITY-17": gettext_noop(
        "Make the Humanity check that waits first: it is among what is asked of you."
    ),
    "SOR-PUNISH-01": HERE,
    "SOR-PUNISH-08": gettext_noop("Nothing has to be won back: none of its Power is missing."),
    "SOR-PUNISH-09": gettext_noop("Let more game time pass first."),
    "SOR-RECOVER-01": gettext_noop("Rest first, when the conflict is over."),
    "SOR-RITUAL-03": gettext_noop("Choose a sorcerer. Demons perform no rituals."),
    "SOR-ROLL-02": gettext_noop("Roll against at least one die, or do it without a roll."),
    "SOR-SUMMON-01": gettext_noop("Contact the demon first, then Summon it from that Contact."),
    "SOR-SUMMON-06": gettext_noop(
        "Leave it unticked: the first attempt alone follows straight from the Contact."
    ),
    "SOR-TELL-03": gettext_noop("Roll against what they have: a demon’s Power, a human’s Cover."),
    "SOR-TELL-06": gettext_noop("Choose a sorcerer or a demon who looks."),
    "SOR-WILL-01": gettext_noop("Act without it: only a sorcerer whom penalties stop acts by sheer will."),
    "SOR-WILL-02": gettext_noop("Let them recover first: will does not help any more."),
    "SOR-WILL-03": gettext_noop("Choose at most as many dice as Stamina."),
    "SOR-WILL-06": gettext_noop("Wait for the next round."),
}
