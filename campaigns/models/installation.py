"""What a database says of the game that it holds, whichever hosts serve it."""

from django.db import models
from django.db.models import CheckConstraint, Q


class Installation(models.Model):
    """One row. `seed` tells this game from every other; `key_mark` tells whether a SECRET_KEY is the last start's."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    seed = models.CharField(max_length=64)
    key_mark = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        constraints = (CheckConstraint(condition=Q(id=1), name="one_installation"),)

    def __str__(self) -> str:
        return "installation"
