package value_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

func TestNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want any // nil if it is no number
	}{
		{"0", int64(0)},
		{"-0", int64(0)},
		{"-12", int64(-12)},
		{"+12", int64(12)},
		{"010", int64(10)},
		{"9223372036854775807", int64(math.MaxInt64)},
		{"9223372036854775808", 9223372036854775808.0},
		{"-9223372036854775808", int64(math.MinInt64)},
		{"1.0", 1.0},
		{"1e3", 1000.0},
		{".5", 0.5},
		{"1e400", math.MaxFloat64},
		{"-1e400", -math.MaxFloat64},
		{"1e-400", 0.0},
		{".inf", math.MaxFloat64},
		{"-.INF", -math.MaxFloat64},
		{"0x1F", int64(31)},
		{"-0x1F", int64(-31)},
		{"0xFFFFFFFFFFFFFFFF", 18446744073709551615.0},
		{"0o17", int64(15)},
		{".nan", nil},
		{"NaN", nil},
		{"Inf", nil},
		{"1_000", nil},
		{"0x", nil},
		{"0x+1", nil},
		{"--1", nil},
		{".", nil},
		{"-", nil},
		{"", nil},
		{"1x", nil},
	} {
		got, ok := value.Number(c.text)
		if got != c.want || ok != (c.want != nil) {
			t.Errorf("Number(%q) = %v (%T), %v, want %v", c.text, got, got, ok, c.want)
		}
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	one := &source.Node{Kind: source.Number, Text: "1"}
	member := func(key string, v *source.Node) source.Member { return source.Member{Key: key, Value: v} }
	n := &source.Node{Kind: source.Object, Members: []source.Member{
		member("b", one),
		member("a", &source.Node{Kind: source.Array, Items: []*source.Node{
			one, {Kind: source.String, Text: "x"}, {Kind: source.Bool, Text: "true"}, {Kind: source.Bool, Text: "false"},
			{Kind: source.Null}, {}, nil, {Kind: source.Array}, {Kind: source.Object},
		}}),
		member("b", &source.Node{Kind: source.Number, Text: "2.0"}),
	}}
	want := valuetest.Object(
		"b", 2.0,
		"a", []any{int64(1), "x", true, false, nil, nil, nil, []any{}, valuetest.Object()},
	)
	if diff := cmp.Diff(any(want), value.Of(n), valuetest.Members()); diff != "" {
		t.Error(diff)
	}
	if got := value.Of(nil); got != nil {
		t.Errorf("Of(nil) = %v", got)
	}
}

func TestOfCutsOffWhatIsTooDeep(t *testing.T) {
	t.Parallel()
	n := &source.Node{Kind: source.Null}
	for range value.MaxDepth + 50 {
		n = &source.Node{Kind: source.Array, Items: []*source.Node{n}}
	}
	text := string(value.Append(nil, value.Of(n)))
	if got := strings.Count(text, "["); got != value.MaxDepth+1 {
		t.Errorf("the value is %d levels deep", got)
	}
}

func TestEqualAndCompare(t *testing.T) {
	t.Parallel()
	const big = int64(1) << 53
	for _, c := range []struct {
		a, b    any
		equal   bool
		order   int
		ordered bool
	}{
		{int64(1), 1.0, true, 0, true},
		{1.0, int64(1), true, 0, true},
		{int64(1), 1.5, false, -1, true},
		{1.5, int64(1), false, +1, true},
		{int64(-1), -1.5, false, +1, true},
		{big + 1, float64(big), false, +1, true},
		{float64(big), big + 1, false, -1, true},
		{int64(math.MaxInt64), float64(1 << 63), false, -1, true},
		{int64(math.MinInt64), float64(-1 << 63), true, 0, true},
		{int64(math.MinInt64), -math.MaxFloat64, false, +1, true},
		{0.0, math.Copysign(0, -1), true, 0, true},
		{math.NaN(), math.NaN(), false, 0, false},
		{int64(1), math.NaN(), false, 0, false},
		{int64(1), "1", false, 0, false},
		{"a", "a", true, 0, false},
		{true, true, true, 0, false},
		{true, int64(1), false, 0, false},
		{nil, nil, true, 0, false},
		{nil, false, false, 0, false},
		{[]any{int64(1), "x"}, []any{1.0, "x"}, true, 0, false},
		{[]any{int64(1)}, []any{int64(1), int64(2)}, false, 0, false},
		{[]any{}, valuetest.Object(), false, 0, false},
		{valuetest.Object("a", int64(1)), valuetest.Object("a", 1.0), true, 0, false},
		{valuetest.Object("a", int64(1), "b", "x"), valuetest.Object("b", "x", "a", int64(1)), true, 0, false},
		{valuetest.Object("a", int64(1), "b", "x"), valuetest.Object("b", int64(1), "a", "x"), false, 0, false},
		{valuetest.Object("a", nil), valuetest.Object("b", nil), false, 0, false},
		{valuetest.Object("a", nil), valuetest.Object(), false, 0, false},
	} {
		if got := value.Equal(c.a, c.b); got != c.equal {
			t.Errorf("Equal(%v, %v) = %v", c.a, c.b, got)
		}
		order, ordered := value.Compare(c.a, c.b)
		if ordered != c.ordered || ordered && order != c.order {
			t.Errorf("Compare(%v, %v) = %d, %v, want %d, %v", c.a, c.b, order, ordered, c.order, c.ordered)
		}
	}
}

func TestIncludes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want, got string
		includes  bool
	}{
		{`{}`, `{"a":1}`, true},
		{`{"a":1}`, `{"a":1.0,"b":2}`, true},
		{`{"a":{"b":1}}`, `{"a":{"b":1,"c":2}}`, true},
		{`{"a":{"b":1}}`, `{"a":{"c":2}}`, false},
		{`{"a":null}`, `{}`, false},
		{`{"a":[{}]}`, `{"a":[{"b":1}]}`, false},
		{`{}`, `[]`, false},
		{`[1]`, `[1]`, true},
		{`[1]`, `[1,2]`, false},
		{`"x"`, `"x"`, true},
	} {
		if got := value.Includes(parse(t, c.want), parse(t, c.got)); got != c.includes {
			t.Errorf("Includes(%s, %s) = %v", c.want, c.got, got)
		}
	}
}

func TestTypeOf(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]any{
		"null": nil, "a boolean": true, "a string": "", "an array": []any{}, "an object": valuetest.Object(),
		"no JSON value": 'x',
	} {
		if got := value.TypeOf(v); got != want {
			t.Errorf("TypeOf(%v) = %q", v, got)
		}
	}
	if value.TypeOf(int64(1)) != "a number" || value.TypeOf(1.5) != "a number" {
		t.Error("numbers are not")
	}
}

func parse(t testing.TB, text string) any {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// TestCompareDoubled compares values that hold each other twice at each of many levels, so that they have more parts than
// anybody could visit: two that are made alike and share nothing, and one with a difference at the innermost place.
func TestCompareDoubled(t *testing.T) {
	t.Parallel()
	lists := func(innermost any) any {
		v := innermost
		for range 200 {
			v = []any{v, v}
		}
		return v
	}
	objects := func(innermost any) any {
		v := innermost
		for range 200 {
			v = value.ObjectOf(value.Member{Key: "a", Value: v}, value.Member{Key: "b", Value: v})
		}
		return v
	}
	for name, double := range map[string]func(any) any{"lists": lists, "objects": objects} {
		same, again, other := double([]any{int64(1)}), double([]any{int64(1)}), double([]any{int64(2)})
		if !value.Equal(same, again) || !value.Includes(same, again) {
			t.Errorf("%s: equal values differ", name)
		}
		if value.Equal(same, other) || value.Includes(same, other) {
			t.Errorf("%s: values that differ are equal", name)
		}
	}
}
