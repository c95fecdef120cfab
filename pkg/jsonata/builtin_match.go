package jsonata

import (
	"math"
	"strings"

	"github.com/flowglot/flowglot/pkg/jsregexp"
	"github.com/flowglot/flowglot/pkg/value"
)

var matchFunctions = []definition{
	{"match", "<s-f<s:o>n?:a<o>>", 3, 3, match},
	{"contains", "<s-(sf):b>", 2, 2, contains},
	{"replace", "<s-(sf)(sf)n?:s>", 4, 4, replace},
	{"split", "<s-(sf)n?:a<s>>", 3, 3, split},
}

// regex compiles a regular expression to a function that matches a text.
func (c *compiler) regex(n *Regex) evaluator {
	re, err := jsregexp.Compile(n.Pattern, strings.Contains(n.Flags, "i"), strings.Contains(n.Flags, "m"))
	if err != nil {
		c.fail(failAt("S0303", n.Range).about(err.Error()))
	}
	return &regex{re: re}
}

// A regex is a regular expression. Its value is a matcher: a function that returns the first match in a text, as an
// object from which the next one can be had.
type regex struct{ re *jsregexp.Regexp }

func (n *regex) eval(*machine, any, *frame) (any, *Error) {
	return &Function{arity: 2, params: 2, raw: true, run: func(c *Context, args []any) (any, *Error) {
		s, ok := args[0].(string)
		if !ok {
			s = orUndefined(args[0])
		}
		return n.find(c, s, 0)
	}}, nil
}

// find returns the first match from an offset on, as an object.
func (n *regex) find(c *Context, s string, from int) (any, *Error) {
	groups, err := c.exec(n.re, s, from)
	if err != nil || groups == nil {
		return Undefined{}, err
	}
	c.m.built = true
	start, end := groups[0], groups[1]
	list := []any{}
	for i := 2; i < len(groups); i += 2 {
		if groups[i] < 0 {
			list = append(list, Undefined{})
			continue
		}
		list = append(list, s[groups[i]:groups[i+1]])
	}
	offset := utf16Length(s[:start])
	next := &Function{raw: true, run: func(c *Context, _ []any) (any, *Error) {
		if end >= len(s) {
			return Undefined{}, nil
		}
		v, err := n.find(c, s, end)
		if o, ok := v.(*value.Object); ok && o.Get("match") == "" {
			return nil, fail("D1004")
		}
		return v, err
	}}
	return value.ObjectOf(
		value.Member{Key: "match", Value: s[start:end]},
		value.Member{Key: "start", Value: int64(offset)},
		value.Member{Key: "end", Value: int64(offset + utf16Length(s[start:end]))},
		value.Member{Key: "groups", Value: list},
		value.Member{Key: "next", Value: next},
	), nil
}

// exec runs a regular expression, within the steps that are left.
func (c *Context) exec(re *jsregexp.Regexp, s string, from int) ([]int, *Error) {
	budget := c.m.limits.Steps - c.m.steps
	groups, used, ok := re.Find(s, from, budget)
	c.m.steps += used
	if !ok {
		return nil, limit("U1001", "the regular expression takes too long")
	}
	return groups, nil
}

// An occurrence is what a matcher found.
type occurrence struct {
	match  string
	start  int // in UTF-16 units, like end
	end    int
	groups []any
	next   any
}

// found reads the result of a matcher.
func (c *Context) found(v any, err *Error) (*occurrence, *Error) {
	if err != nil || IsUndefined(v) {
		return nil, err
	}
	o, _ := v.(*value.Object)
	start, hasStart := value.Float(o.Get("start"))
	end, hasEnd := value.Float(o.Get("end"))
	groups, hasGroups := array(o.Get("groups"))
	next := o.Get("next")
	if o == nil || !hasStart && !hasEnd && !hasGroups && !IsFunction(next) {
		return nil, fail("T1010")
	}
	text, _ := o.Get("match").(string)
	return &occurrence{text, int(start), int(end), groups, next}, c.m.step()
}

// occurrences calls a function for each match of a matcher, up to a limit, until it returns false.
func (c *Context) occurrences(matcher any, s string, most float64, use func(o *occurrence) *Error) *Error {
	o, err := c.found(c.call(matcher, s))
	for n := 0.0; err == nil && o != nil && n < most; n++ {
		if err = use(o); err == nil {
			if !IsFunction(o.next) {
				return fail("T1010")
			}
			o, err = c.found(c.call(o.next))
		}
	}
	return err
}

// atMost reads the optional limit of a function.
func atMost(v any, code string) (float64, *Error) {
	n, ok := value.Float(v)
	switch {
	case !ok:
		return math.Inf(1), nil
	case n < 0:
		return 0, fail(code)
	}
	return n, nil
}

func match(c *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	most, err := atMost(args[2], "D3040")
	if err != nil {
		return nil, err
	}
	c.m.built = true
	out := &sequence{}
	if most == 0 {
		return out, nil
	}
	err = c.occurrences(args[1], s, most, func(o *occurrence) *Error {
		groups := o.groups
		if groups == nil {
			groups = []any{}
		}
		out.items = append(out.items, value.ObjectOf(
			value.Member{Key: "match", Value: o.match},
			value.Member{Key: "index", Value: int64(o.start)},
			value.Member{Key: "groups", Value: groups},
		))
		return c.m.spend(4)
	})
	return out, err
}

func contains(c *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok || IsUndefined(args[1]) {
		return Undefined{}, nil
	}
	if t, ok := args[1].(string); ok {
		return strings.Contains(s, t), nil
	}
	o, err := c.found(c.call(args[1], s))
	return o != nil, err
}

func split(c *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	most, err := atMost(args[2], "D3020")
	if err != nil {
		return nil, err
	}
	out := []any{}
	if most == 0 {
		return out, nil
	}
	if separator, ok := args[1].(string); ok || IsUndefined(args[1]) {
		if !ok {
			return nil, fail("T0410").argument(2)
		}
		most = math.Floor(most)
		for part := range strings.SplitSeq(s, separator) {
			if float64(len(out)) >= most {
				break
			}
			out = append(out, part)
		}
		return out, c.m.spend(len(out))
	}
	at := 0
	text := utf16Text{s: s}
	err = c.occurrences(args[1], s, most, func(o *occurrence) *Error {
		out = append(out, text.between(at, o.start))
		at = o.end
		return c.m.spend(1)
	})
	if err == nil && float64(len(out)) < most {
		out = append(out, text.after(at))
	}
	return out, err
}
