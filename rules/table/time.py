"""Sessions, scenes and the clock."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PROCEDURE, New, by, record
from rules.kernel.result import Result
from rules.kernel.types import Id, Input
from rules.kernel.values import Values
from rules.table.outcomes import Began, Moved
from rules.table.types import Name, Whole

YEAR = 365 * 86_400


class CampaignTime(Input):
    """The campaign's own record: game time in seconds, and the session and scene that are open."""

    id: Id
    now: Whole
    session: Id | None
    scene: Id | None


Here = Annotated[CampaignTime, record("campaign"), PROCEDURE]


class BeginSessionInput(Input):
    campaign: Here
    session_id: Annotated[Id, New("session")]
    number: Annotated[Whole, PROCEDURE]
    name: Annotated[Name, GM, by("TAB-TIME-01")] = ""


class EndSessionInput(Input):
    campaign: Here


class BeginSceneInput(Input):
    campaign: Here
    scene_id: Annotated[Id, New("scene")]
    name: Annotated[Name, GM, by("TAB-TIME-03")] = ""


class EndSceneInput(Input):
    campaign: Here


class AdvanceClockInput(Input):
    """Game time goes on by so many seconds; never back."""

    campaign: Here
    seconds: Annotated[int, Meta(ge=1, le=100 * YEAR, extra={"unit": "second"}), GM, by("TAB-TIME-05")]


def begin_session(given: BeginSessionInput, draws: Draws) -> Result:
    """Open a session; one at a time (TAB-TIME-01)."""
    if given.campaign.session is not None:
        raise RuleViolation("a session is already open", field="input.campaign.session", clause="TAB-TIME-01")
    effects = (
        set_to(given.session_id, "record", _about("session", given.name)),
        set_to(given.session_id, "number", given.number),
        set_to(given.campaign.id, "session", given.session_id),
    )
    return Result(Began(name=given.name, number=given.number), effects, ("TAB-TIME-01",))


def end_session(given: EndSessionInput, draws: Draws) -> Result:
    """Close the open session, and with it an open scene (TAB-TIME-02)."""
    session = given.campaign.session
    if session is None:
        raise RuleViolation("no session is open", field="input.campaign.session", clause="TAB-TIME-02")
    if given.campaign.scene is not None:
        raise RuleViolation("a scene is still open", field="input.campaign.scene", clause="TAB-TIME-02")
    effects = (set_to(session, "state", "ended"), set_to(given.campaign.id, "session", None))
    return Result(Began(name=""), effects, ("TAB-TIME-02",))


def begin_scene(given: BeginSceneInput, draws: Draws) -> Result:
    """Open a scene in the open session; one at a time (TAB-TIME-03)."""
    if given.campaign.session is None:
        raise RuleViolation(
            "a scene needs an open session", field="input.campaign.session", clause="TAB-TIME-03"
        )
    if given.campaign.scene is not None:
        raise RuleViolation("a scene is already open", field="input.campaign.scene", clause="TAB-TIME-03")
    effects = (
        set_to(given.scene_id, "record", _about("scene", given.name)),
        set_to(given.scene_id, "session", given.campaign.session),
        set_to(given.campaign.id, "scene", given.scene_id),
    )
    return Result(Began(name=given.name), effects, ("TAB-TIME-03",))


def end_scene(given: EndSceneInput, draws: Draws) -> Result:
    """Close the open scene (TAB-TIME-04). What a system ends with a scene follows in the same act."""
    scene = given.campaign.scene
    if scene is None:
        raise RuleViolation("no scene is open", field="input.campaign.scene", clause="TAB-TIME-04")
    effects = (
        set_to(scene, "state", "ended"),
        set_to(given.campaign.id, "scene", None),
        set_to(given.campaign.id, "round", 0),
    )
    return Result(Began(name=""), effects, ("TAB-TIME-04",))


def advance_clock(given: AdvanceClockInput, draws: Draws) -> Result:
    """Let game time pass, forward only (TAB-TIME-05)."""
    before = given.campaign.now
    effects = (change_by(given.campaign.id, "now", given.seconds),)
    return Result(Moved(before=before, after=before + given.seconds), effects, ("TAB-TIME-05",))


def _about(kind: str, name: str) -> Values:
    return {"kind": kind, "name": name, "owner": None, "visibility": "table"}
