package expr

import (
	"strings"
	"time"
)

// ParseTimestamp reads a timestamp as asl has them ("Timestamps"): RFC 3339 with an upper-case T, and an upper-case Z
// where there is no offset. The result is in UTC. A fraction of a second may have any number of digits, of which those
// beyond nanoseconds are dropped. A leap second, :60, is refused: the clock that runs workflows has none.
func ParseTimestamp(s string) (time.Time, bool) {
	const shape = "0000-00-00T00:00:00" // 0 is any digit
	if len(s) <= len(shape) {
		return time.Time{}, false
	}
	for i := range len(shape) {
		if shape[i] == '0' && !digit(s[i]) || shape[i] != '0' && s[i] != shape[i] {
			return time.Time{}, false
		}
	}
	year, month, day := number(s[0:4]), number(s[5:7]), number(s[8:10])
	hour, minute, second := number(s[11:13]), number(s[14:16]), number(s[17:19])
	nanos, zone, ok := fraction(s[len(shape):])
	offset, known := zoneOffset(zone)
	if !ok || !known || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, nanos, time.UTC)
	if t.Day() != day { // there is no such day, and the month after began
		return time.Time{}, false
	}
	return t.Add(-offset), true
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// number returns the value of a few digits.
func number(digits string) int {
	n := 0
	for i := range len(digits) {
		n = 10*n + int(digits[i]-'0')
	}
	return n
}

// fraction reads the nanoseconds that a text begins with, if any, and returns what follows.
func fraction(s string) (nanos int, rest string, ok bool) {
	if !strings.HasPrefix(s, ".") {
		return 0, s, true
	}
	i, unit := 1, int(time.Second)
	for ; i < len(s) && digit(s[i]); i++ {
		unit /= 10
		nanos += unit * int(s[i]-'0')
	}
	return nanos, s[i:], i > 1
}

// zoneOffset reads Z or an offset such as +02:00.
func zoneOffset(s string) (time.Duration, bool) {
	if s == "Z" {
		return 0, true
	}
	if len(s) != 6 || s[0] != '+' && s[0] != '-' || s[3] != ':' ||
		!digit(s[1]) || !digit(s[2]) || !digit(s[4]) || !digit(s[5]) {
		return 0, false
	}
	hours, minutes := number(s[1:3]), number(s[4:6])
	offset := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if s[0] == '-' {
		offset = -offset
	}
	return offset, hours < 24 && minutes < 60
}
