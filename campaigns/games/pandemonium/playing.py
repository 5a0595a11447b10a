"""What Pandemonium brings to `play()`: with what Potency a spell bears now, and whose a spell is."""

from campaigns.game import Playing
from campaigns.games.pandemonium.spells.spell_effects_by_target import known_for

PLAYING = Playing(known=known_for, made_for_actor=frozenset({"pandemonium.spell"}))
