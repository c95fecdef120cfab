package expr

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/value"
)

// A function computes one value from another. It reports false if it has none for it.
type function struct {
	name string
	call func(v any) (any, bool)
}

// functions are those of Jayway's library that need no arguments, in the order of their names. Those of numbers look at
// the numbers among the items of an array.
func functions() [9]function {
	return [...]function{
		{"avg", average},
		{"first", func(v any) (any, bool) { return item(v, 0) }},
		{"keys", keys},
		{"last", func(v any) (any, bool) { return item(v, -1) }},
		{"length", length},
		{"max", func(v any) (any, bool) { return extreme(v, +1) }},
		{"min", func(v any) (any, bool) { return extreme(v, -1) }},
		{"stddev", deviation},
		{"sum", sum},
	}
}

// call applies the function of that name. There is no value for a name that is unknown.
func call(name string, v any) (any, bool) {
	for _, f := range functions() {
		if f.name == name {
			return f.call(v)
		}
	}
	return nil, false
}

func known(name string) bool { return slices.Contains(functionNames(), name) }

func functionNames() []string {
	all := functions()
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.name
	}
	return names
}

// nearFunction returns the function that somebody may have meant by another name, or "".
func nearFunction(name string) string {
	switch lower := strings.ToLower(name); lower {
	case "size", "count", "len":
		return "length"
	case "mean", "average":
		return "avg"
	case "total":
		return "sum"
	default:
		for _, f := range functionNames() {
			if oneEditApart(lower, f) {
				return f
			}
		}
	}
	return ""
}

// oneEditApart reports whether two texts differ by one byte that is more, less or another, or by none.
func oneEditApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		return i == len(a) || a[i+1:] == b[i+1:] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	case 1:
		return a[i:] == b[i+1:]
	}
	return false
}

// length is the number of items, members or, of a text, code points.
func length(v any) (any, bool) {
	switch v := v.(type) {
	case []any:
		return int64(len(v)), true
	case *value.Object:
		return int64(v.Len()), true
	case string:
		return int64(utf8.RuneCountInString(v)), true
	}
	return nil, false
}

// keys are the names of the members, in their order.
func keys(v any) (any, bool) {
	o, ok := v.(*value.Object)
	if !ok {
		return nil, false
	}
	names := make([]any, 0, o.Len())
	for name := range o.All() {
		names = append(names, name)
	}
	return names, true
}

// numbers returns the numbers among the items of an array, and whether there are any.
func numbers(v any) ([]any, bool) {
	items, _ := v.([]any)
	var ns []any
	for _, item := range items {
		if value.IsNumber(item) {
			ns = append(ns, item)
		}
	}
	return ns, len(ns) > 0
}

// extreme is the number that compares to all others with the given sign or as equal.
func extreme(v any, sign int) (any, bool) {
	ns, ok := numbers(v)
	if !ok {
		return nil, false
	}
	best := ns[0]
	for _, n := range ns[1:] {
		if c, _ := value.Compare(n, best); c == sign {
			best = n
		}
	}
	return best, true
}

// sum is an integer if all numbers are and it fits one.
func sum(v any) (any, bool) {
	ns, ok := numbers(v)
	if !ok {
		return nil, false
	}
	total := int64(0)
	for _, n := range ns {
		i, whole := n.(int64)
		next := total + i
		if !whole || i > 0 && next < total || i < 0 && next > total {
			return finite(floatSum(ns)), true
		}
		total = next
	}
	return total, true
}

func floatSum(ns []any) float64 {
	total := 0.0
	for _, n := range ns {
		f, _ := value.Float(n)
		total += f
	}
	return total
}

func average(v any) (any, bool) {
	ns, ok := numbers(v)
	if !ok {
		return nil, false
	}
	return finite(floatSum(ns) / float64(len(ns))), true
}

// deviation is the standard deviation of the numbers as a whole population.
func deviation(v any) (any, bool) {
	ns, ok := numbers(v)
	if !ok {
		return nil, false
	}
	mean, squares := floatSum(ns)/float64(len(ns)), 0.0
	for _, n := range ns {
		f, _ := value.Float(n)
		squares += (f - mean) * (f - mean)
	}
	return finite(math.Sqrt(squares / float64(len(ns)))), true
}

// finite keeps what grew too large for a double within the values.
func finite(f float64) float64 {
	if math.IsNaN(f) {
		return math.MaxFloat64 // of infinities that cancel each other out
	}
	return math.Max(-math.MaxFloat64, math.Min(f, math.MaxFloat64))
}
