"""What looks the same to all who are shown the same: made once, and kept for the next who is shown it."""

from collections.abc import Sequence
from hashlib import blake2b
from itertools import count
from typing import Final

from django.template import Library, Node, NodeList
from django.template.base import FilterExpression, Parser, Token
from django.template.context import Context
from django.utils.crypto import salted_hmac
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaigns.forms import people

register = Library()

MOST: Final = 4096
"""So many pieces are kept; then it begins anew. One is a card or a line of the log, of a few kilobytes."""

STANDS_FOR: Final = {name: salted_hmac(__name__, name).hexdigest() for name in ("csrf_token", "key", "nonce")}
"""What is another each time a form is made: in a piece that is kept stands what nobody can have written."""

_made: dict[tuple[int, str | None, bytes], SafeString] = {}
_numbers = count()


class OnceNode(Node):
    """A piece of a page that is given these values and nothing else, so that they alone say what it is."""

    child_nodelists = ("nodelist",)

    def __init__(self, names: Sequence[str], values: Sequence[FilterExpression], nodelist: NodeList) -> None:
        self.number = next(_numbers)
        self.names = names
        self.values = values
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        given = {name: one.resolve(context) for name, one in zip(self.names, self.values, strict=True)}
        told = blake2b(repr(given).encode(), digest_size=16).digest()
        key = (self.number, get_language(), told)
        found = _made.get(key)
        if found is None:
            found = self.nodelist.render(context.new({**STANDS_FOR, **given}))
            if len(_made) >= MOST:
                _made.clear()
            _made[key] = found
        for name, stands_for in STANDS_FOR.items():
            if stands_for in found:
                found = SafeString(found.replace(stands_for, conditional_escape(str(context.get(name, "")))))
        return found


@register.simple_tag
def new_key() -> str:
    """The key of a form whose sending is one act, however often the button is pressed."""
    return people.new_key()


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """`{% once member %}…{% endonce %}`: what stands in it has these variables alone, and no request.

    The token, `key` and `nonce` of its forms are put in afterwards, as they are where it stands. Whatever two viewers
    may not see alike differs in the values: they are what the projector left of what was read.
    """
    _tag, *names = token.split_contents()
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(names, [parser.compile_filter(name) for name in names], nodelist)
