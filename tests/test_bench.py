"""What every benchmark ends with."""

import json

import pytest

from bench.bars import Bars


def test_last_line_tells_each_figure_its_bar_and_whether_it_holds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bars = Bars()
    bars.most("page, large by small", 1.25, 2.0)
    bars.least("floor by act", 0.4, 0.5)

    ends_with = bars.close()

    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told == {"page, large by small": [1.25, 2.0, True], "floor by act": [0.4, 0.5, False]}
    assert ends_with == 1
