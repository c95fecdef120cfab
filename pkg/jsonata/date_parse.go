package jsonata

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/flowglot/flowglot/pkg/jsregexp"
)

var isoTimestamp = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`^(\d{4})(?:-([01]\d))?(?:-([0-3]\d))?(?:T([0-2]\d):([0-5]\d):([0-5]\d))?(?:\.(\d+))?(?:([+-])([0-2]\d):?([0-5]\d)|Z)?$`)
})

func toMillis(c *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	if picture, ok := args[1].(string); ok {
		return c.parseTime(s, picture)
	}
	g := isoTimestamp().FindStringSubmatch(s)
	if g == nil {
		return nil, fail("D3110").of(s)
	}
	part := func(i, absent int) int {
		if n, err := strconv.Atoi(g[i]); err == nil {
			return n
		}
		return absent
	}
	month, day, hour := part(2, 1), part(3, 1), part(4, 0)
	if month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || hour == 24 && part(5, 0)+part(6, 0) > 0 {
		return nil, fail("D3110").of(s)
	}
	fraction, _ := strconv.Atoi((g[7] + "000")[:3])
	t := time.Date(part(1, 0), time.Month(month), day, hour, part(5, 0), part(6, 0), 0, time.UTC).UnixMilli() + int64(fraction)
	offset := int64(part(9, 0)*60+part(10, 0)) * time.Minute.Milliseconds()
	if g[8] == "-" {
		offset = -offset
	}
	return t - offset, nil
}

// parseTime reads a time that was written with a picture. A text that does not fit the picture is undefined.
func (c *Context) parseTime(s, picture string) (any, *Error) {
	if len(picture) > mostWide {
		return nil, limit("D2015", "the picture is too long")
	}
	parts, err := readDatePicture(picture)
	if err != nil {
		return nil, err
	}
	pattern := "^"
	for i := range parts {
		p, err := parts[i].pattern()
		if err != nil {
			return nil, err
		}
		pattern += "(" + p + ")"
	}
	re, wrong := jsregexp.Compile(pattern+"$", true, false)
	if wrong != nil {
		return nil, fail("D3136")
	}
	groups, err := c.exec(re, s, 0)
	if err != nil || groups == nil {
		return Undefined{}, err
	}
	fields := fields{}
	components := 0
	for i := range parts {
		if parts[i].component == 0 {
			continue
		}
		v, err := parts[i].parse(s[groups[2*i+2]:groups[2*i+3]])
		if err != nil {
			return nil, err
		}
		components++
		if fields[parts[i].component] = v; parts[i].integer == nil && math.IsNaN(v) {
			delete(fields, parts[i].component) // a name that is not one
		}
	}
	if components == 0 {
		return Undefined{}, nil
	}
	return fields.time(c.m.time())
}

// pattern returns the regular expression of a part.
func (p *datePart) pattern() (string, *Error) {
	switch {
	case p.component == 0:
		return regexp.QuoteMeta(p.literal), nil
	case p.component == 'Z' || p.component == 'z':
		pattern := "[-+][0-9]+"
		if p.component == 'z' {
			pattern = "GMT" + pattern
		}
		if p.integer.regular > 0 {
			pattern += regexp.QuoteMeta(p.integer.groups[0].char) + "[0-9]+"
		}
		return pattern, nil
	case p.component == 'f':
		return "[0-9]+", nil
	case p.integer != nil:
		return p.integer.pattern()
	case strings.IndexByte("MxFP", p.component) < 0:
		return "", fail("D3133").about(quote(string(p.component)))
	}
	return "[a-zA-Z]+", nil
}

// pattern returns the regular expression of an integer in a date.
func (p *integerPicture) pattern() (string, *Error) {
	upper := p.letters == upperCase
	switch p.style {
	case letterStyle:
		if upper {
			return "[A-Z]+", nil
		}
		return "[a-z]+", nil
	case romanStyle:
		if upper {
			return "[MDCLXVI]+", nil
		}
		return "[mdclxvi]+", nil
	case wordStyle:
		var words []string
		for i := range smallNumbers {
			words = append(words, smallNumbers[i], smallOrdinals[i])
		}
		for _, t := range tens {
			words = append(words, t, strings.TrimSuffix(t, "y")+"ieth")
		}
		words = append(words, "hundred(?:th)?", "hundredth")
		for _, m := range magnitudes {
			words = append(words, m, m+"th")
		}
		return "(?:" + strings.Join(words, "|") + `|and|[\-, ])+`, nil
	case sequenceStyle:
		return "", fail("D3130").about(quote(p.token))
	}
	pattern := "[0-9]+"
	if p.width > 0 {
		pattern = "[0-9]{" + strconv.Itoa(p.width) + "}"
	}
	if p.ordinal {
		pattern += "(?:th|st|nd|rd)"
	}
	return pattern, nil
}

// parse reads a component; NaN is one whose text means nothing.
func (p *datePart) parse(s string) (float64, *Error) {
	switch {
	case p.component == 'Z' || p.component == 'z':
		return p.parseZone(strings.TrimPrefix(strings.ToUpper(s), "GMT")), nil
	case p.component == 'f':
		f, _ := strconv.ParseFloat("0."+s[:min(3, len(s))], 64)
		return f * 1000, nil
	case p.integer != nil:
		return p.integer.parse(s)
	case p.component == 'P':
		switch s {
		case "am", "AM":
			return 0, nil
		case "pm", "PM":
			return 1, nil
		}
		return math.NaN(), nil
	}
	cut := func(name string) string {
		if p.maxWidth > 0 && len(name) > p.maxWidth {
			return name[:p.maxWidth]
		}
		return name
	}
	if p.component == 'F' {
		for day := 1; day <= 7; day++ {
			if s == cut(time.Weekday(day%7).String()) {
				return float64(day), nil
			}
		}
		return math.NaN(), nil
	}
	for month := time.January; month <= time.December; month++ {
		if s == cut(month.String()) {
			return float64(month), nil
		}
	}
	return math.NaN(), nil
}

// parseZone reads an offset from UTC in minutes.
func (p *datePart) parseZone(s string) float64 {
	if p.integer.regular > 0 {
		hours, minutes, _ := strings.Cut(s, p.integer.groups[0].char)
		return leadingInteger(hours)*60 + leadingInteger(minutes)
	}
	if len(s) <= 3 {
		return leadingInteger(s) * 60
	}
	return leadingInteger(s[:3])*60 + leadingInteger(s[3:])
}

// fields are the components of a time that a text has.
type fields map[byte]float64

// The components that belong together, by which a date or a time can be given.
const (
	dateOfMonth    = "YMD"
	dateOfYear     = "YD"
	dateOfWeek     = "XWF"
	dateOfMonthsWk = "XxwF"
	time24         = "Hmsf"
	time12         = "Phmsf"
)

// only reports whether of some components only those of a set are given, and at least one of them. One that is 0 or NaN
// counts as not given, as in the reference implementation.
func (f fields) only(all, set string) bool {
	any := false
	for i := range len(all) {
		if v := f[all[i]]; v == 0 || math.IsNaN(v) {
			continue
		}
		if strings.IndexByte(set, all[i]) < 0 {
			return false
		}
		any = true
	}
	return any
}

// time returns the milliseconds that the components mean. What is larger than the largest component given is that of the
// present, what is smaller is the least. There may be no gaps.
func (f fields) time(now time.Time) (any, *Error) {
	const dates, times = "YXMxWwdD", "PHhmsf"
	dateSet, timeSet := dateOfMonth, time24
	byDay := false
	switch {
	case f.only(dates, "YMD"):
	case f.only(dates, "Yd"):
		dateSet, byDay = dateOfYear, true
	case f.only(dates, "Xxw"):
		dateSet = dateOfMonthsWk
	case f.only(dates, "XW"):
		dateSet = dateOfWeek
	}
	if !f.only(times, "Hmsf") && f.only(times, "Phmsf") {
		timeSet = time12
	}
	if err := f.complete(dateSet+timeSet, now); err != nil {
		return nil, err
	}
	if dateSet == dateOfMonthsWk || dateSet == dateOfWeek {
		return nil, fail("D3136")
	}
	month, day := max(f['M'], 1), f['D']
	if byDay {
		month, day = 1, f['d']
	}
	hour := f['H']
	if timeSet == time12 {
		if hour = f['h']; hour == 12 {
			hour = 0
		}
		if f['P'] == 1 {
			hour += 12
		}
	}
	year := f['Y']
	if year >= 0 && year <= 99 {
		year += 1900 // as JavaScript reads it
	}
	for _, v := range []float64{year, month, day, hour, f['m'], f['s']} {
		if math.IsNaN(v) {
			return v, nil
		}
		if math.Abs(v) > 1e9 {
			return nil, fail("D1001").of(v)
		}
	}
	t := time.Date(int(year), time.Month(int(month)), int(day), int(hour), int(f['m']), int(f['s']), 0, time.UTC).UnixMilli()
	offset := f['Z']
	if offset == 0 {
		offset = f['z']
	}
	return number(float64(t) + math.Trunc(f['f']) - offset*60*1000), nil
}

// complete adds the components that are not given.
func (f fields) complete(set string, now time.Time) *Error {
	started, ended := false, false
	for i := range len(set) {
		c := set[i]
		if _, given := f[c]; given {
			if started = true; ended {
				return fail("D3136")
			}
			continue
		}
		if !started {
			f[c] = component(now, c)
			continue
		}
		f[c], ended = 0, true
		if strings.IndexByte("MDd", c) >= 0 {
			f[c] = 1
		}
	}
	return nil
}
