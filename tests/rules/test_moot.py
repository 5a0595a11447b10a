"""When each question that an act may leave asks for nothing any more, and that it is closed then."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

import rules
from rules import service
from rules.kernel.effects import set_to
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.pandemonium.bringing import ADDED, DEFEND, RESISTED

pytestmark = pytest.mark.slow

SYSTEMS = ("sorcerer", "pandemonium", "demon_city", "fallen")
HURT = {"bashing": 1, "lethal": 0, "aggravated": 0}
SOUND = dict.fromkeys(HURT, 0)

Fields = Mapping[str, Any]


class Moot(NamedTuple):
    """What is asked of whom, of which record with which field it asks something, and when it asks nothing any more."""

    clause: str
    who: str
    data: Fields
    field: str
    asks: Any
    asks_nothing: Any
    of: str = "whom"


def resisted(field: str = "state", asks: str = "active", over: str = "ended", clause: str = "") -> Moot:
    return Moot(clause or "PAN-TRACK-06", "whom", {"brought": "spell"}, field, asks, over, of="spell")


GONE = {"sorcerer.rebel", "sorcerer.demon_death", "sorcerer.bind", "sorcerer.banish"}
OF_THE_LIVING = {f"fallen.{verb}" for verb in ("initiative", "defend", "knockdown", "blackout", "strike")}
MOVED = {"through": "spell", "donor": {"id": "whom"}, "kinds": ["bashing"]}
CASES: tuple[tuple[str, Moot], ...] = (
    *((question, resisted()) for question in sorted(RESISTED)),
    (ADDED, Moot("PAN-ADDED-04", "whom", {"brought": "spell"}, "hold.spell", "severe", "escaped")),
    *(
        (f"pandemonium.{verb}", Moot(clause, "whom", MOVED, field, asks, over, of=of))
        for verb in ("bear_wounds", "transfer")
        for clause, field, asks, over, of in (
            ("PAN-TRACK-06", "state", "active", "ended", "spell"),
            ("PAN-TRANSFER-02", "health", HURT, SOUND, "whom"),
        )
    ),
    ("pandemonium.sympathy", Moot("PAN-SYMP-08", "whom", {}, "rating", 1, 0)),
    ("pandemonium.struggle", Moot("PAN-HELPLESS-08", "whom", {}, "hold.spell", "normal", "none")),
    ("pandemonium.struggle", Moot("PAN-HELPLESS-08", "whom", {}, "willpower", 1, 0)),
    *(
        (one, Moot("SOR-BANISH-12", "whom", {"demon": "whom"}, "state", "present", "banished"))
        for one in sorted(GONE)
    ),
    (
        "sorcerer.rebel",
        Moot("SOR-REBEL-03", "whom", {"binding": "spell"}, "state", "active", "broken", of="spell"),
    ),
    ("sorcerer.create_demon", Moot("SOR-DEMON-06", "whom", {"demon": "whom"}, "complete", False, True)),
    ("sorcerer.humanity_check", Moot("SOR-HUMANITY-13", "whom", {}, "humanity", 1, 0)),
    *((one, Moot("FAL-HEALTH-07", "whom", {}, "dead", False, True)) for one in sorted(OF_THE_LIVING)),
    ("fallen.hit", Moot("FAL-HEALTH-07", "other", {"target": "whom"}, "dead", False, True)),
    ("fallen.blackout", Moot("FAL-UNCON-02", "whom", {}, "unconscious", True, False)),
)
LASTING = {
    DEFEND: "a blow falls, whatever becomes of the spell that it carries",
    "sorcerer.alter_contact": "a Contact is not ended before it is answered",
    "sorcerer.group_ritual": "whoever rolls next leaves it out",
    "demon_city.damage": "who was hit is hurt, also after the Action",
    "demon_city.static_throw": "it ends with the Action alone",
    "demon_city.clash": "the cards lie there until somebody says who comes first",
    "demon_city.chase": "the cards lie there until somebody says who comes first",
    "table.edit": "to write it down answers it",
    "table.ruling": "it is optional, and about what has happened",
}
"""Questions that no other act makes moot, and why."""
NAMED_ELSEWHERE = {"act", "action", "check.action"}
"""How a question is named that stands in a table of its module: those of spells, of flips, and checks that are due."""


def standing(moot: Moot, value: Any) -> State:
    """Somebody whom a spell holds and who is whole, but for what is looked at."""
    whom = {"willpower": 1, "hold.spell": "severe", "health": HURT, "humanity": 1, "unconscious": True}
    records: dict[str, Fields] = {
        "whom": {**whom, "state": "present"},
        "other": {},
        "spell": {"state": "active", "kind": "control"},
    }
    records[moot.of] = {**records[moot.of], moot.field: value}
    return State(
        {
            ident: RecordState("pandemonium.spell" if ident == "spell" else "", one)
            for ident, one in records.items()
        }
    )


@pytest.mark.parametrize(("question", "moot"), CASES)
def test_a_question_is_closed_once_it_asks_nothing_any_more(question: str, moot: Moot) -> None:
    asked = OpenQuestion("asked", question, moot.who, optional=False, data=dict(moot.data))

    before, after = (
        State(standing(moot, value).records, (asked,)) for value in (moot.asks, moot.asks_nothing)
    )

    assert service.moot(before) == ()
    (closed,) = service.moot(after)
    assert (closed.clause, closed.effects) == (moot.clause, (set_to("asked", "state", "struck"),))


def test_a_blow_that_has_landed_falls_though_whoever_struck_it_has_died() -> None:
    asked = OpenQuestion("asked", "fallen.hit", "whom", optional=False, data={"target": "other"})
    dead = standing(Moot("FAL-HEALTH-07", "whom", {}, "dead", False, True), True)

    assert service.moot(State(dead.records, (asked,))) == ()


def test_the_moment_of_every_question_is_known() -> None:
    known = {question for question, _moot in CASES} | LASTING.keys()

    named = set(questions())

    assert {one for one in named if "." in one and one not in NAMED_ELSEWHERE} <= known
    assert {one for one in named if one not in known} == NAMED_ELSEWHERE
    assert not LASTING.keys() & {question for question, _moot in CASES}


def questions() -> Iterator[str]:
    """What is asked wherever a module makes a question: by its constant, else as it stands there."""
    for system in SYSTEMS:
        package = importlib.import_module(f"{rules.__name__}.{system}")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(found.name)
            for call in ast.walk(ast.parse(inspect.getsource(module))):
                if (
                    isinstance(call, ast.Call)
                    and isinstance(call.func, ast.Name)
                    and call.func.id == "Question"
                ):
                    first = (
                        call.args[0]
                        if call.args
                        else next(one.value for one in call.keywords if one.arg == "question")
                    )
                    told = ast.unparse(first)
                    yield str(vars(module).get(told, told))
