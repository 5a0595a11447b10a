"""Words that were taken out of the log, and how what is left is compared."""

from campaigns.game import Told


class Redacted(str):
    """In the place of words that were taken out. It stands for any value."""

    __slots__ = ()

    def __new__(cls, text: str = "[redacted]") -> "Redacted":
        return super().__new__(cls, text)


def same(told: Told, found: Told) -> bool:
    """Whether two values are equal wherever nothing was taken out of either."""
    if isinstance(told, Redacted) or isinstance(found, Redacted):
        return True
    if isinstance(told, dict) and isinstance(found, dict):
        return told.keys() == found.keys() and all(same(one, found[key]) for key, one in told.items())
    if isinstance(told, list | tuple) and isinstance(found, list | tuple):
        return len(told) == len(found) and all(map(same, told, found))
    return type(told) is type(found) and bool(told == found)


def has_redacted(value: Told) -> bool:
    """Whether something was taken out of a value, however deep."""
    if isinstance(value, dict):
        return any(map(has_redacted, value.values()))
    if isinstance(value, list | tuple):
        return any(map(has_redacted, value))
    return isinstance(value, Redacted)
