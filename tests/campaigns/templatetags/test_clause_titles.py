"""A sentence may name a clause by its title."""

from campaigns.templatetags.clause_titles import clause_title


def test_a_clause_is_called_by_its_title_and_an_unknown_one_by_nothing() -> None:
    assert clause_title("SOR-CONTACT-09") == "One hour"
    assert clause_title("SOR-NOWHERE-01") == ""
