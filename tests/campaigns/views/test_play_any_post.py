"""Whatever is posted to the page that plays any action, the answer is never a fault of the server."""

from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.forms.action.form import ActionForm
from campaigns.models import Membership
from campaigns.queries.palette import is_by_hand
from rules.catalogue import ACTIONS
from tests.campaigns.conftest import SignIn
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = pytest.mark.slow

HERE = [name for name in ACTIONS if name.partition(".")[0] in ("sorcerer", "table") and is_by_hand(name)]
ODD = st.sampled_from(
    ["", "0", "-1", "1", "3", "99", "9" * 30, "on", "off", "null", "[", "{}", '{"a":{}}', "1e9", "é", "\x00",
     "\u202e", "\ud7ff", "a" * 5000, "TAB-TIME-01", "stamina", "difficulty", "../..", "<b>", "12 3, 4", "½", "٣"]
)  # fmt: skip
COMMANDS = st.sampled_from(
    ["", "", "", "odds", "add modifiers", "remove modifiers.0", "add x.y", "add", "remove"]
)


@pytest.fixture
def setting(table: Table, signed_in: SignIn) -> tuple[Client, Membership, list[str]]:
    mara = make_character(table.player, "Mara")
    demon = make_demon(table.gm, state="present", abilities=["Cover"])
    contact = make_record(table.gm, "contact", "", sorcerer=str(mara.pk), demon=str(demon.pk), state="open")
    gun = make_record(table.gm, "gun", "Revolver", holder=str(mara.pk))
    ids = [str(one.pk) for one in (mara, demon, contact, gun, table.campaign)]
    return signed_in(table.gm), table.gm, ids


def controls(action: str, member: Membership) -> list[str]:
    """The names that a form of this action has when every list has rows."""
    form = ActionForm(action, member=member)
    rows = [node for node in form.layout if node.kind == "rows"]
    for node in rows:
        form = ActionForm(action, member=member, data={"form.command": f"add {node.path}"})
    return [*form.fields, "modifiers.0.source", "modifiers.0.dice", "changes.0.field", "changes.0.set"]


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_any_post_is_played_or_refused(setting: tuple[Client, Membership, list[str]], data: Any) -> None:
    client, member, ids = setting
    action = data.draw(st.sampled_from(HERE))
    names = st.sampled_from(controls(action, member)) | st.sampled_from(
        ["settings.die", "x", "a.b.0.c", "hand", "nonce"]
    )
    values = st.lists(ODD | st.sampled_from(ids), min_size=1, max_size=2)
    posted = data.draw(st.dictionaries(names, values, max_size=12))
    extra = {"key": data.draw(st.uuids()).hex, "form.command": data.draw(COMMANDS)}

    with transaction.atomic():
        answer = client.post(f"/campaigns/{member.campaign_id}/play/{action}/", {**posted, **extra})
        transaction.set_rollback(True)

    assert answer.status_code in (200, 302, 403, 409, 422)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_nearly_right_posts_are_played_or_refused(
    setting: tuple[Client, Membership, list[str]], data: Any
) -> None:
    """Every control is filled with one of its own choices, or a number: most get as far as the engine."""
    client, member, _ids = setting
    action = data.draw(st.sampled_from(HERE))
    form = ActionForm(action, member=member)
    posted = {name: data.draw(_fitting(field)) for name, field in form.fields.items() if name != "hand"}

    with transaction.atomic():
        path = f"/campaigns/{member.campaign_id}/play/{action}/"
        answer = client.post(path, {**posted, "key": data.draw(st.uuids()).hex})
        odds = client.post(f"/campaigns/{member.campaign_id}/play/odds/{action}/", {**posted, "key": "k"})
        transaction.set_rollback(True)

    assert answer.status_code in (302, 403, 422)
    assert odds.status_code == 200


def _fitting(field: Any) -> st.SearchStrategy[Any]:
    choices = [value for value, _label in getattr(field, "choices", [])]
    if choices:
        return st.sampled_from(choices)
    return (
        st.sampled_from(["on", "off"])
        if type(field).__name__ == "Flag"
        else st.sampled_from(["1", "3", "Cover"])
    )
