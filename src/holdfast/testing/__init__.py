"""For those who test with Holdfast, or write a back-end of their own.

`clock` has a clock that stands still, `models` a model that says what it was told to, and
`conformance` the suites that every store must pass. Only `conformance` needs pytest.
"""
