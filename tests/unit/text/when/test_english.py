"""English expressions, each with the window it means."""

from __future__ import annotations

import pytest

from holdfast.text.when import windows
from tests.unit.text.when.tables import ASKED, rows, written

# Asked on Monday 20 October 2025 at 14:30. A vague one has a tilde; the second day is left out.
EXPRESSIONS = """
yesterday | 2025-10-19 2025-10-20
today | 2025-10-20 2025-10-21
tomorrow | 2025-10-21 2025-10-22
the day before yesterday | 2025-10-18 2025-10-19
the day after tomorrow | 2025-10-22 2025-10-23
last night | 2025-10-19T18:00 2025-10-20
this morning | 2025-10-20T05:00 2025-10-20T12:00
this afternoon | 2025-10-20T12:00 2025-10-20T18:00
this evening | 2025-10-20T18:00 2025-10-21
tonight | 2025-10-20T18:00 2025-10-21
yesterday afternoon | 2025-10-19T12:00 2025-10-19T18:00
yesterday morning | 2025-10-19T05:00 2025-10-19T12:00
yesterday evening | 2025-10-19T18:00 2025-10-20
tomorrow morning | 2025-10-21T05:00 2025-10-21T12:00
the night before last | 2025-10-18T18:00 2025-10-19
on the morning of the day before yesterday | 2025-10-18T05:00 2025-10-18T12:00
three days ago | 2025-10-17 2025-10-18
3 days ago | 2025-10-17 2025-10-18
ten days ago | 2025-10-10 2025-10-11
about ten days ago | ~2025-10-08 2025-10-13
around 10 days ago | ~2025-10-08 2025-10-13
a couple of days ago | ~2025-10-16 2025-10-20
a few days ago | ~2025-10-14 2025-10-19
several weeks ago | ~2025-08-25 2025-09-30
a week ago | 2025-10-13 2025-10-20
two weeks ago | 2025-10-06 2025-10-13
a fortnight ago | 2025-10-06 2025-10-13
three weeks back | 2025-09-29 2025-10-06
a month ago | 2025-09-01 2025-10-01
two months ago | 2025-08-01 2025-09-01
about six months ago | ~2025-04-05 2025-05-06
half a year ago | ~2025-04-05 2025-05-06
about a year ago | ~2024-09-29 2024-11-11
a year ago | ~2024-09-29 2024-11-11
two years ago | ~2023-01-01 2024-01-01
a decade ago | ~2015-01-01 2016-01-01
an hour ago | ~2025-10-20T13:15 2025-10-20T13:45
20 minutes ago | ~2025-10-20T14:00 2025-10-20T14:20
half an hour ago | ~2025-10-20T13:50 2025-10-20T14:10
last week | 2025-10-13 2025-10-20
this week | 2025-10-20 2025-10-27
next week | 2025-10-27 2025-11-03
the week before last | 2025-10-06 2025-10-13
earlier this week | 2025-10-20 2025-10-20T14:31
later this week | 2025-10-20T14:30 2025-10-27
last weekend | 2025-10-18 2025-10-20
this weekend | 2025-10-25 2025-10-27
next weekend | 2025-11-01 2025-11-03
the weekend before last | 2025-10-11 2025-10-13
this past weekend | 2025-10-18 2025-10-20
over the weekend | 2025-10-18 2025-10-20
at the weekend | 2025-10-18 2025-10-20
last month | 2025-09-01 2025-10-01
this month | 2025-10-01 2025-11-01
next month | 2025-11-01 2025-12-01
the month before last | 2025-08-01 2025-09-01
earlier this month | 2025-10-01 2025-10-20T14:31
early last month | 2025-09-01 2025-09-11
late last month | 2025-09-21 2025-10-01
last year | 2024-01-01 2025-01-01
this year | 2025-01-01 2026-01-01
next year | 2026-01-01 2027-01-01
the year before last | 2023-01-01 2024-01-01
last quarter | 2025-07-01 2025-10-01
this quarter | 2025-10-01 2026-01-01
in Q3 | 2025-07-01 2025-10-01
Q1 2024 | 2024-01-01 2024-04-01
in the first quarter of 2024 | 2024-01-01 2024-04-01
last decade | 2010-01-01 2020-01-01
last Tuesday | 2025-10-14 2025-10-15
on Monday | 2025-10-13 2025-10-14
this Friday | 2025-10-24 2025-10-25
next Friday | 2025-10-31 2025-11-01
this coming Friday | 2025-10-24 2025-10-25
on Tuesday morning | 2025-10-14T05:00 2025-10-14T12:00
Friday night | 2025-10-17T18:00 2025-10-18
last Saturday evening | 2025-10-18T18:00 2025-10-19
Tuesday last week | 2025-10-14 2025-10-15
Thursday two weeks ago | 2025-10-09 2025-10-10
last week on Friday | 2025-10-17 2025-10-18
on Sat | 2025-10-18 2025-10-19
last Sun | 2025-10-19 2025-10-20
in the last three weeks | 2025-09-29 2025-10-21
over the past month | 2025-09-20 2025-10-21
in the past two days | 2025-10-18 2025-10-21
during the last few days | ~2025-10-14 2025-10-21
the past week | 2025-10-13 2025-10-21
the next two weeks | 2025-10-20 2025-11-04
in May | 2025-05-01 2025-06-01
in may | 2025-05-01 2025-06-01
in March | 2025-03-01 2025-04-01
in May 2022 | 2022-05-01 2022-06-01
May 2022 | 2022-05-01 2022-06-01
in October | 2025-10-01 2025-11-01
last May | 2025-05-01 2025-06-01
this May | 2025-05-01 2025-06-01
next May | 2026-05-01 2026-06-01
last October | 2024-10-01 2024-11-01
in July of last year | 2024-07-01 2024-08-01
February of this year | 2025-02-01 2025-03-01
the June trip | 2025-06-01 2025-07-01
since April | 2025-04-01 2025-10-21
in early October | 2025-10-01 2025-10-11
in mid-November | 2024-11-11 2024-11-21
in late April | 2025-04-21 2025-05-01
at the end of January | 2025-01-21 2025-02-01
at the beginning of March | 2025-03-01 2025-03-11
in the middle of May | 2025-05-11 2025-05-21
in the first half of February | 2025-02-01 2025-02-15
in the second half of July | 2025-07-16 2025-08-01
in the second week of June | 2025-06-08 2025-06-15
the last week of August | 2025-08-25 2025-09-01
on the first weekend of July | 2025-07-05 2025-07-07
on the last weekend of September | 2025-09-27 2025-09-29
the first Monday of September | 2025-09-01 2025-09-02
the last Friday of August | 2025-08-29 2025-08-30
the last day of May | 2025-05-31 2025-06-01
the first day of last month | 2025-09-01 2025-09-02
the second week of last month | 2025-09-08 2025-09-15
the first three days of June | 2025-06-01 2025-06-04
on May 31st | 2025-05-31 2025-06-01
on May 31 | 2025-05-31 2025-06-01
on 31 May 2024 | 2024-05-31 2024-06-01
on the 31st of May | 2025-05-31 2025-06-01
May 31st, 2024 | 2024-05-31 2024-06-01
on June 3rd | 2025-06-03 2025-06-04
on 3 June | 2025-06-03 2025-06-04
June third | 2025-06-03 2025-06-04
on the 2nd | 2025-10-02 2025-10-03
on the 2nd of August | 2025-08-02 2025-08-03
the 12th of last month | 2025-09-12 2025-09-13
November 6th last year | 2024-11-06 2024-11-07
on 2024-05-31 | 2024-05-31 2024-06-01
on 2024/5/31 | 2024-05-31 2024-06-01
in 2024-05 | 2024-05-01 2024-06-01
on 5/31 | 2025-05-31 2025-06-01
on 31/5 | 2025-05-31 2025-06-01
on 5/6 | 2025-05-06 2025-05-07
on 5/31/2024 | 2024-05-31 2024-06-01
on 31.05.2024 | 2024-05-31 2024-06-01
Friday, May 30th | 2025-05-30 2025-05-31
Friday the 3rd | 2025-10-03 2025-10-04
in 2022 | 2022-01-01 2023-01-01
since 2019 | 2019-01-01 2025-10-21
back in 2015 | 2015-01-01 2016-01-01
in early 2024 | ~2024-01-01 2024-04-01
in mid-2024 | ~2024-05-01 2024-09-01
in late 2023 | ~2023-10-01 2024-01-01
at the end of 2023 | 2023-12-16 2024-01-01
at the end of the year | 2025-12-16 2026-01-01
in the first half of 2024 | 2024-01-01 2024-07-01
in the 90s | 1990-01-01 2000-01-01
in the 1990s | 1990-01-01 2000-01-01
in the nineties | 1990-01-01 2000-01-01
last summer | 2025-06-01 2025-09-01
this summer | 2025-06-01 2025-09-01
last winter | 2024-12-01 2025-03-01
this past spring | 2025-03-01 2025-06-01
in the autumn of 2024 | 2024-09-01 2024-12-01
summer 2023 | 2023-06-01 2023-09-01
in the spring | ~2025-03-01 2025-06-01
in the fall | ~2025-09-01 2025-12-01
next spring | 2026-03-01 2026-06-01
in early summer | ~2025-06-01 2025-07-01
the summer of last year | 2024-06-01 2024-09-01
on Christmas Eve | 2024-12-24 2024-12-25
at Christmas | 2024-12-24 2024-12-27
last Christmas | 2024-12-24 2024-12-27
next Christmas | 2025-12-24 2025-12-27
Christmas 2023 | 2023-12-24 2023-12-27
Christmas last year | 2024-12-24 2024-12-27
on Christmas Day | 2024-12-25 2024-12-26
on Boxing Day | 2024-12-26 2024-12-27
on New Year's Eve | 2024-12-31 2025-01-01
on New Year's Day | 2025-01-01 2025-01-02
around New Year's Eve | ~2024-12-30 2025-01-02
around Christmas | ~2024-12-23 2024-12-28
at New Year | 2024-12-31 2025-01-02
on Halloween | 2024-10-31 2024-11-01
on Valentine's Day | 2025-02-14 2025-02-15
on Thanksgiving | 2024-11-28 2024-11-29
the day after Thanksgiving | 2024-11-29 2024-11-30
on Black Friday | 2024-11-29 2024-11-30
over the Easter weekend | 2025-04-18 2025-04-22
at Easter | 2025-04-20 2025-04-21
on Good Friday | 2025-04-18 2025-04-19
the weekend before Easter | 2025-04-12 2025-04-14
two days before Christmas | 2024-12-23 2024-12-24
the day after Christmas | 2024-12-26 2024-12-27
the week before Christmas | 2024-12-18 2024-12-25
three days before Christmas | 2024-12-22 2024-12-23
the night before Christmas | 2024-12-24T18:00 2024-12-25
on Christmas morning | 2024-12-25T05:00 2024-12-25T12:00
on Independence Day | 2025-07-04 2025-07-05
on the Fourth of July | 2025-07-04 2025-07-05
on Labor Day | 2025-09-01 2025-09-02
on Memorial Day | 2025-05-26 2025-05-27
on Mother's Day | 2025-05-11 2025-05-12
on Father's Day 2024 | 2024-06-16 2024-06-17
on St. Patrick's Day | 2025-03-17 2025-03-18
on April Fools' Day | 2025-04-01 2025-04-02
during Chinese New Year | 2025-01-28 2025-02-05
at the Mid-Autumn Festival | 2025-10-06 2025-10-07
on the Dragon Boat Festival | 2025-05-31 2025-06-01
before May 2022 | 0001-01-02 2022-05-01
before Christmas | 0001-01-02 2024-12-25
after Christmas | 2024-12-26 2025-10-21
since last Christmas | 2024-12-24 2025-10-21
since Monday | 2025-10-13 2025-10-21
until May | 0001-01-02 2025-06-01
after last Friday | 2025-10-18 2025-10-21
between March and April | 2025-03-01 2025-05-01
between March and April 2024 | 2024-03-01 2024-05-01
between the 10th and the 20th of July | 2025-07-10 2025-07-21
from August 18 to August 24 | 2025-08-18 2025-08-25
from August 18 to 24 | 2025-08-18 2025-08-25
August 18-24 | 2025-08-18 2025-08-25
from May to July | 2025-05-01 2025-08-01
from Monday to Wednesday | 2025-10-13 2025-10-16
from December to February | 2024-12-01 2025-03-01
between 2019 and 2021 | 2019-01-01 2022-01-01
between Christmas and New Year's Eve | 2024-12-24 2025-01-01
from 2024-05-01 to 2024-05-07 | 2024-05-01 2024-05-08
around May 5th | ~2025-05-03 2025-05-08
around the 10th of May | ~2025-05-08 2025-05-13
recently | ~2025-09-20 2025-10-21
lately | ~2025-09-20 2025-10-21
the other day | ~2025-10-10 2025-10-20
a while ago | ~2025-04-23 2025-10-14
earlier today | 2025-10-20 2025-10-20T14:31
the week of May 6 | 2025-05-05 2025-05-12
this time last year | ~2024-10-05 2024-11-05
summer holidays | ~2025-07-01 2025-09-01
in the summer of 2023 | 2023-06-01 2023-09-01
on Wednesday the 8th | 2025-10-08 2025-10-09
on the evening of May 3rd | 2025-05-03T18:00 2025-05-04
on May 3rd in the evening | 2025-05-03T18:00 2025-05-04
the morning after Christmas | 2024-12-26T05:00 2024-12-26T12:00
a few weeks before Christmas | ~2024-11-13 2024-12-12
two weeks after Easter | 2025-05-01 2025-05-08
in the summer of '22 | 2022-06-01 2022-09-01
the Monday before last | 2025-10-06 2025-10-07
on the night of the 14th | 2025-10-14T18:00 2025-10-15
at the start of last week | 2025-10-13 2025-10-15
over the last year | 2024-10-20 2025-10-21
in the last 24 hours | 2025-10-19T14:30 2025-10-20T14:31
within the last 30 days | 2025-09-20 2025-10-21
sometime last month | 2025-09-01 2025-10-01
on the weekend of May 10 | 2025-05-10 2025-05-12
on Friday the 13th of June | 2025-06-13 2025-06-14
two Fridays ago | 2025-10-10 2025-10-11
three Mondays ago | 2025-09-29 2025-09-30
two weekends ago | 2025-10-11 2025-10-13
a couple of weekends ago | ~2025-09-22 2025-10-14
two and a half years ago | ~2023-04-06 2023-05-07
a year and a half ago | ~2024-04-05 2024-05-06
a year ago today | 2024-10-20 2024-10-21
a month ago today | 2025-09-20 2025-09-21
two weeks ago today | 2025-10-06 2025-10-07
last year at this time | ~2024-10-05 2024-11-05
this time two years ago | ~2023-10-05 2023-11-05
at the same time last month | ~2025-09-13 2025-09-28
this time last week | ~2025-10-12 2025-10-15
the Sunday before Christmas | 2024-12-22 2024-12-23
the Friday after Thanksgiving | 2024-11-29 2024-11-30
the first Monday after Easter 2024 | 2024-04-01 2024-04-02
from Friday to Sunday | 2025-10-17 2025-10-20
between Saturday and Tuesday | 2025-10-11 2025-10-15
Monday through Friday last week | 2025-10-13 2025-10-18
from last Monday to last Wednesday | 2025-10-13 2025-10-16
from Saturday until Monday | 2025-10-18 2025-10-21
"""


@pytest.mark.parametrize(("expression", "meant"), rows(EXPRESSIONS))
def test_an_english_expression_means_a_window(expression, meant):
    question = f"What did I do {expression}?"
    found = windows(question, ASKED)
    assert [written(window) for window in found] == [meant]
    assert all(question[one.start : one.stop] == one.phrase for one in found)
