"""Templates: who somebody is, saved from a sheet to be made again. Not game state, in no log, and of no campaign."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint


class SheetTemplate(models.Model):
    """Somebody whom an account has saved: `fields` of the kind's sheet, and `things` that go along with them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="templates")
    kind = models.CharField(max_length=60)
    name = models.CharField(max_length=100)
    fields = models.JSONField()
    things = models.JSONField(default=list)
    """Each with its kind, its name and its fields."""
    saved = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("account", "kind", "name"), name="one_template_of_a_name"),
            CheckConstraint(condition=~Q(name=""), name="template_name_ok"),
        )

    def __str__(self) -> str:
        return self.name
