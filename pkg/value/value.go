// Package value holds JSON values as data: what definitions carry, what tasks answer, what expressions compute.
//
// A value is a plain tree of nil, bool, string, int64, float64, *[Object] and []any. Nobody writes to a value once
// it is made, so parts of it may be shared freely, between values and between goroutines; a change copies the path from
// the root. An integer that fits an int64 is one, every other number is a float64, and numbers are compared by what they
// amount to: 1 equals 1.0. NaN and infinities are not values.
//
// Values nest up to [MaxDepth] levels. Reading refuses what is deeper; the other functions take it for null.
package value

import (
	"math"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// MaxDepth is how many levels of arrays and objects a value may have.
const MaxDepth = 10_000

// Of returns the value of a tree. Objects keep the order of their members; of a duplicate key the last value counts, in
// the place of the first. What could not be read is null, and so
// is what lies deeper than [MaxDepth]. A part that YAML aliases several times is computed each time; the reader of YAML
// bounds how often.
func Of(n *source.Node) any { return of(n, 0) }

func of(n *source.Node, depth int) any {
	if n == nil || depth > MaxDepth {
		return nil
	}
	switch n.Kind {
	case source.Bool:
		return strings.EqualFold(n.Text, "true")
	case source.Number:
		v, _ := Number(n.Text)
		return v
	case source.String:
		return n.Text
	case source.Array:
		items := make([]any, len(n.Items))
		for i, item := range n.Items {
			items[i] = of(item, depth+1)
		}
		return items
	case source.Object:
		members := make([]Member, len(n.Members))
		for i := range n.Members {
			members[i] = Member{n.Members[i].Key, of(n.Members[i].Value, depth+1)}
		}
		return take(members)
	default:
		return nil
	}
}

// Number returns the value of a number as JSON or YAML writes it: an int64 where it is written as an integer and fits
// one, else a float64. A number too large for a float64, and YAML's .inf, is the largest float64 of its sign; one too
// small is 0. It reports false, with a nil value, for a text that is not a number; YAML's .nan is not one.
func Number(text string) (any, bool) {
	digits, negative := strings.CutPrefix(text, "-")
	if !negative {
		digits = strings.TrimPrefix(digits, "+")
	}
	switch {
	case strings.EqualFold(digits, ".inf"):
		return largest(negative), true
	case strings.HasPrefix(digits, "0x"):
		return integer(digits[2:], 16, negative)
	case strings.HasPrefix(digits, "0o"):
		return integer(digits[2:], 8, negative)
	case digits == "" || strings.Trim(digits, "0123456789.eE+-") != "" || digits[0] == '-' || digits[0] == '+':
		return nil, false // among others Inf, NaN, 0x1p-2 and 1_000, which strconv would read
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return i, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if math.IsInf(f, 0) {
		return largest(negative), true
	}
	if err != nil {
		return nil, false
	}
	return f, true
}

// integer returns the value of YAML's digits of another base, of up to 64 bits.
func integer(digits string, base int, negative bool) (any, bool) {
	u, err := strconv.ParseUint(digits, base, 64)
	switch {
	case err != nil:
		return nil, false
	case u <= math.MaxInt64 && negative:
		return -int64(u), true
	case u <= math.MaxInt64:
		return int64(u), true
	case negative:
		return -float64(u), true
	}
	return float64(u), true
}

func largest(negative bool) float64 {
	if negative {
		return -math.MaxFloat64
	}
	return math.MaxFloat64
}

// TypeOf returns the type of a value as messages name it: "null", "a boolean", "a number", "a string", "an array" or
// "an object".
func TypeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case int64, float64:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "an array"
	case *Object:
		return "an object"
	default:
		return "no JSON value"
	}
}
