"""Calling a demon, from the description to the Binding: where it stands and what can be done now."""

from typing import Literal

from msgspec import Struct, structs

from rules.kernel.procedure import State
from rules.sorcerer import attempts
from rules.sorcerer.allowed import ANSWER, BANISH, CHECK, allowed
from rules.sorcerer.follows import need_asked, resistance_asked
from rules.sorcerer.state import asked, stored

StepName = Literal[
    "describe",
    "contact",
    "answer",
    "check",
    "prolong",
    "complete_sheet",
    "summon",
    "bind",
    "banish",
    "punish",
]
Status = Literal["done", "now", "waiting", "later", "failed"]
Ritual = Literal["contact", "summon", "bind"]
Role = Literal["player", "gm"]


class Possible(Struct, frozen=True):
    """An action of a step: the clause that forbids it now, and whether it would be a retry (SOR-RITUAL-11)."""

    action: str
    forbidden: str | None = None
    retry: bool = False


class CallingStep(Struct, frozen=True, kw_only=True):
    """One step: `of` is the ritual that a check belongs to, `waits_for` who has to act."""

    name: StepName
    of: Ritual | None = None
    status: Status
    waits_for: Role | None = None
    actions: tuple[Possible, ...] = ()
    optional: bool = False


class Calling(Struct, frozen=True, kw_only=True):
    """Who calls which demon, and what there is of it already."""

    state: State
    sorcerer: str
    demon: str
    contact: str | None = None
    binding: str | None = None
    is_anothers: bool = False
    """Whether somebody else has Bound it, and masters do not share it here (SOR-BIND-10)."""

    @property
    def is_described(self) -> bool:
        """Whether the demon that is asked for is known well enough to be called (SOR-CONTACT-01)."""
        return all(stored(self.state, self.demon, name) for name in ("type", "abilities", "desire"))

    @property
    def is_here(self) -> bool:
        return bool(stored(self.state, self.demon, "state") == "present")

    @property
    def is_open(self) -> bool:
        """Whether the Contact is open."""
        return bool(stored(self.state, self.contact, "state") == "open")

    @property
    def is_own_contact(self) -> bool:
        """Whether this sorcerer made the Contact, and not another from whose Contact the demon is Summoned."""
        return bool(stored(self.state, self.contact, "sorcerer") == self.sorcerer)

    @property
    def is_bound(self) -> bool:
        return bool(stored(self.state, self.binding, "state") == "active")

    @property
    def was_never_called(self) -> bool:
        """Whether it is here by no Contact of this sorcerer: to begin with, or called by another (SOR-CREATE-05)."""
        return self.contact is None and (self.is_here or self.is_bound)

    @property
    def has_answered(self) -> bool:
        """Whether the demon came into Contact, and has not been let go again."""
        return self.is_open or self.is_here or self.is_bound

    @property
    def awaits_answer(self) -> bool:
        """Whether the GM still has to answer (SOR-CONTACT-04)."""
        questions = asked(self.state, ANSWER) if self.contact is not None else ()
        return any(question.data.get("contact") == self.contact for question in questions)


class Course(Struct, frozen=True):
    """The steps in order, and whether a Summoning now would follow at once.

    `rites` are those that a sorcerer may perform besides on a demon that is here, whosever it is (SOR-RITUAL-13).
    """

    steps: tuple[CallingStep, ...]
    immediate: bool
    rites: tuple[CallingStep, ...] = ()


def course(calling: Calling) -> Course:
    """Where the calling of a demon stands; what is here without it is only Bound."""
    binding = (_bind(calling), _check(calling, "bind", begun=calling.is_bound))
    if calling.was_never_called:
        steps: tuple[CallingStep, ...] = (_describe(calling), _complete_sheet(calling), *binding)
        return Course(steps, immediate=False, rites=_rites(calling))
    steps = (
        _describe(calling),
        _contact(calling),
        _answer(calling),
        _check(calling, "contact", begun=calling.has_answered),
        _prolong(calling),
        _complete_sheet(calling),
        _summon(calling),
        _check(calling, "summon", begun=calling.is_here or calling.is_bound),
        *binding,
    )
    return Course(steps, is_immediate(calling), _rites(calling))


def is_immediate(calling: Calling) -> bool:
    """Whether a Summoning now would be made directly after its Contact (SOR-SUMMON-06)."""
    return calling.is_open and attempts.is_immediate(calling.state, calling.sorcerer, calling.demon)


def _describe(calling: Calling) -> CallingStep:
    if calling.is_described or calling.has_answered:
        return CallingStep(name="describe", status="done")
    return CallingStep(name="describe", status="now", waits_for="player")


def _contact(calling: Calling) -> CallingStep:
    if calling.has_answered:
        return CallingStep(name="contact", status="done")
    if not calling.is_described:
        return CallingStep(name="contact", status="later")
    return _attempt(calling, "contact", "sorcerer.contact")


def _answer(calling: Calling) -> CallingStep:
    if calling.awaits_answer:
        return CallingStep(name="answer", status="now", waits_for="gm", actions=(Possible(ANSWER),))
    return CallingStep(name="answer", status="done" if calling.has_answered else "later")


def _check(calling: Calling, of: Ritual, *, begun: bool) -> CallingStep:
    """A ritual's Humanity check (SOR-CONTACT-13, SOR-SUMMON-10, SOR-BIND-12)."""
    state, after = calling.state, f"sorcerer.{of}"
    mine = [question for question in asked(state, CHECK) if question.who == calling.sorcerer]
    due = (question.data for question in mine if question.data.get("demon") == calling.demon)
    if not any(data.get("after") == after for data in due):
        return CallingStep(name="check", of=of, status="done" if begun else "later")
    forbidden = allowed(state, CHECK, (calling.sorcerer, calling.demon))
    return CallingStep(
        name="check",
        of=of,
        status="waiting" if forbidden else "now",
        waits_for="gm" if forbidden == "SOR-CONTACT-13" else "player",
        actions=(Possible(CHECK, forbidden),),
    )


def _rites(calling: Calling) -> tuple[CallingStep, ...]:
    """What may be done to a demon that is here; what the GM is asked of it first is a step of its own."""
    if not calling.is_here:
        return ()
    banish = _attempt(calling, "banish", BANISH, optional=True)
    if resistance_asked(calling.state, calling.sorcerer, calling.demon):
        banish = structs.replace(banish, waits_for="gm", optional=False)  # SOR-BANISH-11
    return banish, _attempt(calling, "punish", "sorcerer.punish", optional=True)


def _prolong(calling: Calling) -> CallingStep:
    """An open Contact may be kept open for longer by whoever made it (SOR-CONTACT-10)."""
    if calling.is_here or calling.is_bound:
        return CallingStep(name="prolong", status="done", optional=True)
    if not calling.is_open or not calling.is_own_contact:
        return CallingStep(name="prolong", status="later", optional=True)
    return _attempt(calling, "prolong", "sorcerer.contact", optional=True)


def _complete_sheet(calling: Calling) -> CallingStep:
    """The GM makes the whole sheet before the demon is Summoned (SOR-DEMON-25)."""
    if stored(calling.state, calling.demon, "complete", False):
        return CallingStep(name="complete_sheet", status="done")
    if not calling.has_answered:
        return CallingStep(name="complete_sheet", status="later")
    status: Status = "waiting" if calling.awaits_answer else "now"
    action = (Possible("sorcerer.create_demon"),)
    return CallingStep(name="complete_sheet", status=status, waits_for="gm", actions=action)


def _summon(calling: Calling) -> CallingStep:
    if calling.is_here or calling.is_bound:
        return CallingStep(name="summon", status="done")
    if not calling.is_open:
        return CallingStep(name="summon", status="later")
    return _attempt(calling, "summon", "sorcerer.summon")


def _bind(calling: Calling) -> CallingStep:
    if calling.is_bound:
        return CallingStep(name="bind", status="done")
    if not calling.is_here or calling.is_anothers:
        return CallingStep(name="bind", status="later")
    step = _attempt(calling, "bind", "sorcerer.bind")
    is_gms = step.status != "waiting" and need_asked(calling.state, calling.sorcerer, calling.demon)
    return structs.replace(step, waits_for="gm") if is_gms else step  # SOR-DEMON-06


def _attempt(calling: Calling, name: StepName, action: str, *, optional: bool = False) -> CallingStep:
    """A step that the player's own ritual takes: open, failed before, or kept waiting by a clause."""
    subjects = [one for one in (calling.sorcerer, calling.demon, calling.contact) if one is not None]
    forbidden = allowed(calling.state, action, subjects)
    is_another = attempts.has_failed(calling.state, action, calling.sorcerer, calling.demon)
    status: Status = "waiting" if forbidden else "failed" if is_another else "now"
    return CallingStep(
        name=name,
        status=status,
        waits_for="gm" if forbidden == "SOR-DEMON-25" else "player",
        actions=(Possible(action, forbidden, retry=is_another),),
        optional=optional,
    )
