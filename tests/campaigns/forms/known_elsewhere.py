"""What the application knows already, by name: stored fields, what open questions keep, what acts come to, clocks.

A field that a person is asked for and that stands here under the same name, with the same kind of value, is one that
nobody should have to type.
"""

import ast
import pkgutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from inspect import getsource
from types import ModuleType
from typing import Annotated, Any, Literal, get_args, get_origin

from msgspec import structs

from campaigns.forms.action.origins import Origin
from campaigns.state import kinds
from campaigns.state.fields import Column, Map, Whole
from rules import catalogue
from rules.kernel.types import Outcome

Family = Literal["number", "flag", "words", "other"]
FORMS: Mapping[str, Family] = {
    "number": "number",
    "length_of_time": "number",
    "flag": "flag",
    "yes_no": "flag",
    "choice": "words",
    "text": "words",
    "mixed": "words",
}
ANY = "*"
OF_TIME = ("second", "minute", "hour", "day", "week", "month", "turn", "since")
"""What a number that counts game time is called."""


@dataclass(frozen=True)
class Known:
    """What of one system is known under which name, with the kind of its value."""

    stored: Mapping[str, Mapping[str, Family]] = field(default_factory=dict)
    """By kind of record."""
    asked: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """What the open questions keep that an action answers, by action."""
    came_to: Mapping[str, Mapping[str, Family]] = field(default_factory=dict)
    """What acts come to, by the module that decides them."""


def typed_though_known(origins: Iterable[Origin], known: Known, module: str) -> Iterator[str]:
    """Of the fields of an action those that a person is asked for though they are known, each with where it stands.

    `module` decides the action: what it comes to itself is no source of its input.
    """
    for one in origins:
        if one.is_persons and (where := _where(one, known, module)):
            yield f"{one.action} {one.path}: {where}"


def _where(one: Origin, known: Known, module: str) -> str:
    if one.origin == "record":  # it says which question is answered
        return ""
    if one.name in known.asked.get(one.action, frozenset()) | known.asked.get(ANY, frozenset()):
        return "the open question that it answers"
    if one.is_row_of_source:
        return ""
    family = FORMS.get(one.form, "other")
    if family == "number" and any(word in one.name for word in OF_TIME):
        return "the clock"
    system = one.action.partition(".")[0]
    for kind in dict.fromkeys(kinds.named(noun, system) for noun in one.beside):
        if known.stored.get(kind, {}).get(one.name) == family != "other":
            return f"the {kind}"
    for other, came_to in known.came_to.items():
        if other != module and came_to.get(one.name) == family != "other":
            return f"what {other.rpartition('.')[2]} came to"
    return ""


def known_of(system: str) -> Known:
    """What a system of the catalogue stores, asks and comes to."""
    package = import_module(catalogue.PACKAGES[system])
    modules = [
        import_module(one.name) for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    return Known(
        stored={
            name: {
                path: _family(getattr(one, "type", str))
                for path, one in kind.stored().items()
                if _is_one(one)
            }
            for name, kind in kinds.KINDS.items()
        },
        asked=_asked(modules),
        came_to={module.__name__: dict(_outcomes(module)) for module in modules},
    )


def _is_one(stored: object) -> bool:
    return isinstance(stored, Column | Whole) and not isinstance(stored, Map)


def _outcomes(module: ModuleType) -> Iterator[tuple[str, Family]]:
    for one in vars(module).values():
        if isinstance(one, type) and issubclass(one, Outcome) and one.__module__ == module.__name__:
            for each in structs.fields(one):
                yield each.encode_name, _family(each.type)


def _family(kind: Any) -> Family:
    if get_origin(kind) is Annotated:
        return _family(get_args(kind)[0])
    if get_origin(kind) is Literal:
        return "words"
    plain: dict[Any, Family] = {bool: "flag", int: "number", str: "words"}
    if kind in plain:
        return plain[kind]
    of_union = {_family(one) for one in get_args(kind) if one is not type(None)} - {"other"}
    is_union = get_origin(kind) not in (tuple, list, dict)
    return of_union.pop() if is_union and len(of_union) == 1 else "other"


def _asked(modules: Iterable[ModuleType]) -> Mapping[str, frozenset[str]]:
    """The keys of `data` of each `Question(…)` that is made, by the action that answers it; read from the code."""
    found: dict[str, frozenset[str]] = defaultdict(frozenset)
    for module in modules:
        functions = [one for one in ast.parse(getsource(module)).body if isinstance(one, ast.FunctionDef)]
        for made in functions:
            for action in _questions(made, module):
                callers = [one for one in functions if one.name != "asks" and _calls(one, made)]
                around = [made, *callers]
                around += [one for one in functions if any(_calls(other, one) for other in around)]
                found[action] |= {key for one in around for key in _keys(one)}
    return found


def _questions(function: ast.FunctionDef, module: ModuleType) -> Iterator[str]:
    """The actions that answer the questions that a function makes; ANY where only the run knows which."""
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Question":
            named = [*call.args, *(one.value for one in call.keywords if one.arg == "question")][0]
            said = vars(module).get(ast.unparse(named), ANY)
            yield str(named.value if isinstance(named, ast.Constant) else said)


def _calls(one: ast.FunctionDef, other: ast.FunctionDef) -> bool:
    names = (getattr(call.func, "id", "") for call in ast.walk(one) if isinstance(call, ast.Call))
    return other.name in names


def _keys(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Dict):
            yield from (
                key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)
            )
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.slice, ast.Constant)
        ):
            yield str(node.slice.value)
