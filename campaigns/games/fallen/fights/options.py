"""What a viewer may do in a fight: what comes next, the maneuvers of whoever's turn it is, who could join."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.forms.action.errors import known_remedy
from campaigns.games.fallen.fights.answers import answer
from campaigns.games.fallen.fights.links import PRESSED, FightLinks
from campaigns.games.fallen.fights.picks import Aim, picks_of
from campaigns.games.fallen.fights.reading import Fighter
from campaigns.games.fallen.fights.shown import (
    Joining,
    Magazine,
    Movement,
    OwnTurn,
    Press,
    ShownAnswer,
    ShownStep,
)
from campaigns.games.fallen.fights.waiting import could_wait, moment_form, still_waiting
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext
from campaigns.queries.waiting import Waiting
from campaigns.views.waiting import Pending
from rules import words
from rules.fallen.movement import GAIT_CLAUSES, speed_of
from rules.fallen.procedures.fights import OWN_TURN, Next
from rules.fallen.progress import ORDER
from rules.reference import find_clause

INITIATIVE, MOVEMENT = "fallen.initiative", "fallen.movement"

BESIDES = {"fallen.multiple_actions": "fighter", "fallen.roll": "roller"}

LATE = ("multiple", "actions_taken", "dazed", "turn_lost", "prone")
"""What leaves nobody time to declare several actions before her place comes."""


class FightOptions:
    """What this viewer may do in a fight, as its templates take it."""

    def __init__(self, ways: FightLinks) -> None:
        self.ways, self.found = ways, ways.found

    def steps(self, waits: Sequence[tuple[Waiting, Pending]]) -> list[ShownAnswer | ShownStep]:
        """What comes next, in order: an open question, an act to press, or for whom it waits."""
        questions = {asked.id: (asked, shown) for asked, shown in waits}
        return [
            answer(self.ways, *questions[one.pending])
            if one.pending
            else self._step(one, is_first=place == 0)
            for place, one in enumerate(self.found.steps)
            if one.pending or not self.is_own_turn(one)
        ]

    def is_own_turn(self, step: Next) -> bool:
        """Whether a step is one of those that a fighter whose turn has begun chooses from."""
        on = self.found.on
        begun = on is not None and bool(on.member["turn_begun"])
        return begun and step.pending is None and step.action in OWN_TURN

    def own_turn(self, action: str) -> OwnTurn | None:
        """The maneuvers and other acts of the fighter whose turn has begun; None where it is nobody's."""
        on = self.found.on
        begun = {step.action: step for step in self.found.steps if self.is_own_turn(step)}
        if on is None or not begun:
            return None
        if not self.ways.plays(on.member):
            return OwnTurn(on, mine=False)
        targets = [
            fighter.id
            for fighter in self.found.fighters
            if fighter.id != on.id and not fighter.member["dead"]
        ]
        spent = bool(on.member["actions_taken"]) and not on.member["multiple"]
        barred = begun["fallen.strike"].forbidden or ("FAL-MULTI-06" if spent else None)
        aim = Aim(action, targets, self.ways.settings)
        groups = [] if barred else picks_of(RecordContext(on.member, self.found.seen), aim)
        return OwnTurn(
            on,
            mine=True,
            barred=barred,
            spent=spent,
            has_acted=bool(on.member["acted"]),
            groups=[
                (name, [(roll, self.ways.pick(roll)) for roll in picks], self._magazine(weapon))
                for name, picks, weapon in groups
            ],
            links=list(self._links(on, begun, barred)),
            move=self._move(on, begun[MOVEMENT]),
            end=self.ways.press("fallen.end_turn", (on.id,)),
            may_choose_way=self.ways.leads or not self.meets_others(),
            is_held_unseen=not barred and _is_held(on) and not self._sees_holder(on),
        )

    def meets_others(self) -> bool:
        """Whether somebody else answers for any of those whom the fighter on turn could attack."""
        on = self.found.on
        others = (
            fighter.member
            for fighter in self.found.fighters
            if fighter is not on and not fighter.member["dead"]
        )
        return any(self.ways.is_elsewhere(other) for other in others)

    def declaring(self) -> list[tuple[str, str]]:
        """Own fighters who could still declare several actions, such as one who means to defend before her place."""
        ready = (
            fighter
            for fighter in self.found.fighters
            if not any(fighter.member[name] for name in LATE)
            and not (fighter.is_on or fighter.is_done)
            and fighter.place is not None
            and self.ways.plays(fighter.member)
        )
        return [
            (fighter.name, self.ways.form("fallen.multiple_actions", {"fighter": fighter.id}))
            for fighter in ready
        ]

    def joining(self) -> Joining | None:
        """Who could roll initiative besides those who do anyway, for the GM."""
        if not (self.ways.leads and self.found.others) or self._rolls_initiative():
            return None
        nobody_fights = not self.found.fighters
        people = [(other, nobody_fights) for other in self.found.others]
        return Joining(self.ways.post(INITIATIVE), people)

    def letting_go(self) -> list[Press]:
        """Grips that this viewer may end: those of their own fighters, the GM any (FAL-MANEUV-22)."""
        held = [member for member in self.found.seen.values() if member.fields.get("restraint") == "held"]
        return [
            Press(self.ways.own("let_go_of_grip", member.id), self._lets_go(member))
            for member in held
            if self._holds(member.fields.get("held_by"))
        ]

    def ambush_url(self) -> str:
        """The form of an ambush, while there is somebody who could be surprised by one (FAL-AMBUSH-07)."""
        ready = self.found.others if self.ways.acts else ()
        mine = [
            member
            for member in (*ready, *(fighter.member for fighter in self.found.fighters))
            if self.ways.plays(member)
        ]
        sides = {
            "attacker": [member for member in mine if not self.ways.is_elsewhere(member)],
            "target": [member for member in ready if self.ways.is_elsewhere(member)],
        }
        given = {name: side[0].id for name, side in sides.items() if len(side) == 1}
        return self.ways.form("fallen.ambush", given) if ready and mine else ""

    def _rolls_initiative(self) -> bool:
        return any(step.action == INITIATIVE for step in self.found.steps)

    def _holds(self, holder: str | None) -> bool:
        found = self.found.seen.get(str(holder))
        return self.ways.leads or (found is not None and self.ways.plays(found))

    def _sees_holder(self, prisoner: Fighter) -> bool:
        return str(prisoner.member["held_by"]) in self.found.seen

    def _lets_go(self, prisoner: Member) -> str:
        holder = self.found.seen.get(str(prisoner.fields.get("held_by")))
        if holder is None:
            return _("Let go of %(name)s") % {"name": prisoner.name}
        return _("%(holder)s lets go of %(name)s") % {"holder": holder.name, "name": prisoner.name}

    def _magazine(self, weapon: Member | None) -> Magazine | None:
        """A weapon whose rounds are counted, and where they are filled up (FAL-RANGED-08)."""
        if weapon is None or weapon["ammo"] is None:
            return None
        return Magazine(weapon.id, weapon["ammo"], self.ways.own("reload_weapon", weapon.id))

    def _move(self, on: Fighter, step: Next) -> Movement | None:
        """How far she gets, by gait; at most half the running distance once she has acted (FAL-MOVE)."""
        dexterity = on.member["dexterity"]
        if step.forbidden or on.member["restraint"] != "free" or dexterity is None:
            return None
        moved, has_acted = int(on.member["moved"] or 0), bool(on.member["acted"])
        half = speed_of("run", dexterity) // 2
        gaits = [(gait, speed_of(gait, dexterity)) for gait in GAIT_CLAUSES]
        return Movement(
            url=self.ways.post(MOVEMENT),
            fighter=on.id,
            has_acted=has_acted,
            half=half,
            moved=moved,
            gaits=[
                (
                    gait,
                    words.choice_words("fallen", gait),
                    max(0, min(speed, half if has_acted else speed) - moved),
                )
                for gait, speed in gaits
            ],
        )

    def _links(self, on: Fighter, begun: dict[str, Next], barred: str | None) -> Iterator[tuple[str, str]]:
        held = [fighter for fighter in self.found.fighters if fighter.member["held_by"] == on.id]
        if not barred:
            for fighter in held:
                given = {"holder": on.id, "target": fighter.id}
                label = _("Keep the grip on %(name)s") % {"name": fighter.name}
                yield label, self.ways.form("fallen.maintain", given)
            if _is_held(on) and self._sees_holder(on):
                given = {"prisoner": on.id, "holder": on.member["held_by"]}
                yield words.action_words("fallen.escape")[0], self.ways.form("fallen.escape", given)
        for action, field in BESIDES.items():
            late = action == "fallen.multiple_actions" and (
                on.member["multiple"] or on.member["actions_taken"]
            )
            if late or begun[action].forbidden or (barred and action == "fallen.roll"):
                continue
            more = {"in_turn": "on"} if action == "fallen.roll" else {}
            yield words.action_words(action)[0], self.ways.form(action, {field: on.id, **more})

    def _step(self, step: Next, *, is_first: bool) -> ShownStep:
        who = [fighter for fighter in self.found.fighters if fighter.id in step.who]
        label, told = words.action_words(step.action)
        if step.action == "fallen.take_turn" and self._rises(who[0]):
            label, told = _("Get back up"), _("Getting up is an action.")
        names = ", ".join(fighter.name for fighter in who)
        may = self.ways.leads or (
            step.decides == "player" and all(self.ways.plays(fighter.member) for fighter in who)
        )
        shown = ShownStep(
            label=label,
            told=told,
            who=names if len(who) == 1 else "",
            everybody=names if step.action == INITIATIVE else "",
            forbidden=step.forbidden,
            why=find_clause(step.forbidden).summary if step.forbidden else "",
            remedy=known_remedy(step.forbidden),
            is_first=is_first,
            waits_for=_("the GM") if step.decides == "gm" or not who else who[0].name,
        )
        return self._open_to_them(shown, step, who) if may else shown

    def _open_to_them(self, shown: ShownStep, step: Next, who: Sequence[Fighter]) -> ShownStep:
        """The same with how this viewer does it."""
        if step.action == INITIATIVE:
            shown = replace(shown, join=self._rolling(who))
        elif step.action in PRESSED and not step.forbidden:
            press = replace(self.ways.press(step.action, step.who), label=shown.label)
            kept = still_waiting(self.found, step.who) if step.action == ORDER else ()
            shown = replace(shown, press=replace(press, given=(*press.given, *kept)))
        if step.action == "fallen.multiple_actions":
            shown = replace(shown, url=self.ways.form(step.action, {"fighter": step.who[0]}))
        if step.action == "fallen.take_turn" and could_wait(self.found, who[0]):
            moment = moment_form(self.ways, who[0])
            # Whoever waits, while somebody unseen acts, is among those who may step in.
            shown = shown if moment.is_waiting else replace(shown, hold_back=moment)
        return shown

    def _rises(self, one: Fighter) -> bool:
        """Whether her turn begins with climbing to her feet, and nothing comes before that (FAL-KNOCK-03)."""
        return bool(one.member["rising"]) and not one.member["dazed"] and one.place is not None

    def _rolling(self, who: Sequence[Fighter]) -> Joining:
        """Those who roll initiative now, and the others who could join them."""
        people = [(fighter.member, True) for fighter in who] + [(other, False) for other in self.found.others]
        return Joining(self.ways.post(INITIATIVE), people)


def _is_held(one: Fighter) -> bool:
    return one.member["restraint"] == "held" and bool(one.member["held_by"])
