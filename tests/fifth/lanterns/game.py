"""Lanterns, as the campaign's side knows it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.creation_layouts.parts import AskedField, CreationLayout, CreationPart
from campaigns.forms.odds import SituationForm, whole
from campaigns.game import CAMPAIGN, Game, Odds, Pages, Permissions, Records, Step, Telling, Values, Way
from campaigns.queries.layouts.parts import Numbers, RecordLayout
from campaigns.queries.odds_answers import Answer, numbered, odds_of
from campaigns.queries.odds_answers import Numbers as Typed
from campaigns.queries.odds_questions import OddsQuestion
from campaigns.queries.review.luck import result
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_pools import Die, Rollers, ToldPool, parts_of, pools_of, successes
from tests.fifth.lanterns import views

BEARER = "lanterns.character"


class DelveForm(SituationForm):
    nerve: forms.IntegerField = whole("Nerve", 1, 6)
    depth: forms.IntegerField = whole("Depth", 1, 7)


def _delve(numbers: Typed) -> Answer:
    bearer = {"id": "bearer", "nerve": numbers["nerve"], "light": 0}
    odds = odds_of("lanterns.delve", {"bearer": bearer, "depth": numbers["depth"]})
    return Answer(
        ("Success", odds["success"]), [], "Successes", numbered(odds.each("successes")), odds.clauses
    )


def _drawn(step: Step, shown: ShownEntry) -> Sequence[ToldPool]:
    return pools_of(step, shown, _pool, Rollers(usual=("bearer",)))


def _pool(pool: Mapping[str, Any], title: str) -> ToldPool:
    least = pool["success_from"]
    dice = [
        Die(face, "victory", _("a success")) if face >= least else Die(face, "", "") for face in pool["faces"]
    ]
    return ToldPool(title, parts_of(pool["parts"]), len(dice), "", tuple(dice), successes(pool["successes"]))


GAME = Game(
    code="lanterns",
    name="Lanterns",
    odds=Odds(
        questions={
            "delve": OddsQuestion(
                "lanterns.delve",
                "A delve",
                "Nerve against the depth of a place.",
                DelveForm,
                {"nerve": 3, "depth": 2},
                _delve,
            )
        },
        events={"lanterns.delve": result("success"), "lanterns.face": result("driven_back")},
    ),
    values=Values(sections={"Bearer": (gettext_lazy("What she carries"), False)}),
    telling=Telling(drawn=_drawn),
    permissions=Permissions(players_make={BEARER: frozenset({"nerve", "light", "state"})}),
    records=Records(
        clocked=(BEARER,),
        layouts={
            BEARER: RecordLayout(
                parts=(Numbers("traits", "Traits", ("nerve", "light")),),
                deeds=(("lanterns.delve", "bearer.id"), ("lanterns.face", "bearer.id")),
            )
        },
    ),
    pages=Pages(
        urls=[path(f"{CAMPAIGN}lanterns/", views.lanterns, name="lanterns")],
        whom=gettext_lazy("Somebody with a lantern, and the Nerve to go down."),
        way=Way("lanterns", gettext_lazy("Who has Light")),
        creation=CreationLayout(
            "lanterns",
            BEARER,
            "Somebody who goes down.",
            (
                CreationPart(
                    "traits",
                    "Traits",
                    ("LAN-POOL-01",),
                    (AskedField("nerve", needs="LAN-POOL-01"), AskedField("light")),
                ),
            ),
        ),
    ),
)
