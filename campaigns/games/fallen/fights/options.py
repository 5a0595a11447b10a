"""What a viewer may do in a fight: what comes next, the maneuvers of whoever's turn it is, who could join."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from campaigns.forms.action.errors import known_remedy
from campaigns.games.fallen.fights.aiming import ATTACK, aiming_at, aiming_with, sweeping
from campaigns.games.fallen.fights.answers import answer
from campaigns.games.fallen.fights.links import FightLinks
from campaigns.games.fallen.fights.reading import Fighter
from campaigns.games.fallen.fights.shown import (
    Aiming,
    Ambush,
    Joining,
    Magazine,
    Moment,
    Movement,
    OwnTurn,
    Pace,
    Picks,
    Press,
    Rolling,
    ShownAnswer,
    ShownStep,
)
from campaigns.games.fallen.fights.tries import (
    STRAFING,
    TryGroup,
    Trying,
    break_free,
    find_try,
    left_of,
    tries_of,
)
from campaigns.games.fallen.fights.waiting import could_wait, moment_form
from campaigns.queries.cast import Member
from campaigns.queries.waiting import Waiting
from campaigns.views.waiting import Pending
from rules import words
from rules.fallen.allowed import INITIATIVE, KNOCKDOWN, STRIKE
from rules.fallen.deeds import DEFENCES, OTHER
from rules.fallen.movement import GAIT_CLAUSES, speed_of
from rules.fallen.procedures.fights import OWN_TURN, TAKE_TURN, Next
from rules.fallen.progress import ORDER
from rules.reference import find_clause

MOVEMENT, AMBUSH = "fallen.movement", "fallen.ambush"
METRES = 0.9144
"""In a yard."""
EARLIER_FIRST = "FAL-INIT-04"
"""What forbids a turn while somebody comes before: on a page that names the next one, somebody unseen."""
WHEN_HER_PLACE_COMES = (TAKE_TURN, "fallen.end_turn")

LATE = ("multiple", "actions_taken", "dazed", "turn_lost", "prone")
"""What leaves nobody time to declare several actions before her place comes."""


@dataclass(frozen=True)
class Chosen:
    """What of an attack was tapped so far: a maneuver and what it is done with, or a foe; `at` several of a sweep."""

    maneuver: str = ""
    weapon: str = ""
    foe: str = ""
    at: Sequence[str] = ()


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
            if not self._comes_by_itself(questions, one) and not self._is_shown_elsewhere(one)
        ]

    def _comes_by_itself(self, questions: Mapping[str, tuple[Waiting, Pending]], step: Next) -> bool:
        """A hit that whoever reads this settles with the defence that is open, or right after it."""
        asked = questions[step.pending][0] if step.pending else None
        return asked is not None and bool(asked.first) and asked.mine and not self.ways.leads

    def _is_shown_elsewhere(self, step: Next) -> bool:
        """What has a place of its own on the page, and going on without somebody for whoever cannot."""
        if step.pending:
            return False
        goes_on_alone = step.action == ORDER and not self.ways.leads and self.rolling() is not None
        return self.is_own_turn(step) or step.action == INITIATIVE or goes_on_alone

    def is_own_turn(self, step: Next) -> bool:
        """Whether a step is one of those that a fighter whose place has come chooses from."""
        on = self.found.on
        ready = on is not None and any(one.action == "fallen.end_turn" for one in self.found.steps)
        return ready and step.pending is None and step.action in OWN_TURN

    def own_turn(self, chosen: Chosen) -> OwnTurn | None:
        """The maneuvers and other acts of the fighter whose place has come; None where it is nobody's."""
        on = self.found.on
        ready = {step.action: step for step in self.found.steps if self.is_own_turn(step)}
        if on is None or not ready:
            return None
        if not self.ways.plays(on.member):
            return OwnTurn(on, mine=False)
        spent = bool(on.member["actions_taken"]) and not on.member["multiple"]
        left = left_of(on.member)
        all_done = left is not None and left <= {*DEFENCES, "rising"}
        barred = (
            ready["fallen.strike"].forbidden
            or ("FAL-MULTI-06" if spent else None)
            or ("FAL-MULTI-05" if all_done else None)
        )
        groups, aiming = ([], None) if barred else self._attacking(on, chosen)
        return OwnTurn(
            on,
            mine=True,
            barred=barred,
            spent=spent,
            all_done=all_done,
            has_acted=bool(on.member["acted"]),
            groups=groups,
            aiming=aiming,
            presses=[] if barred else list(self._grips(on)),
            links=list(self._links(on, ready, barred)),
            magazines=list(self._magazines(on)),
            move=self._move(on, ready[MOVEMENT]),
            end=self.ways.press("fallen.end_turn", (on.id,)),
            is_held_unseen=not barred and _is_held(on) and not self._sees_holder(on),
        )

    def foes(self) -> list[Member]:
        """Those whom the fighter on turn could attack: everybody else in the fight who lives."""
        others = (fighter.member for fighter in self.found.fighters if fighter is not self.found.on)
        return [other for other in others if not other["dead"]]

    def foe_urls(self, own_turn: OwnTurn | None) -> dict[str, str]:
        """Where a foe is chosen first, by id, while there is anybody to choose from."""
        aiming = own_turn.aiming if own_turn is not None else None
        if own_turn is None or not own_turn.mine or own_turn.barred or (aiming and aiming.one):
            return {}
        return {foe.id: self.ways.here(("foe", foe.id)) for foe in self.foes()}

    def _attacking(self, on: Fighter, chosen: Chosen) -> tuple[list[Picks], Aiming | None]:
        """The maneuvers with their chips; with one chosen the foes, with a foe chosen those that meet them."""
        foes = self.foes()
        weapons = self.ways.weapons_of(on.member)
        target = next((foe for foe in foes if foe.id == chosen.foe or len(foes) == 1), None)
        granted = self.ways.granted(ATTACK, on.id)
        trying = Trying(on.member, target, self.ways.settings, granted=granted)
        groups = tries_of(trying, weapons)
        one = find_try(groups, chosen.maneuver, chosen.weapon) if target is None else None
        if one is not None and one.maneuver == STRAFING:
            return [], sweeping(self.ways, trying, one, foes, chosen.at)
        if one is not None:
            return [], aiming_with(self.ways, trying, one, foes)
        aiming = aiming_at(self.ways, trying) if target is not None else None
        return [self._picks(group, is_sent=target is not None) for group in groups], aiming

    def _picks(self, group: TryGroup, *, is_sent: bool) -> Picks:
        name, tries, weapon = group
        chips = [
            (one, "" if is_sent else self.ways.here(("do", one.name), ("with", one.weapon))) for one in tries
        ]
        return name, chips, self._magazine(weapon)

    def declare_urls(self) -> list[tuple[str, str]]:
        """Own fighters who could still declare several actions, such as one who means to defend before her place."""
        ready = (
            fighter
            for fighter in self.found.fighters
            if not any(fighter.member[name] for name in LATE)
            and not (fighter.is_on or fighter.is_done)
            and fighter.place is not None
            and self.ways.plays(fighter.member)
        )
        return [(fighter.name, self.ways.declare_url(fighter.id)) for fighter in ready]

    def may_declare(self, fighter: str) -> Member | None:
        """One of this viewer's fighters who may declare several actions now."""
        found = (one for one in self.found.fighters if one.id == fighter and self.ways.plays(one.member))
        late = ("multiple", "actions_taken", "turn_done", "turn_lost")
        return next((one.member for one in found if not any(one.member[name] for name in late)), None)

    def joining(self) -> Joining | None:
        """Who could be called into the fight, for the GM; before anybody has rolled all who are awake in it, too."""
        is_first = not self.found.turn.rolled
        late = [fighter.member for fighter in self.found.fighters if is_first and not fighter.is_out]
        people = [(one, True) for one in late] + [(one, is_first and not late) for one in self.found.others]
        if not (self.ways.leads and people):
            return None
        return Joining(self.ways.own("begin_fight"), people, is_first=is_first)

    def rolling(self) -> Rolling | None:
        """Who has still to roll initiative, and the buttons for those whom this viewer rolls for (FAL-INIT-01).

        Nobody while the free attack of an ambush is open: it comes first (FAL-AMBUSH-09).
        """
        if any(step.pending and step.action == STRIKE for step in self.found.steps):
            return None
        late = {
            who
            for step in self.found.steps
            if step.action == INITIATIVE and not step.pending
            for who in step.who
        }
        waiting = [fighter.member for fighter in self.found.fighters if fighter.id in late]
        if not waiting:
            return None
        mine = [one for one in waiting if self.ways.plays(one) and not self.ways.is_elsewhere(one)]
        away = [one for one in waiting if one not in mine]
        return Rolling(
            presses=[self._rolls(mine)] if mine else [],
            for_away=[self._rolls([one]) for one in away if self.ways.plays(one)],
            waits_for=", ".join(one.name for one in away),
        )

    def _rolls(self, who: Sequence[Member]) -> Press:
        names = ", ".join(one.name for one in who)
        label = _("Roll initiative for %(who)s") % {"who": names}
        return self.ways.press(INITIATIVE, [one.id for one in who], label)

    def holding_back(self) -> list[Moment]:
        """The form with which she whose place has come waits instead of acting, for whoever plays her."""
        come = {who for step in self.found.steps if step.action in WHEN_HER_PLACE_COMES for who in step.who}
        found = [fighter for fighter in self.found.fighters if fighter.id in come]
        moments = [
            moment_form(self.ways, fighter)
            for fighter in found
            if self.ways.plays(fighter.member) and could_wait(self.found, fighter)
        ]
        # Whoever waits already, while somebody unseen acts, is among those who may step in.
        return [moment for moment in moments if not moment.is_waiting]

    def letting_go(self) -> list[Press]:
        """Grips that this viewer may end: those of their own fighters, the GM any (FAL-MANEUV-22)."""
        held = [member for member in self.found.seen.values() if member.fields.get("restraint") == "held"]
        return [
            Press(self.ways.own("let_go_of_grip", member.id), self._lets_go(member))
            for member in held
            if self._holds(member.fields.get("held_by"))
        ]

    def ambushes(self) -> list[Ambush]:
        """Own fighters who may lie in wait, and those whom one could surprise (FAL-AMBUSH-07)."""
        others = self.found.others if self.ways.acts else ()
        everybody = (*others, *(fighter.member for fighter in self.found.fighters))
        mine = [one for one in everybody if self.ways.plays(one) and not self.ways.is_elsewhere(one)]
        targets = [prey for prey in others if prey not in mine]
        return [self._ambush(one, targets) for one in mine if targets]

    def _ambush(self, one: Member, targets: Sequence[Member]) -> Ambush:
        only = {"target": targets[0].id} if len(targets) == 1 else {}
        form = self.ways.form(AMBUSH, {"attacker": one.id, **only})
        preys = [(prey.id, prey.name) for prey in targets]
        return Ambush(one.id, one.name, self.ways.post(AMBUSH), preys, form)

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

    def _magazines(self, on: Fighter) -> Iterator[tuple[str, Magazine]]:
        for weapon in self.ways.weapons_of(on.member):
            if (magazine := self._magazine(weapon)) is not None:
                yield weapon.name, magazine

    def _move(self, on: Fighter, step: Next) -> Movement | None:
        """How far she gets, by gait; at most half the running distance once she has acted (FAL-MOVE)."""
        dexterity = on.member["dexterity"]
        if step.forbidden or on.member["restraint"] != "free" or dexterity is None:
            return None
        moved, has_acted = int(on.member["moved"] or 0), bool(on.member["acted"])
        half = speed_of("run", dexterity) // 2
        gaits = [(speed_of(gait, dexterity), words.choice_words("fallen", gait)) for gait in GAIT_CLAUSES]
        left: dict[int, Pace] = {}  # of two that get equally far the slower one
        for speed, label in sorted([*gaits, (half, _("Half a run"))], key=lambda one: one[0]):
            yards = (min(speed, half) if has_acted else speed) - moved  # FAL-MOVE-04
            left.setdefault(yards, Pace(label, yards, round(yards * METRES)))
        paces = [pace for pace in left.values() if pace.yards > 0]
        most = max((pace.yards for pace in paces), default=0)
        return Movement(self.ways.post(MOVEMENT), on.id, has_acted, half, most, paces) if paces else None

    def _grips(self, on: Fighter) -> Iterator[Press]:
        """Keeping a grip of hers and getting out of one, an action each with nothing to choose (FAL-MANEUV-21, -22)."""
        left = left_of(on.member)
        for fighter in self.found.fighters:
            if fighter.member["held_by"] == on.id and (left is None or "maintain" in left):
                label = _("Keep the grip on %(name)s") % {"name": fighter.name}
                # A clinch hurts again, with Strength; a hold only holds (FAL-MANEUV-21).
                dice = int(on.member["strength"] or 0) if fighter.member["grip"] == "clinch" else 0
                press = self._pressed("fallen.maintain", label, holder=on.id, target=fighter.id)
                yield replace(press, dice=dice)
        if _is_held(on) and self._sees_holder(on) and (left is None or "escape" in left):
            label = words.action_words("fallen.escape")[0]
            holder = self.found.seen[on.member["held_by"]]
            dice, chance = break_free(on.member, holder, self.ways.settings) or (0, None)
            press = self._pressed("fallen.escape", label, prisoner=on.id, holder=holder.id)
            yield replace(press, dice=dice, chance=chance)

    def _pressed(self, action: str, label: str, **who: str) -> Press:
        return Press(self.ways.post(action), label, [(f"{name}.id", one) for name, one in who.items()])

    def _links(self, on: Fighter, ready: Mapping[str, Next], barred: str | None) -> Iterator[tuple[str, str]]:
        if self.may_declare(on.id) and not ready["fallen.multiple_actions"].forbidden:
            yield words.action_words("fallen.multiple_actions")[0], self.ways.declare_url(on.id)
        left = left_of(on.member)
        if not barred and not ready["fallen.roll"].forbidden and (left is None or OTHER in left):
            yield words.action_words("fallen.roll")[0], self.ways.form("fallen.roll", {"roller": on.id})
        if not barred and self.ways.gives_rulings:
            # What is a ruling in an attack: dice, a spot without armor, a maneuver of their own.
            yield _("Attack with rulings"), self.ways.form("fallen.attack", {"attacker": on.id})

    def _step(self, step: Next, *, is_first: bool) -> ShownStep:
        if step.forbidden == EARLIER_FIRST and step.action in (TAKE_TURN, KNOCKDOWN):
            # Nothing of whoever comes next among those seen is dealt with yet.
            return ShownStep(label=_("Someone hidden acts"), waits_for=_("the GM"))
        who = [fighter for fighter in self.found.fighters if fighter.id in step.who]
        label, told = self._said(step, who)
        names = ", ".join(fighter.name for fighter in who)
        may = self.ways.leads or (
            step.decides == "player" and all(self.ways.plays(fighter.member) for fighter in who)
        )
        shown = ShownStep(
            label=label,
            told=told,
            who=names if len(who) == 1 else "",
            forbidden=step.forbidden,
            why=find_clause(step.forbidden).summary if step.forbidden else "",
            remedy=known_remedy(step.forbidden),
            is_first=is_first,
            waits_for=_("the GM") if step.decides == "gm" or not who else who[0].name,
        )
        return self._open_to_them(shown, step) if may else shown

    def _said(self, step: Next, who: Sequence[Fighter]) -> tuple[str, str]:
        """What an act is called, by what comes of it here."""
        if step.action == ORDER and self.rolling() is not None:
            return _("Start without them"), _("Whoever rolls later joins the order.")
        if step.action == TAKE_TURN and who:
            if who[0].member["dazed"]:
                return _("Recover from the daze"), _("Her turn is spent on it.")
            if who[0].member["rising"]:
                return _("Get back up"), _("Getting up is an action.")
        return words.action_words(step.action)

    def _open_to_them(self, shown: ShownStep, step: Next) -> ShownStep:
        """The same with how this viewer does it."""
        if step.action == "fallen.multiple_actions":
            return replace(shown, url=self.ways.declare_url(step.who[0]))
        if step.forbidden:
            return shown
        if step.action == KNOCKDOWN:  # with one of two Abilities
            return replace(shown, url=self.ways.form(KNOCKDOWN, {"fighter": step.who[0]}))
        return replace(shown, press=self.ways.press(step.action, step.who, shown.label))


def _is_held(one: Fighter) -> bool:
    return one.member["restraint"] == "held" and bool(one.member["held_by"])
