"""Archives: a view of the log as files. Every stretch can be written again from the log.

A stretch lies in a file of its own, or in a line of its day's append log, and after a merge or a
compaction in its day's merged file. Where it lies in several, the first of these counts.
"""
