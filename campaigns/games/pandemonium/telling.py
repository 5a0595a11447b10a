"""How the log and the forms tell what happens in Pandemonium."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.game import Step, Telling
from campaigns.games.pandemonium.kept_words import how_made, what_came
from campaigns.games.pandemonium.moments import moment
from campaigns.games.pandemonium.spell_page import APPLIED_BY
from campaigns.games.pandemonium.spells.remedies import SPELLS
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from campaigns.templatetags.telling_pools import Die, Rollers, ToldPool, parts_of, pools_of, successes
from rules.kernel.effects import EffectRow
from rules.kernel.values import Values, as_list, as_whole

SUCCESS, CERTAIN = 8, 10
"""From which face a die succeeds, and the one face of a chance die that does (PAN-POOL-03)."""

RESISTED = frozenset(
    f"pandemonium.{verb}"
    for verb in (
        *("resist", "control", "attack", "direct", "investigate", "plunder", "drain"),
        *("added_damage", "ongoing_start", "decay_tick"),
    )
)
"""Actions of a spell in which the one pool is its target's."""


ROLLERS = Rollers(
    usual=("actor", "caster", "attacker"),
    by_action=dict.fromkeys(RESISTED, ("target",)),
    by_place={
        "attack": ("attacker",),
        "damage": ("attacker",),
        "resist_pool": ("target",),
        "defense_pool": ("target",),
        "contest": ("contest.by",),
        **{name: (name,) for name in ("actor", "opponent", "target")},
    },
    told=("attack", "contest", "damage"),
)


def _drawn(step: Step, shown: ShownEntry) -> Sequence[ToldPool]:
    return pools_of(step, shown, _pool, ROLLERS)


def _pool(pool: Values, title: str) -> ToldPool:
    """Each die against 8, the chance die against 10; `minimum` is what a boost assures."""
    least = CERTAIN if pool["chance"] else SUCCESS
    dice = tuple(
        Die(face, "victory", _("a success")) if face >= least else Die(face, "", "")
        for face in map(as_whole, as_list(pool["sorted"]))
    )
    against = _("a chance die") if pool["chance"] else _("%(n)s-again") % {"n": pool["again"]}
    if pool["minimum"]:
        against = _("%(again)s, %(n)s assured") % {"again": against, "n": pool["minimum"]}
    dramatic = pool["result"] == "dramatic_failure"
    came = _("a dramatic failure") if dramatic else successes(as_whole(pool["successes"]))
    size = max(as_whole(pool["size"]), 0)
    return ToldPool(title, parts_of(pool["parts"]), size, against, dice, came)


def _no_longer_lingers(effect: EffectRow, shown: ShownEntry) -> str:
    """An aftereffect ends by the clock (PAN-AFTER-07)."""
    kept, _dot, spell = effect["field"].partition(".")
    if kept != "aftereffect" or effect.get("set", True) is not None:
        return ""
    told = {"spell": plain_name(shown, spell, is_thing=True), "who": plain_name(shown, effect["on"])}
    return _("What %(spell)s left behind in %(who)s is over.") % told


TELLING = Telling(
    moment=moment,
    values={"made": how_made, "came_to": what_came},
    came={"PAN-AFTER-07": _no_longer_lingers},
    time_news=("aftereffect.",),
    books=("turn.", "round.", "scene.tries.", "scene.asked.", "temporary_order"),
    breaks=(("hold.", "escaped"),),
    drawn=_drawn,
    instead={
        ("table.note", "PAN-TRACK-08"): "games/pandemonium/log/beside/_let_go.html",
        ("table.end_scene", "PAN-TRACK-04"): "games/pandemonium/log/beside/_scene_ended.html",
    },
    unnamed={
        "pandemonium.connection": gettext_lazy("a connection"),
        "pandemonium.place": gettext_lazy("a place"),
        "pandemonium.spell": gettext_lazy("a spell"),
        "pandemonium.thing": gettext_lazy("a thing"),
    },
    answers=dict.fromkeys(
        # A caster's own acts, which wait only until all have answered, keep their names.
        (f"pandemonium.{verb}" for verb in {*APPLIED_BY.values(), "ongoing_start"} - {"transfer", "heal"}),
        gettext_lazy("Answer to the spell"),
    ),
    remedies=SPELLS,
    nobody_may={
        "PAN-TRACK-06": (
            gettext_lazy("No spell is at work that can do this."),
            gettext_lazy("Cast a spell that does it."),
        )
    },
)
