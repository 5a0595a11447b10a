"""What a throw is for, and how it stands (areas THROW and TIE)."""

from typing import Literal

from rules.demon_city.refusals import refused
from rules.demon_city.types import Grade
from rules.kernel.effects import Effect, set_to
from rules.kernel.types import Id, Input, OptionalText

TaskState = Literal["open", "complicated", "done", "failed"]


class Task(Input):
    """Something that somebody tries to do."""

    id: Id
    state: TaskState = "open"
    grade: Grade = "plain"
    complication: OptionalText | None = None


def check_task(task: Task | None) -> None:
    """After a tie the Host says what changed before the task is tried again (DEC-TIE-03)."""
    if task and task.state == "complicated" and not (task.complication or "").strip():
        raise refused("the GM has not said what the tie changed", "task.complication", "DEC-TIE-03")


def settle_task(task: Task | None, state: TaskState, grade: Grade) -> tuple[Effect, ...]:
    """The effects of a throw on its task, if it has one."""
    if task is None:
        return ()
    return set_to(task.id, "state", state), set_to(task.id, "grade", grade)
