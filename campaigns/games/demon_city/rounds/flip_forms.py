"""How many cards everybody has in the flip of a round, and the acts that come of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.access import rights_of
from campaigns.forms.action.form import KEPT, NONCE, ActionForm
from campaigns.forms.fields import Posted
from campaigns.forms.people import ActForm
from campaigns.games.demon_city.rounds.flips import FlipHand, Ready, Values
from campaigns.models import Membership
from campaigns.queries import palette
from campaigns.services.play.action_inputs import Request
from rules.demon_city.cards import PACK


@dataclass(frozen=True)
class HandField:
    """One hand of a flip with its control."""

    hand: FlipHand
    throws: forms.BoundField
    is_lowest: bool


class FlipForm(ActForm):
    """The number of cards of each hand. What else a Clash needs was announced, or settled on its own page."""

    nonce = forms.RegexField(NONCE, required=False, widget=forms.HiddenInput(attrs={"data-nonce": ""}))

    def __init__(self, ready: Sequence[Ready], data: Posted | None = None) -> None:
        super().__init__(data, auto_id="flip-%s")
        self.ready = ready
        for one, hand in self._hands():
            self.fields[name_of(one, hand)] = forms.IntegerField(
                label=hand.who.name,
                min_value=1,
                max_value=len(PACK),
                initial="".join(one.values.get(hand.control, ())[:1]),
                error_messages={"required": gettext_lazy("How many cards? At least 1.")},
            )

    def asked(self, ready: Ready) -> list[HandField]:
        """The controls of one Clash or chase."""
        lowest = [hand.control.replace(".throws", ".count") for hand in ready.hands]
        return [
            HandField(hand, self[name_of(ready, hand)], ready.values.get(count) == ["lowest"])
            for hand, count in zip(ready.hands, lowest, strict=True)
        ]

    def settled(self) -> list[tuple[Ready, Values]]:
        """Everything that is known of each flip, with the numbers that were typed here."""
        return [
            (
                one,
                {
                    **one.values,
                    **{hand.control: [str(self.cleaned_data[name_of(one, hand)])] for hand in one.hands},
                },
            )
            for one in self.ready
        ]

    def requests(self, member: Membership) -> list[Request]:
        """The flips in their order; what does not fit is an error of this form."""
        rights = rights_of(member)
        records = palette.named_records(member.campaign, rights)
        made = []
        for one, values in self.settled():
            data = MultiValueDict({**values, "key": [self.cleaned_data["key"]]})
            form = ActionForm(one.meeting.action, member=member, data=data, rights=rights, records=records)
            if form.is_valid():
                made.append(form.request())
            else:
                self.add_error(None, _told(one, form))
        return made

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
        super().__init__(
            ready.meeting.action,
            member=member,
            data=data,
            preset=preset,
            hide=_about(ready),
            next_url=next_url,
        )
        self.label = _("Save for the flip")
        for name in KEPT:
            self.fields.pop(name, None)

    @property
    def values(self) -> Values:
        """What was typed, by control."""
        return {name: list(values) for name, values in self.typed.lists()}


def name_of(ready: Ready, hand: FlipHand) -> str:
    """The control of a hand: two Clashes may have the same people in them no more than the same record."""
    return f"{ready.id}.{hand.who.id}"


def _about(ready: Ready) -> tuple[str, ...]:
    return ("chase",) if ready.meeting.is_chase else ("clash",)


def _told(ready: Ready, form: ActionForm) -> str:
    """The first thing that is wrong with a Clash, with the name of whoever it is about."""
    name, errors = next(iter(form.errors.items()))
    told = {"clash": ready.meeting.record.name, "what": errors[0]}
    label = form.fields[name].label if name in form.fields else ""
    if label:
        return _("%(clash)s, “%(label)s”: %(what)s Fix it under “Targets, sides and odds”.") % {
            **told,
            "label": label,
        }
    return _("%(clash)s: %(what)s Fix it under “Targets, sides and odds”.") % told
