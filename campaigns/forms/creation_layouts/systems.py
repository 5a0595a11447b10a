"""The layout of each system whose characters are made by one; `sorcerer` has pages of its own."""

from collections.abc import Mapping

from campaigns.forms.creation_layouts.parts import Layout
from campaigns.games.demon_city.creation import DEMON_CITY
from campaigns.games.fallen.creation import FALLEN
from campaigns.games.pandemonium.creation import PANDEMONIUM

LAYOUTS: Mapping[str, Layout] = {one.system: one for one in (PANDEMONIUM, DEMON_CITY, FALLEN)}
