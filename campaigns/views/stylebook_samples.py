"""What the stylebook shows: invented people, and results in the shape the engine gives them."""

from collections.abc import Sequence
from typing import TypedDict

from django.utils.translation import gettext as _

from campaigns.queries.faces import Face
from campaigns.queries.layouts.parts import Box, Chip
from campaigns.queries.layouts.sigils import plain
from campaigns.templatetags.dice import Contest, Pool, Winner
from campaigns.views.page_context import Link
from campaigns.views.shown_member import Score, ShownMember
from campaigns.views.waiting import Pending
from rules.kernel.values import Value, Values, as_whole

ADDRESS = "http://192.168.1.20:8000/join/tallow"
VICTORIES = {"1": 0.21, "2": 0.17, "3": 0.09, "4": 0.04}
ODDS = {"success": 0.508, "tie": 0.004, "failure": 0.488, "total": 0.06, "victories": VICTORIES}
NUMBERS = ("swords-queen", "cups-7", "wands-1", "pentacles-10", "swords-king", "cups-page")
MAJORS = ("death", "moon", "hermit", "justice", "tower", "wheel-of-fortune")


class Clause(TypedDict):
    id: str
    title: str
    text: str


class Change(TypedDict):
    record: str
    field: str
    before: Value
    after: Value


class Other(TypedDict):
    """Another entry that one has to do with."""

    seq: int
    url: str


class Entry(TypedDict, total=False):
    """What `components/_log_entry.html` takes."""

    seq: int
    time_words: str
    who: str
    sentence: str
    result: str
    tone: str
    contest: Contest
    acting: str
    opposing: str
    odds: str
    changes: list[Change]
    clauses: list[Clause]
    corrects: Other
    corrected_by: Other
    sealed: bool


def pool(source: str, dice: int, faces: list[int], *, other: Values | None = None, shift: int = 0) -> Pool:
    parts: list[Values] = [{"source": source, "dice": dice}, *([other] if other else [])]
    raw = sum(as_whole(part["dice"]) for part in parts)
    return {"parts": parts, "raw": raw, "size": raw + shift, "faces": faces}


def contest(
    acting: Pool,
    opposing: Pool,
    winner: Winner,
    victories: int,
    target: int | None,
    *,
    cancelled: Sequence[int] = (),
    total: bool = False,
    decided: str = "high_die",
    shift: int = 0,
) -> Contest:
    return {
        "die": 12,
        "shift": shift,
        "acting": acting,
        "opposing": opposing,
        "cancelled": cancelled,
        "winner": winner,
        "victories": victories,
        "target": target,
        "total": total,
        "decided": decided,
    }


def contests() -> dict[str, Contest]:
    bonus: Values = {"source": "descriptor", "dice": 1, "note": _("the burnt cello")}
    price: Values = {"source": "price", "dice": -2}
    lore, power = pool("lore", 5, [12, 11, 9, 4, 2, 1], other=bonus), pool("power", 5, [12, 8, 8, 3, 1])
    will, strong = pool("will", 4, [6, 3], other=price), pool("power", 4, [11, 10, 9, 7])
    humanity, weak = pool("humanity", 1, [7]), pool("power", 3, [7, 5, 2])
    tied = pool("stamina", 0, [10, 4], shift=2)
    return {
        "won": contest(lore, power, "acting", 2, 8, cancelled=[12]),
        "lost": contest(will, strong, "opposing", 4, 6, total=True),
        "spare": contest(humanity, weak, "opposing", 1, None, cancelled=[7], decided="spare_dice"),
        "tied": contest(tied, tied, "none", 0, None, cancelled=[10, 4], decided="dead_tie", shift=2),
    }


def clauses() -> list[Clause]:
    return [
        {
            "id": "SOR-ROLL-07",
            "title": _("Ties cancel"),
            "text": _("Equal highest faces cancel one for one; the next highest are compared."),
        },
        {
            "id": "SOR-BIND-13",
            "title": _("It always works"),
            "text": _("The Binding stands whoever wins. It favours the winner."),
        },
    ]


def entries() -> list[Entry]:
    changes: list[Change] = [
        {"record": "Tallowmere", "field": "state", "before": "summoned", "after": "bound"},
        {"record": _("Binding of Ilse and Tallowmere"), "field": "strength", "before": None, "after": 2},
    ]
    bind: Entry = {
        "who": "Ilse Marrow",
        "sentence": _("binds Tallowmere."),
        "result": _("Binding 2, in favour of Ilse"),
    }
    sides: Entry = {"acting": "Ilse Marrow", "opposing": "Tallowmere"}
    sentence, result = _("checks Humanity against Power."), _("Humanity falls to 3")
    return [
        {"seq": 41, "time_words": "21:02", "who": _("The GM"), "sentence": _("lets six hours pass.")},
        sides
        | {"seq": 42, "time_words": "21:07", "who": "Ilse Marrow", "sentence": sentence}
        | {"result": result, "tone": "loss", "contest": contests()["spare"]},
        bind
        | sides
        | {"seq": 43, "time_words": "21:09", "tone": "gain", "contest": contests()["won"]}
        | {"changes": changes, "clauses": clauses(), "odds": _("Ilse 51%, tie under 1%, Tallowmere 49%")},
        bind | {"seq": 44, "time_words": "21:12", "corrected_by": {"seq": 45, "url": "#entry-45"}},
        {
            "seq": 45,
            "time_words": "21:13",
            "who": _("The GM"),
            "sentence": _("takes back the Binding."),
            "corrects": {"seq": 44, "url": "#entry-44"},
            "changes": changes,
        },
        {"seq": 46, "time_words": "21:15", "sealed": True},
    ]


def cast() -> list[ShownMember]:
    def scores(**values: int) -> list[Score]:
        return [{"label": label, "value": value} for label, value in values.items()]

    binding: Values = {"strength": 3, "favours": "demon", "sorcerer": "Ilse", "demon": "Tallowmere"}
    need: Values = {"days": 2, "limit": 1, "what": _("Wax from a stolen candle")}
    bound: Values = {"template": "games/sorcerer/sheet/_glimpse.html", "binding": binding, "need": need}
    return [
        {
            "name": "Ilse Marrow",
            "url": "#",
            "kind": _("Sorcerer"),
            "face": Face(plain("ilse"), "b"),
            "scores": scores(Stamina=2, Will=4, Lore=4),
            "chips": [Chip(_("Humanity check due"), "waits", "hourglass")],
        },
        {
            "name": "Tallowmere",
            "url": "#",
            "kind": _("Demon, object"),
            "face": Face(plain("tallowmere")),
            "scores": scores(Power=5, Will=5),
            "more": bound,
        },
        {
            "name": "Anton Vey",
            "url": "#",
            "kind": _("Sorcerer"),
            "face": Face(plain("anton"), "a"),
            "scores": scores(Stamina=4, Will=3, Lore=3),
            "chips": [Chip(_("Shaken"), "loss", "heart-crack")],
        },
    ]


def nav(prefix: str) -> list[Link]:
    return [
        {"key": "cast", "label": _("Cast"), "url": prefix + "cast", "icon": "users-round"},
        {"key": "act", "label": _("Actions"), "url": prefix + "act", "icon": "dices"},
        {"key": "log", "label": _("Log"), "url": prefix + "log", "icon": "scroll-text"},
        {"key": "waiting", "label": _("Waiting"), "url": prefix + "waiting", "icon": "hourglass", "count": 2},
    ]


def tabs() -> list[Link]:
    return [
        {"key": "all", "label": _("Everything"), "url": "#tabs"},
        {"key": "waiting", "label": _("Waiting"), "url": "#tabs", "count": 2},
    ]


def pendings() -> list[Pending]:
    return [
        {
            "yours": True,
            "question": _("Tallowmere answers the Contact. Which three details change?"),
            "url": "#",
            "action": _("Change the demon"),
            "since": _("since 21:04"),
        },
        {"who": "Anton Vey", "question": _("Does he take part in the ritual of Ilse?")},
    ]


def tracks() -> dict[str, list[Box]]:
    marks = ["aggravated", "lethal", "lethal", "bashing", "none", "none", "none", "none"]
    return {
        "hurt": [
            Box(mark, resistant=place == 1, penalty={5: -1, 6: -2, 7: -3}.get(place, 0))
            for place, mark in enumerate(marks)
        ]
    }


def refusal() -> dict[str, str]:
    return {
        "clause": "SOR-BIND-10",
        "title": _("One master"),
        "text": _("A demon that someone has Bound must be freed before another can Bind it."),
        "remedy": _(
            "Break the Binding of Anton Vey first, or allow shared Bindings in the campaign's settings."
        ),
    }
