"""Parts of a page that follow what is played while the page stays open.

`{% part "section" id="cast" class="stack" %}…{% endpart %}` is that element, with a mark of what stands in it. An open
page names the marks of its parts and is sent those whose content is another by now. `grows=True` is for what is only
added to: of that, what its template has is put behind what stands there. A part may hold parts that change oftener.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar, cast

from django.http import HttpRequest
from django.template import Library, Node, NodeList, Template
from django.template.backends.django import Template as LoadedTemplate
from django.template.base import FilterExpression, Parser, Token
from django.template.context import Context, make_context
from django.template.defaulttags import ForNode, IfNode, WithNode
from django.template.exceptions import TemplateSyntaxError
from django.template.loader import get_template
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import smart_split

register = Library()

BY_CHANCE = re.compile(r'name="(?:csrfmiddlewaretoken|key|nonce)" value="[^"]*"')
"""What is another each time a form is made, and tells nothing of what the page shows."""
GROWS = "grows"
N = TypeVar("N", bound=Node)


@register.filter
def leads_to(url: str, page: str) -> bool:
    """Whether an address is that of a page, or of a place on it."""
    return url.partition("#")[0].partition("?")[0] == page


class PartNode(Node):
    """An element of a page whose content follows what is played."""

    child_nodelists = ("nodelist",)

    def __init__(self, element: str, attributes: Mapping[str, FilterExpression], nodelist: NodeList) -> None:
        self.element = element
        self.attributes = {name: value for name, value in attributes.items() if name != GROWS}
        self.grows = GROWS in attributes
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        content = self.nodelist.render(context)
        return self._with(context, content, {} if self.grows else {"data-part": mark_of(content)})

    def patch(self, context: Context, marks: Mapping[str, str]) -> SafeString:
        """The element for an open page that has these marks by id; nothing where it has the same or no such part."""
        name = str(self.attributes["id"].resolve(context))
        content = SafeString() if name not in marks else self.nodelist.render(context)
        if self.grows:
            told = {"hx-swap-oob": "beforeend"}
            return self._with(context, content, told) if content.strip() else SafeString()
        mark = mark_of(content)
        if name not in marks or marks[name] == mark:
            return SafeString()
        return self._with(context, content, {"data-part": mark, "hx-swap-oob": "innerHTML"})

    def _with(self, context: Context, content: SafeString, more: Mapping[str, str]) -> SafeString:
        own = {name: value.resolve(context) for name, value in self.attributes.items()}
        said = {name: value for name, value in {**own, **more}.items() if value not in ("", None)}
        told = format_html_join("", ' {}="{}"', said.items())
        return format_html("<{}{}>{}</{}>", self.element, told, content, self.element)


@register.tag
def part(parser: Parser, token: Token) -> PartNode:
    """An element that follows what is played: its name, then its attributes, of which `id` may not be missing."""
    _tag, element, *given = smart_split(token.contents)
    pairs = [one.partition("=") for one in given]
    attributes = {name: parser.compile_filter(value) for name, _is, value in pairs}
    if "id" not in attributes:
        raise TemplateSyntaxError("a part of a page needs an id")
    nodelist = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(element.strip("\"'"), attributes, nodelist)


def mark_of(content: str) -> str:
    """What tells a part's content from any other."""
    return blake2b(BY_CHANCE.sub("", content).encode(), digest_size=6).hexdigest()


def patches(
    name: str, given: dict[str, object], request: HttpRequest, marks: Mapping[str, str]
) -> SafeString:
    """Of the page that a template makes, the parts whose content is another than the open page's, which has `marks`."""
    loaded = _loaded(name)
    context = make_context(given, request, autoescape=True)
    with context.bind_template(loaded), context.render_context.push_state(loaded):
        found = _patches(*_page(loaded), context, marks)
        return SafeString("".join(found))


def _loaded(name: str) -> Template:
    return cast("LoadedTemplate", get_template(name)).template


def _page(loaded: Template) -> tuple[NodeList, dict[str, NodeList]]:
    """What the root of a template has, and what each block holds: what was said of it last."""
    blocks: dict[str, NodeList] = {}
    while True:
        for one in _inside(loaded, BlockNode):
            blocks.setdefault(one.name, one.nodelist)
        parent = next((one for one in loaded.nodelist if isinstance(one, ExtendsNode)), None)
        if parent is None:
            return loaded.nodelist, blocks
        loaded = _loaded(str(cast("FilterExpression", parent.parent_name).resolve(Context())))


def _patches(
    nodes: Iterable[Any], blocks: Mapping[str, NodeList], context: Context, marks: Mapping[str, str]
) -> Iterator[SafeString]:
    """Only what leads to parts is gone through, and nothing else rendered."""
    for node in nodes:
        if isinstance(node, BlockNode):
            yield from _patches(blocks.get(node.name, node.nodelist), blocks, context, marks)
        elif not _holds_parts(node):
            continue
        elif isinstance(node, PartNode):
            yield node.patch(context, marks)
            yield from _patches(node.nodelist, blocks, context, marks)
        else:
            for inner, here in _inner(node, context):
                with context.push(**here):
                    yield from _patches(inner, blocks, context, marks)


def _inner(node: Any, context: Context) -> Iterator[tuple[Iterable[Any], dict[str, Any]]]:
    """The nodes that a node has rendered now, each time with what they are given."""
    if isinstance(node, IfNode):
        branches: Iterable[Any] = node.conditions_nodelists
        yield next((inner for said, inner in branches if said is None or said.eval(context)), ()), {}
    elif isinstance(node, ForNode):
        for one in cast("FilterExpression", node.sequence).resolve(context) or ():
            yield node.nodelist_loop, {node.loopvars[0]: one}
    elif isinstance(node, WithNode | IncludeNode):
        given = {name: value.resolve(context) for name, value in node.extra_context.items()}
        yield node.nodelist if isinstance(node, WithNode) else _loaded(_fixed(node)).nodelist, given


@cache
def _holds_parts(node: Node) -> bool:
    """Whether a part is or stands in a node, or in a template that it includes by a fixed name, however far down."""
    seen: set[str] = set()
    waiting: list[Any] = [node]
    while waiting:
        one = waiting.pop()
        if _inside(one, PartNode):
            return True
        names = {name for each in _inside(one, IncludeNode) if (name := _fixed(each))} - seen
        seen |= names
        waiting += [each for name in names for each in _loaded(name).nodelist]
    return False


def _inside(holder: Any, kind: type[N]) -> list[N]:
    found = (holder.nodelist if isinstance(holder, Template) else holder).get_nodes_by_type(kind)
    return [one for one in found if isinstance(one, kind)]


def _fixed(node: IncludeNode) -> str:
    """The name of the template that a node includes; empty where it is not always the same."""
    name = node.template.var
    return name if isinstance(name, str) else ""
