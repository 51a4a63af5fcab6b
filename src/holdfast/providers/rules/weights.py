"""Weights: what makes a part of a text worth its place in a summary. Chosen by `holdfast bench summary`."""

from __future__ import annotations

WEAK = 0.2
"""A word that every conversation has; any other counts 1."""

NAME = 1.6
NUMBER = 1.6
VOICE = 0.1
"""The name of somebody who speaks in the passage: it is said who speaks anyway."""

TOPIC = 0.4
"""What a word gains each time that it comes again in the passage, by the logarithm."""

AGAIN = 0.1
"""What is left of a word that the summary has already."""

QUESTION = 0.3
ASSISTANT = 0.4
FIRST = 1.2
SECOND = 0.7
CUE = 1.3
TIME = 1.2
NOTE = 0.6
"""A note in brackets, such as the words for a picture."""

LENGTH = 0.8
"""How much length counts against a part: 1 takes the densest, 0 the fullest."""

FEWEST = 2
"""Words without which a part tells nothing alone."""
