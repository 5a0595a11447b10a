"""The addresses of its pages."""

from django.urls import URLPattern, path

from campaigns.game import CAMPAIGN
from campaigns.games.sorcerer.conflict import views as conflict
from campaigns.games.sorcerer.quick_roll import views as quick_roll
from campaigns.games.sorcerer.rituals import contain_views as contains
from campaigns.games.sorcerer.rituals import help_views as helping
from campaigns.games.sorcerer.rituals import views as rituals
from campaigns.games.sorcerer.sheet import bystander_views as bystanders
from campaigns.games.sorcerer.sheet import demon_views as demons
from campaigns.games.sorcerer.sheet import guns
from campaigns.games.sorcerer.sheet import handing_views as handing
from campaigns.games.sorcerer.sheet import own_price_views as own_price
from campaigns.games.sorcerer.sheet import possessed_views as possessed
from campaigns.games.sorcerer.sheet import recovery_views as recovery
from campaigns.games.sorcerer.sheet import views as sheets

OF_ONE = f"{CAMPAIGN}rituals/<uuid:sorcerer_id>/"
OF_TWO = f"{OF_ONE}<uuid:demon_id>/"
"""What a sorcerer does by a ritual, and what they have to do with a demon."""
CHARACTER = f"{CAMPAIGN}characters/<uuid:record_id>/"
DEMON = f"{CAMPAIGN}demons/<uuid:record_id>/"

URLS: list[URLPattern] = [
    path(f"{CAMPAIGN}table/roll/", quick_roll.roll_at_table, name="roll_at_table"),
    path(f"{CAMPAIGN}table/roll/<uuid:pending_id>/", quick_roll.oppose_roll, name="oppose_roll"),
    path(f"{CAMPAIGN}conflict/", conflict.conflict, name="conflict"),
    path(f"{CAMPAIGN}conflict/announce/", conflict.announce_action, name="announce_action"),
    path(f"{CAMPAIGN}conflict/content/<uuid:record_id>/", conflict.be_content, name="be_content"),
    path(f"{CAMPAIGN}conflict/earlier/<uuid:record_id>/", conflict.announce_earlier, name="announce_earlier"),
    path(f"{CAMPAIGN}conflict/withdraw/<uuid:record_id>/", conflict.withdraw_action, name="withdraw_action"),
    path(f"{CAMPAIGN}conflict/roll/", conflict.roll_round, name="roll_round"),
    path(f"{CAMPAIGN}conflict/answer/", conflict.answer_attack, name="answer_attack"),
    path(f"{CAMPAIGN}conflict/resolve/", conflict.resolve_turn, name="resolve_turn"),
    path(f"{CAMPAIGN}conflict/astray/", conflict.shot_goes_on, name="shot_goes_on"),
    path(f"{CAMPAIGN}conflict/damage/", conflict.read_off_hit, name="read_off_hit"),
    path(f"{CAMPAIGN}conflict/unaimed/<uuid:record_id>/", conflict.penalise_unaimed, name="penalise_unaimed"),
    path(f"{CAMPAIGN}conflict/end/", conflict.end_conflict_round, name="end_conflict_round"),
    path(f"{CAMPAIGN}rituals/", rituals.ritual_list, name="rituals"),
    path(f"{CAMPAIGN}rituals/describe/", rituals.describe_demon, name="describe_demon"),
    path(OF_TWO, rituals.ritual, name="ritual"),
    path(f"{OF_TWO}answer/", rituals.answer_contact, name="answer_contact"),
    path(f"{OF_TWO}end/", rituals.end_contact, name="end_contact"),
    path(f"{OF_TWO}power/", rituals.name_power, name="name_power"),
    path(f"{OF_TWO}need/", rituals.say_facts, {"what": "bind"}, name="say_need"),
    path(f"{OF_TWO}need/ask/", rituals.ask_facts, {"what": "bind"}, name="ask_need"),
    path(f"{OF_TWO}resists/", rituals.say_facts, {"what": "banish"}, name="say_resists"),
    path(f"{OF_TWO}resists/ask/", rituals.ask_facts, {"what": "banish"}, name="ask_resists"),
    path(f"{OF_TWO}help/<slug:ritual>/", helping.gather_helpers, name="gather_helpers"),
    path(f"{OF_ONE}contain/", contains.contain, name="contain"),
    path(f"{OF_ONE}contain/help/", helping.gather_helpers, {"ritual": "contain"}, name="gather_for_contain"),
    path(f"{OF_TWO}time/", helping.take_time, name="take_time"),
    path(f"{OF_ONE}time/", helping.take_time, name="take_time_to_contain"),
    path(f"{CAMPAIGN}rituals/help/<uuid:pending_id>/decline/", helping.decline_help, name="decline_help"),
    path(f"{CAMPAIGN}contains/<uuid:record_id>/lift/", contains.lift_contain, name="lift_contain"),
    path(f"{CAMPAIGN}characters/new/sorcerer/bystander/", bystanders.make_bystander, name="make_bystander"),
    path(f"{CHARACTER}try/", possessed.try_to_act, name="try_to_act"),
    path(f"{CHARACTER}try/allow/", possessed.allow_attempt, name="allow_attempt"),
    path(f"{CHARACTER}victories/", handing.hand_victories, name="hand_victories"),
    path(f"{CHARACTER}gun/", guns.give_gun, name="give_gun"),
    path(f"{CHARACTER}price/", own_price.choose_price, name="choose_price"),
    path(f"{CHARACTER}price/judge/", own_price.judge_price, name="judge_price"),
    path(f"{CHARACTER}rest/", recovery.ask_for_rest, name="ask_for_rest"),
    path(f"{CHARACTER}rest/say/", recovery.judge_rest, name="judge_rest"),
    path(f"{CHARACTER}humanity/loss/", sheets.ask_check, {"change": "loss"}, name="ask_loss_check"),
    path(f"{CHARACTER}humanity/gain/", sheets.ask_check, {"change": "gain"}, name="ask_gain_check"),
    path(DEMON, demons.demon, name="demon"),
    path(f"{DEMON}complete/", demons.complete_demon, name="complete_demon"),
    path(f"{DEMON}need-met/", demons.need_was_met, name="need_was_met"),
    path(f"{DEMON}calm/", demons.calm_demon, name="calm_demon"),
    path(f"{DEMON}seen/", demons.demon_is_seen, name="demon_is_seen"),
    path(f"{DEMON}bears-it/", demons.bears_it, name="demon_bears_it"),
]
