"""Summaries, reviews, claims and reranking by a language model, never trusted and never needed.

The path of an answer: `prompting` words the question, `asking` puts it and counts, `reading` finds
the answer in what was said, `trusting` keeps what the lines bear out. What fails is a value;
`with_rules` has the rules do it instead, until the model is well. A reranker has no rules to stand in
for it: it raises, and recall goes on without.
"""

from holdfast.providers.by_model.extractor import ModelExtractor
from holdfast.providers.by_model.reranker import ModelReranker
from holdfast.providers.by_model.reviewer import ModelReviewer
from holdfast.providers.by_model.summariser import ModelSummariser
from holdfast.providers.by_model.usage import Usage
from holdfast.providers.by_model.with_rules import (
    ExtractorWithRules,
    ReviewerWithRules,
    SummariserWithRules,
)

__all__ = [
    "ExtractorWithRules",
    "ModelExtractor",
    "ModelReranker",
    "ModelReviewer",
    "ModelSummariser",
    "ReviewerWithRules",
    "SummariserWithRules",
    "Usage",
]
