"""People's own words in an entry, and the picture that it shows: nothing else can ever be taken out of the log."""

from django.utils.translation import gettext as _

from campaigns.log import canonical
from campaigns.log.record import read_document
from campaigns.models import Membership, Part, ShownPicture
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
    pictures = ShownPicture.objects.filter(campaign=member.campaign_id, seq=seq)
    hashes = set(pictures.values_list("large__sha256", flat=True))
    return [(place, _("The picture") if words in hashes else words) for place, words in found if words]
