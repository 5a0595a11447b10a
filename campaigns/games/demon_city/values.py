"""Single values of Demon City: how they are asked for, and what they tell of somebody."""

from collections.abc import Collection
from typing import Annotated, get_args
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.game import Names, Shape, Values
from campaigns.game.values import Choices
from campaigns.games.demon_city.decks import significators
from campaigns.games.demon_city.derived import THROWS_WITH
from campaigns.models import Campaign, DemonCitySheet
from campaigns.models.prepared import prepared
from campaigns.queries.suggestions import as_written
from rules import words
from rules.demon_city.advantages import GENERAL_OF
from rules.demon_city.cards import SUITS
from rules.demon_city.clash_input import Participant
from rules.demon_city.contestants import Contestant
from rules.demon_city.progress import WaitingFlip
from rules.demon_city.throwers import CHARACTERISTICS
from rules.demon_city.types import Significator
from rules.kernel.origins import record
from rules.kernel.types import Id

_Who = Annotated[Id, record("character")]


class _Hand(Participant):
    """A hand that waits, as a correction asks for it: whose it is is picked by name."""

    id: _Who


class _Driver(Contestant):
    id: _Who


class _InClash(WaitingFlip):
    participants: tuple[_Hand, ...] = ()


class _InChase(WaitingFlip):
    drivers: tuple[_Driver, ...] = ()


ON_SHEETS = (("demon_city.character", "stats"),)


def _free(campaign: Campaign) -> Choices:
    """What may be won: what nobody holds and the Horror's Deck leaves (DEC-DECK-11, DEC-DECK-20)."""
    return _significators({*get_args(Significator)} - significators.not_free(campaign))


def _held(campaign: Campaign) -> Choices:
    return _significators(significators.held(campaign))


def _significators(offered: Collection[str]) -> Choices:
    """A Significator is a court card or a major (DEC-DECK-04): the majors first, then the courts of each suit."""
    groups: dict[str, list[tuple[str, str]]] = {gettext("Majors"): []}
    groups |= {words.choice_of("demon_city", "card", suit): [] for suit in SUITS}
    for card in (one for one in get_args(Significator) if one in offered):
        suit = card.partition("-")[0]
        group = words.choice_of("demon_city", "card", suit) if suit in SUITS else gettext("Majors")
        groups[group].append((card, words.choice_of("demon_city", "card", card)))
    return [(name, cards) for name, cards in groups.items() if cards]


def _stats_of(campaign: Campaign, who: str, is_gm: bool) -> Choices:
    """What somebody throws with: what stands on their sheet, or on anybody's, the characteristics first."""
    found = _sheets_of(campaign.pk, UUID(who) if who else None, is_gm)
    on_sheets = {name for stats in found for name, high in stats.items() if high is not None}
    names = [name for name in CHARACTERISTICS if name in on_sheets or not who]
    return [(name, as_written(name)) for name in [*names, *sorted(on_sheets - {*names})]]


@prepared
def _sheets_of(
    campaign: UUID, who: UUID | None, is_gm: bool
) -> QuerySet[DemonCitySheet, dict[str, int | None]]:
    sheets = DemonCitySheet.objects.filter(record__campaign=campaign)
    sheets = sheets if is_gm else sheets.filter(record__visibility="table")
    return (sheets.filter(pk=who) if who else sheets).values_list("stats", flat=True)


VALUES = Values(
    picked={
        (f"demon_city.{verb}", f"{who}.stat_name"): (who, _stats_of)
        for verb, throwers in THROWS_WITH.items()
        for who in throwers
    },
    said_outright={
        (f"demon_city.{verb}", f"{who}.stat_name"): _("No characteristic applies")
        for verb in ("static_throw", "opposed_throw")
        for who in THROWS_WITH[verb]
    },  # DEC-EXTRA-06, DEC-EXTRA-07
    not_oneself={("demon_city.opposed_throw", "opponent.id"): "actor"},
    players_choose={("demon_city.c10", "deck"): frozenset({"players"})},  # DEC-DECK-08
    asked={
        "stat": "stats",
        "stat_name": "stats",
        "target_stat": "stats",
        "resist": "stats",
        "skill.name": "skills",
        "skill.of": "general-skills",
        "modifiers.skill": "skills",
        "modifiers.of": "general-skills",
        "opponent_modifiers.skill": "skills",
        "opponent_modifiers.of": "general-skills",
        "sides.id": "sides",
        "side": "sides",
    },
    names={
        "stats": Names(on_sheets=ON_SHEETS, coded="all"),
        "skills": Names(on_sheets=ON_SHEETS, besides=tuple(GENERAL_OF)),
        "general-skills": Names(besides=tuple(sorted({*GENERAL_OF.values()}))),
        "sides": Names(in_form=("sides", "id"), usual=(_("Players"), _("Horror"))),
    },
    shapes={
        ("demon_city.clash", "waiting"): Shape(_InClash | None, worked_out=frozenset({"drivers"})),
        ("demon_city.chase", "waiting"): Shape(_InChase | None, worked_out=frozenset({"participants"})),
    },
    choices={
        ("demon_city.award_significator", "card"): _free,
        ("demon_city.spend_significator", "card"): _held,
    },
    sections={
        "DemonCitySheet": (_("Sheet"), False),
        "DemonCityHealth": (_("Health"), False),
        "DemonCityHealth.marks": (_("This round"), True),
    },
    tracked={"demon_city.character": {"toughness": ()}},
)
