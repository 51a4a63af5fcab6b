"""A model in ONNX Runtime."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from holdfast.errors import ModelRefused
from holdfast.providers.local_models.extras import installed, loaded
from holdfast.providers.local_models.trouble import said

_SILENT = 4
"""The log level that leaves standard error alone; failures come back as exceptions."""


class Session:
    """Runs a model. Threads may share one. What the runtime raises becomes ModelRefused."""

    def __init__(self, path: Path, threads: int) -> None:
        self._name = path.name
        runtime = loaded("onnxruntime")
        self._troubles = _troubles()
        options = runtime.SessionOptions()
        options.log_severity_level = _SILENT
        options.intra_op_num_threads = options.inter_op_num_threads = threads
        if installed("onnxruntime_extensions"):
            library = loaded("onnxruntime_extensions").get_library_path()
            options.register_custom_ops_library(library)
        providers = ["CPUExecutionProvider"]
        try:
            self._session = runtime.InferenceSession(str(path), options, providers=providers)
        except self._troubles as error:
            raise self._refused("cannot be loaded", error) from None

    @property
    def inputs(self) -> dict[str, str]:
        """The name and type of each input."""
        return {wanted.name: wanted.type for wanted in self._session.get_inputs()}

    @property
    def width(self) -> int | None:
        """The length of the last axis of the output that `run` gives, if the model says."""
        last = self._session.get_outputs()[self._output].shape[-1]
        return last if isinstance(last, int) else None

    def run(self, feed: dict[str, Any]) -> Any:
        """The output for a feed."""
        names = [output.name for output in self._session.get_outputs()]
        try:
            return self._session.run([names[self._output]], feed)[0]
        except self._troubles as error:
            raise self._refused("failed", error) from None

    @property
    def _output(self) -> int:
        """Which output: the one named for sentences if there is one, else the first."""
        names = [output.name for output in self._session.get_outputs()]
        return names.index("sentence_embedding") if "sentence_embedding" in names else 0

    def _refused(self, what: str, error: Exception) -> ModelRefused:
        hint = ""
        if not installed("onnxruntime_extensions"):
            hint = " If it has its tokenizer inside, run: pip install 'holdfast[onnx-text]'."
        return ModelRefused(
            f"The model {self._name} {what}: {said(error)}.",
            remedy=f"See that the file is whole and of this kind.{hint}",
        )


def _troubles() -> tuple[type[Exception], ...]:
    """The classes that the runtime raises. They share no parent of their own."""
    state = loaded("onnxruntime.capi.onnxruntime_pybind11_state")
    own = [thing for thing in vars(state).values() if isinstance(thing, type)]
    return (*(thing for thing in own if issubclass(thing, Exception)), ValueError, RuntimeError)
