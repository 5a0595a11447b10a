"""What a reference of a record may name, of every kind of every system: its own declaration says it once."""

import pytest

from campaigns.forms.action.controls import offered_by
from campaigns.forms.fields import choice_field
from campaigns.forms.values.edits import EditForm
from campaigns.game import nameless_kinds
from campaigns.models import Record
from campaigns.state.fields import Ref
from campaigns.state.kinds import KINDS, fits, named, words_from
from campaigns.views.characters import EDITED
from tests.campaigns.spine import new_game
from tests.factories import make_record

NAMED_BY = {
    "pandemonium.spell": {"caster": {"pandemonium.character"}, "book": {"pandemonium.known_spell"}},
    "pandemonium.known_spell": {"caster": {"pandemonium.character"}},
    "fallen.weapon": {"holder": {"fallen.character"}},
    "gun": {"holder": {"character", "demon"}, "aimed_at": {"character", "demon", "thing"}},
}


def test_every_reference_says_which_kinds_it_may_name() -> None:
    for kind, one in KINDS.items():
        for name, stored in one.stored().items():
            if isinstance(stored, Ref):
                kinds = {named(noun, words_from(kind)) for noun in stored.kinds}
                assert kinds, (kind, name)
                assert kinds <= {"any", *KINDS}, (kind, name)


@pytest.mark.django_db
@pytest.mark.slow
def test_a_correction_offers_in_each_reference_what_it_may_name_alone() -> None:
    """The caster of a spell was chosen among spells, each of them there as it is cast and as it is written."""
    game = new_game()
    for kind in EDITED:
        make_record(game.gm, kind, f"One of {kind}")
    records = {str(one.pk): one.kind for one in Record.objects.filter(campaign=game.campaign, name__gt="")}
    for kind in EDITED:
        record = next(ident for ident, of in records.items() if of == kind)
        form = EditForm(game.sheet(record), game.campaign)
        for name, stored in KINDS[kind].stored().items():
            if not isinstance(stored, Ref):
                continue
            offered = {
                records[ident] for ident, _words in offered_by(choice_field(form, f"field.{name}")) if ident
            }
            may = {one for one in {*records.values()} if fits(one, stored.kinds, words_from(kind))}

            assert offered == may - nameless_kinds(), (kind, name)
            assert offered == NAMED_BY.get(kind, {}).get(name, offered), (kind, name)
