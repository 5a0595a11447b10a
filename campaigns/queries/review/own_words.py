"""People's own words in an entry: the only thing that can ever be taken out of the log."""

from campaigns.log import canonical
from campaigns.log.record import read_document
from campaigns.models import Membership, Part
from campaigns.viewing import Viewer
from rules.kernel.values import as_text


def words_to_take_out(member: Membership, seq: int) -> list[tuple[int, str]]:
    """Place and words of each text of an entry that this member may take out: its author, and the GM."""
    parts = list(Part.objects.filter(entry__campaign=member.campaign_id, entry__seq=seq))
    viewer = Viewer.of(member)
    if not parts or not viewer.reads_part(parts[0]):
        return []
    if not (member.is_gm or read_document(parts)["actor"] == str(member.pk)):
        return []
    found = [
        (part.position, as_text(canonical.decode(part.text)))
        for part in parts
        if part.kind == "text" and part.text and viewer.reads_part(part)
    ]
    return [(place, words) for place, words in found if words]
