package iso8601

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// maxCount is the greatest number of years, months, weeks or days that is read. It is beyond anything that is meant,
// and small enough that an instant that much later can still be computed.
const maxCount = 99_999_999

// units are the parts of a duration in the order in which they must appear, and their lengths as far as fractions need
// them: ISO 8601 gives none for a month, here it is 30 days. A year is 12 months.
var units = [...]struct {
	letter byte
	clock  bool // after the T
	length time.Duration
	name   string
}{
	{'Y', false, 0, "year"},
	{'M', false, 30 * day, "month"},
	{'W', false, 7 * day, "week"},
	{'D', false, day, "day"},
	{'H', true, time.Hour, "hour"},
	{'M', true, time.Minute, "minute"},
	{'S', true, time.Second, "second"},
}

// ParseDuration reads a duration such as "P1Y2M10DT2H30M", "P2W" or "PT0.5S". The parts come in this order, each at
// most once, and there is at least one; the last may have a fraction, after a point or a comma. Letters are capital,
// and there is no sign. The clock part is at most 292 years long, every other number at most 99,999,999.
//
// The fraction of a year counts as months and that of a month as a part of 30 days; digits of a fraction that are
// worth less than a nanosecond are dropped. The error is an [*Error].
//
// The grammar is read here and not by a library, since the fields must be exact: a float64 holds the nanoseconds of
// no more than a hundred days.
func ParseDuration(s string) (Duration, error) {
	p := parser{text: s}
	if err := p.duration(); err != nil {
		return Duration{}, err
	}
	return p.out, nil
}

// A parser reads one duration.
type parser struct {
	text  string
	at    int
	next  int  // the index of the first unit that may still follow
	clock bool // the T was read
	out   Duration
}

// duration reads a whole duration.
func (p *parser) duration() *Error {
	switch {
	case p.text == "":
		return p.fail(0, 0, `an empty text is not a duration; one looks like "PT30S"`)
	case p.text[0] == '-' || p.text[0] == '+':
		return p.fail(0, 1, "a duration has no sign")
	case p.text[0] != 'P':
		return p.fail(0, 0, fmt.Sprintf(`the duration %q does not start with "P"`, short(p.text)))
	}
	p.at = 1
	fractionAt := -1
	for p.at < len(p.text) {
		if p.text[p.at] == 'T' && !p.clock {
			p.clock = true
			p.at++
			if p.at == len(p.text) {
				return p.fail(p.at-1, p.at, `no hours, minutes or seconds follow "T"`)
			}
			continue
		}
		if fractionAt >= 0 {
			return p.fail(fractionAt, p.at, "only the last part of a duration may have a fraction")
		}
		start := p.at
		fraction, err := p.part()
		if err != nil {
			return err
		}
		if fraction {
			fractionAt = start
		}
	}
	if p.next == 0 {
		return p.fail(0, len(p.text), fmt.Sprintf(`the duration %q has no parts; one looks like "PT30S"`, p.text))
	}
	return nil
}

// part reads a number and its unit, and reports whether the number has a fraction.
func (p *parser) part() (bool, *Error) {
	start := p.at
	whole, fraction := p.digits(), ""
	if whole == "" {
		return false, p.fail(start, p.after(start), fmt.Sprintf("expected a number, found %q", p.text[start:p.after(start)]))
	}
	if p.at < len(p.text) && (p.text[p.at] == '.' || p.text[p.at] == ',') {
		sign := p.at
		p.at++
		if fraction = p.digits(); fraction == "" {
			return false, p.fail(sign, p.at, fmt.Sprintf("no digits follow %q", p.text[sign:p.at]))
		}
	}
	if p.at == len(p.text) {
		return false, p.fail(start, p.at, fmt.Sprintf("the number %q has no unit after it", short(p.text[start:])))
	}
	unit, err := p.unit()
	if err != nil {
		return false, err
	}
	if !p.add(unit, whole, fraction) {
		return false, p.fail(start, p.at, fmt.Sprintf("%q is too large for a duration", short(p.text[start:p.at])))
	}
	return fraction != "", nil
}

// digits reads decimal digits, or nothing.
func (p *parser) digits() string {
	start := p.at
	for p.at < len(p.text) && '0' <= p.text[p.at] && p.text[p.at] <= '9' {
		p.at++
	}
	return p.text[start:p.at]
}

// unit reads the letter of a unit that may appear here, and returns its index.
func (p *parser) unit() (int, *Error) {
	letter, end := p.text[p.at], p.after(p.at)
	elsewhere := -1
	for i, u := range units {
		if u.letter != letter {
			continue
		}
		if u.clock == p.clock && i >= p.next {
			p.next = i + 1
			p.at++
			return i, nil
		}
		if elsewhere < 0 || u.clock == p.clock {
			elsewhere = i
		}
	}
	found := p.text[p.at:end]
	switch {
	case elsewhere < 0:
		return 0, p.fail(p.at, end, fmt.Sprintf("invalid unit %q; expected Y, M, W, D, or H, M, S after T", found))
	case units[elsewhere].clock && !p.clock:
		return 0, p.fail(p.at, end, fmt.Sprintf(`%ss (%s) must come after "T"`, units[elsewhere].name, found))
	case !units[elsewhere].clock && p.clock:
		return 0, p.fail(p.at, end, fmt.Sprintf(`%ss (%s) must come before "T"`, units[elsewhere].name, found))
	case elsewhere == p.next-1:
		return 0, p.fail(p.at, end, fmt.Sprintf("duplicate %ss (%s)", units[elsewhere].name, found))
	}
	return 0, p.fail(p.at, end,
		fmt.Sprintf("%ss (%s) must come before %ss", units[elsewhere].name, found, units[p.next-1].name))
}

// add adds a number of units, and reports false if that is too large.
func (p *parser) add(unit int, whole, fraction string) bool {
	n, err := strconv.ParseUint(whole, 10, 63)
	if err != nil {
		return false
	}
	if u := units[unit]; u.clock {
		if n > uint64(math.MaxInt64/u.length) || !p.addClock(time.Duration(n)*u.length) {
			return false
		}
	} else {
		if n > maxCount {
			return false
		}
		*[...]*int{&p.out.Years, &p.out.Months, &p.out.Weeks, &p.out.Days}[unit] = int(n)
	}
	return p.addFraction(unit, fraction)
}

// addFraction adds a fraction, given by its decimals, of a unit.
func (p *parser) addFraction(unit int, decimals string) bool {
	const digits = 18 // as many as fit; a unit has at most 2.6e15 nanoseconds, so that more would not count
	decimals = decimals[:min(len(decimals), digits)]
	n, scale := uint64(0), uint64(1)
	for _, c := range []byte(decimals) {
		n, scale = n*10+uint64(c-'0'), scale*10
	}
	length := units[unit].length
	if units[unit].letter == 'Y' {
		hi, lo := bits.Mul64(n, 12)
		months, rest := bits.Div64(hi, lo, scale)
		p.out.Months += int(months)
		n, length = rest, units[unit+1].length
	}
	hi, lo := bits.Mul64(n, uint64(length))
	nanoseconds, _ := bits.Div64(hi, lo, scale)
	return p.addClock(time.Duration(nanoseconds))
}

func (p *parser) addClock(d time.Duration) bool {
	if d > math.MaxInt64-p.out.Clock {
		return false
	}
	p.out.Clock += d
	return true
}

// after returns the end of the character at an offset.
func (p *parser) after(at int) int {
	_, size := utf8.DecodeRuneInString(p.text[at:])
	return at + size
}

func (p *parser) fail(start, end int, message string) *Error {
	return &Error{Start: start, End: end, Message: message}
}

// short returns the start of a text, enough of it to be quoted in a message.
func short(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
