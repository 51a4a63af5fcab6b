"""Summaries and reviews by a language model, which is never trusted and never needed.

The path of an answer: `prompting` words the question, `asking` puts it and counts, `reading` finds
the answer in what was said, `trusting` keeps what the lines bear out. What fails is a value;
`with_rules` has the rules do it instead, until the model is well.
"""

from holdfast.providers.by_model.reviewer import ModelReviewer
from holdfast.providers.by_model.summariser import ModelSummariser
from holdfast.providers.by_model.usage import Usage
from holdfast.providers.by_model.with_rules import ReviewerWithRules, SummariserWithRules

__all__ = [
    "ModelReviewer",
    "ModelSummariser",
    "ReviewerWithRules",
    "SummariserWithRules",
    "Usage",
]
