"""Fields and values of the log in words: the log keeps codes, a page says what they mean."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _later

from campaigns.forms.settings import GAMES_PLAYED, POLICY_WORDS
from campaigns.game import TABLE, game_of, of_all
from campaigns.game.entries import Change
from campaigns.log.retries import CHOICES, DICE, TARGET
from campaigns.queries.clauses import systems
from campaigns.queries.games import PLAYED
from campaigns.queries.timeline import ShownEntry
from campaigns.state import kinds
from campaigns.state.ids import RECORD_ID
from campaigns.templatetags.look import game_time, minus
from campaigns.templatetags.look import words as in_words
from campaigns.templatetags.telling_names import plain_name
from campaigns.viewing import REDACTED, Hidden
from rules.catalogue import ACTIONS, PACKAGES
from rules.kernel.tables import read_table
from rules.kernel.values import Value, Values, as_values
from rules.words import action_words, kept_words

ABOUT = ("kind", "name", "owner", "visibility")
OWN_WORDS = {
    "gm": "GM",
    "pending": "question",
    "table": "everybody",
    "struck": "struck off",
}
"""Codes of the table itself."""
MOMENTS = frozenset(("now", "hour_began", "day_began", "began", "healed_from", "out_from"))
"""Fields that hold a second of game time."""


@dataclass(frozen=True)
class ChangeInWords:
    """A change in words. An empty `before` or `after` stands for nothing there."""

    record: str
    field: str
    before: str | None
    after: str | None
    sentence: str = ""
    """All of it, of a record that came or went."""


def changes_in_words(shown: ShownEntry) -> list[ChangeInWords]:
    """What an entry changed, as far as the viewer may see it: each record's own line first, then its fields."""
    changes = shown.document["changes"] if shown.document else []
    hidden = (is_under_unseen, _is_kept_for_an_answer, _is_how_it_is_asked)
    told = [change for change in changes if not any(test(shown, change) for test in hidden)]
    told = [
        change for change in told if not _is_hidden_throughout(change)
    ] or told  # never as if nothing changed
    # By name: the log has them by id, which is another in another campaign and tells nobody anything.
    by_name = sorted(told, key=lambda change: plain_name(shown, change[0]))
    return [one for change in by_name for one in _change(shown, *change)]


def is_under_unseen(shown: ShownEntry, change: Change) -> bool:
    """Whether a hidden value is kept under somebody unseen, such as the hold of a hidden spell: no word of it."""
    _record, field, before, after = change
    under = field.rpartition(".")[2]
    is_named = under in shown.things or isinstance(shown.names.get(under), str)
    return (
        bool(RECORD_ID.fullmatch(under))
        and not is_named
        and all(isinstance(one, Hidden) for one in (*before, *after))
    )


def _is_hidden_throughout(change: Change) -> bool:
    """Whether it says no more than that something hidden is another thing that is hidden as well."""
    sides: tuple[Sequence[Value | Hidden], ...] = change[2:]
    return all(any(isinstance(one, Hidden) and one.why != REDACTED for one in side) for side in sides)


def _is_kept_for_an_answer(shown: ShownEntry, change: Change) -> bool:
    """Whether an open question got to know more for its answer, which tells it all once it is given."""
    record, field, before, _after = change
    return bool(before) and field == "data" and _kind_of(shown, record) == "pending"


def _is_how_it_is_asked(shown: ShownEntry, change: Change) -> bool:
    """Whether it is of a question what its own line says: whom it asks what, by which clause."""
    record, field, _before, _after = change
    return field in HOW_IT_IS_ASKED and _kind_of(shown, record) == "pending"


def what_is_other(shown: ShownEntry) -> str:
    """What is other about an undone act that was done again: "other dice, another target"."""
    is_of_cards = shown.main is not None and game_of(shown.main["action"]).playing.draws == "cards"
    dice = _("different cards") if is_of_cards else _("different dice")
    words = {DICE: dice, TARGET: _("a different target"), CHOICES: _("different choices")}
    return ", ".join(said for what, said in words.items() if what in shown.again.other)


def label_of(field: str, system: str = "", noun: str = "") -> str:
    """A contract field's name in words; of a map (`policy.hand_dice`, `traits.strength`) the key.

    `noun` is the kind of record that the field stands in, where one word means something else there.
    """
    outer, _dot, last = field.rpartition(".")
    stored, of_table = _own("stored", system), _own("stored", TABLE)
    named = stored.get(f"{noun}.{field}") or of_table.get(f"{noun}.{field}")
    named = named or stored.get(field) or _tables("fields", system).get(field)
    if outer.partition(".")[0] in ("settings", "policy"):
        named = _tables("settings", outer.rpartition(".")[2]).get(last)
    if not named and outer in ("", "policy") and last in POLICY_WORDS:
        return str(POLICY_WORDS[last][0])
    if field == f"policy.{PLAYED}":
        return str(GAMES_PLAYED)
    return str(as_values(named)["label"]) if named else in_words(last)


OF_SIDES = {
    "win": _later("%(acting)s wins"),
    "lose": _later("%(opposing)s wins"),
    "critical": _later("%(acting)s has a critical success"),
    "fumble": _later("%(acting)s fumbles"),
    "opponent_critical": _later("%(opposing)s has a critical success"),
    "opponent_fumble": _later("%(opposing)s fumbles"),
}
"""What odds tell of either side of an act of two: whoever reads them may be on any."""
PART_OF = {"critical": "win", "fumble": "lose", "opponent_critical": "lose", "opponent_fumble": "win"}
"""Chances that are a part of another one, and not beside it: whoever adds them up counts them twice."""


def chance_of(name: str, acting: str, opposing: str) -> str:
    """The name of a chance: with whose it is, where an act has two sides that are known, and that it is a part."""
    sides = {"acting": acting, "opposing": opposing}
    named = OF_SIDES[name] % sides if name in OF_SIDES and all(sides.values()) else label_of(name)
    return _("of that: %(what)s") % {"what": named} if name in PART_OF else named


def with_their_parts(chances: Values) -> Values:
    """Chances by name, each followed by those that are a part of it."""
    parts = {whole: [one for one in chances if PART_OF.get(one) == whole] for whole in chances}
    named = [one for whole in chances if PART_OF.get(whole) not in chances for one in (whole, *parts[whole])]
    return {name: chances[name] for name in named}


def choice(code: Value | Hidden, system: str = "") -> str:
    """A code of a vocabulary in words, small where it stands in a sentence; of a system, in its own words alone."""
    known = _own("choices", system) if system in systems() else _tables("choices")
    return str(_codes().get(str(code)) or known.get(str(code)) or in_words(code).lower())


def action_label(action: str) -> str:
    """What a button that plays an action says."""
    return action_words(action)[0]


def system_of(shown: ShownEntry, record: str) -> str:
    """The system whose words are right for a record: that of its kind, else that of the entry's act."""
    kind = _kind_of(shown, record)
    main = shown.main
    return str(main["action"]).partition(".")[0] if main and not kind else kinds.words_from(kind)


def _kind_of(shown: ShownEntry, record: str) -> str:
    """The kind of a record as far as the viewer knows it, else nothing."""
    thing, about = shown.things.get(record), shown.described.get(record)
    return thing.kind if thing else str(about["kind"]) if isinstance(about, Mapping) else ""


HOW_IT_IS_ASKED = frozenset({"question", "for_role", "clause", "optional"})
"""Of a question what never changes once it is asked."""

NOTHING_YET = (0, "none")
"""What a part of a value says that has come to nothing: left out beside one that has."""
MARKS = frozenset({"asking", "with", "ready"})
"""What joins requests that were made together or that meet: no word for anybody."""


def value_in_words(shown: ShownEntry, field: str, value: Value | Hidden, system: str = "") -> str:
    """A stored value as a person reads it."""
    if isinstance(value, Hidden):
        return _("removed") if value.why == REDACTED else _("hidden")
    if value is None or value in ("", [], {}):
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    of_game = game_of(system).telling.values.get(field.partition(".")[0])
    if of_game is not None and (told := of_game(value)):
        return told
    if isinstance(value, int):
        return game_time(value) if field.partition(".")[0] in MOMENTS else minus(value)
    if isinstance(value, str):
        return _text(shown, value, system)
    if isinstance(value, list) and field == f"policy.{PLAYED}":
        return ", ".join(systems().get(str(code), str(code)) for code in value)
    if isinstance(value, list):
        return ", ".join(value_in_words(shown, "", one, system) for one in value)
    if isinstance(value, Mapping):
        parts = [
            (key, one)
            for key, one in value.items()
            if key not in MARKS and one is not None and one is not False and one not in ("", [], {})
        ]
        parts = [(key, one) for key, one in parts if one not in NOTHING_YET] or parts
        said = (f"{label_of(key, system)} {_part(shown, key, one, system)}" for key, one in parts)
        return "; ".join(said) or _("none")
    return str(value)


def _part(shown: ShownEntry, key: str, value: Value | Hidden, system: str) -> str:
    """A part of a value; what itself has parts is held together, for a track names its wounds in two of them."""
    said = value_in_words(shown, key, value, system)
    return f"({said})" if isinstance(value, Mapping) and value else said


def _text(shown: ShownEntry, value: str, system: str = "") -> str:
    if value in ACTIONS:
        return action_label(value)
    if value in kinds.KINDS and "." in value:
        return kind_words(value)
    if value in shown.people:
        return shown.people[value]
    if value in shown.names or value in shown.things:
        return plain_name(shown, value)
    return choice(value, system) if value in _codes() or value in _tables("choices", system) else value


def kind_named(kind: str) -> str:
    """A kind of record as its game writes it."""
    return _codes().get(kind) or in_words(kind.rpartition(".")[2]).lower()


def kind_words(kind: str) -> str:
    """A kind of record as people call it: with the name of its game, if it has one there."""
    system = kind.rpartition(".")[0]
    named = kind_named(kind)
    return (
        _("%(kind)s of %(system)s") % {"kind": named, "system": in_words(system).title()} if system else named
    )


def _change(
    shown: ShownEntry, record: str, field: str, before: Sequence[Value], after: Sequence[Value]
) -> Iterator[ChangeInWords]:
    name = plain_name(shown, record)
    if field != "record":
        system = system_of(shown, record)
        sides = _flags(*_what_differs(before, after))
        was, now = (_one(shown, field, one, system) for one in sides)
        yield ChangeInWords(name, field_in(shown, record, field), was, now)
        return
    if not before or not after:
        yield _made_or_removed(shown, name, before, after)
        return
    old, new = _about(before), _about(after)
    for key in ABOUT:
        if old.get(key) != new.get(key):
            label = _("Owner") if key == "owner" else in_words(key)
            yield ChangeInWords(
                name, label, _one(shown, key, [old.get(key)]), _one(shown, key, [new.get(key)])
            )


def _what_differs(*sides: Sequence[Value]) -> list[Sequence[Value]]:
    """Of two values with parts those that differ: a track's other numbers would only stand in the way."""
    old, new = (side[0] if side else None for side in sides)
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return list(sides)
    other = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    inner = {key: _what_differs([old.get(key)], [new.get(key)]) for key in other}
    return [[{key: inner[key][number][0] for key in other}] for number in (0, 1)]


def _flags(*sides: Sequence[Value]) -> list[Sequence[Value]]:
    """What something was and is: where one of the two is a yes or a no, nothing is a no."""
    if not any(isinstance(one, bool) for side in sides for one in side):
        return list(sides)
    return [[False if one is None else one for one in side] for side in sides]


def _made_or_removed(
    shown: ShownEntry, name: str, before: Sequence[Value], after: Sequence[Value]
) -> ChangeInWords:
    """A record that came or went, as one line."""
    about = _about(after or before)
    words = [kind_words(str(about["kind"])) if "kind" in about else value_in_words(shown, "", about["name"])]
    of_whom = shown.people.get(str(about["owner"]), _("someone")) if about.get("owner") else ""
    for_whom = [_("for the GM only")] if about.get("visibility") == "gm" else []
    told = ", ".join([*words, *filter(None, [of_whom]), *for_whom])
    played = [_("played by %(name)s") % {"name": of_whom}] if of_whom else []
    what = {"name": name[:1].upper() + name[1:], "what": ", ".join([*words, *played, *for_whom])}
    if after:
        return ChangeInWords(name, _("created"), None, told, _("Created: %(name)s (%(what)s).") % what)
    return ChangeInWords(name, _("removed"), told, None, _("Removed: %(name)s (%(what)s).") % what)


def field_in(shown: ShownEntry, record: str, field: str) -> str:
    """The label of a record's field, also where its key is a person's id, a record's or a period's number."""
    system = system_of(shown, record)
    prefix, _dot, key = field.partition(".")
    if prefix == "members":
        return _("role of %(name)s") % {"name": shown.people.get(key, _("someone"))}
    outer, _dot, last = field.rpartition(".")
    is_id = bool(outer and RECORD_ID.fullmatch(last))
    # A tally may be kept under several, such as the help of somebody with a ritual on a demon.
    of = field_in(shown, record, outer) if is_id and RECORD_ID.search(outer) else _kept(outer, system)
    if outer and (last in shown.names or last in shown.things):
        return _("%(field)s, %(name)s") % {"field": of, "name": plain_name(shown, last)}
    if is_id:
        return _("%(field)s, something hidden") % {"field": of}
    if prefix != "draws":
        return _kept(field, system, _kind_of(shown, record).rpartition(".")[2])
    period, _dot, what = key.partition(".")
    if what.startswith("seat."):
        name = shown.people.get(what.removeprefix("seat."), _("someone"))
        return _("period %(n)s, seat of %(name)s") % {"n": period, "name": name}
    words = {
        "open": _("SHA-256 of the open secret"),
        "sealed": _("SHA-256 of the sealed secret"),
        "revealed": _("the open secret"),
    }
    return _("period %(n)s, %(what)s") % {"n": period, "what": words.get(what, what)}


def _kept(field: str, system: str, noun: str = "") -> str:
    outer, _dot, last = field.rpartition(".")
    if last.isdecimal() and (counted := kept_words(system, outer)):
        return _("%(field)s, no. %(n)s") % {"field": counted, "n": last}
    return (kept_words(system, field) if "." in field else "") or label_of(field, system, noun)


def _about(value: Sequence[Value]) -> Values:
    """What a record was; a hidden one is one hidden value."""
    if not value:
        return {}
    return value[0] if isinstance(value[0], Mapping) else {"name": value[0]}


def _one(shown: ShownEntry, field: str, value: Sequence[Value], system: str = "") -> str | None:
    return value_in_words(shown, field, value[0], system) if value else None


def _own(part: str, system: str) -> Values:
    """What one system says by itself."""
    found: Values = read_table(PACKAGES[system], "words.toml").get(part, {}) if system else {}
    return found


@cache
def _codes() -> dict[str, str]:
    """The words of codes that no vocabulary has."""
    return {**OWN_WORDS, **of_all(lambda game: game.telling.codes)}


@cache
def _tables(part: str, system: str = "") -> Values:
    """The words of every system in one table: those of the system that is asked for before all others."""
    merged: dict[str, Value] = {}
    asked = [system] if system in systems() else []
    for one in reversed([*asked, *systems()]):
        merged |= read_table(PACKAGES[one], "words.toml").get(part, {})
    return merged
