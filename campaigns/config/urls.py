from django.urls import include, path

from campaigns.views import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("accounts/", include("allauth.urls")),
    path("", include("campaigns.views.urls")),
]
