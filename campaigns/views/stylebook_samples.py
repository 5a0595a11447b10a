"""What the stylebook shows: invented people, and results in the shape the engine gives them."""

from typing import Any

from django.utils.translation import gettext as _

ADDRESS = "http://192.168.1.20:8000/join/tallow"


def pool(source: str, dice: int, faces: list[int], *others: dict[str, Any], shift: int = 0) -> dict[str, Any]:
    parts = [{"source": source, "dice": dice}, *others]
    raw = sum(part["dice"] for part in parts)
    return {"parts": parts, "raw": raw, "size": raw + shift, "faces": faces}


def contests() -> dict[str, dict[str, Any]]:
    bonus = {"source": "descriptor", "dice": 1, "note": _("the burnt cello")}
    price = {"source": "price", "dice": -2}
    base = {"die": 12, "shift": 0, "cancelled": [], "total": False, "decided": "high_die"}
    return {
        "won": base
        | {
            "acting": pool("lore", 5, [12, 11, 9, 4, 2, 1], bonus),
            "opposing": pool("power", 5, [12, 8, 8, 3, 1]),
        }
        | {"cancelled": [12], "winner": "acting", "victories": 2, "target": 8},
        "lost": base
        | {"acting": pool("will", 4, [6, 3], price), "opposing": pool("power", 4, [11, 10, 9, 7])}
        | {"winner": "opposing", "victories": 4, "target": 6, "total": True},
        "spare": base
        | {"acting": pool("humanity", 1, [7]), "opposing": pool("power", 3, [7, 5, 2])}
        | {"cancelled": [7], "winner": "opposing", "victories": 1, "target": None, "decided": "spare_dice"},
        "tied": base
        | {"acting": pool("stamina", 0, [10, 4], shift=2), "opposing": pool("stamina", 0, [10, 4], shift=2)}
        | {"cancelled": [10, 4], "winner": "none", "victories": 0, "target": None}
        | {"decided": "dead_tie", "shift": 2},
    }


def clauses() -> list[dict[str, str]]:
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


def entries() -> list[dict[str, Any]]:
    changes = [
        {"record": "Tallowmere", "field": "state", "before": "summoned", "after": "bound"},
        {"record": _("Binding of Ilse and Tallowmere"), "field": "strength", "before": None, "after": 2},
    ]
    bind = {
        "who": "Ilse Marrow",
        "sentence": _("binds Tallowmere."),
        "result": _("Binding 2, in favour of Ilse"),
    }
    return [
        {"seq": 41, "time_words": "21:02", "who": _("The GM"), "sentence": _("lets six hours pass.")},
        {
            "seq": 42,
            "time_words": "21:07",
            "who": "Ilse Marrow",
            "sentence": _("checks Humanity against Power."),
        }
        | {"result": _("Humanity falls to 3"), "tone": "loss"}
        | {"contest": contests()["spare"], "acting": "Ilse Marrow", "opposing": "Tallowmere"},
        bind
        | {
            "seq": 43,
            "time_words": "21:09",
            "tone": "gain",
            "contest": contests()["won"],
            "acting": "Ilse Marrow",
        }
        | {"opposing": "Tallowmere", "changes": changes, "clauses": clauses()}
        | {"odds": _("Ilse 51 %, tie under 1 %, Tallowmere 49 %")},
        bind | {"seq": 44, "time_words": "21:12", "corrected_by": {"seq": 45, "url": "#entry-45"}},
        {"seq": 45, "time_words": "21:13", "who": _("The GM"), "sentence": _("takes back the Binding.")}
        | {"corrects": {"seq": 44, "url": "#entry-44"}, "changes": changes},
        {"seq": 46, "time_words": "21:15", "sealed": True},
    ]


def cast() -> list[dict[str, Any]]:
    def scores(**values: int) -> list[dict[str, Any]]:
        return [{"label": label, "value": value} for label, value in values.items()]

    binding = {"strength": 3, "favours": "demon", "sorcerer": "Ilse", "demon": "Tallowmere"}
    bound = {"template": "games/sorcerer/sheet/_glimpse.html", "binding": binding}
    return [
        {
            "name": "Ilse Marrow",
            "url": "#",
            "kind": _("Sorcerer"),
            "scores": scores(Stamina=2, Will=4, Lore=4),
        }
        | {"chips": [{"text": _("Humanity check due"), "tone": "waits", "symbol": "hourglass"}]},
        {"name": "Tallowmere", "url": "#", "kind": _("Demon, object"), "scores": scores(Power=5, Will=5)}
        | {"more": bound | {"need": {"days": 2, "limit": 1, "what": _("Wax from a stolen candle")}}},
        {"name": "Anton Vey", "url": "#", "kind": _("Sorcerer"), "scores": scores(Stamina=4, Will=3, Lore=3)}
        | {"chips": [{"text": _("Shaken"), "tone": "loss", "symbol": "heart-crack"}]},
    ]


def nav(prefix: str) -> list[dict[str, Any]]:
    return [
        {"key": "cast", "label": _("Cast"), "url": prefix + "cast", "icon": "users-round"},
        {"key": "act", "label": _("Actions"), "url": prefix + "act", "icon": "dices"},
        {"key": "log", "label": _("Log"), "url": prefix + "log", "icon": "scroll-text"},
        {"key": "waiting", "label": _("Waiting"), "url": prefix + "waiting", "icon": "hourglass", "count": 2},
    ]


def pendings() -> list[dict[str, Any]]:
    return [
        {
            "yours": True,
            "question": _("Tallowmere answers the Contact. Which three details change?"),
            "url": "#",
        }
        | {"action": _("Change the demon"), "since": _("since 21:04")},
        {"who": "Anton Vey", "question": _("Does he take part in the ritual of Ilse?")},
    ]


def tracks() -> dict[str, list[dict[str, Any]]]:
    marks = ["aggravated", "lethal", "lethal", "bashing", "none", "none", "none", "none"]
    return {
        "hurt": [
            {"mark": mark, "resistant": place == 1, "penalty": {5: -1, 6: -2, 7: -3}.get(place, 0)}
            for place, mark in enumerate(marks)
        ]
    }


def everything() -> dict[str, Any]:
    victories = {"1": 0.21, "2": 0.17, "3": 0.09, "4": 0.04}
    return {
        "campaign_name": _("The Tallow House"),
        "campaign_url": "#main",
        "scene": _("The cellar beneath St. Anne"),
        "clock": _("Day 12, 23:40"),
        "live": "open",
        "nav": nav("#"),
        "here": "act",
        "contests": contests(),
        "odds": {"success": 0.508, "tie": 0.004, "failure": 0.488, "total": 0.06, "victories": victories},
        "entries": entries(),
        "cast": cast(),
        "pendings": pendings(),
        "tracks": tracks(),
        "tabs": [
            {"key": "all", "label": _("Everything"), "url": "#tabs"},
            {"key": "waiting", "label": _("Waiting"), "url": "#tabs", "count": 2},
        ],
        "refusal": {
            "clause": "SOR-BIND-10",
            "title": _("One master"),
            "text": _("A demon that someone has Bound must be freed before another can Bind it."),
            "remedy": _(
                "Break the Binding of Anton Vey first, or allow shared Bindings in the campaign's settings."
            ),
        },
        "numbers": ["swords-queen", "cups-7", "wands-1", "pentacles-10", "swords-king", "cups-page"],
        "majors": ["death", "moon", "hermit", "justice", "tower", "wheel-of-fortune"],
    }
