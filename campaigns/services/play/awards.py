"""Dice in the GM's gift, as an act has them: rows that a person entered, and those that were granted before."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from campaigns.game import game_of
from campaigns.policy import acting_of
from campaigns.queries.bonuses import BONUS
from campaigns.state.errors import UnknownRecord
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules.kernel.inputs import InputField
from rules.kernel.values import Value, Values

OF_ONES_OWN = ("modifiers", "damage_modifiers")
"""Lists for the roll of whoever they stand with; any other is for the roll of somebody whom the game names."""


@dataclass
class Taken:
    """A bonus in an act: where it stands, the record of it, and who rolls there."""

    path: str
    bonus: Sheet
    who: Sheet | None = None


class AwardedDice:
    """What one act has of them."""

    def __init__(self, action: str, working: UnitOfWork, sees: Callable[[Sheet], bool]) -> None:
        self._own = game_of(action).inputs.awards
        self._action, self._working, self._sees = action, working, sees
        self.by_hand: list[str] = []
        """Paths of rows that the person gave and that were not granted."""
        self.taken: list[Taken] = []
        self.rolling: dict[str, Sheet | None] = {}
        """The lists that the act has, by path, and whose roll they are for."""

    def read(self, value: Value, path: str) -> Value:
        """Rows as the rules read them, with what was granted in the place of those that name it."""
        if not isinstance(value, list | tuple):
            return value
        rows: list[Value] = []
        for number, row in enumerate(value):
            at = f"{path}.{number}"
            if isinstance(row, Mapping) and row.keys() == {BONUS}:
                rows.extend(self._granted(str(row[BONUS]), at))
                continue
            if not isinstance(row, Mapping) or row.get("source") not in self._own.own_sources:
                self.by_hand.append(at)
            rows.append(row)
        return rows

    def settle(self, whole: Values, subjects: list[Sheet]) -> set[str]:
        """Say whose roll each list is for, where it stands in nobody's part; the GM's words of what is taken."""
        for path, who in self.rolling.items():
            self.rolling[path] = self._who_rolls(path.removeprefix("input."), who, whole, subjects)
        for one in self.taken:
            one.who = self.rolling.get(one.path.rpartition(".")[0])
        return {one.bonus["words"] for one in self.taken} - {""}

    def _granted(self, record_id: str, path: str) -> list[Value]:
        sheet = self._working.find(record_id)
        if sheet is None or sheet.kind.name != BONUS or not self._sees(sheet):
            raise UnknownRecord(record_id)
        self.taken.append(Taken(path, sheet))
        note = {"note": sheet["words"]} if sheet["words"] else {}
        return [{**row, **note} for row in self._own.rows(sheet["dice"])]

    def _who_rolls(
        self, path: str, beside: Sheet | None, whole: Values, subjects: list[Sheet]
    ) -> Sheet | None:
        """Whom the game names for a list, else the record in which it stands, else whoever acts."""
        named = self._own.sides.get((self._action, path))
        if named is None:
            acting = acting_of(self._action, subjects) if subjects else None
            return (beside or acting) if path.rpartition(".")[2] in OF_ONES_OWN else None
        whose = whole.get(named)
        whose = whose.get("id") if isinstance(whose, Mapping) else whose
        return self._working.find(whose) if isinstance(whose, str) else None


def is_award(slot: InputField) -> bool:
    """Whether a field is a list of dice that the GM awards, such as SOR-BONUS-01 has them."""
    return slot.given_by == "gm" and slot.name.endswith("modifiers")


def without_granted(value: Value) -> Value:
    """What somebody says of an act for another to play, without the bonuses in it: each takes their own."""
    if isinstance(value, Mapping):
        inner = {name: without_granted(one) for name, one in value.items()}
        return {name: one for name, one in inner.items() if one != [] or value[name] == []}
    if isinstance(value, list | tuple):
        return [
            without_granted(one) for one in value if not (isinstance(one, Mapping) and one.keys() == {BONUS})
        ]
    return value
