"""How many cards everybody has in the flip of a round, and the acts that come of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.access import rights_of
from campaigns.forms.action.controls import offered_by
from campaigns.forms.action.form import KEPT, ActionForm
from campaigns.forms.fields import Posted, choice_field
from campaigns.forms.people import ActForm, DrawForm
from campaigns.games.demon_city.rounds import flips
from campaigns.games.demon_city.rounds.counts import COUNT, HandCount, counting, offered_to
from campaigns.games.demon_city.rounds.flips import FlipHand, Ready, Values
from campaigns.models import Membership
from campaigns.queries import palette
from campaigns.queries.cast import Member
from campaigns.services.play.action_inputs import Request
from rules.demon_city.cards import PACK
from rules.demon_city.counting import FREE_MANEUVER

TIE_CHOICE = "tie_choice"


@dataclass(frozen=True)
class HandField:
    """One hand of a flip with its controls: what counts for it, and the Host's own number."""

    hand: FlipHand
    count: HandCount
    claims: forms.BoundField
    throws: forms.BoundField
    is_lowest: bool

    @property
    def told_id(self) -> str:
        """The id of the part of the page that tells how many cards it is."""
        return f"told-{self.hand.who.id}"


class ReadyForm(ActForm):
    """A player is ready, and says what counts for their character besides what was announced."""

    who = forms.CharField(widget=forms.HiddenInput)
    claims = forms.MultipleChoiceField(
        label=gettext_lazy("What else counts"), widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, hand: FlipHand, data: Posted | None = None) -> None:
        kept = {"who": hand.who.id, "claims": list(hand.claims)}
        super().__init__(data, auto_id=f"ready-{hand.who.id}-%s", initial=kept)
        self.hand = hand
        choice_field(self, "claims").choices = offered_to(hand.kind)


class FlipForm(DrawForm):
    """What counts for each hand, and its number where the Host gives one. All else was announced or settled."""

    def __init__(self, ready: Sequence[Ready], data: Posted | None = None) -> None:
        super().__init__(data, auto_id="flip-%s")
        self.ready = ready
        for one, hand in self._hands():
            self.fields[name_of(one, hand)] = forms.IntegerField(
                label=_("Cards of %(name)s") % {"name": hand.who.name},
                min_value=1,
                max_value=len(PACK),
                required=False,
                initial="" if _is_as_counted(one, hand) else "".join(one.values[hand.control][:1]),
            )
            self.fields[_claims_of(one, hand)] = forms.MultipleChoiceField(
                label=_("What counts for %(name)s") % {"name": hand.who.name},
                choices=offered_to(hand.kind, by_host=True),
                widget=forms.CheckboxSelectMultiple,
                required=False,
                initial=list(hand.granted),
            )

    def clean(self) -> None:
        super().clean()
        self._kept = {one.id: self._settled(one) for one in self.ready}

    def asked(self, ready: Ready) -> list[HandField]:
        """The controls of one Clash or chase, with the counts by what is ticked."""
        counts = ready.counted.hands(self._ticked(ready))
        return [
            HandField(
                hand,
                counts[hand.who.id],
                self[_claims_of(ready, hand)],
                self[name_of(ready, hand)],
                is_lowest=ready.values.get(_counting(hand)) == ["lowest"],
            )
            for hand in ready.hands
        ]

    def granted(self) -> list[tuple[Member, list[str]]]:
        """What the Host grants, of those for whom it is something else than before."""
        said = ((hand, self.cleaned_data[_claims_of(one, hand)]) for one, hand in self._hands())
        return [(hand.who, granted) for hand, granted in said if set(granted) != set(hand.granted)]

    def settled(self) -> dict[str, Values]:
        """All that is known of each flip by its record, with the numbers that were typed here."""
        return {one: values for one, (values, _steps) in self._kept.items()}

    def _ticked(self, one: Ready) -> dict[str, Sequence[str]]:
        said = self.cleaned_data if self.is_bound and self.is_valid() else {}
        return {
            hand.who.id: counting(said.get(_claims_of(one, hand), hand.granted), hand.claims)
            for hand in one.hands
        }

    def _settled(self, one: Ready) -> tuple[Values, list[Request]]:
        """The values of a flip, and the counts of all whose number the Host does not give."""
        said = self.cleaned_data
        granted = {
            hand.who.id: counting(said.get(_claims_of(one, hand), ()), hand.claims) for hand in one.hands
        }
        counts, values, steps = one.counted.hands(granted), dict(one.values), list[Request]()
        for hand in one.hands:
            typed, count = said.get(name_of(one, hand)), counts[hand.who.id]
            values[hand.control] = [str(typed or count.throws)]
            if FREE_MANEUVER in granted[hand.who.id]:  # it costs no throw for doing no harm (DEC-CLOST-07)
                values[hand.control.replace(".throws", ".harm")] = ["off"]
            if typed is None:
                values[_counting(hand)] = [count.counts]
                step = count.step(hand.who.id)
                steps += [Request(COUNT, step)] if step else []
        return values, steps

    def requests(self, member: Membership) -> list[Request]:
        """The counts and flips in their order; what does not fit is an error of this form."""
        rights = rights_of(member)
        records = palette.named_records(member.campaign, rights)
        counted, made = [], []
        for one in self.ready:
            values, steps = self._kept[one.id]
            data = MultiValueDict({**values, "key": [self.cleaned_data["key"]]})
            form = ActionForm(one.meeting.action, member=member, data=data, rights=rights, records=records)
            if form.is_valid():
                made.append(form.request())
                counted += steps
            else:
                self.add_error(None, _told(one, form))
        return [*counted, *made]

    def _hands(self) -> Iterator[tuple[Ready, FlipHand]]:
        for one in self.ready:
            for hand in one.hands:
                yield one, hand


class SettleForm(ActionForm):
    """The aims and sides of one Clash, kept until all are flipped."""

    def __init__(
        self, ready: Ready, *, member: Membership, data: Posted | None = None, next_url: str = ""
    ) -> None:
        preset = {name: one if len(one) > 1 else one[0] for name, one in ready.values.items() if one}
        said = ready.values if data is None else {name: [data[name]] for name in data}
        allies = flips.may_tie(ready, said)
        super().__init__(
            ready.meeting.action,
            member=member,
            data=data,
            preset=preset,
            hide=(*_about(ready), *(() if allies else (TIE_CHOICE,))),
            next_url=next_url,
        )
        self.label = _("Save for the flip")
        for name in KEPT:
            self.fields.pop(name, None)
        if allies:
            self._ask_of(allies)

    def _ask_of(self, allies: Mapping[str, str]) -> None:
        """Only those of one side who may tie are asked which of them comes first (DEC-CLASH-08)."""
        field = choice_field(self, TIE_CHOICE)
        are_several, named = len(set(allies.values())) > 1, dict(offered_by(field))
        field.choices = [
            (who, f"{named[who]} ({side})" if are_several else named[who])
            for who, side in allies.items()
            if who in named
        ]
        field.label = _("If allies tie, who goes first")
        field.help_text = _("Leave it empty, and whoever plays them chooses once the cards lie there.")

    @property
    def values(self) -> Values:
        """What was typed, by control."""
        return {name: list(values) for name, values in self.typed.lists()}


def name_of(ready: Ready, hand: FlipHand) -> str:
    """The control of a hand: two Clashes may have the same people in them no more than the same record."""
    return f"{ready.id}.{hand.who.id}"


def _counting(hand: FlipHand) -> str:
    """The control that says which of a hand's cards counts."""
    return hand.control.replace(".throws", ".count")


def _is_as_counted(ready: Ready, hand: FlipHand) -> bool:
    settled = ready.values.get(hand.control, []), ready.values.get(_counting(hand), [])
    return settled == ([str(hand.count.throws)], [hand.count.counts])


def _claims_of(ready: Ready, hand: FlipHand) -> str:
    return f"{name_of(ready, hand)}.claims"


def _about(ready: Ready) -> tuple[str, ...]:
    return ("chase",) if ready.meeting.is_chase else ("clash",)


def _told(ready: Ready, form: ActionForm) -> str:
    """The first thing that is wrong with a Clash, with the name of whoever it is about."""
    name, errors = next(iter(form.errors.items()))
    told = {"clash": ready.meeting.record.name, "what": errors[0]}
    label = form.fields[name].label if name in form.fields else ""
    if label:
        return _("%(clash)s, “%(label)s”: %(what)s Fix it under “Targets, sides and cards”.") % {
            **told,
            "label": label,
        }
    return _("%(clash)s: %(what)s Fix it under “Targets, sides and cards”.") % told
