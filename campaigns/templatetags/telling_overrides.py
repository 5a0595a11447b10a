"""What the GM gave otherwise than it was known, in words: "Net 60 instead of 3"."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from campaigns.templatetags.telling_words import label_of, value_in_words
from campaigns.viewing import Hidden
from rules.kernel.values import Value, Values, as_list, as_values


@dataclass(frozen=True)
class Otherwise:
    """One thing that an override sets aside: a value, a clause, or a value that a clause guards."""

    label: str = ""
    of: str = ""
    """Whose value it is, where a record says so."""
    given: str = ""
    known: str = ""
    clause: str = ""
    is_hidden: bool = False


def set_aside(given: Values, shown: ShownEntry) -> Iterator[Otherwise]:
    """What a step of `table.override` says, as far as the viewer may see it."""
    action = str(given["action"])
    act = next((step["input"] for step in shown.all_steps if step["action"] == action), {})
    what = given["what"]
    rows = [] if isinstance(what, Hidden) else list(map(as_values, as_list(what)))
    told_rows = [row for row in rows if not any(isinstance(one, Hidden) for one in row.values())]
    if isinstance(what, Hidden) or len(told_rows) < len(rows):  # how many they are is hidden as well
        yield Otherwise(is_hidden=True)
    for row in told_rows:
        clause = row.get("clause")
        told = clause if isinstance(clause, str) else ""
        if not row.get("field"):
            yield Otherwise(clause=told)
            continue
        path = str(row["field"])
        system = action.partition(".")[0]
        yield Otherwise(
            label=_label(path, system),
            of=_whose(path, act, shown),
            given=_words(shown, path, row.get("given"), system),
            known=_words(shown, path, row.get("known"), system),
            clause=told,
        )


def _label(path: str, system: str) -> str:
    return label_of([step for step in path.split(".") if not step.isdecimal()][-1], system)


def _whose(path: str, act: Value, shown: ShownEntry) -> str:
    """The record of the act in which a value stands."""
    for step in path.split(".")[:-1]:
        if isinstance(act, list):
            act = act[int(step)] if step.isdecimal() and int(step) < len(act) else None
        else:
            act = act.get(step) if isinstance(act, Mapping) else None
    named = act.get("id") if isinstance(act, Mapping) else None
    return plain_name(shown, named) if named else ""


def _words(shown: ShownEntry, path: str, value: Value | Hidden, system: str) -> str:
    if isinstance(value, list):
        return ", ".join(_words(shown, path, one, system) for one in value) or value_in_words(shown, "", None)
    if isinstance(value, Mapping) and "id" in value:
        return plain_name(shown, value["id"])
    return value_in_words(shown, path.rpartition(".")[2], value, system)
