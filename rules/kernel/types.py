"""The forms that inputs of all systems share. A system narrows them where its spec says so."""

from typing import Annotated, Any, dataclass_transform

from msgspec import Meta, Struct, StructMeta, field

Id = Annotated[str, Meta(min_length=1, max_length=100)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
OptionalText = Annotated[str, Meta(max_length=500)]


class _Frozen(StructMeta):
    """Makes every input and outcome frozen, named and closed, without each class having to say so."""

    def __new__(mcls, name: str, bases: tuple[type, ...], body: dict[str, Any], **config: Any) -> Any:
        return super().__new__(
            mcls, name, bases, body, frozen=True, kw_only=True, forbid_unknown_fields=True, **config
        )


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
class Input(Struct, metaclass=_Frozen):
    """The input of one action, or a part of it. Unknown fields are refused at any depth."""


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
class Outcome(Struct, metaclass=_Frozen):
    """What an action found out: everything that a person would want explained."""
