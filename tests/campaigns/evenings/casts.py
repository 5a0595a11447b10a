"""Who plays in a generated evening of each game, and which acts its procedures may offer them.

Somebody is named by `@name`, and the newest record of a kind by `@newest:kind`, so that the same acts can be played in
any campaign, of an older version too.
"""

from itertools import permutations
from typing import Any

Somebody = tuple[str, str, dict[str, Any]]
"""Their name, the kind of their record and its fields."""
Offer = tuple[str, dict[str, Any], dict[str, Any]]
"""An action, what a person gives, and what the application knows."""

HIDDEN = "cy"
"""Whom no player sees in some evenings."""


def _sorcerers() -> list[Somebody]:
    scores = {"stamina": 3, "will": 5, "lore": 4, "humanity": 4, "state": "active"}
    demon: dict[str, Any] = {
        "type": "object",
        "abilities": ["Big"],
        "desire": "Ruin",
        "need": "salt",
        "telltale": "warm",
    }
    demon |= {"stamina": 2, "will": 3, "lore": 2, "power": 3, "complete": True}
    people = [(name, "character", scores) for name in ("ana", "bo", HIDDEN)]
    return [
        *people,
        ("ash", "demon", demon),
        ("rust", "demon", {**demon, "power": 2}),
        ("worm", "demon", {**demon, "type": "possessor", "state": "present"}),
    ]


def _of_sorcerer() -> list[Offer]:
    rites: list[Offer] = []
    for who in ("ana", HIDDEN):
        given = {"sorcerer": f"@{who}", "demon": "@ash"}
        reached = {**given, "contact": "@newest:contact"}
        loss = {"character": f"@{who}", "change": "loss", "basis": "ritual", "demon": "@ash"}
        bind = {"scores": ["will"], "need_met": True, "desire_met": False}
        rites += [
            ("sorcerer.contact", given, {"contact_id": "new"}),
            ("sorcerer.humanity_check", loss, {}),
            ("sorcerer.summon", reached, {}),
            ("sorcerer.bind", {**given, **bind}, {"binding_id": "new"}),
            ("sorcerer.punish", given, {}),
            ("sorcerer.banish", given, {}),
        ]
    rites += [*_of_helpers_and_demons(), *_of_contains()]
    rites.append(("sorcerer.alter_contact", {"contact": "@newest:contact", "demon": "@ash"}, {}))
    helped = {"primary": "@ana", "helpers": [{"id": "@bo"}], "demon": "@ash"}
    rites += [("sorcerer.group_ritual", {"ritual": ritual, **helped}, {}) for ritual in ("contact", "summon")]
    people = ("ana", "bo", HIDDEN)
    told = [
        {"id": f"@{who}", "score": "humanity", "action": "attack", "target": f"@{whom}"}
        for who, whom in zip(people, ("bo", HIDDEN, "bo"), strict=True)
    ]
    fight: list[Offer] = [("sorcerer.conflict_round", {"combatants": told}, {})] * 2
    for who, whom in (("ana", "bo"), ("bo", HIDDEN), (HIDDEN, "bo")):
        aimed = {"attacker": f"@{who}", "target": f"@{whom}", "response": "none"}
        fight += [("sorcerer.resolve_attack", aimed, {})] * 2
        fight += [
            ("sorcerer.answer_attack", {"target": f"@{whom}", "response": response}, {})
            for response in ("none", "abort", "defend")
        ]
        fight.append(("sorcerer.go_astray", {"attacker": f"@{who}", "target": "@ana"}, {}))
    fight += [
        ("sorcerer.damage", {"target": f"@{who}", "weapon": "fists", "victories": 1}, {}) for who in people
    ]
    fight.append(("sorcerer.end_round", {"combatants": [f"@{who}" for who in people]}, {}))
    return [*rites, *fight, *_of_the_table()]


def _of_helpers_and_demons() -> list[Offer]:
    """Others help with a ritual, see a demon for the first time, and lose their bodies to one."""
    found: list[Offer] = []
    for who in ("bo", HIDDEN):
        ritual = {"ritual": "banish", "demon": "@ash", "helpers": [{"id": f"@{who}"}]}
        found += [
            ("sorcerer.gather_helpers", {**ritual, "sorcerer": "@ana"}, {}),
            ("sorcerer.group_ritual", {**ritual, "primary": "@ana"}, {}),
            ("sorcerer.first_sight", {"demon": "@ash", "character": f"@{who}", "occasion": "unexpected"}, {}),
            ("sorcerer.possess", {"demon": "@worm", "target": f"@{who}"}, {}),
        ]
    return found


def _of_contains() -> list[Offer]:
    drawn = {"sorcerer": "@ana", "focus": "salt", "boundary": "the cellar", "scope": {"kind": "all"}}
    held = {"contain": {"id": "@newest:contain"}}
    return [
        ("sorcerer.contain", drawn, {"contain_id": "new"}),
        ("sorcerer.test_contain", {**held, "demon": "@ash"}, {}),
        ("sorcerer.lift_contain", {**held, "sorcerer": "@ana"}, {}),
    ]


def _mages() -> list[Somebody]:
    traits = {"wits": 3, "resolve": 2, "strength": 2, "stamina": 3, "composure": 2, "power": 3, "mind": 4}
    sheet: dict[str, Any] = {f"traits.{name}": dots for name, dots in {**traits, "forces": 3}.items()}
    sheet |= {"traits.defense": 2, "most.mana": 12, "most.willpower": 5, "willpower": 4, "mana": 12}
    sheet |= {"health": {"boxes": 8, "bashing": 1, "lethal": 0, "aggravated": 0}, "state": "active"}
    resistant = {"bashing": 0, "lethal": 0, "aggravated": 0}
    sheet["health"] = {**sheet["health"], "resistant": resistant}
    return [(name, "pandemonium.character", sheet) for name in ("ana", "bo", HIDDEN)]


def _of_pandemonium() -> list[Offer]:
    found: list[Offer] = []
    spell = {"id": "@newest:pandemonium.spell"}
    for who, whom in (("ana", "bo"), ("ana", HIDDEN), (HIDDEN, "bo")):
        for kind in ("control", "attack"):
            made = {"name": f"By {who}", "aspect": "vulgar", "kind": kind, "arcanum": "mind"}
            cast = {"spell": made, "caster": {"id": f"@{who}"}, "targets": [f"@{whom}"]}
            paid = {"shaping": {"successes": 2}, "paid": {"mana": 1}}
            found.append(("pandemonium.cast", {**cast, **paid}, {}))
        on: dict[str, Any] = {"spell": spell, "target": {"id": f"@{whom}"}}
        resist = {"compare": "resolve", "resist": {"successes": 1}}
        assailed = {"actor": {"id": f"@{whom}"}, "pool": {"traits": ["strength"]}, "spell": spell}
        found += [("pandemonium.control", {**on, **resist}, {})] * 2
        found += [
            ("pandemonium.direct", {**on, **resist, "damage": {"kind": "lethal"}}, {}),
            ("pandemonium.assail", {**assailed, "possible": True, "concrete": True}, {}),
            ("table.begin_turn", {"who": {"id": f"@{whom}"}}, {}),
        ]
    shaped = {"raise": "potency", "timing": "instant", "shaping": {"successes": 2}, "paid": {"mana": 1}}
    found += [
        ("pandemonium.shape", {"spell": spell, "caster": {"id": "@ana"}, **shaped}, {}),
        ("pandemonium.let_go", {"spell": spell}, {}),
        ("table.end_round", {}, {}),
    ]
    return [*found, *_of_the_table()]


def _investigators() -> list[Somebody]:
    stats = {"agility": 3, "toughness": 3, "calm": 3, "hand_to_hand": 3}
    sheet = {f"stats.{name}": number for name, number in stats.items()} | {"toughness": 3, "state": "active"}
    agile = {name: {**sheet, "stats.agility": 2 + at} for at, name in enumerate(("ana", "bo", HIDDEN))}
    cards = ["fool", *(f"{suit}-{number}" for suit in ("cups", "wands", "swords") for number in range(1, 11))]
    decks: list[Somebody] = [
        ("players", "demon_city.deck", {"deck": "players", "draw": cards}),
        ("horror", "demon_city.deck", {"deck": "horror", "draw": [f"pentacles-{at}" for at in range(1, 11)]}),
    ]
    people: list[Somebody] = [(name, "demon_city.character", one) for name, one in agile.items()]
    return [*people, *decks, ("first", "demon_city.round", {}), ("door", "demon_city.task", {})]


def _of_demon_city() -> list[Offer]:
    people = ("ana", "bo", HIDDEN)
    here = {"id": "@newest:demon_city.round"}
    order = [{"id": f"@{who}"} for who in people]
    ordered: Offer = ("demon_city.announce_order", {"round": here, "characters": order}, {})
    aims = {"ana": "bo", "bo": HIDDEN, HIDDEN: "bo"}
    said: list[Offer] = []
    for who, whom in aims.items():
        given = {"round": here, "character": {"id": f"@{who}"}}
        said += [("demon_city.announce", {**given, "kind": "attack", "targets": [f"@{whom}"]}, {})] * 2
        said.append(("demon_city.announce", {**given, "kind": "defend", "targets": []}, {}))
        count = {"context": "action", "thrower": {"id": f"@{who}", "stat": 3}, "versus": 3, "kind": "attack"}
        static = {"task": {"id": "@door"}, "thrower": {"id": f"@{who}", "stat": 3}, "intensity": 3}
        said += [
            ("demon_city.throw_count", count, {}),
            ("demon_city.static_throw", static, {}),
            ("demon_city.recover_toughness", {"character": {"id": f"@{who}"}, "intensity": 2}, {}),
            ("demon_city.heal", {"character": {"id": f"@{who}"}, "amount": 1}, {}),
            ("demon_city.damage", {"target": {"id": f"@{who}"}}, {}),
            ("demon_city.calm", {"character": {"id": f"@{who}"}, "purpose": "check", "intensity": 4}, {}),
        ]
    actions = [
        {"id": f"@{who}", "side": side, "kind": "attack", "targets": [f"@{aims[who]}"]}
        for who, side in (("ana", "us"), ("bo", "them"))
    ]
    sides = [{"id": "us", "by": "players"}, {"id": "them", "by": "host"}]
    contestants = [
        {
            "id": f"@{who}",
            "side": side,
            "kind": "attack",
            "targets": [{"id": f"@{whom}", "beat": 1}],
            "throws": 1,
        }
        for who, side, whom in (("ana", "us", "bo"), ("bo", "them", "ana"))
    ]
    clash = {"clash": {"id": "@newest:demon_city.clash"}, "sides": sides, "participants": contestants}
    begun: list[Offer] = [ordered] * 2
    for kind, name in (("round", "Round"), ("clash", "Clash")):
        about = {"kind": f"demon_city.{kind}", "name": name, "owner": None, "visibility": "table"}
        begun.append(("table.create", {"about": about, "fields": []}, {}))
    sorting: list[Offer] = [("demon_city.sort_clashes", {"actions": actions}, {})] * 2
    return [*begun, *said, *sorting, *[("demon_city.clash", clash, {})] * 2, *_of_the_table()]


def _fighters() -> list[Somebody]:
    traits = {"kind": "mortal", "strength": 3, "dexterity": 3, "stamina": 3, "wits": 2, "brawl": 2}
    return [(name, "fallen.character", {**traits, "state": "active"}) for name in ("ana", "bo", HIDDEN)]


def _of_fallen() -> list[Offer]:
    people = ("ana", "bo", HIDDEN)
    everybody = {"fighters": [{"id": f"@{who}"} for who in people]}
    found: list[Offer] = [
        (f"fallen.{verb}", everybody, {}) for verb in ("initiative", "order_actions", "new_turn")
    ]
    plan = [{"name": "strike"}, {"name": "dodge"}]
    for who in people:
        one = {"fighter": {"id": f"@{who}"}}
        found += [("fallen.take_turn", one, {}), ("fallen.end_turn", one, {})] * 2
        found += [
            ("fallen.multiple_actions", {**one, "actions": plan}, {}),
            ("fallen.knockdown", one, {}),
            ("fallen.movement", {**one, "gait": "walk", "yards": 2}, {}),
            ("fallen.heal", {"patient": {"id": f"@{who}"}, "hours": 4}, {}),
            ("fallen.apply_damage", {"target": {"id": f"@{who}"}, "levels": 1, "damage_kind": "bashing"}, {}),
        ]
    for who, whom in permutations(people, 2):
        struck = {"attacker": {"id": f"@{who}"}, "target": {"id": f"@{whom}"}, "maneuver": "strike"}
        found += [
            ("fallen.attack", struck, {}),
            ("fallen.strike", {**struck, "maneuver": "clinch"}, {}),
            ("fallen.hit", {**struck, "net": 1}, {}),
            ("fallen.escape", {"prisoner": {"id": f"@{who}"}, "holder": {"id": f"@{whom}"}}, {}),
            ("fallen.hold_back", {"fighter": f"@{who}", "before": f"@{whom}"}, {}),
        ]
    return [*found, *_of_the_table()]


def _of_the_table() -> list[Offer]:
    found: list[Offer] = [("table.end_fight", {}, {}), ("table.advance_clock", {"seconds": 3}, {})]
    for who in ("ana", HIDDEN):
        rolling = {"who": {"id": f"@{who}"}}
        found += [
            ("table.propose", {**rolling, "dice": 1}, {"action": None}),
            ("table.grant", {**rolling, "dice": 2}, {"bonus_id": "new"}),
            ("table.ask", rolling, {"action": "table.note", "given": {}}),
        ]
    found.append(("table.take_back", {"bonus": {"id": "@newest:bonus"}}, {}))
    return found


CASTS: dict[str, list[Somebody]] = {
    "sorcerer": _sorcerers(),
    "pandemonium": _mages(),
    "demon_city": _investigators(),
    "fallen": _fighters(),
}
OFFERS: dict[str, list[Offer]] = {
    "sorcerer": _of_sorcerer(),
    "pandemonium": _of_pandemonium(),
    "demon_city": _of_demon_city(),
    "fallen": _of_fallen(),
}
