"""Health tracks: each box is told in words, and no track is taken for another."""

from campaigns.queries.layouts.parts import Box
from campaigns.templatetags.marks import health_track


def test_tracks_that_differ_in_one_box_or_in_name_are_told_apart() -> None:
    hurt, whole = [Box("lethal"), Box("none", penalty=-1)], [Box("none"), Box("none", penalty=-1)]

    tracks = [health_track(hurt), health_track(whole), health_track(hurt, "Toughness")]

    assert ["Lethal" in track for track in tracks] == [True, False, True]
    assert [track.count("unhurt") for track in tracks] == [1, 2, 1]
    assert ['aria-label="Toughness"' in track for track in tracks] == [False, False, True]
    assert health_track(whole) == tracks[1]
