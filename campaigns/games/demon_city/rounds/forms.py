"""What the GM settles of a round of Action: who takes part in it, and on whose side everybody is."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.fields import Posted, choice_field
from campaigns.forms.people import ActForm
from campaigns.games.demon_city.rounds.reading import ActionRound, Place
from campaigns.queries.cast import Member
from campaigns.viewing import TABLE
from rules.kernel.values import Values

LONGEST_SIDE = 40
_FOES = gettext_lazy("the foes")


class BeginRoundForm(ActForm):
    """Who takes part in the next round."""

    who = forms.MultipleChoiceField(
        label=gettext_lazy("Taking part"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Someone has to take part. Select at least one.")},
    )
    anew = forms.BooleanField(
        label=gettext_lazy("Reorder ties"),
        help_text=gettext_lazy("After a new enemy, a loss, or a drastic change of scene."),
        required=False,
    )

    def __init__(self, found: ActionRound, data: Posted | None = None) -> None:
        super().__init__(data, auto_id="round-%s")
        choice_field(self, "who").choices = [(member.id, member.marked_name) for member in found.here]
        before = [place.member.id for place in found.places]
        seen = [member.id for member in found.here if member.visibility == TABLE]
        self.fields["who"].initial = before or seen  # that somebody hidden is there is the GM's to tell
        if not before:
            del self.fields["anew"]


@dataclass(frozen=True)
class SortRow:
    """One announced action, with the controls that it is sorted by."""

    place: Place
    side: forms.BoundField
    driver: forms.BoundField


class SortForm(ActForm):
    """The side of each who announced, who drives, and who else is in each other's way."""

    def __init__(self, found: ActionRound, data: Posted | None = None) -> None:
        super().__init__(data, auto_id="sort-%s")
        self.places = [place for place in found.places if place.has_announced and place.is_able]
        sides = _begun_sides(self.places, found.sides)
        for number, one in enumerate(self.places):
            who = {"name": one.member.name}
            self.fields[f"side.{number}"] = forms.CharField(
                label=_("Side of %(name)s") % who,
                max_length=LONGEST_SIDE,
                initial=sides[one.member.id],
            )
            self.fields[f"driver.{number}"] = forms.BooleanField(
                label=_("%(name)s drives") % who, required=False
            )

        self.fields["together"] = forms.MultipleChoiceField(
            label=_("Also in one Clash"),
            choices=[(one.member.id, one.member.marked_name) for one in self.places],
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )

    @property
    def rows(self) -> Iterator[SortRow]:
        for number, one in enumerate(self.places):
            yield SortRow(one, self[f"side.{number}"], self[f"driver.{number}"])

    @property
    def has_drivers(self) -> bool:
        """Whether it is said of somebody that they drive: no record tells that a chase is on, so it is asked last."""
        return any(row.driver.value() for row in self.rows)

    def clean(self) -> None:
        super().clean()
        said = self.cleaned_data
        drive = [number for number, _one in enumerate(self.places) if said.get(f"driver.{number}")]
        if drive and not self.errors and len({said[f"side.{number}"] for number in drive}) == 1:
            self.add_error(
                f"driver.{drive[0]}",
                _("A chase has drivers on different sides. Tick one of another side too, or nobody."),
            )  # DEC-CLASH-29
        together = said.get("together", [])
        if len(together) == 1:
            self.add_error("together", _("One alone is in nobody's way. Select another too, or nobody."))
        drivers = [self.places[number] for number in drive if self.places[number].member.id in together]
        for one in drivers:
            self.add_error(
                "together",
                _("%(name)s drives, and drivers have a chase of their own. Select one or the other.")
                % {"name": one.member.name},
            )

    @property
    def links(self) -> list[list[str]]:
        """Who could interfere with one another although nobody aims at the other, pair by pair (DEC-CLASH-04)."""
        return [list(pair) for pair in pairwise(self.cleaned_data["together"])]

    def actions(self) -> list[Values]:
        """What is sorted, as the action has it."""
        said = self.cleaned_data
        return [
            {
                "id": one.member.id,
                "side": said[f"side.{number}"],
                "kind": one.kind,
                "targets": [target.id for target in one.targets],
                "driver": said[f"driver.{number}"],
            }
            for number, one in enumerate(self.places)
        ]


def _begun_sides(places: Sequence[Place], kept: Mapping[str, str]) -> dict[str, str]:
    """The side of each, until somebody says otherwise: that of the last round, or the usual one.

    Nobody attacks their own: whoever is attacked by them, or attacks them, has an aim of their own now (DEC-CLASH-02).
    Whoever shares it stands there too, in whatever order they announced.
    """
    people = {place.member.id: place.member for place in places}
    sides = {who: kept.get(who) or usual_side(member) for who, member in people.items()}
    attacks = [(one.member.id, aim.id) for one in places if one.kind == "attack" for aim in one.targets]
    within = {pair for pair in attacks if sides.get(pair[0]) == sides.get(pair[1])}
    for leavers in _leaving(people, sides, within):
        sides |= dict.fromkeys(leavers, _side_of([people[one] for one in leavers], sides.values()))
    if not any(member["control"] == "player" for member in people.values()):
        usual = [one for who, one in people.items() if sides[who] == str(_FOES)]
        sides |= {one.id: _side_of(usual, sides.values()) for one in usual}
    return sides


def _leaving(
    people: Mapping[str, Member], sides: Mapping[str, str], attacks: Collection[tuple[str, str]]
) -> list[list[str]]:
    """Who leaves their side, in groups of one aim: players' characters rather stay, and who has fewer foes there."""
    foes = {who: {one for pair in attacks if who in pair for one in pair} - {who} for who in people}
    aims = {who: {aim for by, aim in attacks if by == who} for who in people}
    stay: set[str] = set()
    leave: list[list[str]] = []
    rank = {who: (one["control"] != "player", len(foes[who]), len(aims[who])) for who, one in people.items()}
    for who in sorted(people, key=rank.__getitem__):
        if not foes[who] & stay:
            stay.add(who)
            continue
        friends = (group for group in leave if not foes[who].intersection(group))
        shared = (group for group in friends if sides[group[0]] == sides[who] and aims[who] & aims[group[0]])
        if (group := next(shared, None)) is not None:
            group.append(who)
        else:
            leave.append([who])
    return leave


def _side_of(them: Sequence[Member], taken: Collection[str]) -> str:
    """A side that is called by who is on it: of the GM's people alone none are anybody's foes more than the others."""
    names = [*dict.fromkeys(_own_side(one, taken) for one in them)]
    together = ", ".join(names)
    return together if len(together) <= LONGEST_SIDE else f"{names[0][: LONGEST_SIDE - 3]}, …"


def _own_side(one: Member, taken: Collection[str]) -> str:
    """A side that is called as whoever stands on it; everybody reads it, so that nobody hidden is named."""
    if one.visibility == TABLE:
        return one.name[:LONGEST_SIDE]
    hidden = str(_("someone hidden"))
    others = sum(side.startswith(hidden) for side in taken)
    return f"{hidden} {others + 1}" if others else hidden


def usual_side(one: Member) -> str:
    """Players' characters stand together against whoever the GM plays, until somebody says otherwise."""
    return str(_("the players") if one["control"] == "player" else _FOES)
