"""Where everything is: pages of the whole table, accounts, campaigns; and the pages for what went wrong."""

from django.urls import include, path

from campaigns.views import about, stylebook

urlpatterns = [
    path("about/", about.about, name="about"),
    path("about/<slug:package>/", about.licence, name="licence"),
    path("stylebook/", stylebook.stylebook, name="stylebook"),
    path("stylebook/<slug:page>/", stylebook.stylebook, name="stylebook"),
    path("", include("campaigns.views.urls")),
    # After ours, which take the place of some of its pages.
    path("accounts/", include("allauth.urls")),
]

handler400 = "campaigns.views.errors.bad_request"
handler403 = "campaigns.views.errors.forbidden"
handler404 = "campaigns.views.errors.not_found"
handler429 = "campaigns.views.errors.too_many"  # allauth's own limits ask for it
handler500 = "campaigns.views.errors.server_error"
