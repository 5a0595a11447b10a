"""What ends when a spell, a turn, a round or a scene does (PAN-TRACK-03, PAN-TRACK-04, PAN-TRACK-06)."""

from collections.abc import Callable, Iterator

from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.procedure import FollowUp, RecordState, State
from rules.pandemonium.lingering import REFUSED

KEPT_UNTIL_SCENE_END = ("scene.tries.", "scene.asked.", "scene.merits.", "scene.aftereffect", REFUSED)
CASTERS_OWN = ("instant", "sustained")
"""Durations that whoever cast the spell may end: it is settled, or not kept up any longer (PAN-TRACK-08)."""

HURT = "hurt."
"""Kept until the next turn begins: the wounds that a mage has dealt in this one, and after the dot who (PAN-POT-11)."""

PASSING = ("turn.", "round.", "opposed.", HURT)
CHARACTER = "pandemonium.character"
HOLDS = ("normal", "severe")
"""What a spell has on somebody whom it has not let go of."""

HAD_A_TURN = "round.turn."
"""Kept until the round ends: that a character's turn has come, and after the dot which of the round's it is."""

CAST_NOW = "turn.cast."
"""Kept until the caster's next turn: that they cast a spell on this one, and after the dot which (PAN-ADDED-02)."""


def at_spell_end(
    state: State, spell: str, *, remains: frozenset[str] = frozenset(), is_scene_over: bool = False
) -> tuple[FollowUp, ...]:
    """A spell's holds become none and the wounds still to come are dropped (PAN-TRACK-06).

    What it kept from somebody is theirs again (PAN-PLUNDER-07); dots lost for a scene come back with the scene's end.
    `remains` are the ids of those whom, as the Storyteller says, something ordinary still binds.
    """
    effects: list[Effect] = []
    for ident, one in state.records.items():
        held = one.fields.get(f"hold.{spell}") or "none"
        bound = held in HOLDS and ident in remains
        # Whoever shook the old casting off faces the next one afresh (PAN-TRACK-07).
        if held != "none" and not bound:
            effects.append(set_to(ident, f"hold.{spell}", "none"))
        if one.fields.get(f"ongoing.{spell}") is not None:
            effects.append(set_to(ident, f"ongoing.{spell}", None))
    return (*_follow("PAN-TRACK-06", effects), *_given_back(state, spell, is_scene_over=is_scene_over))


def _given_back(state: State, spell: str, *, is_scene_over: bool) -> tuple[FollowUp, ...]:
    effects: list[Effect] = []
    for ident, one in state.records.items():
        kept = one.fields.get(f"plundered.{spell}")
        if kept is None:
            continue
        effects.append(set_to(ident, f"plundered.{spell}", None))
        for lost in kept["lost"]:
            name = f"scene.merits.{lost['merit']}"
            if not is_scene_over and one.fields.get(name):
                effects.append(change_by(ident, name, lost["dots"]))
    return _follow("PAN-PLUNDER-07", effects)


def on_turn(state: State) -> str | None:
    """Whose turn it is; None where no turns are counted, or it is that of somebody of another game."""
    turns = _turns(state)
    if not turns:
        return None
    taken = f"{HAD_A_TURN}{turns}"
    return next((ident for ident, one in state.records.items() if one.fields.get(taken)), None)


def at_turn_start(state: State, who: str) -> tuple[FollowUp, ...]:
    """What was settled in somebody's last turn is over, and this is their one turn of the round (PAN-TIME-02).

    What they set against spells until now is over too (PAN-ASSAIL-03), and what anybody did in the turn before.
    """
    mine = state.records.get(who)
    effects = list(_cleared(who, mine, lambda name: name.startswith("turn."))) if mine else []
    for ident, one in state.records.items():
        effects += _cleared(ident, one, lambda name: name == f"opposed.{who}" or name.startswith(HURT))
    return (*_follow("PAN-TRACK-03", effects), *_follow("PAN-TIME-02", list(_taking(state, who))))


def _taking(state: State, who: str) -> Iterator[Effect]:
    """The round keeps that this one's turn has come. Nobody else is touched: some are unknown to the players."""
    mine = state.records.get(who)
    if mine and mine.kind == CHARACTER:
        yield set_to(who, f"{HAD_A_TURN}{_turns(state) + 1}", True)


def _turns(state: State) -> int:
    """How many turns the round has had."""
    found = (int(one.fields.get("turn", 0)) for one in state.records.values() if one.kind == "campaign")
    return next(found, 0)


def at_round_end(state: State) -> tuple[FollowUp, ...]:
    """Every spell may strike everybody again, and everybody has a turn to come (PAN-TRACK-03)."""
    return _follow("PAN-TRACK-03", _everywhere(state, lambda name: name.startswith(("round.", HURT))))


def at_fight_end(state: State) -> tuple[FollowUp, ...]:
    """No turn and no round is left in which anything of theirs could count (PAN-TRACK-03, PAN-ASSAIL-03)."""
    return _follow("PAN-TRACK-03", _everywhere(state, lambda name: name.startswith(PASSING)))


def in_fight(one: RecordState) -> bool:
    """Whether somebody had a turn of this round, or was struck in it."""
    return any(name.startswith("round.") for name in one.fields)


def at_scene_end(state: State) -> tuple[FollowUp, ...]:
    """The scene's counts are cleared, its turns and rounds are over, spells that last a scene end (PAN-TRACK-04)."""
    ending = [
        ident
        for ident, one in state.records.items()
        if one.fields.get("duration") == "scene" and one.fields.get("state") in ("active", "latent")
    ]
    ended = [set_to(ident, "state", "ended") for ident in ending]
    counts = _everywhere(state, lambda name: name.startswith(KEPT_UNTIL_SCENE_END))
    return (
        *_follow("PAN-TRACK-04", [*ended, *counts, *_dots_back(state)]),
        *(found for ident in ending for found in at_spell_end(state, ident, is_scene_over=True)),
        *at_fight_end(state),
    )


def _dots_back(state: State) -> Iterator[Effect]:
    """What was lost until now is lost no more, whatever else the spell keeps from them (PAN-PLUNDER-06)."""
    for ident, one in state.records.items():
        for name, kept in one.fields.items():
            if name.startswith("plundered.") and kept["lost"]:
                rest = {**kept, "lost": []}
                yield set_to(ident, name, rest if rest["item"] or rest["merits"] else None)


def _everywhere(state: State, cleared: Callable[[str], bool]) -> list[Effect]:
    return [effect for ident, one in state.records.items() for effect in _cleared(ident, one, cleared)]


def _cleared(ident: str, one: RecordState, cleared: Callable[[str], bool]) -> Iterator[Effect]:
    return (set_to(ident, name, None) for name in one.fields if cleared(name))


def _follow(clause: str, effects: list[Effect]) -> tuple[FollowUp, ...]:
    return (FollowUp(clause, tuple(effects)),) if effects else ()
