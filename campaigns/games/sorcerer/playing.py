"""What Sorcerer brings to `play()`: which try of a ritual this is."""

from campaigns.game import Playing
from campaigns.games.sorcerer.rituals.attempts import known_for

PLAYING = Playing(known=known_for)
