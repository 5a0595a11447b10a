"""What is typed into the form of a sorcerer for one who was saved as a template; the demon is another's to be."""

from collections.abc import Mapping

from campaigns.forms.ready_made import typed
from campaigns.forms.templates import said
from campaigns.games.sorcerer.sheet.creation_form import OWN
from campaigns.models import SheetTemplate
from rules.kernel.values import as_list, as_text, as_values
from rules.sorcerer.characters import AREAS, PRICES, SCORES


def typed_by(template: SheetTemplate) -> Mapping[str, list[str]]:
    """All that the form asks of the sorcerer themselves."""
    fields = template.fields
    price = as_text(fields.get("price_name", ""))
    is_listed = price in PRICES
    descriptors = as_values(fields.get("descriptors", {}))
    background = [as_values(one) for one in as_list(fields.get("background", []))]
    return typed(
        {
            "name": template.name,
            **{f"character.{score}": said(fields.get(score, 0)) for score in SCORES},
            **{
                f"character.descriptors.{one}": [*map(as_text, as_list(descriptors.get(one, [])))]
                for one in SCORES
            },
            "character.cover.name": as_text(fields.get("cover_name", "")),
            "character.cover.score": as_text(fields.get("cover_score", "stamina")),
            "character.telltale": as_text(fields.get("telltale", "")),
            "character.price.name": price if is_listed else OWN,
            "character.price.own": "" if is_listed else price,
            "character.kicker": as_text(fields.get("kicker", "")),
            **{
                f"character.background.{area}": "\n".join(
                    as_text(one["text"]) for one in background if one["area"] == area
                )
                for area in AREAS
            },
        }
    )
