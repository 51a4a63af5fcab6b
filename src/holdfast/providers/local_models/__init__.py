"""Embedders for models that a user has on disk, or has a library for.

Each needs an extra of the package; without it, making one raises SettingsRefused, which names the
extra. Nothing is imported or read before the first vector.
"""

from holdfast.providers.local_models.fast_embed import FastEmbedEmbedder
from holdfast.providers.local_models.onnx_embedder import OnnxEmbedder
from holdfast.providers.local_models.sentence_transformer import SentenceTransformerEmbedder

__all__ = ["FastEmbedEmbedder", "OnnxEmbedder", "SentenceTransformerEmbedder"]
