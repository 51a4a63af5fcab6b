"""Plots: lines on logarithmic axes, as SVG that needs nothing to be drawn or to be read."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

Points = Sequence[tuple[float, float]]

COLOURS = ("#0b6e4f", "#c2571a", "#5b4bb7", "#1f77b4", "#b0307a")
WIDTH, HEIGHT = 440, 340
LEFT, RIGHT, TOP, BOTTOM = 62, 116, 44, 46
INK, FAINT = "#222", "#ddd"
NEAR = 12
"""Labels stand at least so far apart."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Some lines over one pair of axes. All figures are above nought."""

    title: str
    x: str
    y: str
    lines: Mapping[str, Points]


@dataclass(frozen=True, slots=True)
class Plot:
    """Panels side by side, for the same systems, on the same scale of y."""

    name: str
    title: str
    panels: Sequence[Panel]

    def svg(self) -> str:
        """The whole file."""
        low, high = _decades([y for panel in self.panels for _, y in _points(panel)])
        parts = [_panel(panel, at * WIDTH, low, high) for at, panel in enumerate(self.panels)]
        width = WIDTH * len(self.panels)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" '
            f'width="{width}" height="{HEIGHT}" role="img" font-family="sans-serif" font-size="11">'
        )
        ground = f'<rect width="{width}" height="{HEIGHT}" fill="#fff"/>'
        return "\n".join(
            [head, f"<title>{escape(self.title)}</title>", ground, *parts, "</svg>", ""]
        )


def _points(panel: Panel) -> list[tuple[float, float]]:
    return [point for line in panel.lines.values() for point in line]


def _decades(figures: Sequence[float]) -> tuple[int, int]:
    """The powers of ten around them, one apart at least."""
    low, high = math.floor(math.log10(min(figures))), math.ceil(math.log10(max(figures)))
    return low, max(high, low + 1)


def _panel(panel: Panel, left: int, low: int, high: int) -> str:
    first, last = _decades([x for x, _ in _points(panel)])
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x_at(x: float) -> float:
        return left + LEFT + (math.log10(x) - first) / (last - first) * across

    def y_at(y: float) -> float:
        return TOP + down - (math.log10(y) - low) / (high - low) * down

    parts = [_text(left + LEFT, 22, panel.title, size=13, weight="bold")]
    for power in range(low, high + 1):
        y = y_at(10**power)
        parts.append(_rule(left + LEFT, y, left + LEFT + across, y))
        parts.append(_text(left + LEFT - 6, y + 4, _short(10.0**power), anchor="end"))
    for power in range(first, last + 1):
        x = x_at(10**power)
        parts.append(_rule(x, TOP, x, TOP + down))
        parts.append(_text(x, TOP + down + 16, _short(10.0**power), anchor="middle"))
    middle = left + LEFT + across / 2
    parts.append(_text(middle, HEIGHT - 10, panel.x, anchor="middle"))
    parts.append(_text(left + LEFT, TOP - 8, panel.y))
    return "\n".join([*parts, *_drawn(panel, x_at, y_at)])


def _drawn(
    panel: Panel, x_at: Callable[[float], float], y_at: Callable[[float], float]
) -> list[str]:
    """The lines, with their names at their ends."""
    parts, ends = [], []
    for (name, points), colour in zip(panel.lines.items(), COLOURS, strict=False):
        if not points:
            continue
        placed = [(x_at(x), y_at(y)) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in placed]
        ends.append((placed[-1][1], placed[-1][0], name, colour))
    lowest = -math.inf
    for y, x, name, colour in sorted(ends):
        lowest = max(y + 4, lowest + NEAR)
        parts.append(_text(x + 8, lowest, name, fill=colour, weight="bold"))
    return parts


def _short(figure: float) -> str:
    if figure >= 1e6:
        return f"{figure / 1e6:g}M"
    return f"{figure / 1e3:g}k" if figure >= 1e3 else f"{figure:g}"


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{FAINT}"/>'


def _text(
    x: float,
    y: float,
    text: str,
    *,
    anchor: str = "start",
    fill: str = INK,
    size: int = 11,
    weight: str = "normal",
) -> str:
    style = f'text-anchor="{anchor}" fill="{fill}" font-size="{size}" font-weight="{weight}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
