import pytest
from django.test import Client


@pytest.mark.parametrize("path", ["/stylebook/", "/stylebook/table/", "/stylebook/cover/"])
def test_stylebook_is_open_to_all(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200


def test_unknown_page_of_the_stylebook_is_not_found(client: Client) -> None:
    assert client.get("/stylebook/index/").status_code == 404
