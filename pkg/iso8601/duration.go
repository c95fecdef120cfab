package iso8601

import (
	"strconv"
	"strings"
	"time"
)

// A Duration is a length of time of which a part is counted on the calendar. No field is negative.
type Duration struct {
	Years, Months, Weeks, Days int
	// Clock is what hours, minutes and seconds add up to, and the fraction of a week, a day or a month.
	Clock time.Duration
}

// day is the length of a day; see the top of the package.
const day = 24 * time.Hour

// IsZero reports whether the duration takes no time.
func (d Duration) IsZero() bool { return d == Duration{} }

// AddTo returns the time that is d after t, in the location of t: first years and months on the calendar, where a day
// that the month does not have becomes its last (a month after January 31 is February 28 or 29), then weeks and days
// of 24 hours, then the clock part.
func (d Duration) AddTo(t time.Time) time.Time {
	if d.Years != 0 || d.Months != 0 {
		year, month, dayOfMonth := t.Date()
		first := time.Date(year+d.Years, month+time.Month(d.Months), 1, 0, 0, 0, 0, time.UTC)
		lastDay := first.AddDate(0, 1, -1).Day()
		t = time.Date(first.Year(), first.Month(), min(dayOfMonth, lastDay),
			t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
	}
	if days := d.Weeks*7 + d.Days; days != 0 {
		t = t.UTC().AddDate(0, 0, days).In(t.Location())
	}
	return t.Add(d.Clock)
}

// String returns the duration in canonical form: parts that are zero are left out, hours may be more than 24, and no
// time at all is "PT0S". [ParseDuration] reads it back to the same value.
func (d Duration) String() string {
	var b strings.Builder
	b.WriteByte('P')
	part := func(n int, unit byte) {
		if n != 0 {
			b.WriteString(strconv.Itoa(n))
			b.WriteByte(unit)
		}
	}
	part(d.Years, 'Y')
	part(d.Months, 'M')
	part(d.Weeks, 'W')
	part(d.Days, 'D')
	if d.Clock != 0 || d.IsZero() {
		writeClock(&b, uint64(d.Clock))
	}
	return b.String()
}

// Format returns a fixed length of time as an ISO 8601 duration, with days of 24 hours: "PT7.5S", "P1DT2H", "P30D",
// and "PT0S" for none. One that is negative has a minus sign in front.
func Format(d time.Duration) string {
	var b strings.Builder
	nanoseconds := magnitude(d)
	if d < 0 {
		b.WriteByte('-')
	}
	b.WriteByte('P')
	days := nanoseconds / uint64(day)
	if days > 0 {
		b.WriteString(strconv.FormatUint(days, 10))
		b.WriteByte('D')
	}
	if rest := nanoseconds % uint64(day); rest > 0 || days == 0 {
		writeClock(&b, rest)
	}
	return b.String()
}

// writeClock writes "T" and nanoseconds as hours, minutes and seconds, at least one of them.
func writeClock(b *strings.Builder, nanoseconds uint64) {
	b.WriteByte('T')
	hours := nanoseconds / uint64(time.Hour)
	minutes := nanoseconds / uint64(time.Minute) % 60
	seconds := nanoseconds % uint64(time.Minute)
	if hours > 0 {
		b.WriteString(strconv.FormatUint(hours, 10))
		b.WriteByte('H')
	}
	if minutes > 0 {
		b.WriteString(strconv.FormatUint(minutes, 10))
		b.WriteByte('M')
	}
	if seconds > 0 || hours == 0 && minutes == 0 {
		b.WriteString(decimal(seconds, uint64(time.Second)))
		b.WriteByte('S')
	}
}

// decimal returns n/unit, where unit is a power of ten, without trailing zeros.
func decimal(n, unit uint64) string {
	s := strconv.FormatUint(n/unit, 10)
	if n%unit == 0 {
		return s
	}
	// The digits of unit+rest are a 1 and the rest with its leading zeros.
	return s + "." + strings.TrimRight(strconv.FormatUint(unit+n%unit, 10)[1:], "0")
}

// magnitude returns the absolute value of d, which for the least of all does not fit a time.Duration.
func magnitude(d time.Duration) uint64 {
	if d < 0 {
		return -uint64(d)
	}
	return uint64(d)
}
