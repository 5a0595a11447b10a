"""What Lanterns keeps."""

from campaigns.models.typed_rows import Moment, TypedRow
from tests.fifth.lanterns.rules.types import Light, Nerve


class Bearer(TypedRow):
    """Somebody with a lantern."""

    nerve: Nerve = 3
    light: Light
    burns_from: Moment | None

    def __str__(self) -> str:
        return str(self.record)
