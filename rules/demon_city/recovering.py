"""Static throws on oneself: getting up again, and Calm (DEC-DMG-08, DEC-DMG-09, area CALM)."""

from typing import Annotated, Literal

from rules.demon_city import attempts
from rules.demon_city.attempts import Attempt, Auto
from rules.demon_city.decks import TakesCards
from rules.demon_city.hands import Hand
from rules.demon_city.health import Body
from rules.demon_city.refusals import refused
from rules.demon_city.throwers import Modifiers, Thrower, refuse_foe_dice
from rules.demon_city.types import CriticalBy, DeckName, Grade, Intensity, Significators, Stat
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.origins import DERIVED, GM, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome


class Fallen(Body):
    """Somebody who may get up again."""

    never_acts: bool = False
    supernatural: Annotated[bool, GM, by("DEC-INTENS-07")] = False
    deck: Annotated[DeckName, DERIVED] = "players"
    significators: Significators = ()
    modifiers: Annotated[Modifiers, GM] = ()


class Shaken(Input):
    """Somebody who may lose or regain their Calm."""

    id: Id
    calm: Stat
    panicked: bool = False
    never_acts: bool = False
    supernatural: Annotated[bool, GM, by("DEC-INTENS-07")] = False
    deck: Annotated[DeckName, DERIVED] = "players"
    significators: Significators = ()
    modifiers: Annotated[Modifiers, GM] = ()


class RecoverInput(TakesCards):
    character: Annotated[Fallen, record("character")]
    intensity: Annotated[Intensity, DERIVED]  # of who they are, so after them

    def __post_init__(self) -> None:
        refuse_foe_dice("character.modifiers", self.character.modifiers)


class CalmInput(TakesCards):
    intensity: Annotated[Intensity, GM, by("DEC-CALM-02")]
    character: Annotated[Shaken, record("character")]
    purpose: Annotated[Literal["check", "regain"], DERIVED]

    def __post_init__(self) -> None:
        refuse_foe_dice("character.modifiers", self.character.modifiers)


class OwnThrow(Outcome):
    hand: Hand | None
    intensity: int
    auto: Auto | None
    success: bool
    margin: int | None
    grade: Grade
    critical_by: tuple[CriticalBy, ...]
    may_act: bool


class Recovery(OwnThrow):
    injured: bool


class Calm(OwnThrow):
    panicked: bool


def recover_toughness(given: RecoverInput, draws: Draws) -> Result:
    """Who is out of the fight tries to get up at the start of a round (DEC-DMG-08)."""
    faced = attempts.face(prepare_recovery(given), given.decks, given.settings, draws)
    character = given.character
    effects: list[Effect] = []
    if faced.success:
        effects.append(set_to(character.id, "out", False))
        if character.toughness < 0:
            effects.append(set_to(character.id, "toughness", 0))
    outcome = Recovery(**attempts.told(faced, Recovery), may_act=faced.success, injured=character.injured)
    return Result(outcome, tuple(effects), cite("DEC-DMG-08", "DEC-DMG-09", *faced.clauses, "DEC-ROUND-14"))


def prepare_recovery(given: RecoverInput) -> Attempt:
    """The throw with base Toughness, or its refusal."""
    if not given.character.out:
        raise refused("this character is not out of the fight", "character.out", "DEC-DMG-08")
    if given.character.never_acts:
        raise refused("this character never acts again", "character.never_acts", "DEC-CALM-05")
    if not given.settings.reconstructed:
        raise refused("in this campaign recovery is entered by hand", "settings.reconstructed", "DEC-DMG-01")
    return _prepare(given.character, given.character.base_toughness, "base_toughness", given)


def calm(given: CalmInput, draws: Draws) -> Result:
    """A Calm check, or an attempt to end a panic (DEC-CALM-02 to DEC-CALM-04)."""
    faced = attempts.face(prepare_calm(given), given.decks, given.settings, draws)
    effects: tuple[Effect, ...] = ()
    checking = given.purpose == "check"
    if faced.success != checking:
        effects = (set_to(given.character.id, "panicked", checking),)
    outcome = Calm(**attempts.told(faced, Calm), may_act=faced.success, panicked=not faced.success)
    panics = "DEC-CALM-03" if checking and not faced.success else None
    regains = None if checking else "DEC-CALM-04"
    return Result(outcome, effects, cite("DEC-CALM-02", regains, *faced.clauses, panics))


def prepare_calm(given: CalmInput) -> Attempt:
    """The throw with Calm, or its refusal."""
    panicked, checking = given.character.panicked, given.purpose == "check"
    if not given.settings.reconstructed:
        raise refused("the campaign has no Calm rules", "settings.reconstructed", "DEC-CALM-02")
    if panicked and checking:
        raise refused("this character is already in a panic", "character.panicked", "DEC-CALM-03")
    if not panicked and not checking:
        raise refused("this character is not in a panic", "character.panicked", "DEC-CALM-04")
    if given.character.never_acts and not checking:
        raise refused("this character never acts again", "character.never_acts", "DEC-CALM-05")
    return _prepare(given.character, given.character.calm, "calm", given)


def _prepare(character: Fallen | Shaken, value: int, stat: str, given: RecoverInput | CalmInput) -> Attempt:
    thrower = Thrower(
        id=character.id,
        stat=value,
        supernatural=character.supernatural,
        deck=character.deck,
        significators=character.significators,
        modifiers=character.modifiers,
    )
    return attempts.prepare(thrower, given.intensity, given.settings, at="character", stat=stat)
