"""The conformance suites: what every store must do, one file for every port.

A back-end passes when all of this does. Its author writes one file::

    from contextlib import closing

    import pytest

    from holdfast.testing.conformance import *  # the suites: TestLogFind, TestJobs, ...


    @pytest.fixture
    def store(tmp_path):
        with closing(MyStore.open(tmp_path / "memory.db")) as store:
            yield store

Every test takes the fixture `store`: a fresh, empty `ports.store.Store` each time. A single suite
can be imported by its name. A broken contract is always an AssertionError or the store's own
error, so the suites can be run without pytest's help too.
"""

from __future__ import annotations

import pytest

_FILES = (
    "attachments builders days expect isolation items jobs keys log marks memos preferences scene sessions "
    "sheaves store stretches unit users"
)
pytest.register_assert_rewrite(*(f"{__name__}.{name}" for name in _FILES.split()))

from holdfast.testing.conformance.attachments import TestAttachments  # noqa: E402
from holdfast.testing.conformance.days import TestDays  # noqa: E402
from holdfast.testing.conformance.isolation import TestIsolation  # noqa: E402
from holdfast.testing.conformance.items import TestItems, TestItemSelection  # noqa: E402
from holdfast.testing.conformance.jobs import (  # noqa: E402
    TestJobHolders,
    TestJobRetry,
    TestJobs,
    TestLease,
)
from holdfast.testing.conformance.log import (  # noqa: E402
    TestLogConflicts,
    TestLogFind,
    TestLogLookup,
    TestLogRemove,
    TestLogRows,
    TestLogVersions,
)
from holdfast.testing.conformance.marks import TestMarks  # noqa: E402
from holdfast.testing.conformance.memos import TestMemos  # noqa: E402
from holdfast.testing.conformance.preferences import TestPreferences  # noqa: E402
from holdfast.testing.conformance.sessions import TestSessions  # noqa: E402
from holdfast.testing.conformance.sheaves import TestSheaves  # noqa: E402
from holdfast.testing.conformance.store import TestStore  # noqa: E402
from holdfast.testing.conformance.stretches import TestStretches  # noqa: E402
from holdfast.testing.conformance.unit import TestUnit  # noqa: E402
from holdfast.testing.conformance.users import TestUsers  # noqa: E402

__all__ = [
    "TestStore",
    "TestUnit",
    "TestIsolation",
    "TestUsers",
    "TestLogRows",
    "TestLogConflicts",
    "TestLogVersions",
    "TestLogLookup",
    "TestLogFind",
    "TestLogRemove",
    "TestDays",
    "TestAttachments",
    "TestSessions",
    "TestStretches",
    "TestMemos",
    "TestMarks",
    "TestSheaves",
    "TestItems",
    "TestItemSelection",
    "TestJobs",
    "TestJobHolders",
    "TestJobRetry",
    "TestLease",
    "TestPreferences",
]
