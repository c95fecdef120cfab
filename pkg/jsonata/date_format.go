package jsonata

import (
	"math"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
)

var dateFunctions = []definition{
	{"now", "<s?s?:s>", 2, 2, now},
	{"millis", "<:n>", 0, 0, millis},
	{"fromMillis", "<n-s?s?:s>", 3, 3, fromMillis},
	{"toMillis", "<s-s?:n>", 2, 2, toMillis},
}

const isoPicture = "[Y0001]-[M01]-[D01]T[H01]:[m01]:[s01].[f001][Z01:01t]"

func now(c *Context, args []any) (any, *Error) {
	return formatTime(c.m.time(), args[0], args[1])
}

func millis(c *Context, _ []any) (any, *Error) { return c.m.time().UnixMilli(), nil }

func fromMillis(c *Context, args []any) (any, *Error) {
	f, ok := value.Float(args[0])
	if !ok {
		return Undefined{}, nil
	}
	if math.Abs(f) > 8.64e15 || math.IsNaN(f) {
		return nil, fail("D1001").of(args[0])
	}
	s, err := formatTime(time.UnixMilli(int64(f)).UTC(), args[1], args[2])
	return s, err
}

// formatTime writes a time with a picture in a time zone, which are undefined or strings.
func formatTime(t time.Time, picture, zone any) (any, *Error) {
	text, ok := picture.(string)
	if !ok {
		text = isoPicture
	}
	if len(text) > mostWide {
		return nil, limit("D2015", "the picture is too long")
	}
	parts, err := readDatePicture(text)
	if err != nil {
		return nil, err
	}
	var z timeZone
	if s, ok := zone.(string); ok {
		offset := leadingInteger(s)
		if math.IsNaN(offset) || math.Abs(offset) > 9999 {
			return nil, fail("D3134")
		}
		z.hours = math.Floor(offset / 100)
		z.minutes = math.Mod(offset, 100)
	}
	t = t.Add(time.Duration(60*z.hours+z.minutes) * time.Minute)
	var b strings.Builder
	for i := range parts {
		s, err := parts[i].format(t, z)
		if err != nil {
			return nil, err
		}
		b.WriteString(s)
	}
	return b.String(), nil
}

// A timeZone is an offset from UTC. The minutes of a negative one are negative.
type timeZone struct{ hours, minutes float64 }

// format writes a part of a picture.
func (p *datePart) format(t time.Time, z timeZone) (string, *Error) {
	switch p.component {
	case 0:
		return p.literal, nil
	case 'Z', 'z':
		return p.zone(z)
	case 'P':
		s := "am"
		if t.Hour() >= 12 {
			s = "pm"
		}
		if p.letters == upperCase && p.names {
			s = strings.ToUpper(s)
		}
		return s, nil
	case 'C', 'E':
		return "ISO", nil
	}
	v := component(t, p.component)
	if p.names && p.component != 'f' {
		return p.name(v)
	}
	if p.integer == nil {
		return "", fail("D3132").about(quote(string(p.component)))
	}
	if p.digits > 0 {
		v = math.Mod(v, math.Pow(10, float64(p.digits)))
	}
	return p.integer.format(v)
}

// name writes a month or a day of the week as a name.
func (p *datePart) name(v float64) (string, *Error) {
	var s string
	switch p.component {
	case 'M', 'x':
		s = time.Month(int(v)).String()
	case 'F':
		s = time.Weekday(int(v) % 7).String()
	default:
		return "", fail("D3133").about(quote(string(p.component)))
	}
	switch p.letters {
	case upperCase:
		s = strings.ToUpper(s)
	case lowerCase:
		s = strings.ToLower(s)
	}
	if p.maxWidth > 0 && len(s) > p.maxWidth {
		s = s[:p.maxWidth]
	}
	return s, nil
}

// zone writes the time zone.
func (p *datePart) zone(z timeZone) (string, *Error) {
	offset := z.hours*100 + z.minutes
	v, minutes := offset, false
	if p.integer.regular == 0 {
		switch p.integer.mandatory {
		case 1, 2:
			v, minutes = z.hours, z.minutes != 0
		case 3, 4:
		default:
			return "", fail("D3134")
		}
	}
	s, err := p.integer.format(v)
	if err != nil {
		return "", err
	}
	if minutes {
		two := &integerPicture{zero: '0', mandatory: 2}
		rest, err := two.format(z.minutes)
		if err != nil {
			return "", err
		}
		s += ":" + rest
	}
	if offset >= 0 {
		s = "+" + s
	}
	if p.component == 'z' {
		s = "GMT" + s
	}
	if offset == 0 && p.modifier == 't' {
		s = "Z"
	}
	return s, nil
}

// component returns a component of a time as a number.
func component(t time.Time, c byte) float64 {
	switch c {
	case 'Y':
		return float64(t.Year())
	case 'M':
		return float64(t.Month())
	case 'D':
		return float64(t.Day())
	case 'd':
		return float64(t.YearDay())
	case 'F':
		return float64((int(t.Weekday())+6)%7 + 1)
	case 'W':
		_, week := t.ISOWeek()
		return float64(week)
	case 'X':
		year, _ := t.ISOWeek()
		return float64(year)
	case 'w':
		_, week := weekOfMonth(t)
		return float64(week)
	case 'x':
		month, _ := weekOfMonth(t)
		return float64(month.Month())
	case 'H':
		return float64(t.Hour())
	case 'h':
		return float64((t.Hour()+11)%12 + 1)
	case 'm':
		return float64(t.Minute())
	case 's':
		return float64(t.Second())
	case 'f':
		return float64(t.Nanosecond() / int(time.Millisecond))
	}
	return 0
}

// weekOfMonth returns the month that the week of a time belongs to, the one of its Thursday, and which of its weeks it is.
func weekOfMonth(t time.Time) (month time.Time, week int) {
	day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	thursday := day.AddDate(0, 0, 3-(int(day.Weekday())+6)%7)
	month = time.Date(thursday.Year(), thursday.Month(), 1, 0, 0, 0, 0, time.UTC)
	return month, (thursday.Day()-1)/7 + 1
}
