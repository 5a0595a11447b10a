"""What falls due when game time passes: each system's own list, made from the rows as they are."""

from dataclasses import dataclass

from campaigns.models import Campaign, Contact, Demon
from campaigns.queries.attempts import last_act
from rules.sorcerer.due import Clocks, ContactClock, DemonClock, Due, due


@dataclass(frozen=True)
class Coming:
    """One thing that an advance brings, for the GM to see before agreeing: when, to whom, which step."""

    moment: int
    record: str
    name: str
    step: str


def due_between(campaign: Campaign, start: int, end: int) -> tuple[Due, ...]:
    """What falls due between two seconds of game time, in order; only the first is certain."""
    return due(_clocks(campaign), start, end)


def coming(campaign: Campaign, start: int, end: int, most: int) -> list[Coming]:
    """The same for a page, with names."""
    found = due_between(campaign, start, end)[:most]
    names = {str(one.record.pk): one.record.name for one in _demons(campaign)}
    contacts = {str(one.pk): one.demon.name if one.demon else "" for one in _contacts(campaign)}
    return [
        Coming(one.moment, one.record, names.get(one.record) or contacts.get(one.record, ""), one.step)
        for one in found
    ]


def _clocks(campaign: Campaign) -> Clocks:
    demons = tuple(
        DemonClock(str(one.pk), one.state, one.stamina, one.need_unmet_days, one.day_began)  # type: ignore[arg-type]  # its CHECK holds the words
        for one in _demons(campaign)
    )
    contacts = tuple(
        ContactClock(
            id=str(one.pk),
            demon=str(one.demon_id),
            demon_state=one.demon.demon.state,  # type: ignore[arg-type]  # as above
            hours=one.hours,
            hour_began=one.hour_began,
            held=last_act(campaign, str(one.demon_id)) == "sorcerer.summon",
        )
        for one in _contacts(campaign)
        if one.demon is not None
    )
    return Clocks(demons, contacts)


def _demons(campaign: Campaign) -> list[Demon]:
    found = Demon.objects.filter(record__campaign=campaign, state="present")
    return list(found.select_related("record").order_by("record__born", "pk"))


def _contacts(campaign: Campaign) -> list[Contact]:
    found = Contact.objects.filter(record__campaign=campaign, state="open")
    return list(found.select_related("demon__demon").order_by("record__born", "pk"))
