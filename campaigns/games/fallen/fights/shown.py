"""What the templates of a fight take."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.forms.action.bonuses import BonusControls
from campaigns.games.fallen.fights.defences import Way
from campaigns.games.fallen.fights.reading import Fighter
from campaigns.games.fallen.fights.soaks import Soak
from campaigns.games.fallen.fights.tries import Try
from campaigns.queries.cast import Member
from campaigns.views.waiting import Pending


@dataclass(frozen=True)
class Press:
    """An act that needs no more than a press: where it is sent, with these values."""

    url: str
    label: str
    given: Sequence[tuple[str, str]] = ()
    aside: str = ""
    dice: int = 0
    chance: float | None = None
    """What is rolled, where that is told, and the chance of what is tried."""


@dataclass(frozen=True)
class Joining:
    """Who fights: each who could, and whether they are ticked."""

    url: str
    people: Sequence[tuple[Member, bool]]
    is_first: bool
    """Whether nobody has rolled yet."""


@dataclass(frozen=True)
class Ambush:
    """Who may lie in wait, and whom they could surprise, by id and name; `form` has what else is said."""

    id: str
    name: str
    url: str
    targets: Sequence[tuple[str, str]]
    form: str


@dataclass(frozen=True)
class Rolling:
    """Who has still to roll initiative: those whom this viewer rolls for, and the names of the others."""

    presses: Sequence[Press]
    for_away: Sequence[Press]
    waits_for: str


@dataclass(frozen=True)
class Moment:
    """Somebody who holds back or steps in, and those ahead of whom she can act, by id and name."""

    who: str
    id: str
    is_waiting: bool
    url: str
    moments: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Magazine:
    """The rounds in a weapon, and where they are filled up."""

    id: str
    rounds: int
    url: str


Picks = tuple[str, Sequence[tuple[Try, str]], Magazine | None]
"""Maneuvers under the name of what they are done with, each with where it leads; nowhere where a form sends it."""


@dataclass(frozen=True)
class Foe:
    """Somebody who can be attacked, and the chance to hit them; `url` chooses them first."""

    id: str
    name: str
    hits: float
    url: str = ""


@dataclass(frozen=True)
class Aiming:
    """An attack as it is chosen: where it is sent, what is chosen already, and what is left to tap.

    With `one` chosen its foes are left, with `target` its maneuvers. `several` share one sweep of fire, `picked` in the
    shooter's order, each with the address without them.
    """

    url: str
    one: Try | None = None
    target: Foe | None = None
    foes: Sequence[Foe] = ()
    several: bool = False
    picked: Sequence[Foe] = ()
    willpower: int = 0
    locations: Sequence[tuple[str, str]] = ()
    back_url: str = ""
    bonus: BonusControls | None = None


@dataclass(frozen=True)
class Pace:
    """All that is left of a gait in this turn, in yards and about as many metres, in one tap."""

    label: str
    yards: int
    metres: int


@dataclass(frozen=True)
class Movement:
    """How far a fighter gets: all of a pace, or any other distance up to `most` yards."""

    url: str
    fighter: str
    has_acted: bool
    half: int
    most: int
    paces: Sequence[Pace]


@dataclass(frozen=True)
class Declaring:
    """Several actions as they are picked: each with its dice in its place, and what could come next."""

    who: str
    fighter: str
    url: str
    picked: Sequence[tuple[str, str, str, int | None]]
    """Name, label, the address without it, and the dice."""
    choices: Sequence[tuple[str, str, int | None]]
    """Label, the address with it, and the dice that it would have."""
    back_url: str


@dataclass(frozen=True)
class OwnTurn:
    """What the fighter whose place has come may do; for whoever does not play her no more than that it has."""

    fighter: Fighter
    mine: bool
    barred: str | None = None
    spent: bool = False
    all_done: bool = False
    """Whether nothing is left of what she declared but defences."""
    has_acted: bool = False
    groups: Sequence[Picks] = ()
    aiming: Aiming | None = None
    presses: Sequence[Press] = ()
    links: Sequence[tuple[str, str]] = ()
    magazines: Sequence[tuple[str, Magazine]] = ()
    """Weapons whose rounds are counted, by name: filled up at any time of the turn, as that takes no action."""
    move: Movement | None = None
    end: Press | None = None
    is_held_unseen: bool = False
    """Whether somebody holds her whom this viewer does not see, and so cannot name in an attempt to break free."""


@dataclass(frozen=True)
class ShownStep:
    """One thing that comes next: what it is, and how it is done or for whom it waits."""

    label: str
    waits_for: str
    told: str = ""
    who: str = ""
    forbidden: str | None = None
    why: str = ""
    remedy: str = ""
    is_first: bool = False
    press: Press | None = None
    url: str = ""


@dataclass(frozen=True)
class ShownAnswer:
    """An open question, with the ways to answer it. Each form of it is sent to `url`."""

    pending: Pending
    told: str
    url: str = ""
    who: str = ""
    willpower: int = 0
    bonus: BonusControls | None = None
    defences: Sequence[tuple[str, Way]] = ()
    barred: str | None = None
    declare_url: str = ""
    let_through: Sequence[Press] = ()
    soaks: Sequence[tuple[str, Soak]] = ()
    falls: Sequence[tuple[str, Way]] = ()
    lengths: Sequence[tuple[str, str]] = ()
    given: Sequence[tuple[str, str]] = ()
    """What is sent along with any of these."""
    aiming: Aiming | None = None
    groups: Sequence[Picks] = ()
    more: Sequence[tuple[str, str]] = ()
    """Ways to the whole form, for what only the GM adds."""
