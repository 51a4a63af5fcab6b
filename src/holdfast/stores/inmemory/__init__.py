"""The reference store: every port in plain dictionaries, gone when the process ends.

Read it to learn what a port's contract means; its answers are the ones other stores must give.
`rows` holds the data, `journal` takes back what a failing unit changed, `store` runs the units,
and every other file is the port of that name.
"""
