package expr_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// loose makes a condition on $.v; values is a JSON list of what it compares with.
func loose(t testing.TB, op expr.LooseOp, values string) expr.Loose {
	t.Helper()
	x := expr.Loose{Op: op, Left: path(t, "$.v")}
	list, _ := parse(t, values).([]any)
	for _, v := range list {
		x.Right = append(x.Right, &expr.Literal{Value: v})
	}
	return x
}

// looseTests have the documents for which a condition holds and those for which it does not; the negated condition is
// the other way round, but for the documents behind a bar, for which neither or both hold.
var looseTests = []struct {
	op      expr.LooseOp
	values  string
	yes, no string
	both    string // arrays of which one item is so and one is not
	neither string // arrays without an item
	text    string
}{
	{expr.LooseEqual, `[5]`, `{"v":5} {"v":5.0} {"v":"5"} {"v":"5.0"} {"v":[5]} {"v":[[5]]}`, `{"v":6} {"v":null} {} {"v":"five"} {"v":true} {"v":{}}`, `{"v":[5,6]}`, `{"v":[]}`, `$.v == 5`},
	{expr.LooseEqual, `["1000000"]`, `{"v":1000000} {"v":1e6} {"v":"1e6"}`, `{"v":"1_000_000"} {"v":"0xF4240"}`, ``, ``, `$.v == "1000000"`},
	{expr.LooseEqual, `["red"]`, `{"v":"red"}`, `{"v":"Red"} {"v":"re"} {"v":0}`, `{"v":["blue","red"]}`, ``, `$.v == "red"`},
	{expr.LooseEqual, `[""]`, `{"v":""}`, `{"v":0} {"v":null} {}`, ``, ``, `$.v == ""`},
	{expr.LooseEqual, `[true]`, `{"v":true}`, `{"v":false} {"v":1} {"v":"true"}`, ``, ``, `$.v == true`},
	{expr.LooseEqual, `[null]`, `{"v":null} {}`, `{"v":0} {"v":""} {"v":false}`, `{"v":[null,1]}`, ``, `$.v == null`},
	{expr.LooseEqual, `[{"a":1}]`, `{"v":{"a":1}}`, `{"v":{"a":2}} {"v":1}`, ``, ``, `$.v == {"a":1}`},
	{expr.LooseGreater, `[10]`, `{"v":10.5} {"v":"11"} {"v":"x"}`, `{"v":10} {"v":"9"} {"v":null} {} {"v":{}}`, `{"v":[1,11]}`, ``, `$.v > 10`},
	{expr.LooseGreaterEqual, `["b"]`, `{"v":"b"} {"v":"c"} {"v":true}`, `{"v":"a"} {"v":5}`, ``, ``, `$.v >= "b"`},
	{expr.LooseLess, `["2024-01-02T00:00:00Z"]`, `{"v":"2024-01-01T00:00:00Z"} {"v":1}`, `{"v":"2024-01-02T00:00:00Z"}`, ``, ``, `$.v < "2024-01-02T00:00:00Z"`},
	{expr.LooseLessEqual, `[10]`, `{"v":10} {"v":-1}`, `{"v":10.0001} {}`, ``, ``, `$.v <= 10`},
	{expr.LooseLess, `[null]`, ``, `{"v":1} {"v":""} {}`, ``, ``, `$.v < null`},
	{expr.LooseBetween, `[1, 5]`, `{"v":3} {"v":"3"}`, `{"v":1} {"v":5} {"v":0} {"v":"a"} {}`, `{"v":[0,3]}`, ``, `$.v between 1, 5`},
	{expr.LooseBetweenOrEqual, `[1, 5]`, `{"v":1} {"v":5}`, `{"v":5.1} {"v":null}`, ``, ``, `$.v within 1, 5`},
	{expr.LooseBetween, `["a", "c"]`, `{"v":"b"} {"v":"a1"}`, `{"v":"a"} {"v":"c"} {"v":1}`, ``, ``, `$.v between "a", "c"`},
	{expr.LooseContains, `["ann"]`, `{"v":"joanna"} {"v":"ann"}`, `{"v":"Ann"} {"v":""} {"v":{}} {}`, `{"v":["x","anna"]}`, ``, `$.v contains "ann"`},
	{expr.LooseContains, `[23]`, `{"v":1234} {"v":"a23"}`, `{"v":24} {"v":true}`, ``, ``, `$.v contains 23`},
	{expr.LooseStartsWith, `["ab"]`, `{"v":"abc"}`, `{"v":"cab"} {}`, ``, ``, `$.v starts with "ab"`},
	{expr.LooseEndsWith, `["ab"]`, `{"v":"cab"}`, `{"v":"abc"} {}`, ``, ``, `$.v ends with "ab"`},
	{expr.LooseLike, `["A_c%"]`, `{"v":"Abcdef"} {"v":"Aéc"} {"v":"A\nc\n"}`, `{"v":"Ac"} {"v":"xAbc"} {}`, ``, ``, `$.v like "A_c%"`},
	{expr.LooseLike, `["a.b%%(%"]`, `{"v":"a.b("} {"v":"a.bxx(y"}`, `{"v":"axb("}`, ``, ``, `$.v like "a.b%%(%"`},
	{expr.LooseMatches, `["[0-9]{3}"]`, `{"v":"a123b"} {"v":1234}`, `{"v":"a12b"} {} {"v":{}}`, `{"v":["x","999"]}`, ``, `$.v matches "[0-9]{3}"`},
	{expr.LooseMatches, `[23]`, `{"v":1234} {"v":"a23b"}`, `{"v":2} {"v":"2.3"} {}`, `{"v":["x",23]}`, ``, `$.v matches 23`},
	{expr.LooseNull, `[]`, `{"v":null} {}`, `{"v":0} {"v":false} {"v":""} {"v":{}} {"v":[]}`, `{"v":[null,1]}`, ``, `$.v is null`},
	{expr.LooseItems, `[["go",null,"py"]]`, `{"v":["go","rust","py"]} {"v":["go",null,"py",1]}`, `{"v":["go","rust","js"]} {"v":["go"]} {"v":"go"} {}`, ``, ``, `$.v has items ["go",null,"py"]`},
}

func TestLoose(t *testing.T) {
	t.Parallel()
	for _, tt := range looseTests {
		for _, negated := range []bool{false, true} {
			x := loose(t, tt.op, tt.values)
			x.Negated = negated
			made, err := expr.NewLoose(x)
			if err != nil {
				t.Errorf("%s: %v", tt.text, err)
				continue
			}
			check := func(documents string, want bool) {
				t.Helper()
				for _, d := range strings.Fields(documents) {
					got, err := expr.Holds(made, &expr.Env{Input: parse(t, d)})
					if err != nil || got != want {
						t.Errorf("%s, negated %v, on %s: %v %v", tt.text, negated, d, got, err)
					}
				}
			}
			check(tt.yes, !negated)
			check(tt.no, negated)
			check(tt.both, true)
			check(tt.neither, false)
			if got := expr.Readable(made); !negated && got != tt.text {
				t.Errorf("%s reads %s", tt.text, got)
			}
		}
	}
}

func TestLooseFold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		op        expr.LooseOp
		yes, no   string
		wantYes   bool
		readsLike string
	}{
		{expr.LooseEqual, `{"v":"rED"}`, `{"v":"reds"}`, true, `$.v == "Red" in any case`},
		{expr.LooseContains, `{"v":"xREDx"}`, `{"v":"re"}`, true, `$.v contains "Red" in any case`},
		{expr.LooseStartsWith, `{"v":"REDx"}`, `{"v":"xred"}`, true, `$.v starts with "Red" in any case`},
		{expr.LooseEndsWith, `{"v":"xRED"}`, `{"v":"redx"}`, true, `$.v ends with "Red" in any case`},
	} {
		x := loose(t, tt.op, `["Red"]`)
		x.Fold = true
		made, err := expr.NewLoose(x)
		if err != nil {
			t.Fatal(err)
		}
		for d, want := range map[string]bool{tt.yes: true, tt.no: false, `{}`: false} {
			if got, err := expr.Holds(made, &expr.Env{Input: parse(t, d)}); got != want || err != nil {
				t.Errorf("%s on %s: %v %v", tt.readsLike, d, got, err)
			}
		}
		if got := expr.Readable(made); got != tt.readsLike {
			t.Errorf("it reads %s, want %s", got, tt.readsLike)
		}
	}
}

// TestLoosePaths has conditions on paths that select several values or none, and on the context.
func TestLoosePaths(t *testing.T) {
	t.Parallel()
	const document = `{"v":[{"b":"x"},{"b":"y"},{}],"n":[]}`
	for _, tt := range []struct {
		path    string
		op      expr.LooseOp
		negated bool
		want    bool
	}{
		{"$.v[*].b", expr.LooseEqual, false, true},
		{"$.v[0].b", expr.LooseEqual, false, false},
		{"$.v[1].b", expr.LooseEqual, false, true},
		{"$.v[9].b", expr.LooseEqual, true, true},
		{"$.n[*].b", expr.LooseEqual, false, false},
		{"$.n[*].b", expr.LooseEqual, true, false},
		{"$.n[*].b", expr.LooseNull, false, false},
		{"$.n", expr.LooseNull, true, true},
		{"$.n", expr.LooseNull, false, false},
		{"$$.state", expr.LooseEqual, false, true},
		{"$$.previousTransition", expr.LooseNull, false, true},
	} {
		x := expr.Loose{Op: tt.op, Negated: tt.negated, Left: path(t, tt.path)}
		if tt.op == expr.LooseEqual {
			x.Right = []*expr.Literal{{Value: "y"}}
		}
		made, err := expr.NewLoose(x)
		if err != nil {
			t.Fatal(err)
		}
		env := &expr.Env{Input: parse(t, document), Context: valuetest.Object("state", "y")}
		if got, err := expr.Holds(made, env); got != tt.want || err != nil {
			t.Errorf("%s, negated %v, on %s: %v %v", expr.Readable(made), tt.negated, tt.path, got, err)
		}
	}
	state := &expr.Loose{Op: expr.LooseNull, Negated: true, Left: path(t, "$$.state")}
	if got := expr.Readable(state); got != "state is not null" {
		t.Errorf("it reads %s", got)
	}
}

func TestNewLooseRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		op     expr.LooseOp
		values string
		want   string
	}{
		{expr.LooseEqual, `[]`, "1 values are needed, found 0"},
		{expr.LooseNull, `[1]`, "0 values are needed, found 1"},
		{expr.LooseBetween, `[1]`, "2 values are needed, found 1"},
		{expr.LooseMatches, `["([a-z"]`, "missing closing ] `[a-z`"},
		{expr.LooseMatches, `["a{1000}{1000}"]`, "invalid nested repetition operator `{1000}{1000}`"},
		{expr.LooseMatches, `[[]]`, "it must be a string, found an array"},
		{expr.LooseMatches, `["` + strings.Repeat("a", 2000) + `"]`, "it has more than 1024 bytes"},
		{expr.LooseLike, `["` + strings.Repeat("%", 2000) + `"]`, "it has more than 1024 bytes"},
	} {
		_, err := expr.NewLoose(loose(t, tt.op, tt.values))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.values[:min(20, len(tt.values))], err, tt.want)
		}
	}
}

// TestLooseIsBounded has patterns that would take long on long texts.
func TestLooseIsBounded(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a", 1<<20)
	for _, pattern := range []string{strings.Repeat("a?", 500) + strings.Repeat("a", 20) + "b", "(a{1,100}){1,9}$"} {
		made, err := expr.NewLoose(expr.Loose{Op: expr.LooseMatches, Left: path(t, "$.v"), Right: []*expr.Literal{{Value: pattern}}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = expr.Holds(made, &expr.Env{Input: valuetest.Object("v", text)})
		var bound *expr.EvalError
		if !errors.As(err, &bound) || bound.Message != "the expression visits more than 10000000 values" {
			t.Errorf("%.20s: %v", pattern, err)
		}
	}
}

func FuzzLoose(f *testing.F) {
	for _, tt := range looseTests {
		for _, d := range strings.Fields(tt.yes + " " + tt.no + " " + tt.both) {
			f.Add(uint8(tt.op), tt.values, d, "$.v")
		}
	}
	f.Add(uint8(expr.LooseMatches), `["(((("]`, `{"v":"a"}`, "$.v[*]..b")
	f.Fuzz(func(t *testing.T, op uint8, values, document, at string) {
		list, err := value.Parse([]byte(values))
		in, err2 := value.Parse([]byte(document))
		p, err3 := expr.ParsePath(source.Plain(at, 0))
		if err != nil || err2 != nil || err3 != nil {
			return
		}
		x := expr.Loose{Op: expr.LooseOp(op % uint8(expr.LooseItems+1)), Left: p}
		items, _ := list.([]any)
		for _, v := range items {
			x.Right = append(x.Right, &expr.Literal{Value: v})
		}
		made, err := expr.NewLoose(x)
		if err != nil {
			return
		}
		first, err := expr.Holds(made, &expr.Env{Input: in})
		again, err2 := expr.Holds(made, &expr.Env{Input: in})
		if first != again || fmt.Sprint(err) != fmt.Sprint(err2) || expr.Readable(made) == "" {
			t.Errorf("%v %v, then %v %v", first, err, again, err2)
		}
	})
}

func BenchmarkLoose(b *testing.B) {
	for _, size := range []int{10, 1_000, 100_000} {
		items := make([]any, size)
		for i := range items {
			items[i] = fmt.Sprint("item ", i)
		}
		made, err := expr.NewLoose(expr.Loose{Op: expr.LooseEqual, Left: path(b, "$.v"), Right: []*expr.Literal{{Value: "none"}}})
		if err != nil {
			b.Fatal(err)
		}
		env := &expr.Env{Input: valuetest.Object("v", items)}
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := expr.Holds(made, env); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
