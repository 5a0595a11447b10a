from django.urls import include, path

from campaigns.views import health, stylebook

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("accounts/", include("allauth.urls")),
    path("stylebook/", stylebook.stylebook, name="stylebook"),
    path("stylebook/<slug:page>/", stylebook.stylebook, name="stylebook"),
    path("", include("campaigns.views.urls")),
]
