"""What an effect cannot do to a record is refused by name."""

import pytest

from campaigns.log.fold import Folded
from campaigns.state.errors import StateRefusal
from campaigns.state.kinds import kind
from campaigns.state.unit_of_work import UnitOfWork, blank_about
from rules.kernel.effects import change_by

MARA = "6f1a9c52-2f9f-4a3e-9a53-0d6c0f1f7b11"


def test_a_record_itself_is_set_and_never_counted() -> None:
    working = UnitOfWork(Folded(), kind)
    working.expect_birth(MARA, blank_about("character"))
    working.apply([change_by(MARA, "lore", 1)])

    with pytest.raises(StateRefusal, match="a record is set"):
        working.apply([change_by(MARA, "record", 1)])
