"""Plots are SVG that can be read, with every system's name and points in their places."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from bench.plot import HEIGHT, WIDTH, Panel, Plot, Points

SVG = "{http://www.w3.org/2000/svg}"
LINES: dict[str, Points] = {
    "ours": [(1_000, 0.2), (100_000, 0.2)],
    "theirs": [(1_000, 8), (50_000, 700)],
}


def drawn(*panels: Panel) -> ET.Element:
    return ET.fromstring(Plot("name", "a < b", panels).svg())


def test_every_line_is_drawn_and_named_once_for_each_panel():
    picture = drawn(Panel("Warm", "in all", "ms", LINES), Panel("Cold", "in all", "ms", LINES))
    assert picture.findtext(f"{SVG}title") == "a < b"
    words = [each.text for each in picture.iter(f"{SVG}text")]
    assert words.count("ours") == words.count("theirs") == 2
    assert len(list(picture.iter(f"{SVG}polyline"))) == 4
    assert len(list(picture.iter(f"{SVG}circle"))) == 8


def test_points_lie_by_the_logarithm_and_inside_the_picture():
    picture = drawn(Panel("Warm", "in all", "ms", LINES))
    ours, theirs = [
        [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
        for line in picture.iter(f"{SVG}polyline")
    ]
    assert ours[0][1] == ours[1][1]  # flat is flat
    assert theirs[1][1] < theirs[0][1] < ours[0][1]  # more is higher
    assert theirs[0][0] == ours[0][0] < theirs[1][0] < ours[1][0]
    for x, y in ours + theirs:
        assert 0 < x < WIDTH
        assert 0 < y < HEIGHT


def test_names_of_lines_that_end_together_do_not_lie_on_each_other():
    lines = {name: [(10.0, 1.0), (100.0, 1.0)] for name in ("one", "two", "three")}
    picture = drawn(Panel("Warm", "in all", "ms", lines))
    heights = [float(t.attrib["y"]) for t in picture.iter(f"{SVG}text") if t.text in lines]
    assert sorted(heights) == sorted({*heights})


def test_a_system_that_was_not_measured_leaves_no_line():
    picture = drawn(Panel("Warm", "in all", "ms", {**LINES, "absent": []}))
    assert "absent" not in [each.text for each in picture.iter(f"{SVG}text")]
