package iso8601

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// shortUnits are the units of short durations, the longest first.
var shortUnits = [...]struct {
	name   string
	length time.Duration
}{{"w", 7 * day}, {"d", day}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}, {"ms", time.Millisecond}, {"us", time.Microsecond}, {"ns", time.Nanosecond}}

// exponent is a number of seconds as programs print large ones: PT1.2096e+06S.
var exponent = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^PT([0-9]+(?:\.[0-9]+)?e\+[0-9]{1,2})S$`) })

// ParseWritten reads a duration as people write it in scenarios and flags: in the short form ("90s", "1h30m", "2d", "1.5s", "250ms"; units
// from w to ns, each at most once, the longest first; "0" is no time) or in ISO 8601, with seconds also as PT1.2096e+06S. Definitions have
// the form of their dialect instead: see [ParseDuration].
func ParseWritten(s string) (Duration, error) {
	if seconds := exponent().FindStringSubmatch(s); seconds != nil {
		if n, err := strconv.ParseFloat(seconds[1], 64); err == nil && n < 1e12 {
			s = "PT" + strconv.FormatFloat(n, 'f', -1, 64) + "S"
		}
	}
	if strings.HasPrefix(s, "P") {
		return ParseDuration(s)
	}
	if s == "0" {
		return Duration{}, nil
	}
	d, err := parseShort(s)
	if err != nil {
		return Duration{}, fmt.Errorf("%w; write 90s, 1h30m, 2d or ISO 8601, such as PT1H30M", err)
	}
	return d, nil
}

// parseShort reads a duration in the short form. Weeks and days become those of the duration, which have a fixed length.
func parseShort(s string) (Duration, error) {
	if s == "" {
		return Duration{}, errors.New("the duration is empty")
	}
	var d Duration
	next := 0 // the longest unit that may follow
	for rest := s; rest != ""; {
		number := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789."))]
		rest = rest[len(number):]
		unit := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz"))]
		rest = rest[len(unit):]
		if number == "" || unit == "" {
			return Duration{}, fmt.Errorf("invalid duration %q", short(s))
		}
		i := unitAt(unit, next)
		if i < 0 {
			return Duration{}, fmt.Errorf("invalid duration %q: unknown or misplaced unit %q", short(s), short(unit))
		}
		next = i + 1
		if err := d.addShort(number, i); err != nil {
			return Duration{}, fmt.Errorf("invalid duration %q: %w", short(s), err)
		}
	}
	return d, nil
}

// unitAt returns the index of a unit, or -1 for one that does not exist or is longer than the one at from.
func unitAt(name string, from int) int {
	for i := from; i < len(shortUnits); i++ {
		if shortUnits[i].name == name {
			return i
		}
	}
	return -1
}

// addShort adds a number of a unit.
func (d *Duration) addShort(number string, unit int) error {
	whole, fraction, decimal := strings.Cut(number, ".")
	if whole == "" || decimal && fraction == "" || strings.Contains(fraction, ".") {
		return fmt.Errorf("%q is not a number", short(number))
	}
	n, err := strconv.ParseInt(whole, 10, 32)
	length := shortUnits[unit].length
	if err != nil || unit > 1 && n > int64(math.MaxInt64-d.Clock)/int64(length) {
		return errors.New("it is too long")
	}
	switch unit {
	case 0:
		d.Weeks += int(n)
	case 1:
		d.Days += int(n)
	default:
		d.Clock += time.Duration(n) * length
	}
	part := length
	for _, digit := range fraction { // exact: what is shorter than a nanosecond is dropped
		part, digit = part/10, digit-'0'
		if part > math.MaxInt64/10 || d.Clock > math.MaxInt64-part*time.Duration(digit) {
			return errors.New("it is too long")
		}
		d.Clock += part * time.Duration(digit)
	}
	return nil
}
