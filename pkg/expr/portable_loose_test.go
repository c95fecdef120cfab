package expr

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// looseConstants are what loose conditions are made to compare with.
func looseConstants() []any {
	return []any{"red", "Red", "", "5", "5.0", "10", "tru", "2024-01-01", "a%", "%d", "%re%", "%", "r%d", "ab%ba", "r_d", "a%b%c", "^re", "ed$", "^red$", "r.d", "e",
		int64(5), 5.5, int64(10), true, nil, []any{"red"}, []any{"red", nil, int64(5)}, []any{}, valuetest.Object("b", int64(5))}
}

// looseConditions are loose conditions of all kinds on a path.
func looseConditions(t testing.TB, path string) []*Loose {
	var out []*Loose
	for op := LooseEqual; op <= LooseItems; op++ {
		for _, c := range looseConstants() {
			for form := range 4 {
				x := Loose{Op: op, Negated: form&1 > 0, Fold: form&2 > 0, Left: parsedFilter(t, path)}
				for range op.operands() {
					x.Right = append(x.Right, &Literal{Value: c})
				}
				if made, err := NewLoose(x); err == nil {
					out = append(out, made)
				}
			}
		}
	}
	return out
}

// looseValues are the values that the conditions are asked of, with the difference that could matter for each.
func looseValues() map[any]difference {
	return map[any]difference{"red": ofCase | ofNumbers, "Red": ofCase | ofNumbers, "reds": ofCase | ofNumbers, "": ofNumbers, "5": ofNumbers,
		"5.0": ofNumbers, "05": ofNumbers, "10": ofNumbers, "aba": ofNumbers | ofCase, "abba": ofNumbers | ofCase, "3": ofNumbers,
		int64(5): ofTexts, 5.5: ofTexts, int64(3): ofTexts, 1e30: ofTexts, int64(10): ofTexts, true: ofTexts, false: ofTexts, nil: 0}
}

// TestNearestDiffersAsItSays compares loose conditions with the tests that are nearest: they may answer differently only
// for values that the differences are about.
func TestNearestDiffersAsItSays(t *testing.T) {
	t.Parallel()
	for _, x := range looseConditions(t, "$.a") {
		near, d := nearestLoose(x)
		if near == nil {
			continue
		}
		if !saysAll(near) && !isBoolean(near) {
			t.Fatalf("%s became %s", Readable(x), Readable(near))
		}
		check := func(doc any, about difference) {
			t.Helper()
			want, fault := Holds(x, &Env{Input: doc})
			got, err := Holds(near, &Env{Input: doc})
			if fault != nil || err != nil || got != want && d&about == 0 {
				t.Errorf("%s of %s is %t, and %s is %t", Readable(x), value.Append(nil, doc), want, Readable(near), got)
			}
		}
		check(valuetest.Object(), 0)
		for v, about := range looseValues() {
			check(valuetest.Object("a", v), about)
			check(valuetest.Object("a", []any{v}), ofArrays)
		}
		check(valuetest.Object("a", []any{}), ofArrays)
		check(valuetest.Object("a", []any{"red", "blue", int64(5)}), ofArrays)
		for _, o := range []*value.Object{valuetest.Object(), valuetest.Object("b", int64(5)), valuetest.Object("b", "5")} {
			check(valuetest.Object("a", o), ofObjects)
		}
	}
}

func isBoolean(x Expr) bool {
	switch x := x.(type) {
	case *Logic:
		for _, o := range x.Operands {
			if !isBoolean(o) {
				return false
			}
		}
		return true
	case *Not:
		return isBoolean(x.Operand)
	case *Literal:
		_, ok := x.Value.(bool)
		return ok
	case *Test:
		return true
	}
	return false
}

// TestPortableLoose compares what Portable makes of loose conditions with them, on all values: none may differ.
func TestPortableLoose(t *testing.T) {
	t.Parallel()
	said := 0
	for _, x := range looseConditions(t, "$$.previousTransition") {
		p := Portable(x, true)
		if isBoolean(p) {
			said++
		}
		for _, context := range []*value.Object{valuetest.Object(), valuetest.Object("previousTransition", "red"), valuetest.Object("previousTransition", "5"), valuetest.Object("previousTransition", "05"),
			valuetest.Object("previousTransition", "Red"), valuetest.Object("previousTransition", ""), valuetest.Object("previousTransition", "2024-01-02")} {
			want, fault := Holds(x, &Env{Context: context})
			got, err := Holds(p, &Env{Context: context})
			if got != want || err != nil || fault != nil {
				t.Errorf("%s of %v is %t, and %s is %t", Readable(x), context, want, Readable(p), got)
			}
		}
	}
	if said == 0 {
		t.Error("none is said as tests")
	}
	for _, x := range looseConditions(t, "$.a") {
		p := Portable(x, true)
		for v := range looseValues() {
			for _, doc := range []any{v, []any{v}, []any{v, "red", []any{int64(5)}}, []any{"red", v, "5"}, valuetest.Object("b", v)} {
				env := &Env{Input: valuetest.Object("a", doc)}
				want, _ := Holds(x, env)
				if got, err := Holds(p, env); got != want || err != nil {
					t.Errorf("%s of %v is %t, and %s is %t", Readable(x), doc, want, Readable(p), got)
				}
			}
		}
	}
}

// TestNearest looks at the tests that conditions become, and at what is said to differ.
func TestNearest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path    string
		x       Loose
		want    string // empty: none
		differs difference
	}{
		{"$.a", Loose{Op: LooseEqual, Right: []*Literal{{Value: "red"}}}, `$.a = "red"`, ofArrays},
		{"$.a", Loose{Op: LooseEqual, Negated: true, Right: []*Literal{{Value: "red"}}}, `not ($.a = "red")`, ofArrays},
		{"$.a", Loose{Op: LooseEqual, Right: []*Literal{{Value: "2024"}}}, `$.a = 2024 or $.a = "2024"`, ofArrays | ofNumbers},
		{"$.a", Loose{Op: LooseNull}, `not ($.a is there)`, ofArrays},
		{"$.a", Loose{Op: LooseNull, Negated: true}, `$.a is there`, ofArrays},
		{"$.a", Loose{Op: LooseEqual, Right: []*Literal{{}}}, `not ($.a is there)`, ofArrays},
		{"$.a", Loose{Op: LooseBetween, Right: []*Literal{{Value: "a"}, {Value: "c"}}}, `$.a > "a" and $.a < "c"`, ofArrays | ofTexts},
		{"$.a", Loose{Op: LooseEqual, Fold: true, Right: []*Literal{{Value: "red"}}}, `$.a = "red"`, ofArrays | ofCase},
		{"$.a", Loose{Op: LooseLike, Right: []*Literal{{Value: "%ann%"}}}, `$.a contains "ann"`, ofArrays},
		{"$.a", Loose{Op: LooseLike, Right: []*Literal{{Value: "x%ann"}}}, `$.a starts with "x" and $.a ends with "ann"`, ofArrays},
		{"$.a", Loose{Op: LooseMatches, Right: []*Literal{{Value: "^ann"}}}, `$.a starts with "ann"`, ofArrays},
		{"$.a", Loose{Op: LooseMatches, Right: []*Literal{{Value: "a.n"}}}, ``, 0},
		{"$.a", Loose{Op: LooseLess, Right: []*Literal{{}}}, `false`, 0},
		{"$.a[*]", Loose{Op: LooseEqual, Right: []*Literal{{Value: "red"}}}, ``, 0},
		{"$$.state", Loose{Op: LooseEqual, Right: []*Literal{{Value: "NEW"}}}, `$$.state = "NEW"`, 0},
		{"$$.previousTransition", Loose{Op: LooseNull}, `not ($$.previousTransition is there)`, 0},
	} {
		tt.x.Left = parsedFilter(t, tt.path)
		x, err := NewLoose(tt.x)
		if err != nil {
			t.Fatal(err)
		}
		near, differs := nearestLoose(x)
		got := ""
		if near != nil {
			got = Readable(near)
		}
		if got != tt.want || differs != tt.differs {
			t.Errorf("%s: %s (%b), want %s (%b)", Readable(x), got, differs, tt.want, tt.differs)
		}
	}
}
