package iso8601

import (
	"strconv"
	"time"
)

// Human returns a length of time as people write it, in its two greatest units: "30 d", "2 h 5 min", "1.5 s", "250 ms",
// "0 s". What is smaller is dropped, never rounded up. One that is negative has a minus sign in front.
func Human(d time.Duration) string {
	rest := magnitude(d)
	if d < 0 {
		return "-" + human(rest)
	}
	return human(rest)
}

func human(nanoseconds uint64) string {
	if nanoseconds < uint64(time.Minute) {
		return seconds(nanoseconds)
	}
	out, parts := "", 0
	for _, u := range []struct {
		length time.Duration
		name   string
	}{{day, "d"}, {time.Hour, "h"}, {time.Minute, "min"}} {
		n := nanoseconds / uint64(u.length)
		nanoseconds %= uint64(u.length)
		if n == 0 || parts == 2 {
			continue
		}
		if parts++; parts > 1 {
			out += " "
		}
		out += strconv.FormatUint(n, 10) + " " + u.name
	}
	if milliseconds := nanoseconds - nanoseconds%uint64(time.Millisecond); parts < 2 && milliseconds > 0 {
		out += " " + decimal(milliseconds, uint64(time.Second)) + " s"
	}
	return out
}

// seconds returns less than a minute in the greatest of its units that is not a fraction, with three decimals at most.
func seconds(nanoseconds uint64) string {
	switch {
	case nanoseconds == 0:
		return "0 s"
	case nanoseconds < uint64(time.Microsecond):
		return strconv.FormatUint(nanoseconds, 10) + " ns"
	case nanoseconds < uint64(time.Millisecond):
		return decimal(nanoseconds, uint64(time.Microsecond)) + " µs"
	case nanoseconds < uint64(time.Second):
		return decimal(nanoseconds/1e3, 1e3) + " ms"
	}
	return decimal(nanoseconds/1e6, 1e3) + " s"
}
