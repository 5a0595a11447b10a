"""A piece of a page that is made once for all who are shown the same."""

from django.template import Context, Template

MADE: list[str] = []


class Told:
    """A value that counts how often it is shown."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Told({self.name!r})"

    def __str__(self) -> str:
        MADE.append(self.name)
        return self.name


def test_what_looks_alike_is_made_once_and_what_does_not_is_made_anew() -> None:
    MADE.clear()
    template = Template("{% load once %}{% once told %}<b>{{ told }}</b>{% endonce %}")

    shown = [template.render(Context({"told": Told(name)})) for name in ("Ann", "Ann", "<Bo>", "Ann")]

    assert shown == ["<b>Ann</b>", "<b>Ann</b>", "<b>&lt;Bo&gt;</b>", "<b>Ann</b>"]
    assert MADE == ["Ann", "<Bo>"]


def test_a_piece_reads_nothing_but_what_it_is_given() -> None:
    template = Template("{% load once %}{% once told %}{{ told }}{{ request }}{{ user }}{% endonce %}")

    assert template.render(Context({"told": "x", "request": "mine", "user": "secret"})) == "x"


def test_each_form_in_a_piece_has_its_own_token_and_key() -> None:
    MADE.clear()
    form = "{% once told %}{{ told }}: {% csrf_token %}{{ key }}-1 {{ nonce }}{% endonce %}"
    template = Template("{% load once %}" + form)

    shown = [
        template.render(Context({"told": Told("Cy"), "csrf_token": token, "key": key, "nonce": "<n>"}))
        for token, key in (("mine", "k1"), ("yours", "k2"))
    ]

    hidden = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
    assert shown == [
        f"Cy: {hidden.format('mine')}k1-1 &lt;n&gt;",
        f"Cy: {hidden.format('yours')}k2-1 &lt;n&gt;",
    ]
    assert MADE == ["Cy"]


def test_two_places_of_a_template_keep_what_is_theirs() -> None:
    template = Template("{% load once %}{% once a %}1{{ a }}{% endonce %}{% once a %}2{{ a }}{% endonce %}")

    assert template.render(Context({"a": "x"})) == "1x2x"
