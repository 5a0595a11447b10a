"""Which values of an entry only some may read, and which are people's own words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, get_args, get_origin

from campaigns.game import Document, Hides, Step, as_about, game_of, plain, secret_places
from campaigns.log.parts import IsWord, Path, Secret
from campaigns.state.fields import Column
from campaigns.state.ids import ids_in
from campaigns.state.unit_of_work import Net, Sheet
from campaigns.viewing import GM, MEMBER, OWN
from rules.kernel.values import Value, Values, as_list, as_text, as_values

OVERRIDE, FOLLOWING = "table.override", "table.carry_out"
WHISPER = "table.whisper"
FOR_AN_AUDIENCE = frozenset({"table.note", "table.change_portrait"})
SHOWN = ("table.show", "table.show_picture")
TOLD_NOW = (WHISPER, *SHOWN)
STRUCTURE = frozenset({"id", "on", "field", "record", "kind", "visibility", "owner", "member"})
"""Keys whose values are never anybody's words, whatever somebody else wrote."""

BY_ROWS = frozenset({"changes", "effects"})
"""Lists of which each row is told or left out by itself."""


def is_for_some(action: str, given: Values) -> bool:
    """Whether what is said by an act of the table is not for everybody."""
    if action in FOR_AN_AUDIENCE:
        return given.get("audience") == GM
    return action == WHISPER or (action in SHOWN and bool(given.get("to")))


def readers_of(document: Document) -> tuple[str, ...]:
    """The audiences that alone read a whisper, or what is shown to some; none for what is sealed for the GMs."""
    for step in document["steps"]:
        given = step["input"]
        if step["action"] in TOLD_NOW and is_for_some(step["action"], given):
            people = [document["actor"], *map(as_text, as_list(given["to"]))]
            if given.get("gm_reads", True):
                return (GM, *(f"{MEMBER}{one}" for one in people))
            return tuple(f"{OWN}{one}" for one in people)
    return ()


def hidden_fields(sheets: Mapping[str, Sheet]) -> Hides:
    """Whether only the GM may see a record's field."""

    def hidden(record: str, name: str) -> bool:
        sheet = sheets.get(record)
        if sheet is None:
            return False
        if sheet.about["visibility"] == GM or _is_under_a_hidden(name, sheets):
            return True
        try:
            return sheet.kind.secret(name) is not None
        except KeyError:
            return False

    return hidden


def _is_under_a_hidden(name: str, sheets: Mapping[str, Sheet]) -> bool:
    """Whether a field is kept under the id of a record that is hidden, such as the hold of a spell."""
    under = (sheets[one] for one in name.split(".") if one in sheets)
    return any(sheet.about["visibility"] == GM for sheet in under)


def untold_fields(sheets: Mapping[str, Sheet], hidden: Hides, *, are_dice_open: bool = True) -> Hides:
    """Whether a row about a record's field is for the GM as a whole, so that nobody else learns that it was written.

    Of somebody hidden only what open dice did to them is told, without a word of what it was.
    """

    def untold(record: str, name: str) -> bool:
        if not are_dice_open and hidden(record, "record"):
            return True
        # Its name would tell whom somebody hidden concerns.
        if not hidden(record, "record") and any(hidden(under, "record") for under in name.split(".")[1:]):
            return True
        sheet = sheets.get(record)
        if sheet is not None and sheet.kind.name == "pending" and hidden(record, "record"):
            return True  # a question that nobody else was asked
        # What a procedure keeps for the GM alone.
        return sheet is not None and sheet.kind.is_mark(name) and hidden(record, name)

    return untold


def owners_told(changes: Iterable[Net], sheets: Mapping[str, Sheet]) -> set[str]:
    """Whose records these changes tell everybody something of."""
    hidden = hidden_fields(sheets)
    untold = untold_fields(sheets, hidden)
    told = {record for record, name, *_ in changes if not (hidden(record, name) or untold(record, name))}
    return {owner for one in told & sheets.keys() if (owner := sheets[one].about["owner"]) is not None}


def secrets_of(document: Document, hidden: Hides, untold: Hides) -> Iterable[tuple[Path, Secret]]:
    """Paths of the values that only the GM may read, and of rows that are the GM's as a whole."""
    came_out, is_drawn = shown_by(document), are_drawn(document)
    yield from _of_sealed_draws(document)
    for number, step in enumerate(document["steps"]):
        if not is_drawn:
            yield from _of_undrawn(step, number, hidden)
        if step["action"] == "table.undo":
            yield from _turned_round(
                as_list(step["input"]["changes"]), ("steps", number, "input", "changes"), came_out
            )
        for place, told in game_of(step["action"]).inputs.unseen(step, hidden, is_drawn):
            yield ("steps", number, *place), Secret(GM, f"{number}/{told}")
        yield from _secrets_in(step["input"], ("steps", number, "input"), None, hidden, untold)
        yield from _secrets_in(plain(step["effects"]), ("steps", number, "effects"), None, hidden, untold)
        for declared in secret_places().get(step["action"], ()):
            for path in _found(plain(step), declared):
                yield ("steps", number, *path), Secret(GM, f"{number}/{'/'.join(map(str, path))}")
    yield from _of_changes(document, came_out, hidden, untold)
    for record in document["names"]:
        if hidden(record, "record"):
            yield ("names", record), _secret(record, "record")


def _of_sealed_draws(document: Document) -> Iterable[tuple[Path, Secret]]:
    """What an open act drew from the sealed secret, and from where."""
    if "sealed" in document["from"]:
        yield ("from", "sealed"), Secret(GM, "from")
    for number, step in enumerate(document["steps"]):
        if "of" in step:
            # The list as a whole: how many there are tells how many cards a deck is made of.
            yield ("steps", number, "draws"), Secret(GM, f"{number}/draws")


def are_drawn(document: Document) -> bool:
    """Whether dice or cards came in an act: those are open, whoever is hidden."""
    return any(step["draws"] for step in document["steps"])


def _of_undrawn(step: Step, number: int, hidden: Hides) -> Iterable[tuple[Path, Secret]]:
    """Each list in which somebody hidden stands with others: its length would tell of them, and what else it says."""
    for part, told in (("input", step["input"]), ("outcome", step["outcome"])):
        lists = {key: one for key, one in told.items() if isinstance(one, list | tuple)}
        for key in lists.keys() - BY_ROWS:
            if any(hidden(record, "record") for record in ids_in(lists[key])):
                yield ("steps", number, part, key), Secret(GM, f"{number}/{part}/{key}")


def of_what_follows(document: Document, secrets: Collection[Path]) -> Iterable[tuple[Path, Secret]]:
    """By which clauses something followed that the GM alone reads: from an act whose own are theirs, or all of it.

    They would tell what it was: of a hidden spell's next wound, that one is to come.
    """
    act = 0
    for number, step in enumerate(document["steps"]):
        if step["action"] != FOLLOWING:
            act = number
        elif ("steps", act, "clauses") in secrets or _is_untold(step, number, secrets):
            for place in (("clauses",), ("input", "clause"), ("outcome", "clause")):
                yield ("steps", number, *place), Secret(GM, f"{number}/{'/'.join(place)}")


def _is_untold(step: Step, number: int, secrets: Collection[Path]) -> bool:
    """Whether every effect of a step is the GM's as a whole row."""
    rows = range(len(step["effects"]))
    return bool(rows) and all(("steps", number, "effects", row) in secrets for row in rows)


def of_overrides(document: Document, secrets: Collection[Path]) -> Iterable[tuple[Path, Secret]]:
    """What was given otherwise, where only the GM may read some of it in the act: as a whole with its numbers."""
    for number, step in enumerate(document["steps"]):
        if step["action"] != OVERRIDE:
            continue
        act = _next(document, number, str(step["input"]["action"]))
        kept = [path[2:] for path in secrets if path[:2] == ("steps", act)]
        rows = map(as_values, as_list(step["input"]["what"]))
        fields = [("input", *str(row["field"]).split(".")) for row in rows if row["field"]]
        if ("clauses",) in kept or any(_overlap(field, path) for field in fields for path in kept):
            for place in (("input", "what"), ("outcome", "values"), ("outcome", "clauses")):
                yield ("steps", number, *place), Secret(GM, f"{number}/{'/'.join(place)}")


def _next(document: Document, after: int, action: str) -> int | None:
    """The act before which an override stands."""
    numbers = range(after + 1, len(document["steps"]))
    return next((number for number in numbers if document["steps"][number]["action"] == action), None)


def _overlap(field: Sequence[str], path: Path) -> bool:
    """Whether one of two places in a step lies in the other."""
    return all(one == str(other) for one, other in zip(field, path, strict=False)) and bool(field)


def _of_changes(
    document: Document, came_out: Collection[str], hidden: Hides, untold: Hides
) -> Iterable[tuple[Path, Secret]]:
    for number, (record, name, before, after) in enumerate(document["changes"]):
        # Told as hidden before and after, a mark said again would look like a change.
        if untold(record, name) or (before == after and hidden(record, name)):
            yield ("changes", number), _secret(record, name)
        elif hidden(record, name):
            secret = _secret(record, name)
            yield from ((("changes", number, 2, one), secret) for one in range(len(before)))
            yield from ((("changes", number, 3, one), secret) for one in range(len(after)))
        elif record in came_out and before:
            yield ("changes", number, 2, 0), Secret(GM, f"{record}/{name}/before")


def shown_by(document: Document) -> frozenset[str]:
    """Records that nobody but the GM saw before this entry: what they were then stays the GM's."""
    about = ((record, before) for record, name, before, _after in document["changes"] if name == "record")
    return frozenset(record for record, before in about if before and as_about(before[0])["visibility"] == GM)


def _turned_round(
    changes: Sequence[Value], path: Path, came_out: Collection[str]
) -> Iterable[tuple[Path, Secret]]:
    """What a redo of a showing repeats of the record as it was while only the GM saw it."""
    for number, change in enumerate(map(as_values, changes)):
        if change["record"] in came_out and change["after"]:
            yield (*path, number, "after", 0), Secret(GM, f"{change['record']}/{change['field']}/before")


def words_in(document: Document, words: Collection[str], sheets: Mapping[str, Sheet]) -> IsWord:
    """Whether a text at a path is somebody's own: one of `words`, or what a field of free text was or became.

    Only where words can stand: an action, a record's id or a clause stays even if somebody wrote the same.
    """
    fields = [name for _record, name, _before, _after in document["changes"]]
    own = {*words, *_free_texts(document, sheets)}

    def is_word(path: Path, value: str) -> bool:
        if path[0] == "changes":
            return _in_changes(path, value)
        if path[-1] in STRUCTURE:
            return False
        if path[0] == "steps":
            return len(path) > 3 and path[2] in ("input", "effects", "outcome") and value in own
        return path[0] == "names" and value in own

    def _in_changes(path: Path, value: str) -> bool:
        is_about = len(path) > 3 and fields[int(path[1])] == "record"
        return len(path) > 3 and value in own and (not is_about or path[-1] == "name")

    return is_word


def _free_texts(document: Document, sheets: Mapping[str, Sheet]) -> Iterable[str]:
    """What fields of free text were, became or were set to."""
    set_to = [
        (effect["on"], effect["field"], [effect.get("set")])
        for step in document["steps"]
        for effect in step["effects"]
    ]
    changed = [(record, name, [*before, *after]) for record, name, before, after in document["changes"]]
    for record, name, values in (*set_to, *changed):
        if is_free_text(sheets.get(record), name):
            yield from (value for value in values if isinstance(value, str))


def is_free_text(sheet: Sheet | None, name: str) -> bool:
    """Whether a field holds whatever somebody wrote, rather than one of a few words."""
    declared = sheet.kind.fields.get(name) if sheet is not None else None
    if not isinstance(declared, Column):
        return False
    kind = declared.type
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    return kind is str


def _secrets_in(
    value: Value, path: Path, record: str | None, hidden: Hides, untold: Hides
) -> Iterable[tuple[Path, Secret]]:
    """Secret values inside an input or effects: `record` is the one that bare fields here belong to."""
    if isinstance(value, list | tuple):
        for number, one in enumerate(value):
            yield from _secrets_in(one, (*path, number), record, hidden, untold)
    if not isinstance(value, dict):
        return
    record = _record_of(value) or record
    name = value.get("field")
    if isinstance(name, str) and record is not None and untold(record, name):
        yield path, _secret(record, name)
        return
    if isinstance(name, str) and record is not None and hidden(record, name):
        secret = _secret(record, name)
        yield from (((*path, key), secret) for key in ("set", "change") if key in value)
        for key in ("before", "after"):
            yield from (((*path, key, one), secret) for one in range(len(as_list(value.get(key, ())))))
        return
    for key, one in value.items():
        if record is not None and "id" in value and key != "id" and hidden(record, key):
            yield (*path, key), _secret(record, key)
        else:
            yield from _secrets_in(one, (*path, key), record, hidden, untold)


def _found(value: Value, declared: Path) -> Iterable[Path]:
    """The paths in a value that a declared one leads to."""
    if not declared:
        yield ()
        return
    first, *rest = declared
    for key, one in _at(value, first):
        if one is not None:
            yield from ((key, *path) for path in _found(one, tuple(rest)))


def _at(value: Value, key: str | int) -> Iterable[tuple[str | int, Value]]:
    if key == "*":
        return enumerate(as_list(value))
    if isinstance(value, dict):
        return [(key, value[key])] if key in value else []
    return [(key, value[key])] if isinstance(value, list) and isinstance(key, int) else []


def _secret(record: str, name: str) -> Secret:
    return Secret(GM, f"{record}/{name}")


def _record_of(value: Values) -> str | None:
    for key in ("on", "id", "record"):
        named = value.get(key)
        if isinstance(named, str):
            return named
        if key == "record" and isinstance(named, dict) and isinstance(named.get("id"), str):
            return str(named["id"])
    return None
