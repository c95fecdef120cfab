package jsonata

import (
	"math"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/value"
)

func replace(c *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	if args[1] == "" {
		return nil, fail("D3010")
	}
	most, err := atMost(args[3], "D3011")
	if err != nil || most == 0 {
		return s, err
	}
	if old, ok := args[1].(string); ok {
		return c.replaceText(s, old, args[2], most)
	}
	if IsUndefined(args[1]) {
		return nil, fail("T0410").argument(2)
	}
	var b strings.Builder
	at := 0
	text := utf16Text{s: s}
	err = c.occurrences(args[1], s, most, func(o *occurrence) *Error {
		b.WriteString(text.between(at, o.start))
		at = o.start + utf16Length(o.match)
		by, err := c.replacement(args[2], o)
		if err != nil {
			return err
		}
		b.WriteString(by)
		return c.m.spendBytes(len(by))
	})
	if err != nil {
		return nil, err
	}
	b.WriteString(text.after(at))
	return b.String(), c.m.spendBytes(b.Len())
}

// replaceText replaces a fixed text.
func (c *Context) replaceText(s, old string, by any, most float64) (any, *Error) {
	replacement, ok := by.(string)
	if !ok {
		err := fail("D3012")
		err.Value = by
		return nil, err
	}
	n := strings.Count(s, old)
	if float64(n) > most {
		n = int(math.Ceil(most))
	}
	if err := c.m.spendBytes(len(s) + n*len(replacement)); err != nil {
		return nil, err
	}
	return strings.Replace(s, old, replacement, n), nil
}

// replacement returns what a match is replaced by: what a function returns, or a text in which $1 stands for a group.
func (c *Context) replacement(by any, o *occurrence) (string, *Error) {
	if text, ok := by.(string); ok {
		return substitute(text, o), nil
	}
	v, err := c.call(by, c.matchObject(o))
	if err != nil {
		return "", err
	}
	text, ok := v.(string)
	if !ok {
		err := fail("D3012")
		err.Value = v
		return "", err
	}
	return text, nil
}

// matchObject returns a match as functions get it.
func (c *Context) matchObject(o *occurrence) any {
	return value.ObjectOf(
		value.Member{Key: "match", Value: o.match},
		value.Member{Key: "start", Value: int64(o.start)},
		value.Member{Key: "end", Value: int64(o.end)},
		value.Member{Key: "groups", Value: o.groups},
		value.Member{Key: "next", Value: o.next},
	)
}

// substitute replaces $$, $0 and $1 … in a replacement. A number has as many digits as that of the groups; if there is no
// such group, one digit less.
func substitute(text string, o *occurrence) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "$")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		text = after
		switch {
		case strings.HasPrefix(text, "$"):
			b.WriteByte('$')
			text = text[1:]
		case strings.HasPrefix(text, "0"):
			b.WriteString(o.match)
			text = text[1:]
		default:
			digits := len(strconv.Itoa(max(1, len(o.groups))))
			n, used := leadingNumber(text, digits)
			if digits > 1 && n > len(o.groups) {
				n, used = leadingNumber(text, digits-1)
			}
			if used == 0 {
				b.WriteByte('$')
				continue
			}
			if n >= 1 && n <= len(o.groups) {
				group, _ := o.groups[n-1].(string)
				b.WriteString(group)
			}
			text = text[used:]
		}
	}
}

// leadingNumber reads a number of at most so many digits.
func leadingNumber(s string, most int) (n, used int) {
	for used < most && used < len(s) && s[used] >= '0' && s[used] <= '9' {
		n = n*10 + int(s[used]-'0')
		used++
	}
	return n, used
}
