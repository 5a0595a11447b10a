"""What an entry of the log says, key by key. These are plain dicts and lists; `docs/log-format.md` has the format.

Whoever reads an entry as somebody sees it (`log/projector.py`) finds `Hidden` in the place of what is not for them or
was taken out. Any value inside an input, an outcome, an effect, a change or a draw may be that, and a whole outcome;
a name too. Rows of effects and changes, clauses, and a step's draws are told or left out: those lists are no `Hidden`.
For the server's own eyes (`log/record.py`) only words that were taken out are not there: `Redacted`, a text, stands
for them.
"""

from typing import TYPE_CHECKING, NotRequired, TypeAlias, TypedDict, cast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaigns.viewing import Hidden
    from rules.kernel.effects import EffectRow
    from rules.kernel.values import Value, Values

Told: TypeAlias = "bool | int | float | str | Hidden | Sequence[Told] | Mapping[str, Told] | None"
"""A value as somebody sees it: with what is hidden from them, at whatever depth."""

Draw: TypeAlias = "Sequence[Value]"
"""`[asked, came]`: `12` is a die of twelve sides, `"index:5"` an index below 5, `"card"` a card."""

Change: TypeAlias = "tuple[str, str, list[Value], list[Value]]"
"""`[record, field, before, after]`; `[]` is absent, `[value]` a value. That of the field `record` is an `About`."""


class About(TypedDict):
    """What a record is, beside its fields."""

    kind: str
    name: str
    owner: str | None
    """A membership."""
    visibility: str
    """`table`, or `gm` where it exists for the GM alone."""


class Step(TypedDict):
    """One action as it was played."""

    action: str
    version: int
    """The release of the rules that played it."""
    input: "Values"
    draws: "Sequence[Draw]"
    outcome: "Values"
    effects: "list[EffectRow]"
    clauses: list[str]
    of: NotRequired[str]
    """`sealed` where only the GM may read what it drew."""


class Origin(TypedDict, total=False):
    by: str
    period: int
    of: str
    slot: int
    seed: str
    nonce: str
    sealed: "Origin"


"""Where draws came from: nothing for none, `by` alone for draws by hand, all but `of` and `sealed` for open fair ones.

`of` is `sealed` where the whole entry is; `sealed` is where the steps drew from that say so, for the GM's eyes.
"""


_Began = TypedDict("_Began", {"for": str | None, "from": Origin})


class Document(_Began):
    """What an entry says: who acted and when, the steps, and what they changed in all."""

    actor: str | None
    """The membership, as in `for`; None for what nobody did."""
    session: str | None
    scene: str | None
    now: int
    """Game time in seconds."""
    steps: list[Step]
    changes: list[Change]
    names: dict[str, "str | Hidden"]
    """What records were called, by id."""
    apart: NotRequired[list[str]]
    """Records that exist for all and of which this entry tells only the GM. Never there as somebody sees it."""


def plain(told: "Document | Step | EffectRow | About | Sequence[Step | EffectRow]") -> "Value":
    """The same for whoever walks through it whatever its keys: to a checker no declared keys are plain values."""
    return cast("Value", told)


def as_about(told: "Value") -> About:
    """What a change says of the record itself, by its keys. TypeError where it has none; they are not looked at."""
    if not isinstance(told, dict):
        raise TypeError(f"what a record is expected, not {told!r}")
    return cast("About", told)


def as_document(told: "Told") -> Document:
    """What was put together of an entry's parts, by its keys. Nothing is checked: see `log/export/shapes.py`."""
    return cast("Document", told)
