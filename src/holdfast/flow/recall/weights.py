"""What each sign weighs in the ranking: one setting for both languages and every kind of talk.

Round numbers on flat ground: each was chosen on half of the conversations of several public sets
and checked on the other half, and most of them may be moved by a quarter without anyone noticing.
"""

from __future__ import annotations

SATURATION, LENGTH = 0.8, 0.75
"""BM25 of a message, and of a session taken as one text (k1 and b): how soon a repeated word stops
counting, and how much length holds back."""

CHARACTER = 0.5
"""A single Chinese character, beside a word's 1 ..."""

COMMON, FEW = 1 / 8, 16
"""... and nothing if more than this share of the messages holds it, unless there are but a few."""

BESIDE = 0.5
"""A sentence that asks nothing, in a text with one that does."""

TEXT = 0.6
"""The words asked for stand in it."""

MEANING = 0.6
"""It means something like it."""

SPEAKER = 0.5
"""The question names the one who said it."""

TIME = 0.5
"""Said in the time that the question names."""

ASSISTANT = -0.5
"""Said by the assistant, where the question is not about that: long answers drown what was told."""

ASKING = -0.05
"""Itself a question, and somebody spoke after it: the answer is what is wanted."""

BEFORE, ANSWER, AFTER = 0.1, 0.1, 0.15
"""The words asked for stand in the message before (more, if that was a question which this one of
the user's may answer), or in the one after."""

SESSION = 0.4
"""The words asked for stand in its session as a whole."""

SESSION_ALIKE = 0.2
"""Its session as a whole means something like it: the mean of all its messages."""

SESSION_BEST = 0.4
"""The best message of a session counts for all of it."""

TRUTH = 1.0
"""What was learned says that it told the answer."""

SURE = 2.0
"""So much more it counts where the topic has one value at a time, and this is the one."""

ALIKE = 0.1
"""The cosine from which a message counts as found by its meaning alone."""
