"""The plots that the stylebook shows: invented numbers, one of each sort."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from django.utils.translation import gettext as _

from campaigns.templatetags.plots import Line


class SamplePlot(TypedDict):
    labels: Sequence[str | int]
    series: list[Line]
    at: NotRequired[list[int]]


def plots() -> dict[str, SamplePlot]:
    thrown = [14, 9, 12, 11, 8, 13, 10, 12, 7, 15, 9, 16]
    alone = [0.0, 0.31, 0.17, 0.08, 0.03, 0.008]
    helped = [0.0, 0.27, 0.21, 0.14, 0.08, 0.04]
    return {
        "faces": {
            "labels": range(1, 13),
            "series": [{"name": _("Thrown"), "values": thrown, "expected": [sum(thrown) / 12] * 12}],
        },
        "victories": {
            "labels": range(6),
            "series": [{"name": _("Alone"), "values": alone}, {"name": _("With help"), "values": helped}],
        },
        "outcomes": {
            "labels": [_("Success"), _("Failure"), _("Dramatic failure")],
            "series": [{"name": _("Veil of Smoke"), "values": [0.64, 0.352, 0.008]}],
        },
        "score": {
            "labels": [_("Day 1"), _("Day 2"), _("Day 4"), _("Day 9"), _("Day 10"), _("Day 12")],
            "at": [1, 2, 4, 9, 10, 12],
            "series": [
                {"name": "Ilse Marrow", "values": [5, 5, 4, 4, 2, 1]},
                {"name": "Anton Vey", "values": [None, 3, 3, 4, 4, 4]},
            ],
        },
    }
