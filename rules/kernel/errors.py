"""The ways in which a request can be wrong. Each names its field, its clause and the value that offended."""

from typing import ClassVar

from msgspec import UNSET, UnsetType

from rules.kernel.values import Value, Values


class RulesError(Exception):
    """A request that gets no result. Nothing was changed by it and its message is one technical line."""

    code: ClassVar[str]

    def __init__(self, message: str, *, field: str | None = None, clause: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.clause = clause

    def as_answer(self) -> Values:
        """The error as the contract writes it: `{"error": {"code", "field", "message", "clause"}}`."""
        parts = {"code": self.code, "field": self.field, "message": self.message, "clause": self.clause}
        return {"error": {key: value for key, value in parts.items() if value is not None}}


class UnknownAction(RulesError):
    code = "unknown_action"


class InvalidInput(RulesError):
    """Not understood: a field is missing, unknown, of the wrong type or out of range."""

    code = "invalid_input"


class OddsUnknown(InvalidInput):
    """Odds rest on what is not told, such as the cards of a deck, though the act itself can be played without it."""


class RuleViolation(RulesError):
    """Understood, but a clause forbids it. `clause` is always given; `known` is what `field` would have to be.

    Where an engine refuses what the order of play says of a record, `otherwise` is what `field` would be if it did not:
    what an Override gives instead (TAB-OVERRIDE-02). Of what is impossible there is none.
    """

    code = "rule_violation"

    def __init__(
        self,
        message: str,
        *,
        clause: str,
        field: str | None = None,
        known: Value | UnsetType = UNSET,
        otherwise: Value | UnsetType = UNSET,
        is_open: bool = False,
    ) -> None:
        super().__init__(message, field=field, clause=clause)
        self.known = known
        self.otherwise = otherwise
        self.is_open = is_open
        """Whether the numbers of its message are those of records that whoever acts has named, and so sees."""
        self.may_set_aside = False
        """Whether whoever was refused may play the act all the same (TAB-OVERRIDE-02), and so would."""


class BadDraw(RulesError):
    code = "bad_draw"


class WrongCount(RulesError):
    """Not as many draws as an action takes: how many were given, and how many it takes."""

    def __init__(self, message: str, *, given: int = 0, taken: int = 0, field: str = "draws") -> None:
        super().__init__(message, field=field)
        self.given = given
        self.taken = taken


class DrawsExhausted(WrongCount):
    """Fewer; `taken` is the least that it can be, unless whoever plays the action has counted them."""

    code = "draws_exhausted"


class DrawsLeftOver(WrongCount):
    code = "draws_left_over"


class NoOdds(RulesError):
    code = "no_odds"
