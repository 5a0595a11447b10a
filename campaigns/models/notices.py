"""What somebody is told about their own account and rights."""

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q

from campaigns.models.people import OneTimeCode


class Notice(models.Model):
    """What others did to somebody's account or rights: on their pages until put away, and kept. Names are as then."""

    KINDS = ("link_made", "password_set", "role_taken")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20, choices=[(kind, kind) for kind in KINDS])
    by = models.CharField(max_length=150)
    campaign = models.CharField(max_length=200, blank=True)
    role = models.CharField(max_length=10, blank=True)
    link = models.ForeignKey(OneTimeCode, null=True, on_delete=models.SET_NULL, related_name="+")
    link_made = models.DateTimeField(null=True)
    made = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True)
    put_away = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            CheckConstraint(
                condition=Q(kind__in=("link_made", "password_set", "role_taken")), name="notice_kind_ok"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} for {self.user}"
