"""What Demon City brings to `play()`: cards come from the stored decks, and Clashes are flipped together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from uuid import UUID

from msgspec import Struct

from campaigns.game import Playing, Preparing
from campaigns.games.demon_city.decks import deck_draws
from campaigns.games.demon_city.decks.reading import are_kept_here
from campaigns.games.demon_city.rounds import simultaneous_flip
from campaigns.games.demon_city.rounds.counts import combatant, in_hand
from campaigns.models import Campaign, Pending
from campaigns.policy import ASKED_BY_GM, NotAllowed, Rights
from campaigns.services.play.action_inputs import Request
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from campaigns.viewing import TABLE
from rules.demon_city.allowed import CHASE, CLASH
from rules.demon_city.cards import PACK
from rules.demon_city.combat import attacking_stat
from rules.demon_city.decks import StoredDeck
from rules.demon_city.progress import STATIC
from rules.demon_city.refusals import refused
from rules.demon_city.static_throw import StaticThrowInput
from rules.demon_city.types import DeckName
from rules.demon_city.worked_out import faces, number_to_beat
from rules.kernel.procedure import Question
from rules.kernel.values import Value, Values, as_list

COUNT: Final = "demon_city.throw_count"
SORT: Final = "demon_city.sort_clashes"
MEETINGS: Final = {CLASH: "participants", CHASE: "drivers"}
"""Whose cards are flipped, by what flips them."""


def _refuse(campaign: Campaign, steps: Sequence[Request], by_hand: bool) -> None:
    # First: any later refusal could tell which card lies on top.
    if by_hand:
        deck_draws.refuse_own(campaign, steps)
    simultaneous_flip.require_all_clashes(campaign, steps, by_hand=by_hand)


def _check(preparing: Preparing, given: Struct, rights: Rights) -> None:
    """Raise `NotAllowed` where a player would throw from the Horror's Deck: it is the GM's pile (DEC-DECK-08)."""
    deck: DeckName | StoredDeck | None = getattr(given, "deck", None)
    if isinstance(deck, StoredDeck):
        deck = preparing.working.get(deck.id)["deck"]
    if deck == "horror" and not rights.member.is_gm:
        raise NotAllowed("Only the GM throws from the Horror's Deck. Choose the Players' Deck.")
    deck_draws.refuse_shared(preparing, given)
    if isinstance(given, StaticThrowInput) and not rights.member.is_gm:
        _refuse_again(preparing, given)


def _refuse_again(preparing: Preparing, given: StaticThrowInput) -> None:
    """Whether a deed that was thrown for is tried again, the Host says: they throw, or ask its player for it."""
    who = preparing.working.find(given.thrower.id)
    if given.target or who is None or not (who.fields.get("stage") and who.fields.get("deed_came")):
        return
    asked = Pending.objects.filter(record__campaign=preparing.campaign, state="open", clause=ASKED_BY_GM)
    if not asked.filter(question=STATIC, who=UUID(who.id)).exists():
        told = "what they announced was thrown for already: the GM says whether it may be tried again"
        raise refused(told, "thrower.id", "DEC-THROW-09")


def _is_unknown(working: UnitOfWork, question: Question) -> bool:
    """What somebody hidden announced is sealed: a throw for their attack would tell of it before it comes."""
    attacker = working.find(question.who) if question.question == STATIC and question.who else None
    return attacker is not None and attacker.about["visibility"] != TABLE


def _known(preparing: Preparing) -> Values:
    """What stored decks tell, and what was announced in the round that is on (DEC-ROUND-10)."""
    kept = deck_draws.known_for(preparing)
    announced = {**dict(_attacking(preparing)), **dict(_announced(preparing))}
    # Cards that wait for who comes first were flipped by sides that stand.
    return {**announced, **kept} if "sides" in kept else {**kept, **announced}


def _attacking(preparing: Preparing) -> Iterator[tuple[str, Value]]:
    """How high the stat of the announced attack is that a throw at somebody passive carries out (DEC-ROUND-26)."""
    target = preparing.request.known.get("target") if preparing.action == STATIC else None
    said = preparing.given.get("thrower")
    if target is None or (isinstance(said, Mapping) and said.get("stat_name")):
        return
    who = preparing.working.find(str(said.get("id") if isinstance(said, Mapping) else said))
    if who is None or who["stage"] is None or target not in who["aims"]:
        return
    stats = who.under("stats")
    named = attacking_stat(stats, who["attacks_by"] or "close", who["shot_skill"], who["power_stat"])
    if named is not None and isinstance(stats.get(named), int):
        yield "thrower", {"stat": stats[named]}


def _announced(preparing: Preparing) -> Iterator[tuple[str, Value]]:
    given = preparing.given
    if preparing.action == COUNT and given.get("context") == "action":
        yield from _counted(preparing, given.get("thrower"))
    if preparing.action == SORT:
        yield "actions", [_said(preparing, one) for one in as_list(given.get("actions", ()))]
    if preparing.action in MEETINGS:
        name = MEETINGS[preparing.action]
        people = as_list(given.get(name, ()))
        yield name, [_met(preparing, one) for one in people]
        yield "sides", list(_sides(preparing, people, as_list(given.get("sides", ()))))


def _said(preparing: Preparing, named: Value) -> Values:
    """What somebody said they do, under the names of a sorted action."""
    who = _in_the_round(preparing, named)
    return {"kind": who["deed"], "targets": who["aims"]} if who and who["deed"] else {}


def _counted(preparing: Preparing, named: Value) -> Iterator[tuple[str, Value]]:
    """What somebody does, and which stats meet, in the round that is on (DEC-CTHROW-07 to DEC-CTHROW-14)."""
    who = _in_the_round(preparing, named)
    if who is None or not who["deed"]:
        return
    yield "kind", "escape" if who["deed"] == "move" else who["deed"]
    worked = in_hand(preparing.campaign, who.id)
    if worked is not None and worked.stat is not None and worked.versus is not None:
        yield "thrower", {"stat": worked.stat, "stat_name": worked.stat_name}
        yield "versus", worked.versus


def _met(preparing: Preparing, named: Value) -> Values:
    """On whose side somebody was sorted into a Clash or a chase, and what they do there (DEC-CLASH-34).

    Whom they aim at, with what these resist, is read where the Host says nothing else of it (DEC-CLASH-11).
    """
    who = _in_the_round(preparing, named)
    if who is None or not who["side"]:
        return {}
    deed = "escape" if who["deed"] == "move" else who["deed"]
    if deed is None or preparing.action != CLASH:
        return {"side": who["side"]}
    given = named if isinstance(named, Mapping) else {}
    aimed: Values = (
        {"area": len(who["aims"]) > 1, "targets": _aims(preparing, who)} if deed == "attack" else {}
    )
    unsaid = {name: value for name, value in aimed.items() if name not in given}
    return {"side": who["side"], "kind": deed, **unsaid}


def _aims(preparing: Preparing, who: Sheet) -> list[Value]:
    """Whom an attack is aimed at, with the number to beat of each who does not face it (DEC-CLASH-11)."""
    attacker, found = combatant(who), list[Value]()
    for one in who["aims"]:
        target = preparing.working.find(one)
        foe = combatant(target) if target is not None and target.kind.name == who.kind.name else None
        beat = None if foe is None or faces(foe, attacker) else number_to_beat(attacker, foe)
        found.append({"id": one} if beat is None else {"id": one, "beat": beat})
    return found


def _sides(preparing: Preparing, people: Sequence[Value], given: Sequence[Value]) -> Iterator[Values]:
    """Players decide the ties of a side that one of their characters is on, the Host those of all others."""
    with_players = set[Value]()
    on_sides = dict[Value, None]()
    for named in people:
        who = preparing.working.find(str(named.get("id") if isinstance(named, Mapping) else named))
        sorted_into = _met(preparing, named).get("side")
        side = sorted_into or (named.get("side") if isinstance(named, Mapping) else None)
        on_sides[side] = None
        if who is not None and who.fields.get("control") == "player":
            with_players.add(side)
    named_first = [one.get("id") if isinstance(one, Mapping) else one for one in given]
    for side in dict.fromkeys([*named_first, *on_sides]):
        if side is not None:
            yield {"id": side, "by": "players" if side in with_players else "host"}


def _in_the_round(preparing: Preparing, named: Value) -> Sheet | None:
    """Somebody who is in the round that is on: once it is over, what they did in it says nothing."""
    record = named.get("id") if isinstance(named, Mapping) else named
    who = preparing.working.find(record) if isinstance(record, str) else None
    is_on = who is not None and who.kind.name == "demon_city.character" and who["stage"]
    return who if is_on else None


PLAYING = Playing(
    rests_on={SORT: frozenset({"demon_city.announce"})},
    known=_known,
    is_unknown=_is_unknown,
    refuse=_refuse,
    check=_check,
    throw=deck_draws.throw_of,
    keeps_draws=deck_draws.keeps_draws,
    keeps_cards=are_kept_here,
    seals_draws=deck_draws.are_of_horrors,
    deals=frozenset({"demon_city.turn_up", "demon_city.draw"}),
    draws="cards",
    pack=PACK,
    suits={
        **dict.fromkeys(("coins", "disks", "discs"), "pentacles"),
        **dict.fromkeys(("staves", "rods", "batons"), "wands"),
        "chalices": "cups",
    },
    settled_before=frozenset({CLASH, CHASE}),
    draws_places=frozenset(
        f"demon_city.{verb}"
        for verb in ("announce_order", "award_significator", "build_players_deck", "build_horror_deck")
    ),
)
