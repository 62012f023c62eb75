"""Days and instants. The only module that reads the wall clock; elsewhere `now` is an argument.

A day (`datetime.date`) is what people write. An `Instant` is what git records: seconds since the
epoch and the offset of the zone it was written in. Instants are compared by seconds, a day is shown
in the zone it was written in, and ages count whole UTC days.
"""

from __future__ import annotations

import re
import time
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache
from typing import NamedTuple

from gitmem.errors import DateError

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_EPOCH = date(1970, 1, 1).toordinal()
_LAST_DAY = date.max.toordinal()
_SECONDS = (-62_135_424_000, 253_402_128_000)  # two days inside what a datetime can hold, for any zone
_DAY_MINUTES = 24 * 60


class Instant(NamedTuple):
    """A point in time: `seconds` since 1970-01-01 UTC, `offset` minutes east of UTC as written."""

    seconds: int
    offset: int = 0

    @property
    def utc_day(self) -> date:
        """The UTC day, the one ages are counted from."""
        return _day(self.seconds)

    @property
    def day(self) -> date:
        """The day in the zone the instant was written in, the one that is shown."""
        return _day(self.seconds + 60 * self.offset)

    def isoformat(self) -> str:
        """ISO 8601 with offset, `Z` for UTC, to the second."""
        zone = timezone(timedelta(minutes=self.offset)) if abs(self.offset) < _DAY_MINUTES else UTC
        seconds = min(max(self.seconds, _SECONDS[0]), _SECONDS[1])
        moment = datetime(1970, 1, 1, tzinfo=UTC).astimezone(zone) + timedelta(seconds=seconds)
        return moment.isoformat().replace("+00:00", "Z")


def _day(seconds: int) -> date:
    """The day so many seconds after the epoch; days no calendar holds become its first or last one.

    Every line of a memory passes here when its dates are worked out, and most share their days.
    """
    return _day_number(_EPOCH + seconds // 86400)


@lru_cache(maxsize=8192)
def _day_number(ordinal: int) -> date:
    return date.fromordinal(min(max(ordinal, 1), _LAST_DAY))


def system_now() -> Instant:
    """The wall clock, in UTC, to the second."""
    return Instant(int(time.time()))


def parse_day(text: str) -> date | None:
    """`YYYY-M-D` as a day; None when the text is no such date or the date does not exist."""
    found = _DAY.fullmatch(text.strip())
    if not found:
        return None
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return None


def require_day(text: str) -> date:
    """Like `parse_day`, but raises `DateError` naming the text."""
    day = parse_day(text)
    if day is None:
        raise DateError(f"not a date: {text!r} (write YYYY-MM-DD)")
    return day


def parse_instant(text: str) -> Instant:
    """A day or an ISO 8601 date and time as an `Instant`; without a zone it is UTC.

    Raises `DateError` when the text is neither.
    """
    day = parse_day(text)
    try:
        moment = datetime(day.year, day.month, day.day) if day else datetime.fromisoformat(text.strip())
    except ValueError:
        raise DateError(f"not a date or time: {text!r} (write YYYY-MM-DD or 2026-10-01T12:00:00Z)") from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    offset = moment.utcoffset() or timedelta()
    return Instant(int(moment.timestamp()), int(offset.total_seconds()) // 60)


def age_days(day: date, now: Instant) -> int:
    """Whole days from `day` to the UTC day of `now`; negative when `day` lies in the future."""
    return (now.utc_day - day).days
