"""What the group has agreed on: settings of a system, policies, and who belongs."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import GM, PROCEDURE, by
from rules.kernel.result import Result
from rules.kernel.types import Id, Input
from rules.table.outcomes import Belongs, Chosen
from rules.table.types import CampaignSubject

Role = Literal["gm", "player", "observer"]


class SettingsInput(Input):
    """Settings of one system; null puts one back to its default."""

    campaign: CampaignSubject
    system: Annotated[Id, GM, by("TAB-AGREE-01")]
    values: Annotated[dict[str, Any], Meta(min_length=1), GM, by("TAB-AGREE-01")]


class PolicyInput(Input):
    """Policies of the table, such as `hand_dice` or `player_undo`; null leaves one unsaid, as older logs do."""

    campaign: CampaignSubject
    values: Annotated[dict[str, Any], Meta(min_length=1), GM, by("TAB-AGREE-02")]


class MemberInput(Input):
    """A person's place in the campaign; role null when they leave."""

    campaign: CampaignSubject
    member: Annotated[Id, PROCEDURE]
    role: Annotated[Role | None, GM, by("TAB-AGREE-03")]


def change_settings(given: SettingsInput, draws: Draws) -> Result:
    """Choose what the source leaves to the setting (TAB-AGREE-01)."""
    effects = tuple(
        set_to(given.campaign.id, f"settings.{given.system}.{key}", value)
        for key, value in sorted(given.values.items())  # the log keeps no order of keys
    )
    return Result(Chosen(values=given.values), effects, ("TAB-AGREE-01",))


def change_policy(given: PolicyInput, draws: Draws) -> Result:
    """Change a policy of the table, for all to see (TAB-AGREE-02)."""
    effects = tuple(
        set_to(given.campaign.id, f"policy.{key}", value) for key, value in sorted(given.values.items())
    )
    return Result(Chosen(values=given.values), effects, ("TAB-AGREE-02",))


def place_member(given: MemberInput, draws: Draws) -> Result:
    """Somebody joins, leaves or takes another role (TAB-AGREE-03)."""
    effects = (set_to(given.campaign.id, f"members.{given.member}", given.role),)
    return Result(Belongs(member=given.member, role=given.role), effects, ("TAB-AGREE-03",))
