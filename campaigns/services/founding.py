"""A campaign begins: its record, its first GM, its first committed secrets."""

import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign, DrawPeriod, Membership
from campaigns.models.people import COLOURS
from campaigns.policy import POLICIES
from campaigns.queries.games import PLAYED
from campaigns.services.accounts import reset_links
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.fair_draws import new_period
from campaigns.services.play.playing import ActRequest, play
from rules.kernel import fair
from rules.kernel.values import Value, Values


def found_campaign(
    *,
    owner: User,
    name: str,
    gm_name: str,
    key: str | None = None,
    agreed: Mapping[str, bool | str] = MappingProxyType({}),
    games: Sequence[str] = (),
    secret_of: Callable[[int], bytes] = secrets.token_bytes,
    demo_of: User | None = None,
) -> Campaign:
    """Make a campaign whose GM is its owner. The first entry of its log says so and commits to its draws.

    That entry also tells every policy as it stands from the start: `agreed` is what is not as usual, `games` what is
    played, where that is chosen.
    The same key of the same person again gives the campaign that was made.
    """
    chosen = uuid.uuid4() if key is None else uuid.uuid5(uuid.NAMESPACE_OID, f"{owner.pk}/{key}")
    policies: Values = {**POLICIES, **agreed, **({PLAYED: [*games]} if games else {})}
    told = [{"field": f"policy.{policy}", "set": policies[policy]} for policy in sorted(policies)]
    with transaction.atomic():
        begun = {"name": name, "demo_of": demo_of}
        campaign, is_new = Campaign.objects.get_or_create(id=chosen, owner=owner, defaults=begun)
        if not is_new:
            return campaign
        gm = Membership.objects.create(
            campaign=campaign, user=owner, name=gm_name, role="gm", colour=COLOURS[0]
        )
        reset_links.close(owner.pk)
        period = new_period(campaign, 1, secret_of)
        play(
            gm,
            ActRequest(
                key="founding",
                steps=(
                    Request(
                        "table.create",
                        {
                            "about": {"kind": "campaign", "name": name},
                            "fields": told,
                        },
                        known={"id": str(campaign.pk)},
                    ),
                    placing(gm, "gm"),
                    opening(period, None),
                ),
            ),
        )
    campaign.refresh_from_db()
    return campaign


def placing(member: Membership, role: str | None) -> Request:
    """The step by which somebody joins, leaves or takes another role."""
    return Request("table.place_member", {}, known={"member": str(member.pk), "role": role})


def opening(period: DrawPeriod, closed: DrawPeriod | None) -> Request:
    """The step that commits to a period's secrets and reveals the open one of the period before."""
    known: dict[str, Value] = {
        "number": period.number,
        "open": fair.commitment(bytes(period.open_secret)),
        "sealed": fair.commitment(bytes(period.sealed_secret)),
    }
    if closed is not None:
        known["revealed"] = bytes(closed.open_secret).hex()
        known["was"] = fair.commitment(bytes(closed.open_secret))
    return Request("table.open_draws", {}, known=known)
