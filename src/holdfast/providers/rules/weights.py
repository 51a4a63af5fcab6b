"""Weights: what makes a part of a text worth its place in a summary. Chosen by `holdfast bench summary`."""

from __future__ import annotations

WEAK = 0.3
"""A word that every conversation has; any other counts 1."""

NAME = 2.0
NUMBER = 1.3
VOICE = 0.0
"""The name of somebody who speaks in the passage: it is said who speaks anyway."""

TOPIC = 0.2
TOPIC_HAN = 2.0
"""What a word gains each time that it comes again in the passage, by the logarithm. Chinese sentences
are shorter, and name what they are about more often."""

AGAIN = 0.1
"""What is left of a word that the summary has already."""

QUESTION = 0.4
ASSISTANT = 0.1
"""Long answers drown what the user said, and can be made again."""

CUE = 1.1
TIME = 1.4
NOTE = 0.4
"""A note in brackets, such as the words for a picture."""

LENGTHS = (1.0, 0.5, 0.0)
"""How much length counts against a part: 1 takes the densest, 0 the fullest. Each is tried."""

FEWEST = 2
TELLING = 0.5
LONE = 0.3
"""A part with fewer than FEWEST words that are worth TELLING says little alone."""

EARLY = 0.6
"""What the first line of a passage gains over the last: people begin with what is new."""
