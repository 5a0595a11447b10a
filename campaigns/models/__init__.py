"""Rows: fields, constraints, and small questions about themselves."""

from campaigns.models.bonus import Bonus
from campaigns.models.campaign_state import CampaignState
from campaigns.models.campaigns import Campaign
from campaigns.models.characters import Character, SorcererSheet
from campaigns.models.deliveries import Delivery
from campaigns.models.demon_city import (
    DemonCityChase,
    DemonCityClash,
    DemonCityDeck,
    DemonCityHealth,
    DemonCityRound,
    DemonCitySheet,
    DemonCityTask,
)
from campaigns.models.demons import Binding, Contact, Contain, Demon
from campaigns.models.drafts import Draft
from campaigns.models.draws import DrawPeriod, Seat, Slot
from campaigns.models.fallen import (
    FallenArmor,
    FallenCondition,
    FallenHealth,
    FallenSheet,
    FallenTurn,
    FallenWeapon,
)
from campaigns.models.health import Gun, SorcererHealth, SorcererTurn
from campaigns.models.images import Portrait, ShownPicture, StoredImage
from campaigns.models.installation import Installation
from campaigns.models.log import Act, Change, Entry, Part, Tag, Undone
from campaigns.models.notices import Notice
from campaigns.models.pandemonium import (
    KnownSpell,
    PandemoniumHealth,
    PandemoniumObject,
    PandemoniumSheet,
    PandemoniumSpell,
    Spellbound,
    SympatheticConnection,
)
from campaigns.models.pending import Pending
from campaigns.models.people import Invitation, Membership, OneTimeCode
from campaigns.models.presence import Presence, Seen
from campaigns.models.recap import Recap
from campaigns.models.receipts import CampaignDeletion, Redaction
from campaigns.models.records import Record
from campaigns.models.review import Bookmark, Comment, FreshTerms, Posting, Term
from campaigns.models.sessions import Scene, Session
from campaigns.models.stages import Stage
from campaigns.models.templates import SheetTemplate

__all__ = [
    "Act",
    "Binding",
    "Bonus",
    "Bookmark",
    "Campaign",
    "CampaignDeletion",
    "CampaignState",
    "Change",
    "Character",
    "Comment",
    "Contact",
    "Contain",
    "Delivery",
    "Demon",
    "DemonCityChase",
    "DemonCityClash",
    "DemonCityDeck",
    "DemonCityHealth",
    "DemonCityRound",
    "DemonCitySheet",
    "DemonCityTask",
    "Draft",
    "DrawPeriod",
    "Entry",
    "FallenArmor",
    "FallenCondition",
    "FallenHealth",
    "FallenSheet",
    "FallenTurn",
    "FallenWeapon",
    "FreshTerms",
    "Gun",
    "Installation",
    "Invitation",
    "KnownSpell",
    "Membership",
    "Notice",
    "OneTimeCode",
    "PandemoniumHealth",
    "PandemoniumObject",
    "PandemoniumSheet",
    "PandemoniumSpell",
    "Part",
    "Pending",
    "Portrait",
    "Posting",
    "Presence",
    "Recap",
    "Record",
    "Redaction",
    "Scene",
    "Seat",
    "Seen",
    "Session",
    "SheetTemplate",
    "ShownPicture",
    "Slot",
    "SorcererHealth",
    "SorcererSheet",
    "SorcererTurn",
    "Spellbound",
    "Stage",
    "StoredImage",
    "SympatheticConnection",
    "Tag",
    "Term",
    "Undone",
]
