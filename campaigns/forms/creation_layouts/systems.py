"""The layout of each system whose characters are made by one; `sorcerer` has pages of its own."""

from collections.abc import Mapping

from campaigns.forms.creation_layouts.demon_city import DEMON_CITY
from campaigns.forms.creation_layouts.fallen import FALLEN
from campaigns.forms.creation_layouts.pandemonium import PANDEMONIUM
from campaigns.forms.creation_layouts.parts import Layout

LAYOUTS: Mapping[str, Layout] = {one.system: one for one in (PANDEMONIUM, DEMON_CITY, FALLEN)}
