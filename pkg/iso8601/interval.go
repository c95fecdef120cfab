package iso8601

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseRepeating reads a duration that may be repeated: "PT2M", or "R5/PT2M", which is five times. It returns how often,
// -1 where nothing is reported about that ("PT2M", "R/PT2M"), and the text of the duration. The error is an [*Error].
func ParseRepeating(s string) (repeats int, length string, err error) {
	repeats, length = -1, s
	start := 0
	if strings.HasPrefix(s, "R") {
		head, rest, found := strings.Cut(s, "/")
		if !found {
			return 0, "", &Error{0, len(s), fmt.Sprintf(`a "/" and a duration must follow %q, as in "R5/PT15M"`, short(s))}
		}
		start = len(head) + 1
		if head != "R" {
			n, numberErr := strconv.ParseUint(head[1:], 10, 31)
			if numberErr != nil {
				return 0, "", &Error{1, len(head), fmt.Sprintf("invalid number of repetitions %q", short(head[1:]))}
			}
			repeats = int(n)
		}
		length = rest
	}
	if _, err := ParseDuration(length); err != nil {
		return 0, "", moved(err, start)
	}
	return repeats, length, nil
}

// An Interval is a stretch of time. A zero Start or End is one that the text does not tell.
type Interval struct {
	Start, End time.Time
	// Length is the duration of an interval that has only that.
	Length Duration
}

// ParseInterval reads a time interval: "START/END", "START/DURATION", "DURATION/END" or "DURATION". Instants are of RFC
// 3339; a day without a time, and a time without an offset, are read as UTC. An interval that ends before it starts is
// an error. The error is an [*Error].
func ParseInterval(s string) (Interval, error) {
	first, second, two := strings.Cut(s, "/")
	switch {
	case strings.HasPrefix(s, "R"):
		return Interval{}, &Error{0, len(first), "a repeating interval is not a time interval"}
	case !two && !strings.HasPrefix(first, "P"):
		return Interval{}, &Error{0, len(s), fmt.Sprintf(`invalid time interval %q; expected a form such as "2025-01-01T00:00:00Z/P1D"`, short(s))}
	}
	from, err := parseBound(first, 0)
	if err != nil {
		return Interval{}, err
	}
	if !two {
		return Interval{Length: from.length}, nil
	}
	to, err := parseBound(second, len(first)+1)
	switch {
	case err != nil:
		return Interval{}, err
	case from.duration && to.duration:
		return Interval{}, &Error{0, len(s), "an interval of two durations has no start and no end"}
	case to.duration:
		return Interval{Start: from.at, End: to.length.AddTo(from.at)}, nil
	case from.duration:
		return Interval{End: to.at, Length: from.length}, nil
	case to.at.Before(from.at):
		return Interval{}, &Error{0, len(s), "the interval ends before it starts"}
	}
	return Interval{Start: from.at, End: to.at}, nil
}

// A bound is one side of an interval.
type bound struct {
	at       time.Time
	length   Duration
	duration bool
}

func parseBound(s string, start int) (bound, error) {
	if strings.HasPrefix(s, "P") {
		d, err := ParseDuration(s)
		if err != nil {
			return bound{}, moved(err, start)
		}
		return bound{length: d, duration: true}, nil
	}
	at, err := ParseInstant(s)
	if err == nil {
		return bound{at: at}, nil
	}
	for _, layout := range []string{"2006-01-02", "2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00"} {
		if at, plainErr := time.Parse(layout, s); plainErr == nil {
			return bound{at: at}, nil
		}
	}
	return bound{}, moved(err, start)
}

// moved returns an error of a part of a text as one of the whole, in which the part begins at an offset.
func moved(err error, by int) error {
	e, ok := err.(*Error)
	if !ok || e == nil {
		return err
	}
	return &Error{e.Start + by, e.End + by, e.Message}
}
