"""What a form of each system refuses: told at its control, with everything typed still there."""

from typing import Any

import pytest

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.decks.deck_draws import is_throw
from campaigns.models import Entry
from tests.campaigns import palette_cases
from tests.campaigns.form_filling import Form, fill_in, first_form
from tests.campaigns.palette_cases import as_typed, worked_for
from tests.campaigns.spine import browser, new_game
from tests.campaigns.views.test_play_every_action import url_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

REFUSED: list[tuple[str, str, Any, str]] = [
    ("sorcerer.will_override", "dice", 31, "dice"),
    ("sorcerer.roll", "acting.id", "", "acting.id"),
    ("sorcerer.bind", "scores", [], "scores"),
    ("pandemonium.apply_damage", "damage.wounds", 100, "damage.wounds"),
    ("pandemonium.free_spell_allowed", "spell.cost", "", "spell.cost"),
    ("demon_city.static_throw", "intensity", 11, "intensity"),
    ("fallen.knockdown", "difficulty", 21, "difficulty"),
    ("fallen.attack", "maneuver", "", "maneuver"),
    ("table.advance_clock", "seconds", 0, "seconds"),
]
"""An action, what is entered otherwise than in its worked case, and the control that has to say so."""


@pytest.mark.parametrize(("action", "path", "value", "control"), REFUSED)
def test_refusal_stands_at_its_control_and_keeps_the_words(
    action: str, path: str, value: Any, control: str
) -> None:
    game, worked = new_game(), worked_for(action, by_player=False)
    case = palette_cases.make_world(game, worked)
    if is_throw(action):
        lay_out_decks(actor=game.gm, key="the decks")
    client = browser(game.gm)
    form = fill_in(client, first_form(client, url_of(game, action)), as_typed(case))
    form.controls[path].values = value if isinstance(value, list) else [str(value)]
    before = Entry.objects.filter(campaign=game.campaign).count()

    answer = client.post(form.action, form.sent)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert f'id="id_{control}_error"' in page
    assert typed_in(Form(page, "action-form")) == typed_in(form)
    assert Entry.objects.filter(campaign=game.campaign).count() == before


def typed_in(form: Form) -> dict[str, list[str]]:
    """What stands in the controls, but for the form's own and its notes of which boxes it showed."""
    own = ("csrfmiddlewaretoken", "key", "nonce")
    sent = {
        name: [value for value in values if value]
        for name, values in form.sent.items()
        if name not in own and not name.endswith(".seen")
    }
    return {name: values for name, values in sent.items() if values}
