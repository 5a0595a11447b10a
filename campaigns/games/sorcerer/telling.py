"""How the log tells what happens in Sorcerer."""

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.game import Telling
from campaigns.game.terms import Given
from campaigns.games.sorcerer.moments import moment
from campaigns.games.sorcerer.remedies import REMEDIES
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from rules.kernel.effects import EffectRow
from rules.kernel.errors import RuleViolation

COUNTED = ("SOR-BONUS-05", "SOR-DCONF-07", "SOR-GROUP-05")
"""Clauses that ask for a number of dice, which the refusal names."""
UNDRAWN = (("SOR-GUN-01", "action"), ("SOR-GUN-02", "action"), ("SOR-GUN-02", "drawn"))
"""Where a gun is refused that nobody has drawn, by clause and the end of the field."""


def _remedy(error: RuleViolation, _said: Given) -> str:
    if (error.clause, str(error.field).rpartition(".")[2]) in UNDRAWN:
        return gettext("Draw the gun first. That takes a round, and whoever aborts it has to begin it again.")
    if error.clause not in COUNTED:
        return ""
    return gettext("To continue, change this: %(what)s.") % {"what": error.message}


def _runs_out(effect: EffectRow, shown: ShownEntry) -> str:
    """An hour of a Contact has passed, or the last one (SOR-CONTACT-09)."""
    who = {"who": plain_name(shown, effect["on"])}
    if effect["field"] == "hours":
        return capfirst(gettext("%(who)s: an hour has passed.") % who)
    is_closed = effect["field"] == "state" and effect.get("set") == "closed"
    return capfirst(gettext("%(who)s runs out.") % who) if is_closed else ""


TELLING = Telling(
    moment=moment,
    came={"SOR-CONTACT-09": _runs_out},
    remedies=REMEDIES,
    remedy_at=_remedy,
    sides={
        "sorcerer.roll": ("acting", "opposing"),
        "sorcerer.humanity_check": ("character", "demon"),
        "sorcerer.perceive_humanity": ("sorcerer", "target"),
        "sorcerer.spot_telltale": ("spotter", "target"),
        "sorcerer.use_ability": ("demon", "opposing"),
        "sorcerer.withdrawal_day": ("demon", None),
        "sorcerer.rebel": ("demon", "sorcerer"),
        "sorcerer.break_binding": ("demon", "sorcerer"),
        "sorcerer.possess": ("demon", "target"),
        "sorcerer.contact": ("sorcerer", "demon"),
        "sorcerer.contain": ("sorcerer", None),
        "sorcerer.test_contain": ("demon", None),
        "sorcerer.summon": ("sorcerer", "demon"),
        "sorcerer.bind": ("sorcerer", "demon"),
        "sorcerer.banish": ("sorcerer", "demon"),
        "sorcerer.punish": ("sorcerer", "demon"),
        "sorcerer.recover_power": ("demon", None),
        "sorcerer.group_ritual": (None, "demon"),
        "sorcerer.resolve_attack": ("attacker", "target"),
        "sorcerer.will_override": ("character", None),
        "sorcerer.first_sight": ("demon", "character"),
    },
    unnamed={
        "binding": _("the Binding"),
        "character": _("a character"),
        "contact": _("the Contact"),
        "contain": _("the Contain"),
        "demon": _("a demon"),
    },
    codes={
        "binding": "Binding",
        "contact": "Contact",
        "contain": "Contain",
        "shaken": "shaken",
        "source.none": "No Cover",  # SOR-TELL-04: a single die, and no score
    },
    no_news=frozenset({"sorcerer.end_round"}),
)
