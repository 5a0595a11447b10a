"""Who may: pure questions about a member, an action and the records that it names. What is not allowed is refused."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from campaigns.game import game_of, games
from campaigns.models import Membership
from campaigns.state.unit_of_work import Sheet
from rules import catalogue
from rules.kernel.errors import RuleViolation
from rules.kernel.values import Values, as_list

GM_ACTIONS = frozenset(
    {
        "table.advance_clock",
        "table.begin_scene",
        "table.begin_session",
        "table.begin_turn",
        "table.change_policy",
        "table.change_settings",
        "table.edit",
        "table.end_fight",
        "table.end_round",
        "table.end_scene",
        "table.end_session",
        "table.fresh_draws",
        "table.grant",
        "table.migrate",
        "table.override",
        "table.reshuffle_pile",
        "table.reveal",
        "table.reveal_draws",
        "table.ruling",
        "table.show",
        "table.show_picture",
        "table.take_back",
    }
)
"""Actions of the table that only the GM plays; a game says the same of its own."""

UNCONDITIONAL = frozenset({"table.note", "table.place_member"})
"""Open to observers too. Whose place is changed, and by whom, is settled in `services/people.py`."""

ANYBODYS_ACTIONS = frozenset(
    {"table.carry_out", "table.change_portrait", "table.note", "table.redact"}
    | {"table.take_seat", "table.undo", "table.whisper"}
)
"""Who may is settled by the services that play them; no form of the palette does."""

ASKED_BY_GM = "TAB-ASK-04"
"""The clause of a question that no act raised and the GM put to a player."""

ASKED_OF_GM = "TAB-ASK-05"
"""The clause of a question by which a player asks the GM for an act of their own; no rule waits for it."""

PROPOSED = "TAB-GRANT-01"
"""The clause of a question by which a player proposes a bonus; no rule waits for it."""

PLAYERS_SETTLE = frozenset({"waived"})
"""How players may put away a question of theirs; the GM strikes it too (TAB-ASK-02)."""

CONSENTS = frozenset({"willing", "chosen"})
"""Input fields that only the player may confirm, unless the policy `gm_may_consent` stands."""

POLICIES: dict[str, bool | str] = {
    "player_rulings": "propose",
    "hand_dice": False,
    "player_undo": True,
    "gm_may_consent": False,
    "sealed_rolls": False,
    "overrides": True,
    "whispers": "gm_reads",
}
"""What a new campaign begins with: founding writes it into the first entry, and from then on the log alone tells it."""

RULINGS = ("propose", "gm", "players")
"""The values of the policy `player_rulings`: who says what bonus dice a roll has."""


def rulings_of(policies: Values) -> str:
    """Who says what bonus dice a roll has: one of `RULINGS`."""
    said = policies.get("player_rulings")
    return said if isinstance(said, str) else "players" if said else "gm"  # older logs: yes or no


WHISPERS = ("gm", "gm_reads", "private")
"""The values of the policy `whispers`: players whisper to the GM alone; to one another, and the GM reads it, or not."""


def whispers_of(policies: Values) -> str:
    """To whom players may whisper: one of `WHISPERS`."""
    said = policies.get("whispers")
    return said if isinstance(said, str) else "gm"  # older logs say nothing


def acting_of(action: str, subjects: list[Sheet]) -> Sheet:
    """Who acts among the records that an action names: the first of the kind that acts in it."""
    wanted = acting_kind(action)
    return next((subject for subject in subjects if subject.kind.name == wanted), subjects[0])


def acting_kind(action: str) -> str:
    """The kind of record that acts in an action; empty where it is whatever the action names first."""
    game = game_of(action)
    if game.permissions.acts_first:
        return ""
    return game.permissions.acting.get(action, f"{game.code}.character")


def unanswered(action: str, subjects: list[Sheet]) -> tuple[Sheet | None, str]:
    """Whom an act in one piece leaves no answer that is theirs, and the clause by which it is; else None."""
    clause = game_of(action).permissions.leaves_no_answer.get(action, "")
    if not clause or not subjects:
        return None, ""
    acting, game = acting_of(action, subjects), game_of(action)
    if acting.about["visibility"] != "table" and acting.kind.name != f"{game.code}.character":
        return None, ""  # what nobody knows of asks nobody
    others = (subject for subject in subjects if subject is not acting)
    return next((one for one in others if one.kind.name == f"{game.code}.character"), None), clause


def acts_for_somebody(kind: str) -> bool:
    """Whether a record of this kind acts in some action without being a character, as a spell does for its caster."""
    return kind in game_of(kind).permissions.acting.values()


def is_gms(action: str) -> bool:
    """Whether only the GM plays an action."""
    own = game_of(action).permissions
    return action in GM_ACTIONS or action in own.of_gm or action in own.of_application


def players_make(kind: str) -> frozenset[str] | None:
    """The fields that players may ask for of a record that they make; None where they make none of this kind."""
    own = (game.permissions.players_make for game in games().values())
    return next((made[kind] for made in own if kind in made), None)


def kinds_players_make() -> frozenset[str]:
    """The kinds of records that players may make for themselves."""
    return frozenset(kind for game in games().values() for kind in game.permissions.players_make)


def _stays_gms(kind: str) -> str:
    """The clause by which what players make of a kind is the GM's to play; empty where it is theirs."""
    own = (game.permissions.stays_gms for game in games().values())
    return next((stays[kind] for stays in own if kind in stays), "")


def never_sealed(action: str) -> str:
    """The clause that lets nobody roll in secret in the game of an action; empty where none does."""
    return game_of(action).permissions.never_sealed


def may_be_asked(action: str) -> bool:
    """Whether the GM puts an act to players at all."""
    return not (action.startswith("table.") or is_gms_alone(action))


def is_gms_alone(action: str) -> bool:
    """Whether an act is the GM's word alone: only they play it, and nobody else rolls or draws in it."""
    return is_gms(action) and (
        action in game_of(action).permissions.never_asked or not catalogue.find(action).may_draw
    )


def who_answers(who: str | None, data: Values) -> str | None:
    """Whose answer an open question waits for, where that is not whom it is about.

    An attacker throws the damage of whom they hit (DEC-CLASH-21); whoever is hit says how they soak (FAL-SOAK-06).
    """
    other = data.get("answered_by") or data.get("attacker")
    return str(other) if other else who


def who_else_answers(data: Values) -> list[str]:
    """Whose players may answer an open question as well, such as allies who tie (DEC-CLASH-08)."""
    return [str(one) for one in as_list(data.get("either", ()))]


class NotAllowed(Exception):
    """The campaign is this person's, the act is not theirs to do. The message says whose it is.

    `remedy` is what they can do about it; empty where that is to ask whoever it belongs to.
    """

    def __init__(self, told: str, remedy: str = "") -> None:
        super().__init__(told)
        self.remedy = remedy


class NotGranted(RuleViolation):
    """Dice that the GM awards and has not granted. The message says what can be done about it."""


@dataclass(frozen=True)
class Rights:
    """What one member may do, under the campaign's policies."""

    member: Membership
    policies: Values

    @cached_property
    def id(self) -> str:
        return str(self.member.pk)

    def agreed(self, policy: str) -> bool:
        """Whether the table has agreed to a policy."""
        return self.policies.get(policy) is True

    @property
    def players_rule(self) -> bool:
        """Whether players enter what the GM decides of an act: modifiers and facts."""
        return rulings_of(self.policies) == "players"

    @property
    def gives_rulings(self) -> bool:
        """Whether this member enters that."""
        return self.member.is_gm or self.players_rule

    @property
    def draws_by_hand(self) -> bool:
        """Whether what falls on the table itself may be entered: dice, or cards."""
        return self.agreed("hand_dice")

    @property
    def proposes(self) -> bool:
        """Whether this member asks the GM for modifiers."""
        return self.member.role == "player" and rulings_of(self.policies) == "propose"

    def sees(self, sheet: Sheet) -> bool:
        """Whether a record exists for this member at all."""
        return self.member.is_gm or sheet.about["visibility"] == "table"

    def plays(self, sheet: Sheet) -> bool:
        """Whether this member speaks for a record: the GM for all, players for their own while it is in their hands."""
        if self.member.is_gm:
            return True
        return self.member.role == "player" and sheet.about["owner"] == self.id and sheet.in_hand

    def check_act(self, action: str, subjects: list[Sheet], *, is_asked: bool = False) -> None:
        """Raise `NotAllowed` unless this member may play the action with these subjects, or was asked to play it."""
        if not self.member.is_active:
            raise NotAllowed("You have left this campaign.")
        if self.member.is_gm or action in UNCONDITIONAL:
            return
        if self.member.role == "observer":
            raise NotAllowed("Observers watch. Ask the GM for a seat as a player.")
        # Before what is the GM's alone: the GM asked for just this act, so it is theirs to play (TAB-ASK-04).
        if is_asked:
            return
        if is_gms(action):
            raise NotAllowed("Only the GM can do this.")
        is_open = action in ANYBODYS_ACTIONS or action in game_of(action).permissions.asks_only
        if is_open or action == "table.create":
            return
        self._check_subjects(action, subjects)

    def _check_subjects(self, action: str, subjects: list[Sheet]) -> None:
        if not subjects:
            raise NotAllowed("Only the GM can do this.")
        acting = acting_of(action, subjects)
        if action != "table.settle" and not self.plays(acting):
            raise NotAllowed(f"You don't control {acting.name}.")
        met, clause = unanswered(action, subjects)
        if met is not None and not self.plays(met):
            told = f"Play it one roll at a time: the player of {met.name} is asked to defend. ({clause})"
            raise NotAllowed(told)

    def check_settle(self, asked: Sheet, who: Sheet | None, how: str) -> None:
        """Raise `NotAllowed` unless the question was asked of this member and they waive it, or they are the GM."""
        if self.member.is_gm:
            return
        is_theirs = (
            asked["for_role"] == "player" and who is not None and self._passes_on(asked["clause"], who)
        )
        if not is_theirs:
            raise NotAllowed("You can't settle this request.")
        if how not in PLAYERS_SETTLE:
            raise NotAllowed("Only the GM can strike a request. Answer it, or ask the GM.")

    def _passes_on(self, clause: str, who: Sheet) -> bool:
        """Whether a question about somebody is this member's: what the GM asks of a player is, in whoever's hands."""
        is_owner = self.member.role == "player" and who.about["owner"] == self.id
        return is_owner if clause == ASKED_BY_GM else self.plays(who)

    def check_create(self, about: Values, fields: Iterable[str]) -> None:
        """Raise `NotAllowed` unless this member may make such a record: players their own, and what they ask for."""
        if self.member.is_gm:
            return
        kind = str(about.get("kind", ""))
        own = players_make(kind)
        if self.member.role != "player" or own is None:
            raise NotAllowed("Only the GM can create this.")
        if about.get("owner") not in (self.id, None) or about.get("visibility", "table") != "table":
            raise NotAllowed("What you create must belong to you and be visible to everyone.")
        if about.get("owner") is not None and (clause := _stays_gms(kind)):
            told = "the GM plays this: leave out whose it is"
            raise RuleViolation(told, field="input.about.owner", clause=clause)
        beyond = sorted({name.partition(".")[0] for name in fields} - own)
        if beyond:
            raise NotAllowed(f"Only the GM can set: {', '.join(beyond)}.")

    def check_consents(self, agreeing: Iterable[Sheet]) -> None:
        """Raise `NotAllowed` unless this member may say that these agree: their players, and the GM where agreed."""
        for sheet in agreeing:
            is_a_players = sheet.about["owner"] not in (self.id, None)
            if not self.plays(sheet) or (is_a_players and not self.agreed("gm_may_consent")):
                raise NotAllowed(
                    f"Only {sheet.name}'s player can agree to this. The GM can use “Ask their player”."
                )

    def check_decisions(self, decisions: Iterable[tuple[str, Sheet]]) -> None:
        """Raise `NotAllowed` where a player decides what somebody else decides for their own side."""
        for _field, sheet in decisions:
            if not self.plays(sheet):
                raise NotAllowed(f"You can't decide what {sheet.name} does about it.")

    def check_results(self, results: list[str]) -> None:
        """Raise `NotAllowed` where a player says what a roll, a record or an earlier act has decided."""
        if results and not self.member.is_gm:
            raise NotAllowed(
                "Results of rolls and values of records are read from there. Only the GM "
                "can enter something else."
            )

    def check_rulings(self, rulings: list[str]) -> None:
        """Raise `NotAllowed` where a player gave what is the GM's to give and the table has not agreed to that."""
        if rulings and not self.gives_rulings:
            raise NotAllowed("Only the GM can enter bonuses and rulings in this campaign.")

    @property
    def names_help(self) -> bool:
        """Whether this member names what helps a roll of theirs: nothing of it is typed, and only where it fits is
        anybody's to judge, so a player does unless the table leaves all of that to the GM."""
        return self.member.is_gm or rulings_of(self.policies) != "gm"

    def check_help(self, named: Iterable[tuple[str, Sheet | None]]) -> None:
        """Raise `NotAllowed` where a player names what helps and may not, or helps a roll that is not theirs."""
        for _path, whose in named:
            if not self.names_help:
                raise NotAllowed("Only the GM can enter bonuses and rulings in this campaign.")
            if whose is not None and not self.gives_rulings and not self.plays(whose):
                raise NotAllowed(f"You can't decide what helps {whose.name}.")

    def check_bonuses(self, action: str, by_hand: list[str]) -> None:
        """Raise `RuleViolation` where a player enters dice that the GM awards, with the clause of the game."""
        if not by_hand or self.gives_rulings:
            return
        awards = game_of(action).inputs.awards
        what = str(awards.title).lower()
        told = f"Only the GM enters {what} here. Go on without, or tell the GM what helps."
        if self.proposes:
            told = f"Ask for {what} with “Ask for +1”, or go on without. The GM grants them."
        raise NotGranted(told, field=by_hand[0], clause=awards.clause)

    def check_proposal(self) -> None:
        """Raise `NotAllowed` unless players propose bonuses here; the GM grants them instead."""
        if not (self.proposes or self.member.is_gm):
            raise NotAllowed("The settings do not let players ask for a bonus. The GM can grant some.")

    def may_seal(self, action: str) -> bool:
        """Whether this member may keep an act of this kind to the GM for now."""
        return self.member.is_gm and self.agreed("sealed_rolls") and not never_sealed(action)

    def check_sealed(self, action: str) -> None:
        """Raise `NotAllowed` or the clause where an act of this kind is not sealed by this member."""
        if action == "table.fresh_draws":
            return  # as sealed as the roll whose dice it lets go of, whatever was agreed since
        if clause := never_sealed(action):
            raise RuleViolation("every roll in this system is open", field="sealed", clause=clause)
        if not self.may_seal(action):
            raise NotAllowed("Only the GM can seal a roll, and only if the settings allow sealed rolls.")

    @property
    def may_override(self) -> bool:
        """Whether this member may give something else than what is known."""
        return self.member.is_gm and self.agreed("overrides")

    def check_override(self) -> None:
        """Raise `NotAllowed` where the table agreed that what came of an entry stands."""
        # The GM too: this is what the table agreed to, and the GM cannot set it aside unseen.
        if not self.member.is_gm:
            raise NotAllowed("Only the GM can override.")
        if not self.agreed("overrides"):
            raise NotAllowed(
                "The settings do not allow overriding. Undo the entry, or change the "
                "setting. Everyone will see the change."
            )

    def check_undo(self, own_last: bool) -> None:
        """Raise `NotAllowed` unless this member may undo: the GM always, players their own last act if agreed."""
        if self.member.is_gm or (self.member.role == "player" and own_last and self.agreed("player_undo")):
            return
        raise NotAllowed(
            "Players can undo only their own last action, and only if the settings allow it. Ask the GM."
        )
