"""The figures of a benchmark, each against its bar: told as they come, and all once more as one line of JSON."""

import json
from dataclasses import dataclass, field


@dataclass
class Bars:
    """What was measured so far, and whether it holds."""

    figures: dict[str, tuple[float, float, bool]] = field(default_factory=dict)

    def most(self, what: str, figure: float, bar: float) -> None:
        self._tell(what, figure, bar, f"at most {bar:g}", holds=figure <= bar)

    def least(self, what: str, figure: float, bar: float) -> None:
        self._tell(what, figure, bar, f"at least {bar:g}", holds=figure >= bar)

    def close(self) -> int:
        """The last line, `{"what": [figure, bar, holds], …}`; how a process ends that says whether all hold."""
        print(json.dumps(self.figures), flush=True)
        return 0 if all(holds for _figure, _bar, holds in self.figures.values()) else 1

    def _tell(self, what: str, figure: float, bar: float, told: str, *, holds: bool) -> None:
        self.figures[what] = (round(figure, 3), bar, holds)
        print(f"{what}: {figure:.2f} ({told}: {'holds' if holds else 'MISSED'})", flush=True)
