"""What the clock should bring, counted minute by minute and by hand: no code of the rules is asked."""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

MINUTE, HOUR, DAY = 60, 3_600, 86_400
BASHING_HOURS = (1, 1, 1, 1, 3, 6, 12)
LETHAL_HOURS = (24, 72, 168, 720, 1440, 2160, 3600)

Fired = tuple[int, str]
"""The second of game time, and what came."""


@dataclass
class Timekeeper:
    """One demon, one Contact, one wounded fighter, one cursed man and his tie: what each of them waits for."""

    now: int = 0
    demon_since: int | None = None
    hours: int = 0
    contact_since: int = 0
    bashing: int = 0
    lethal: int = 0
    rested_since: int = 0
    out_since: int | None = None
    wounds: int = 0
    wound_since: int = 0
    rating: int = 3
    quiet_since: int = 0
    decays_since: int | None = None
    haunted_since: int | None = None
    fired: list[Fired] = field(default_factory=list)

    def copy(self) -> "Timekeeper":
        return deepcopy(self)

    def advance(self, seconds: int) -> None:
        """Let time pass, a minute at a time."""
        self.fired = []
        self._tick()  # what a correction made late comes at once
        for _minute in range(seconds // MINUTE):
            self.now += MINUTE
            self._tick()

    def _tick(self) -> None:
        for tick in (
            self._withdraws,
            self._contact_runs,
            self._bleeds,
            self._wears_away,
            self._mends,
            self._is_haunted,
            self._wakes,
            self._heals,
        ):
            tick()

    def hurt(self, bashing: int, lethal: int) -> None:
        """Rest begins with the first wound that can heal."""
        if not self.bashing + self.lethal:
            self.rested_since = self.now
        self.bashing, self.lethal = bashing, lethal

    def tie(self, rating: int) -> None:
        """A step that is lost begins the quiet day anew; so does the first."""
        if rating < self.rating:
            self.quiet_since = self.now
        self.rating = rating

    def poison(self, wounds: int) -> None:
        """More wounds to come than before are a new poison."""
        if wounds > self.wounds:
            self.wound_since = self.now
        self.wounds = wounds

    def _fire(self, what: str) -> None:
        self.fired.append((self.now, what))

    def _withdraws(self) -> None:
        if self.demon_since is not None and self.now == self.demon_since + DAY:
            self.demon_since = self.now
            self._fire("withdrawal")

    def _contact_runs(self) -> None:
        if self.hours and self.now == self.contact_since + HOUR:
            self.contact_since = self.now
            self.hours -= 1
            self._fire("hour" if self.hours else "closes")

    def _bleeds(self) -> None:
        if self.wounds and self.now == self.wound_since + DAY:
            self.wound_since = self.now
            self.wounds -= 1
            self._fire("wound")

    def _wears_away(self) -> None:
        if self.decays_since is not None and self.now == self.decays_since + 7 * DAY:
            self.decays_since = self.now
            self._fire("decay")

    def _mends(self) -> None:
        if self.rating < 3 and self.now == self.quiet_since + DAY:
            self.quiet_since = self.now
            self.rating += 1
            self._fire("mends")

    def _is_haunted(self) -> None:
        if self.haunted_since is not None and self.now == self.haunted_since + 31 * DAY:
            self.haunted_since = None
            self._fire("fades")

    def _wakes(self) -> None:
        if self.out_since is not None and self.now == self.out_since + 60:
            self.out_since = None
            self._fire("wakes")

    def _heals(self) -> None:
        while marks := self.bashing + self.lethal:
            hours = (BASHING_HOURS if self.bashing else LETHAL_HOURS)[marks - 1]
            if self.now < self.rested_since + hours * HOUR:
                return
            self.rested_since += hours * HOUR
            if self.bashing:
                self.bashing -= 1
            else:
                self.lethal -= 1
            self._fire("heals")


def told(steps: list[dict[str, Any]]) -> str | None:
    """Which of these things an entry's steps tell of."""
    actions = {step["action"]: step for step in steps}
    for action, what in ACTIONS.items():
        if action in actions:
            return what
    carried = [effect for step in steps if step["action"] == "table.carry_out" for effect in step["effects"]]
    fields = {one["field"]: one.get("set") for one in carried}
    if fields.get("unconscious") is False:
        return "wakes"
    if "hours" in fields:
        closed = any(one["field"] == "state" and one["set"] == "closed" for one in carried)
        return "closes" if closed else "hour"
    return "fades" if any(name.startswith("aftereffect.") for name in fields) else None


ACTIONS = {
    "sorcerer.withdrawal_day": "withdrawal",
    "pandemonium.ongoing_tick": "wound",
    "pandemonium.decay_tick": "decay",
    "pandemonium.sympathy": "mends",
    "fallen.heal": "heals",
}
