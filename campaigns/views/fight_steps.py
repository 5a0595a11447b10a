"""What a viewer may do in a fight: what comes next, the maneuvers of whoever's turn it is, who could join."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from campaigns.access import MemberRequest
from campaigns.policy import Rights
from campaigns.queries.cast import Member
from campaigns.queries.fight_picks import picks_of
from campaigns.queries.fights import Fighter, Scuffle
from campaigns.queries.layouts.parts import Reading, Roll
from campaigns.queries.waiting import Waiting
from rules import words
from rules.fallen.procedures.fights import OWN_TURN, Next
from rules.fallen.types import Settings

PRESSED = {
    "fallen.initiative": "fighters.{}.id",
    "fallen.order_actions": "fighters.{}.id",
    "fallen.new_turn": "fighters.{}.id",
    "fallen.take_turn": "fighter.id",
    "fallen.end_turn": "fighter.id",
}
"""Acts that need no more than a press: the names under which they take their fighters."""

BESIDES = {
    "fallen.multiple_actions": "fighter",
    "fallen.movement": "fighter",
    "fallen.roll": "roller",
}

LATE = ("multiple", "actions_taken", "dazed", "turn_lost", "prone")
"""What leaves nobody time to declare several actions before her place comes."""

FREE = {"restraint": "free", "held_by": "", "grip": ""}
"""What a fighter whom nobody holds has in these fields, as a form takes it."""

SAYS = {
    "fallen.strike": _("The free attack of the ambush. It comes before initiative and counts as no action."),
    "fallen.defend": _("Successes that come in: %(n)s. To let them through, leave this and roll the damage."),
    "fallen.hit": _("Successes that have hit: %(n)s. Now the damage and the soak."),
    "fallen.knockdown": _("At once, before anything else she does."),
    "fallen.blackout": _("Five of her turns or more, at most the scene."),
    "table.ruling": _("A botch: something else goes wrong. Say what."),
}
"""What an open question of a fight is about."""


class Hands:
    """What this viewer may do in a fight, as its templates take it."""

    def __init__(self, request: MemberRequest, rights: Rights, found: Scuffle) -> None:
        self.rights, self.found = rights, found
        self.campaign, self.path = request.member.campaign, request.path
        self.acts = rights.member.role != "observer" and not request.is_viewing_as

    def steps(self, waits: Sequence[tuple[Waiting, dict[str, Any]]]) -> list[dict[str, Any]]:
        """What comes next, in order: an open question, an act to press, or for whom it waits."""
        questions = {asked.id: (asked, shown) for asked, shown in waits}
        return [
            self._question(*questions[one.pending]) if one.pending else self._step(one, is_first=place == 0)
            for place, one in enumerate(self.found.steps)
            if one.pending or not self.is_own_turn(one)
        ]

    def _question(self, asked: Waiting, shown: dict[str, Any]) -> dict[str, Any]:
        """An open question, answered from here and come back from to here."""
        url = shown["url"] and f"{shown['url']}?{urlencode({'next': self.path})}"
        successes = asked.data.get("against", asked.data.get("net", 0))
        told = SAYS.get(asked.question, "")
        return {"pending": {**shown, "url": url}, "told": str(told) % {"n": successes} if told else ""}

    def is_own_turn(self, step: Next) -> bool:
        """Whether a step is one of those that a fighter whose turn has begun chooses from."""
        on = self.found.on
        begun = on is not None and on.id in self.found.turn.taken
        return begun and step.pending is None and step.action in OWN_TURN

    def own_turn(self, settings: Settings, action: str) -> dict[str, Any] | None:
        """The maneuvers and other acts of the fighter whose turn has begun; None where it is nobody's."""
        on = self.found.on
        begun = {one.action: one for one in self.found.steps if self.is_own_turn(one)}
        if on is None or not begun:
            return None
        shown: dict[str, Any] = {"fighter": on, "mine": self._plays(on.member)}
        if not shown["mine"]:
            return shown
        reading = Reading(on.member, self.found.seen)
        targets = [one.id for one in self.found.fighters if one.id != on.id and not one.member["dead"]]
        spent = bool(on.member["actions_taken"]) and not on.member["multiple"]
        barred = begun["fallen.strike"].forbidden or ("FAL-MULTI-06" if spent else None)
        groups = [] if barred else picks_of(reading, targets, settings, action=action)
        return shown | {
            "barred": barred,
            "spent": spent,
            "groups": [(name, [(one, self._url(one)) for one in picks]) for name, picks in groups],
            "links": list(self._links(on, begun, barred)),
            "end": self._press("fallen.end_turn", (on.id,)),
        }

    def declaring(self) -> list[tuple[str, str]]:
        """Own fighters who could still declare several actions, such as one who means to defend before her place."""
        ready = (
            one
            for one in self.found.fighters
            if not any(one.member[name] for name in LATE)
            and not (one.is_on or one.is_done)
            and one.place is not None
            and self._plays(one.member)
        )
        return [(one.name, self._form("fallen.multiple_actions", {"fighter": one.id})) for one in ready]

    def joining(self) -> dict[str, Any] | None:
        """Who could roll initiative, for the GM."""
        if not (self.acts and self.rights.member.is_gm and self.found.others):
            return None
        return {"url": self._post("fallen.initiative"), "people": list(enumerate(self.found.others))}

    def letting_go(self) -> list[dict[str, Any]]:
        """Grips that the GM may end, since no action lets go of anybody (FAL-MANEUV-22)."""
        if not (self.acts and self.rights.member.is_gm):
            return []
        held = [one for one in self.found.seen.values() if one.fields.get("restraint") == "held"]
        return [
            {
                "url": self._post("table.edit"),
                "label": str(_("%(name)s is let go") % {"name": one.name}),
                "given": [
                    ("record.id", one.id),
                    ("reason", str(_("The grip is let go."))),
                    *(
                        (f"changes.{number}.{name}", value)
                        for number, (field, free) in enumerate(FREE.items())
                        for name, value in (("field", field), ("set", free))
                    ),
                ],
            }
            for one in held
        ]

    def ambush_url(self) -> str:
        """The form of an ambush, while there is somebody who could be surprised by one (FAL-AMBUSH-07)."""
        ready = self.found.others if self.acts else ()
        mine = [one for one in (*ready, *(one.member for one in self.found.fighters)) if self._plays(one)]
        return (
            self._form("fallen.ambush", {"attacker": mine[0].id} if len(mine) == 1 else {})
            if ready and mine
            else ""
        )

    def _links(self, on: Fighter, begun: dict[str, Next], barred: str | None) -> Iterator[tuple[str, str]]:
        held = [one for one in self.found.fighters if one.member["held_by"] == on.id]
        if not barred:
            for one in held:
                given = {"holder": on.id, "target": one.id}
                label = str(_("Keep the grip on %(name)s") % {"name": one.name})
                yield label, self._form("fallen.maintain", given)
            if on.member["restraint"] == "held" and on.member["held_by"]:
                given = {"prisoner": on.id, "holder": on.member["held_by"]}
                yield words.action_words("fallen.escape")[0], self._form("fallen.escape", given)
        for action, field in BESIDES.items():
            late = action == "fallen.multiple_actions" and (
                on.member["multiple"] or on.member["actions_taken"]
            )
            stuck = action == "fallen.movement" and on.member["restraint"] != "free"
            if late or stuck or begun[action].forbidden or (barred and action == "fallen.roll"):
                continue
            more = {"in_turn": "on"} if action == "fallen.roll" else {}
            yield words.action_words(action)[0], self._form(action, {field: on.id, **more})

    def _step(self, step: Next, *, is_first: bool) -> dict[str, Any]:
        who = [one for one in self.found.fighters if one.id in step.who]
        label, told = words.action_words(step.action)
        names = ", ".join(one.name for one in who)
        may = self.acts and (
            self.rights.member.is_gm
            or (step.decides == "player" and all(self._plays(one.member) for one in who))
        )
        shown: dict[str, Any] = {
            "label": label,
            "told": told,
            "who": names if len(who) == 1 else "",
            "everybody": names if step.action == "fallen.initiative" else "",
            "forbidden": step.forbidden,
            "is_first": is_first,
            "waits_for": _("the GM") if step.decides == "gm" or not who else who[0].name,
        }
        if may and not step.forbidden and step.action in PRESSED:
            shown["press"] = self._press(step.action, step.who)
        if may and step.action == "fallen.multiple_actions":
            shown["url"] = self._form(step.action, {"fighter": step.who[0]})
        if may and step.action == "fallen.take_turn" and all(one.place is not None for one in who):
            shown["hold_back"] = self._hold_back(step.who[0])
        return shown

    def _hold_back(self, who: str) -> str:
        """The form that sets the order anew with somebody waiting, for the GM (FAL-YIELD-01)."""
        if not self.rights.member.is_gm:
            return ""
        placed = [one.id for one in self.found.fighters if one.place is not None]
        given = {f"fighters.{number}.id": one for number, one in enumerate(placed)}
        kept = [one for one in self.found.delays if one["id"] != who]
        for number, one in enumerate((*kept, {"id": who})):
            given |= {f"delays.{number}.{name}": value for name, value in one.items() if value}
        return self._form("fallen.order_actions", given)

    def _press(self, action: str, who: Sequence[str]) -> dict[str, Any]:
        name = PRESSED[action]
        return {
            "url": self._post(action),
            "label": words.action_words(action)[0],
            "given": [(name.format(number), one) for number, one in enumerate(who)],
        }

    def _plays(self, one: Member) -> bool:
        if not self.acts:
            return False
        in_hand = one.fields.get("control", "player") == "player"
        return self.rights.member.is_gm or (one.owner == self.rights.id and in_hand)

    def _post(self, action: str) -> str:
        return reverse("play_action", args=[self.campaign.pk, action])

    def _form(self, action: str, given: dict[str, str]) -> str:
        return f"{self._post(action)}?{urlencode({**given, 'next': self.path})}"

    def _url(self, pick: Roll) -> str:
        return self._form(pick.action, dict(pick.given))
