package iso8601

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// layout is the fixed part of an instant: a 0 stands for a digit.
const layout = "0000-00-00T00:00:00"

// ParseInstant reads an instant of RFC 3339, "2025-01-01T09:30:00Z" or "2025-01-01T09:30:00.25+01:00", and returns it
// in UTC. "T" and "Z" are capital, the offset from UTC is required, and digits below a nanosecond are dropped. A leap
// second (:60) is refused, since no clock here has one. The error is an [*Error].
func ParseInstant(s string) (time.Time, error) {
	if at := mismatch(s, layout); at < len(layout) {
		return time.Time{}, shapeError(s, at)
	}
	year, month, dayOfMonth := digits(s[:4]), digits(s[5:7]), digits(s[8:10])
	hour, minute, second := digits(s[11:13]), digits(s[14:16]), digits(s[17:19])
	monthDays := time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	for _, part := range []struct {
		name         string
		start, value int
		least, most  int
	}{
		{"month", 5, month, 1, 12},
		{"day", 8, dayOfMonth, 1, monthDays},
		{"hour", 11, hour, 0, 23},
		{"minute", 14, minute, 0, 59},
		{"second", 17, second, 0, 59},
	} {
		if part.value < part.least || part.value > part.most {
			return time.Time{}, &Error{part.start, part.start + 2, fmt.Sprintf("the %s %02d is not between %02d and %02d",
				part.name, part.value, part.least, part.most)}
		}
	}
	nanosecond, end, err := parseFraction(s, len(layout))
	if err != nil {
		return time.Time{}, err
	}
	offset, err := parseOffset(s, end)
	if err != nil {
		return time.Time{}, err
	}
	local := time.Date(year, time.Month(month), dayOfMonth, hour, minute, second, nanosecond, time.UTC)
	return local.Add(-offset), nil
}

// mismatch returns the offset of the first byte of s that does not fit a layout; that of the layout's end if all do.
func mismatch(s, layout string) int {
	for i := range len(layout) {
		if i >= len(s) || layout[i] == '0' && (s[i] < '0' || s[i] > '9') || layout[i] != '0' && s[i] != layout[i] {
			return i
		}
	}
	return len(layout)
}

func shapeError(s string, at int) *Error {
	const example = `an instant looks like "2025-01-01T00:00:00Z"`
	if at >= len(s) {
		return &Error{at, at, fmt.Sprintf("incomplete instant %q; %s", s, example)}
	}
	_, size := utf8.DecodeRuneInString(s[at:])
	expected := "a digit"
	if layout[at] != '0' {
		expected = strconv.Quote(layout[at : at+1])
	}
	return &Error{at, at + size, fmt.Sprintf("expected %s, found %q in %q; %s", expected, s[at:at+size], short(s), example)}
}

// digits returns the value of a few digits.
func digits(s string) int {
	n := 0
	for _, c := range []byte(s) {
		n = n*10 + int(c-'0')
	}
	return n
}

// parseFraction reads the fraction of a second that may appear at an offset, and returns it in nanoseconds, and where
// it ends.
func parseFraction(s string, at int) (nanoseconds, end int, err *Error) {
	if at == len(s) || s[at] != '.' {
		return 0, at, nil
	}
	end = len(s) - len(strings.TrimLeft(s[at+1:], "0123456789"))
	if end == at+1 {
		return 0, 0, &Error{at, end, `no digits follow the "." of the seconds`}
	}
	return digits((s[at+1:end] + "00000000")[:9]), end, nil
}

// parseOffset reads the offset from UTC that ends an instant.
func parseOffset(s string, at int) (time.Duration, *Error) {
	const shape = "00:00"
	offset := s[at:]
	switch {
	case offset == "":
		return 0, &Error{at, at, `an instant needs an offset from UTC: "Z" or an offset such as "+01:00"`}
	case offset == "Z":
		return 0, nil
	}
	sign, clock := offset[0], offset[1:]
	if sign != '+' && sign != '-' || len(clock) != len(shape) || mismatch(clock, shape) < len(shape) ||
		clock[:2] > "23" || clock[3:] > "59" {
		return 0, &Error{at, len(s),
			fmt.Sprintf(`invalid offset from UTC %q; expected "Z" or an offset such as "+01:00"`, short(offset))}
	}
	total := time.Duration(digits(clock[:2]))*time.Hour + time.Duration(digits(clock[3:]))*time.Minute
	if sign == '-' {
		total = -total
	}
	return total, nil
}
