"""What a verification of the log proved, in numbers that everybody at the table may see."""

from campaigns.log.verify import Report, verify
from campaigns.models import Campaign

AT_ONCE = 5000
"""So many entries are verified while somebody waits for the page; more are a matter for the command."""

TRIES = 3


def prove(campaign: Campaign) -> Report:
    """Verify the log as it stands. An act that is played meanwhile makes it look at the head again."""
    for _attempt in range(TRIES):
        campaign.refresh_from_db()
        head = campaign.head_seq
        report = verify(campaign)
        if report.holds or not Campaign.objects.filter(pk=campaign.pk, head_seq__gt=head).exists():
            break
    return report
