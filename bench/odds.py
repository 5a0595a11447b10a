"""Our exact odds beside those of icepool, dyce, dice-calc and lea: the same questions, one run, as ratios.

Every answer of a library is first held against ours. Nothing is kept between two calls: caches of ours and theirs are
emptied before each. The candidates take turns; what is shown is the median of each. Time is the processor's, so that
others on the same machine disturb it less.
"""

import argparse
import gc
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import peers

from rules import service
from rules.demon_city.odds_opposed import odds_of_hands
from rules.demon_city.opposed_throw import count_sides

Law = dict[Any, float]
Answer = Callable[[], Law]

ROUNDS = 5
OURS = ("rules.", "fractions")
THEIRS = ("icepool", "dyce", "dice_calc", "lea")
TABLES = ("read_table", "_rows", "worth_to", "_by_id")
"""Kept: they hold the rules' own tables, not answers."""


@dataclass
class Question:
    """One row: who answers it, and by how much each peer has to be slower (0: no bar)."""

    name: str
    ours: Answer
    others: dict[str, Answer]
    bars: dict[str, float] = field(default_factory=dict)


def questions() -> Iterator[Question]:
    yield from contests()
    yield from rolls_again()
    yield from pools()
    yield from strikes()
    yield from hands()


def contests() -> Iterator[Question]:
    sizes = ((2, 2), (4, 4), (8, 8), (12, 10), (16, 16), (20, 20))
    bars = {(8, 8): {"icepool": 100.0}, (12, 10): {"icepool": 200.0, "dyce": 150.0}}
    for die in (10, 12):
        for acting, opposing in sizes:
            asked = (die, acting, opposing)
            others: dict[str, Answer] = {
                "icepool": lambda asked=asked: peers.icepool_contest(*asked),
                "dyce": lambda asked=asked: peers.dyce_contest(*asked),
            }
            if asked == (10, 4, 4):
                others["dice-calc"] = lambda asked=asked: peers.dice_calc_contest(*asked)
            if acting > 12:
                others = {}
            name = f"contest d{die} {acting}v{opposing}"
            yield Question(name, _contest(*asked), others, bars.get((acting, opposing), {}))


def rolls_again() -> Iterator[Question]:
    for again in (10, 9, 8):
        for size in (5, 10, 20):
            bars = {"icepool": 500.0, "dyce": 500.0} if (again, size) == (8, 20) else {}
            others: dict[str, Answer] = {
                "icepool": lambda size=size, again=again: peers.icepool_again(size, again),
                "dyce": lambda size=size, again=again: peers.dyce_again(size, again),
            }
            yield Question(f"{again}-again {size}", _again(size, again), others, bars)
    for size in (5, 10, 20):
        others = {
            "icepool": lambda size=size: peers.icepool_again_contest(size, size, 8),
            "dyce": lambda size=size: peers.dyce_again_contest(size, size, 8),
        }
        yield Question(f"8-again {size} against {size}", _again(size, 8, rivals=size), others)


def pools() -> Iterator[Question]:
    """Difficulties 2 to 10, each with both readings of a botch."""
    for size in (1, 5, 10, 20):
        bars = {"icepool": 400.0, "dyce": 15.0, "dice-calc": 2.0} if size == 20 else {}
        others: dict[str, Answer] = {
            "icepool": lambda size=size: _every_hit(peers.icepool_counted_hits, size),
            "icepool (coded sum)": lambda size=size: _every_hit(peers.icepool_hits, size),
            "dyce": lambda size=size: _every_hit(peers.dyce_hits, size),
            "dice-calc": lambda size=size: _every_hit(peers.dice_calc_hits, size),
        }
        yield Question(f"pool {size}, difficulty 2 to 10", _hits(size), others, bars)


def strikes() -> Iterator[Question]:
    for asked in ((6, 4, 3, 3), (10, 8, 5, 6)):
        name = "strike {}v{}+{}s{}".format(*asked)
        other = {"icepool": lambda asked=asked: peers.icepool_strike(*asked)}
        yield Question(name, _strike(*asked), other, {"icepool": 20.0})


def hands() -> Iterator[Question]:
    for mine, theirs in ((1, 1), (3, 3), (5, 4)):
        bars = {"icepool": 100.0} if mine == 3 else {}
        codes = _codes(PLAYERS, {"fool"}), _codes(HORROR, set())
        apart: dict[str, Answer] = {
            "icepool": lambda mine=mine, theirs=theirs, codes=codes: _sides(
                peers.icepool_apart(codes[0], mine, codes[1], theirs)
            )
        }
        if mine < 5:
            apart["lea"] = lambda mine=mine, theirs=theirs, codes=codes: _sides(
                peers.lea_apart(codes[0], mine, codes[1], theirs)
            )
        given = _hands(mine, theirs, "horror")
        yield Question(f"hands {mine}v{theirs}, two decks", _of_hands(given), apart, bars)
        yield Question(f"hands {mine}v{theirs}, two decks, with awards", _of_awards(given), apart)
        one = _codes(PLAYERS, {"fool"})
        shared: dict[str, Answer] = {
            "icepool": lambda mine=mine, theirs=theirs, one=one: _sides(
                peers.icepool_shared(one, mine, theirs)
            )
        }
        given = _hands(mine, theirs, "players")
        yield Question(f"hands {mine}v{theirs}, one deck", _of_hands(given), shared, bars)
        yield Question(f"hands {mine}v{theirs}, one deck, with awards", _of_awards(given), shared)


NUMBERS = [f"{suit}-{number}" for suit in ("wands", "cups", "swords") for number in range(1, 11)]
PLAYERS = [*NUMBERS, "fool"]
HORROR = [*(f"pentacles-{number}" for number in range(1, 11)), "cups-queen", "swords-king", "tower"]
WORTH = {"fool": 22, "cups-queen": 13, "swords-king": 14, "tower": 16}


def _codes(deck: list[str], owned: set[str]) -> list[int]:
    """Cards as the peers read them: twice the value, plus one for a Significator."""
    values = {card: WORTH.get(card) or int(card.rpartition("-")[2]) for card in deck}
    return [2 * values[card] + (card in owned) for card in deck]


def _contest(die: int, acting: int, opposing: int) -> Answer:
    given = service.read(
        "sorcerer.roll",
        {
            "acting": {"id": "a", "score": "will", "dice": acting},
            "opposing": {"id": "b", "score": "will", "dice": opposing},
            "settings": {"die": die},
        },
    )

    def answer() -> Law:
        odds = service.odds("sorcerer.roll", given).odds
        law: Law = {("acting", int(number)): chance for number, chance in odds["victories"].items()}
        law |= {("opposing", int(number)): chance for number, chance in odds["opposing_victories"].items()}
        return {**law, ("none", 0): odds["tie"]}

    return answer


def _again(size: int, again: int, rivals: int = 0) -> Answer:
    raw: dict[str, Any] = {
        "actor": {"id": "a", "traits": {"power": size}},
        "pool": {"traits": ["power"], "again": again},
    }
    if rivals:
        rival = {
            "by": {"id": "b", "traits": {"power": rivals}},
            "pool": {"traits": ["power"], "again": again},
        }
        raw["contest"] = rival
    given = service.read("pandemonium.roll", raw)
    return lambda: dict(enumerate(service.odds("pandemonium.roll", given).odds["exactly"]))


def _hits(size: int) -> Answer:
    asked = [
        (
            difficulty,
            rule,
            service.read(
                "fallen.roll",
                {
                    "roller": {"id": "a"},
                    "traits": [
                        {"name": "wits", "dice": size - size // 2},
                        {"name": "lore", "dice": size // 2},
                    ],
                    "difficulty": difficulty,
                    "settings": {"botch_rule": rule},
                },
            ),
        )
        for difficulty in range(2, 11)
        for rule in ("no_success", "net_negative")
    ]

    def answer() -> Law:
        law: Law = {}
        for difficulty, rule, given in asked:
            odds = service.odds("fallen.roll", given).odds
            law[difficulty, rule] = odds["botch"]
            law |= {(difficulty, number): chance for number, chance in enumerate(odds["successes"])}
        return law

    return answer


def _every_hit(peer: Callable[[int, int], Law], size: int) -> Law:
    """From hits and ones together to successes and both sorts of botch."""
    law: Law = {}
    for difficulty in range(2, 11):
        for code, chance in peer(size, difficulty).items():
            ones, hits = divmod(code, 100)
            for key, holds in (
                ((difficulty, "no_success"), not hits and ones > 0),
                ((difficulty, "net_negative"), ones > hits),
                ((difficulty, max(0, hits - ones)), True),
            ):
                law[key] = law.get(key, 0) + chance * holds
    return law


def _strike(attack: int, defence: int, damage: int, soak: int) -> Answer:
    given = service.read(
        "fallen.strike",
        {
            "attacker": {
                "id": "a",
                "strength": damage,
                "dexterity": attack - attack // 2,
                "brawl": attack // 2,
            },
            "target": {
                "id": "b",
                "kind": "demon",
                "stamina": soak,
                "dexterity": defence - defence // 2,
                "brawl": defence // 2,
            },
            "maneuver": "strike",
            "defence": {"maneuver": "block"},
        },
    )
    return lambda: dict(enumerate(service.odds("fallen.strike", given).odds["levels"]))


def _of_hands(given: Any) -> Answer:
    """As the peers are asked: of hands of so many cards."""
    sides = count_sides(given)
    return lambda: odds_of_hands(given, sides)


def _of_awards(given: Any) -> Answer:
    """Of all that is awarded: checked, counted, cited, and then of the hands."""
    return lambda: dict(service.odds("demon_city.opposed_throw", given).odds)


def _hands(mine: int, theirs: int, deck: str) -> Any:
    def thrower(name: str, cards: int, **more: Any) -> dict[str, Any]:
        extra = [{"source": "situational", "dice": 1, "cause": str(number)} for number in range(cards - 1)]
        return {"id": name, "modifiers": extra, **more}

    return service.read(
        "demon_city.opposed_throw",
        {
            "actor": thrower("a", mine, significators=["fool"], deck="players"),
            "opponent": thrower(
                "b", theirs, deck=deck, **({} if deck == "horror" else {"significators": ["fool"]})
            ),
            "decks": {"players": {"draw": PLAYERS}, "horror": {"draw": HORROR}},
        },
    )


def _sides(law: Law) -> Law:
    """Joint outcomes of two hands under the names of our odds."""
    found = dict.fromkeys(
        ("win", "tie", "lose", "critical", "fumble", "opponent_critical", "opponent_fumble"), 0.0
    )
    for (result, critical, fumble, answered, failed), chance in law.items():
        found[result] += chance
        events = (critical, fumble, answered, failed)
        for name, holds in zip(list(found)[3:], events, strict=True):
            found[name] += chance * holds
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="?", default="", help="questions whose name has this in it")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    medians: dict[str, float] = {}
    missed = []
    for question in questions():
        if chosen.only in question.name:
            _hold_against_ours(question)
            medians[question.name], lines = _row(question, chosen.rounds)
            missed += [line for line in lines if "MISSED" in line]
            print(
                f"{question.name:36} ours {medians[question.name] * 1e3:9.3f} ms",
                *lines,
                sep="   ",
                flush=True,
            )
    missed += _growth(medians)
    print(f"\n{len(missed)} bars missed")
    return 1 if missed else 0


def _row(question: Question, rounds: int) -> tuple[float, list[str]]:
    times: dict[str, list[float]] = {name: [] for name in ("ours", *question.others)}
    for _ in range(rounds):
        times["ours"].append(_timed(question.ours, least=0.005))
        for name, answer in question.others.items():
            times[name].append(_timed(answer))
    ours = median(times["ours"])
    lines = []
    for name in question.others:
        ratio, bar = median(times[name]) / ours, question.bars.get(name, 0)
        verdict = f" (bar {bar:g}{'' if ratio >= bar else ', MISSED'})" if bar else ""
        lines.append(f"{name} {ratio:.4g}x{verdict}")
    return ours, lines


def _timed(answer: Answer, least: float = 0.0) -> float:
    """Seconds of one call, over as many calls as take `least`; caches are emptied outside of what is timed."""
    calls, spent = 0, 0.0
    gc.disable()
    while not calls or spent < least:
        _forget()
        started = time.thread_time()
        answer()
        spent += time.thread_time() - started
        calls += 1
    gc.enable()
    return spent / calls


CACHES: list[Any] = []


def _forget() -> None:
    if not CACHES:
        CACHES.extend(_caches())
    for cache in CACHES:
        cache.cache_clear()


def _caches() -> Iterator[Any]:
    for name, module in list(sys.modules.items()):
        if name.startswith((*OURS, *THEIRS)):
            for holder in (module, *(var for var in vars(module).values() if isinstance(var, type))):
                for key, one in list(vars(holder).items()):
                    if hasattr(one, "cache_clear") and key not in TABLES:
                        yield one


def _hold_against_ours(question: Question) -> None:
    ours = question.ours()
    for name, answer in question.others.items():
        theirs = answer()
        for key in ours.keys() | {key for key in theirs if theirs[key] > 1e-12 and not _is_far(key)}:
            if abs(ours.get(key, 0) - theirs.get(key, 0)) > 1e-9:
                raise SystemExit(
                    f"{question.name}: {name} says {theirs.get(key)} for {key}, ours {ours.get(key)}"
                )


def _is_far(key: Any) -> bool:
    """More net successes than our lists show."""
    return isinstance(key, int) and key > 20


def _growth(medians: dict[str, float]) -> list[str]:
    missed = []
    for die in (10, 12):
        large, small = medians.get(f"contest d{die} 20v20"), medians.get(f"contest d{die} 4v4")
        if large and small:
            verdict = "" if large / small <= 25 else ", MISSED"
            print(f"growth d{die}: 20v20 takes {large / small:.3g} times as long as 4v4 (bar 25{verdict})")
            missed += [verdict] if verdict else []
    return missed


if __name__ == "__main__":
    sys.exit(main())
