import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


def test_about_names_the_fonts_and_links_their_licences() -> None:
    page = Client().get(reverse("about"))

    assert page.status_code == 200
    assert reverse("licence", args=["fontpkg-spectral"]) in page.content.decode()


def test_each_package_has_a_licence() -> None:
    packages = Client().get(reverse("about")).context["packages"]

    assert [one.name for one in packages if not one.licence] == []


def test_a_font_brings_its_licence() -> None:
    page = Client().get(reverse("licence", args=["fontpkg-cinzel"]))

    assert page["Content-Type"].startswith("text/plain")
    assert "Open Font License" in page.content.decode() or "OFL" in page.content.decode()


def test_a_package_that_is_not_ours_to_show_is_not_found() -> None:
    assert Client().get(reverse("licence", args=["pip"])).status_code == 404
