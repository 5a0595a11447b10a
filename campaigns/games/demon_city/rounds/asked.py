"""What a round asks of somebody, in a sentence, on its own page and on that of the answer."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from campaigns.games.demon_city.rounds.clashes import CHASE, CLASH
from campaigns.queries.waiting import Waiting
from rules.demon_city.progress import STATIC
from rules.kernel.values import as_list

DAMAGE = "demon_city.damage"


def in_words(asked: Waiting, people: Mapping[str, str]) -> str:
    """The question, with the names of those whom the viewer sees; empty where its title says it."""
    attacker = people.get(str(asked.data.get("attacker")), "")
    if asked.question == DAMAGE and attacker:
        return _("%(who)s has hit %(target)s.") % {"who": attacker, "target": asked.who_name}
    if asked.question == STATIC and "target" in asked.data:
        target = people.get(str(asked.data["target"]), _("someone hidden"))
        told = _("%(who)s attacks %(target)s, who takes no action: a throw against the stat that resists it.")
        if asked.clause == "DEC-CLASH-29":
            told = _("%(who)s attacks %(target)s, who drives: a throw against the stat that resists it.")
        return told % {"who": asked.who_name, "target": target}
    if asked.clause == "DEC-TIE-02":
        return _("A tie: %(clash)s. What changes for everyone in it?") % {"clash": asked.who_name}
    if asked.question in (CLASH, CHASE):
        allies = map(str, as_list(asked.data.get("from", ())))
        tied = [people.get(one, _("someone hidden")) for one in allies]
        return _("A tie among allies: %(who)s. Who goes first?") % {"who": ", ".join(tied)}
    return ""
