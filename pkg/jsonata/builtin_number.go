package jsonata

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/value"
)

var numberFunctions = []definition{
	{"sum", "<a<n>:n>", 1, 1, sum},
	{"count", "<a:n>", 1, 1, count},
	{"max", "<a<n>:n>", 1, 1, extreme(1)},
	{"min", "<a<n>:n>", 1, 1, extreme(-1)},
	{"average", "<a<n>:n>", 1, 1, average},
	{"number", "<(nsb)-:n>", 1, 1, toNumber},
	{"floor", "<n-:n>", 1, 1, onNumber(math.Floor)},
	{"ceil", "<n-:n>", 1, 1, onNumber(math.Ceil)},
	{"round", "<n-n?:n>", 2, 2, round},
	{"abs", "<n-:n>", 1, 1, onNumber(math.Abs)},
	{"sqrt", "<n-:n>", 1, 1, sqrt},
	{"power", "<n-n:n>", 2, 2, power},
	{"random", "<:n>", 0, 0, random},
	{"formatBase", "<n-n?:s>", 2, 2, formatBase},
	{"formatNumber", "<n-so?:s>", 3, 3, formatPicture},
	{"formatInteger", "<n-s:s>", 2, 2, formatInteger},
	{"parseInteger", "<s-s:n>", 2, 2, parseInteger},
}

func sum(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok {
		return Undefined{}, nil
	}
	var exact int64
	for i, v := range list {
		n, ok := v.(int64)
		if ok {
			var next any
			if next, ok = whole('+', exact, n); ok {
				exact = next.(int64)
			}
		}
		if !ok {
			total := float64(exact)
			for _, v := range list[i:] {
				f, _ := value.Float(v)
				total += f
			}
			return number(total), c.m.spend(len(list))
		}
	}
	return exact, c.m.spend(len(list))
}

func count(_ *Context, args []any) (any, *Error) {
	list, _ := array(args[0])
	return int64(len(list)), nil
}

// extreme makes $max of 1 and $min of -1.
func extreme(sign int) func(*Context, []any) (any, *Error) {
	return func(c *Context, args []any) (any, *Error) {
		list, ok := array(args[0])
		if !ok || len(list) == 0 {
			return Undefined{}, nil
		}
		best := list[0]
		for _, v := range list[1:] {
			if order, _ := compareNumbers(v, best); order == sign {
				best = v
			}
		}
		return best, c.m.spend(len(list))
	}
}

func average(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok || len(list) == 0 {
		return Undefined{}, nil
	}
	total := 0.0
	for _, v := range list {
		f, _ := value.Float(v)
		total += f
	}
	return number(total / float64(len(list))), c.m.spend(len(list))
}

var (
	decimalText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?([Ee][-+]?[0-9]+)?$`) })
	prefixText  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^0(?:[xX][0-9A-Fa-f]+|[oO][0-7]+|[bB][01]+)$`) })
)

func toNumber(_ *Context, args []any) (any, *Error) {
	switch v := args[0].(type) {
	case Undefined, int64, float64:
		return v, nil
	case bool:
		if v {
			return int64(1), nil
		}
		return int64(0), nil
	case string:
		if decimalText().MatchString(v) {
			if i, err := strconv.ParseInt(v, 10, 64); err == nil && i >= -mostExact && i <= mostExact {
				return i, nil
			}
			if f, _ := strconv.ParseFloat(v, 64); !math.IsInf(f, 0) {
				return number(f), nil
			}
		}
		if prefixText().MatchString(v) {
			if i, ok := new(big.Int).SetString(strings.ToLower(v), 0); ok {
				f, _ := new(big.Float).SetInt(i).Float64()
				return number(f), nil
			}
		}
	}
	return nil, fail("D3030").of(args[0])
}

// onNumber makes a function of one that computes with a double.
func onNumber(compute func(float64) float64) func(*Context, []any) (any, *Error) {
	return func(_ *Context, args []any) (any, *Error) {
		if i, ok := args[0].(int64); ok && i >= 0 {
			return i, nil // floor, ceil and abs leave it as it is
		}
		f, ok := value.Float(args[0])
		if !ok {
			return Undefined{}, nil
		}
		return number(compute(f)), nil
	}
}

func round(_ *Context, args []any) (any, *Error) {
	f, ok := value.Float(args[0])
	if !ok {
		return Undefined{}, nil
	}
	precision, _ := value.Float(args[1])
	if precision == 0 {
		if i, ok := args[0].(int64); ok {
			return i, nil
		}
	}
	return number(roundTo(f, precision)), nil
}

// roundTo rounds half to even at a decimal position. The position is moved in the decimal text, so that 1.005 is as near
// to 1.01 as it looks.
func roundTo(f, precision float64) float64 {
	if precision != 0 {
		f = shift(f, precision)
	}
	r := math.Floor(f + 0.5)
	if f+0.5 == math.Floor(f)+1 && math.Floor(f)+1-f != 0.5 {
		r = math.Floor(f) // the sum was rounded up to the next integer
	}
	if math.Abs(f) >= 1<<52 {
		r = f
	}
	if math.Abs(r-f) == 0.5 && math.Abs(math.Mod(r, 2)) == 1 {
		r--
	}
	if precision != 0 {
		r = shift(r, -precision)
	}
	return r
}

// shift multiplies by a power of ten in the decimal text of a number.
func shift(f, by float64) float64 {
	mantissa, exponent, _ := strings.Cut(formatNumber(f), "e")
	e, _ := strconv.ParseFloat(exponent, 64)
	e += by
	if e != math.Trunc(e) {
		return math.NaN()
	}
	r, _ := strconv.ParseFloat(mantissa+"e"+strconv.FormatFloat(e, 'f', 0, 64), 64)
	return r
}

func sqrt(_ *Context, args []any) (any, *Error) {
	f, ok := value.Float(args[0])
	if !ok {
		return Undefined{}, nil
	}
	if f < 0 {
		return nil, fail("D3060").of(args[0])
	}
	return number(math.Sqrt(f)), nil
}

func power(_ *Context, args []any) (any, *Error) {
	base, ok := value.Float(args[0])
	if !ok {
		return Undefined{}, nil
	}
	exponent, ok := value.Float(args[1])
	if !ok {
		exponent = math.NaN()
	}
	f := math.Pow(base, exponent)
	if math.IsNaN(exponent) || math.Abs(base) == 1 && math.IsInf(exponent, 0) {
		f = math.NaN() // as JavaScript has it
	}
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, fail("D3061")
	}
	return number(f), nil
}

func random(c *Context, _ []any) (any, *Error) { return number(c.Random()), nil }

func formatBase(c *Context, args []any) (any, *Error) {
	f, ok := value.Float(args[0])
	if !ok {
		return Undefined{}, nil
	}
	f = roundTo(f, 0)
	radix := 10.0
	if r, ok := value.Float(args[1]); ok {
		radix = roundTo(r, 0)
	}
	if radix < 2 || radix > 36 {
		return nil, fail("D3100").about(formatNumber(number(radix)))
	}
	if radix == 10 || math.IsInf(f, 0) || math.IsNaN(f) {
		return formatNumber(number(f)), nil
	}
	i, _ := big.NewFloat(f).Int(nil)
	return i.Text(int(radix)), nil
}
