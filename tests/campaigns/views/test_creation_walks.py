"""Random walks through the steps of creation: forward, back, changes, another row, leaving, coming back, creating.

`CREATION_WALKS=2500` walks that often in each game, `TEST_CHANCE=2` otherwise.
"""

import os
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.forms import IntegerField
from django.test import Client
from django.urls import reverse

from campaigns.models import Draft, Entry, Record
from campaigns.queries.games import CHARACTERS
from campaigns.state.unit_of_work import Sheet
from tests.campaigns.form_filling import Control, Form
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(36_000)]

WALKS = int(os.environ.get("CREATION_WALKS", "30"))
SEED = os.environ.get("TEST_CHANCE", "1")
LONGEST = 9
NUMBERS = ("", "0", "1", "2", "3", "4", "5", "7", "9", "10", "31", "-1", "many", "1e3", "9" * 40)
WORDS = ("", "Ada", "Stealth", "stealth", "Hand To Hand", "Strength", "7 seals", "<b>", "a\u202eb", "x" * 700)
HELD_OTHERWISE = ("size", "supernatural")
"""What a sheet holds under another name, or not at all."""
LONG = ("", "one", "one\ntwo", "\n".join(["x"] * 30))


@dataclass
class Walk:
    """Somebody at the form: what they typed, and the page as it came last."""

    game: Game
    system: str
    chance: Random
    client: Client
    form: Form = field(init=False)
    typed: dict[str, list[str]] = field(default_factory=dict)
    steps: Any = None
    is_careful: bool = False
    """Whether they change no more than the name of somebody who was made for them."""

    @property
    def address(self) -> str:
        return reverse("make_character", args=[self.game.campaign.pk, self.system])

    def begin(self) -> None:
        """With a blank form, or with somebody who was made by a concept."""
        Draft.objects.all().delete()
        query = {"concept": "any", "seed": f"{self.chance.getrandbits(40):x}"}
        is_made = self.chance.random() < 0.7
        self.is_careful = is_made and self.chance.random() < 0.4
        self.read(self.client.get(self.address, query if is_made else {}))
        self.typed = {name: list(values) for name, values in self.form.sent.items() if _is_typed(name)}

    def read(self, answer: Any) -> None:
        assert answer.status_code in (200, 422), answer.status_code
        self.form, self.steps = Form(answer.content.decode(), "creation"), answer.context["steps"]
        for control in self.form.controls.values():
            if control.options == [""]:  # a box that says no value sends one of the browser's
                control.options, control.values = ["yes"], ["yes" for _value in control.values]

    def change(self) -> None:
        """A few controls of the step that is shown."""
        here = [name for name in self.form.controls if _is_typed(name) and self._is_in_sight(name)]
        if self.is_careful:
            self.form.controls["name"].values = self.typed["name"] = ["Ada"]
            return
        for name in self.chance.sample(here, min(len(here), self.chance.randint(0, 3))):
            control = self.form.controls[name]
            control.values = some_of(control, self.chance)
            self.typed[name] = list(control.values)

    def press(self, command: str) -> Any:
        sent = {**self.form.sent, **({"command": command} if command else {})}
        return self.client.post(self.address, sent, follow=command.startswith(("step", "more")))

    def go(self, to: str) -> None:
        left = self.steps.now
        self.read(self.press(f"step {to}"))
        assert self.steps.now == to
        assert left in self.steps.left or left == to
        self.has_all()

    def add_a_row(self) -> None:
        more = [value for _name, value in self.form.buttons if value.startswith("more")]
        before = len(self.form.controls)
        self.read(self.press(self.chance.choice(more)) if more else self.press(f"step {self.steps.now}"))
        assert len(self.form.controls) >= before
        self.has_all()

    def leave_and_return(self) -> None:
        """On another device."""
        now = self.steps.now
        self.client = browser(self.game.player)
        has_draft = Draft.objects.exists()
        self.read(self.client.get(self.address))
        assert self.steps.now == (now if has_draft else self.steps.every[0].key)
        self.has_all()

    def has_all(self) -> None:
        """Every choice stands in the form, and nobody is told a fault of a step that they have not seen."""
        sent = self.form.sent
        kept = {name: [_as_typed(one) for one in sent.get(name, [])] for name in self.typed}
        assert kept == {name: [_as_typed(one) for one in values] for name, values in self.typed.items()}
        assert {self.steps.step_of(name) for name in self.steps.form.errors} <= self.steps.left

    def create(self) -> bool:
        """Whether somebody was made; else it is said why not, where that is to be found."""
        before = Entry.objects.count(), Record.objects.count()
        answer = self.press("")
        if answer.status_code == 302:
            assert not Draft.objects.exists()
            made = Record.objects.filter(campaign=self.game.campaign, kind=CHARACTERS[self.system])
            self.is_legal(self.game.sheet(str(made.latest("born").pk)))
            return True
        self.read(answer)
        faults = self.steps.form.faults
        assert faults
        assert all(fault.text and fault.label for fault in faults)
        assert self.steps.now == min((self.steps.step_of(fault.name) for fault in faults), key=self._order)
        assert (Entry.objects.count(), Record.objects.count()) == before
        self.has_all()
        return False

    def is_legal(self, sheet: Sheet) -> None:
        """Whoever was made is who was typed, and what the rules let begin."""
        assert sheet.name == self.typed["name"][0].strip()
        numbers = {
            name.removeprefix("character."): int(values[0])
            for name, values in self.typed.items()
            if name.startswith("character.") and isinstance(self.steps.form.fields[name], IntegerField)
            if values[0].isdecimal()
        }
        assert {name: sheet[name] for name in numbers if name not in HELD_OTHERWISE} == {
            name: value for name, value in numbers.items() if name not in HELD_OTHERWISE
        }
        if self.system == "sorcerer":
            scores = [sheet[score] for score in ("stamina", "will", "lore")]
            assert (sum(scores), min(scores) > 0) == (10, True)

    def _order(self, key: str) -> int:
        return [step.key for step in self.steps.every].index(key)

    def _is_in_sight(self, name: str) -> bool:
        return self.steps.step_of(name) == self.steps.now or (self.steps.is_last and name == "name")


def _is_typed(name: str) -> bool:
    return name == "name" or name.startswith(("character.", "demon.", "listed.", "carried."))


def _as_typed(value: str) -> str:
    return value.replace("\r\n", "\n")


def some_of(control: Control, chance: Random) -> list[str]:
    """What somebody puts into it, sensible or not."""
    if control.kind == "checkbox" and control.options == ["on"]:
        return ["off", "on"] if chance.random() < 0.5 else ["off"]
    if control.kind == "checkbox":
        return [one for one in control.options if chance.random() < 0.3]
    if control.kind in ("select", "radio"):
        return [chance.choice(control.options)]
    if control.kind == "textarea":
        return [chance.choice(LONG)]
    is_number = control.values and control.values[0].isdecimal()
    return [chance.choice(NUMBERS if is_number or chance.random() < 0.4 else WORDS)]


@pytest.mark.parametrize("system", sorted(CHARACTERS))
def test_walks_end_with_somebody_or_say_why_not_and_lose_no_choice(system: str) -> None:
    game = new_game()
    made = refused = 0
    for number in range(WALKS):
        walk = Walk(game, system, Random(f"{SEED} {system} {number}"), browser(game.player))
        walk.begin()
        for _step in range(walk.chance.randint(1, LONGEST)):
            walk.change()
            act = walk.chance.random()
            if act < 0.35 and walk.steps.next:
                walk.go(walk.steps.next)
            elif act < 0.55 and walk.steps.back:
                walk.go(walk.steps.back)
            elif act < 0.75:
                walk.go(walk.chance.choice(walk.steps.every).key)
            elif act < 0.85:
                walk.add_a_row()
            else:
                walk.go(walk.steps.now)
                walk.leave_and_return()
        if walk.create():
            made += 1
        else:
            refused += 1

    print(f"{system}: {WALKS} walks, {made} ended with somebody, {refused} were told why not")
    assert made + refused == WALKS
    assert made
    assert refused
    assert game.verified().faults == []
