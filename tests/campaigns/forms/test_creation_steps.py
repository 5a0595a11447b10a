"""A creation form in steps: where one stands, what is told of what was left, and the sheet that grows."""

from django import forms
from django.utils.datastructures import MultiValueDict

from campaigns.forms.action.controls import Flag
from campaigns.forms.creation_steps import CHECK, Steps
from campaigns.forms.faults import Fault, not_understood
from campaigns.game import CreationStep, CreationTotal

KINDS = [("", "—"), ("cold", "Cold iron"), ("warm", "Warm")]


class Made(forms.Form):
    """Somebody with two scores, and things in rows."""

    name = forms.CharField(label="Name")
    nerve = forms.IntegerField(label="Nerve", min_value=1)
    moods = forms.MultipleChoiceField(label="Moods", choices=KINDS[1:], required=False)
    story = forms.CharField(label="Story", widget=forms.Textarea)
    row_name = forms.CharField(label="Thing 1", required=False)
    row_kind = forms.ChoiceField(label="Kind", choices=KINDS, required=False)
    row_sharp = Flag(label="Sharp", required=False)
    one_name = forms.CharField(label="Skill 1", required=False)
    one_value = forms.IntegerField(label="Dots", required=False)

    def __init__(self, data: "MultiValueDict[str, str] | None" = None) -> None:
        self.faults: list[Fault] = []
        super().__init__(data)

    def clean(self) -> None:
        super().clean()
        self.faults = not_understood(self)

    def steps(self) -> list[CreationStep]:
        rows = (("row_name", "row_kind", "row_sharp"), ("one_name", "one_value"))
        return [
            CreationStep("scores", "Scores", (("name",), ("nerve",), ("moods",))),
            CreationStep("story", "Story", (("story",),)),
            CreationStep("things", "Things", rows),
        ]

    def totals(self, step: str) -> list[CreationTotal]:
        left = CreationTotal("Left", 3, key="left", is_of_sheet=False)
        return [left, CreationTotal("Twice", 6, of="nerve nerve")] if step == "scores" else []


def walk(typed: dict[str, list[str]] | None = None, **said: str) -> Steps:
    form = Made(None if typed is None else MultiValueDict(typed))
    return Steps(form, said)


def told(steps: Steps) -> list[tuple[str, str]]:
    return [(fault.name, fault.step) for fault in steps.form.faults]


def test_a_walk_begins_at_the_first_step_with_nothing_left() -> None:
    steps = walk()

    assert (steps.now, steps.number, steps.back, steps.next) == ("scores", 1, "", "story")
    assert (steps.is_first, steps.is_last, steps.left) == (True, False, set())


def test_what_is_sent_says_where_one_stands() -> None:
    steps = walk({}, step="things", left="story nowhere scores")

    assert (steps.now, steps.back, steps.next) == ("things", "story", CHECK.key)
    assert (steps.left, steps.left_words) == ({"scores", "story"}, "scores story")
    assert dict(steps.said.lists()) == {"step": ["things"], "left": ["scores story"]}


def test_a_step_that_there_is_not_leads_nowhere() -> None:
    assert walk({}, step="<b>").now == "scores"
    steps = walk({}, step="story")
    steps.go("nowhere")
    assert steps.now == "story"


def test_the_check_is_behind_all_others() -> None:
    steps = walk({}, step="things")
    steps.go(steps.next)

    assert (steps.is_last, steps.next, steps.back, steps.number) == (True, "", "things", 4)


def test_faults_are_told_of_steps_that_were_left_and_of_no_other() -> None:
    steps = walk({"nerve": ["many"]})
    steps.go("story")
    steps.judge()

    assert told(steps) == [("name", "scores"), ("nerve", "scores")]
    assert set(steps.form.errors) == {"name", "nerve"}
    assert [(one.step.key, one.is_now, one.is_left, one.faults) for one in steps.bar] == [
        ("scores", False, True, 2),
        ("story", True, False, 0),
        ("things", False, False, 0),
        ("check", False, False, 0),
    ]


def test_a_fault_in_sight_leads_to_no_other_step() -> None:
    steps = walk({"nerve": ["0"], "name": ["Ada"]}, step="story", left="scores")
    steps.go("scores")
    steps.judge()

    assert told(steps) == [("nerve", ""), ("story", "story")]


def test_whoever_checks_the_whole_is_told_all_of_it() -> None:
    steps = walk({"nerve": ["2"]})
    steps.go(CHECK.key)
    steps.judge()

    assert told(steps) == [("name", ""), ("story", "story")]  # the name is asked for there, too
    assert steps.left == {"scores", "story", "things", CHECK.key}


def test_a_refusal_leads_to_the_first_step_that_lacks_something() -> None:
    steps = walk({"nerve": ["2"], "name": ["Ada"]}, step="things")
    steps.form.is_valid()
    steps.refuse()

    assert (steps.now, steps.is_refused, told(steps)) == ("story", True, [("story", "")])


def test_a_blank_form_has_no_faults() -> None:
    steps = walk()
    steps.finish()
    steps.judge()

    assert (steps.form.faults, dict(steps.form.errors)) == ([], {})


def test_the_sheet_has_a_line_for_what_is_typed() -> None:
    steps = walk(
        {
            "name": ["Ada"],
            "nerve": ["3"],
            "moods": ["cold", "warm"],
            "story": ["One\nTwo"],
            "row_name": ["Knife"],
            "row_kind": ["cold"],
            "row_sharp": ["off", "on"],
            "one_name": ["Stealth"],
            "one_value": ["2"],
        }
    )

    assert steps.called == "Ada"
    assert [
        (part.title, [(one.label, one.value) for one in part.lines if one.value]) for part in steps.sheet
    ] == [
        ("Scores", [("Nerve", "3"), ("Moods", "Cold iron, Warm")]),
        ("Story", [("Story", "One · Two")]),
        ("Things", [("Knife", "Kind: Cold iron; Sharp"), ("Stealth", "2")]),
    ]
    assert [str(one.label) for one in steps.sheet[0].totals] == ["Twice"]
    assert [str(one.label) for one in steps.totals] == ["Left", "Twice"]


def test_rows_without_a_name_and_parts_without_a_line_are_no_part_of_it() -> None:
    steps = walk({"row_kind": ["cold"], "row_sharp": ["off"], "nerve": [""]})

    assert [part.is_empty for part in steps.sheet] == [True, True, True]
    assert steps.called == ""
