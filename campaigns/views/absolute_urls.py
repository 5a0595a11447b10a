"""Where a page stands: the address that others use, and a campaign's first page."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from campaigns.models import Campaign
from campaigns.services.hosting.addresses import table_urls

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


def address_for_others(request: HttpRequest, path: str) -> str:
    """An address that works on another device: never `localhost`, where a better one is known."""
    if _host(request.build_absolute_uri()) in LOCAL:
        return f"{table_urls()[0]}{path}"
    return request.build_absolute_uri(path)


def only_here(link: str) -> str:
    """Where the table listens, if only this computer reaches a link: `BIND`, or "" where it reaches others."""
    return str(settings.BIND) if _host(link) in LOCAL else ""


def back_or(request: HttpRequest, otherwise: str) -> HttpResponse:
    """To the page that a small form on every page was sent from; `otherwise` where that is no page of ours."""
    back = request.POST.get("back", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else otherwise)


def own_address(request: HttpRequest, url: str) -> str:
    """An address that somebody sent along, where it is one of ours; empty otherwise."""
    is_ours = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if is_ours else ""


def address_of_page(request: HttpRequest, page: str) -> str:
    """Where this page can be fetched again: `page` if it answers a POST, whose own address takes no GET."""
    return page if request.method == "POST" else request.get_full_path()


def home_of(campaign: Campaign) -> str:
    """The address of a campaign's first page."""
    return reverse("campaign_home", args=[campaign.pk])


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
