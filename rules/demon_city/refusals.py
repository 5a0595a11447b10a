"""How this system forbids something: with the input's field and the clause that says so."""

from rules.kernel.errors import RuleViolation


def refused(message: str, field: str, clause: str) -> RuleViolation:
    """To be raised. `field` is a path below `input`."""
    return RuleViolation(message, field=f"input.{field}", clause=clause)
