"""Rules: summaries and reviews without a model, in both languages. The default, and always there."""

from holdfast.providers.rules.reviewer import RulesReviewer
from holdfast.providers.rules.summariser import RulesSummariser

__all__ = ["RulesReviewer", "RulesSummariser"]
