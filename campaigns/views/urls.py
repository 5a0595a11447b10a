from django.urls import URLPattern, URLResolver, path

from campaigns.views import accounts, campaigns_list, first_run, invitations, people

CAMPAIGN = "campaigns/<uuid:campaign_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    # People and access
    path("", campaigns_list.campaigns_list, name="campaigns_list"),
    path("campaigns/new/", campaigns_list.found_campaign, name="found_campaign"),
    path("first-run/", first_run.first_run, name="first_run"),
    path("accounts/login/", accounts.log_in, name="account_login"),
    path("accounts/signup/", accounts.make_account, name="account_signup"),
    path("accounts/password/change/", accounts.change_password, name="account_change_password"),
    path("accounts/password/reset/", accounts.forgotten_password, name="account_reset_password"),
    path("account/", accounts.account_home, name="account_home"),
    path("account/sessions/<int:session_id>/end/", accounts.end_session_of_mine, name="end_session_of_mine"),
    path("new-password/<str:token>/", accounts.set_new_password, name="set_new_password"),
    path("join/<str:token>/", invitations.join_campaign, name="join_campaign"),
    path("reach/", people.can_reach, name="can_reach"),
    path("reach/devices/", people.devices_seen, name="devices_seen"),
    path("reached/", people.reached, name="reached"),
    path(f"{CAMPAIGN}people/", people.people, name="people"),
    path(f"{CAMPAIGN}people/<uuid:member_id>/role/", people.change_role, name="change_role"),
    path(f"{CAMPAIGN}people/<uuid:member_id>/remove/", people.remove_member, name="remove_member"),
    path(f"{CAMPAIGN}people/<uuid:member_id>/reset-link/", people.make_reset_link, name="make_reset_link"),
    path(f"{CAMPAIGN}leave/", people.leave_campaign, name="leave_campaign"),
    path(f"{CAMPAIGN}characters/<uuid:record_id>/hand-over/", people.hand_over, name="hand_over"),
    path(f"{CAMPAIGN}invitations/", invitations.invitations, name="invitations"),
    path(
        f"{CAMPAIGN}invitations/<int:invitation_id>/revoke/",
        invitations.revoke_invitation,
        name="revoke_invitation",
    ),
]
