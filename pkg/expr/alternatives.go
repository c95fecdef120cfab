package expr

// An Alternative is an operand of a disjunction, or several tests in a row whether one value is one of some.
type Alternative struct {
	// Condition is the operand, where Values are less than two.
	Condition Expr
	// Path is the value that is tested, and Values are what it may be. Test is the first of the tests.
	Path   *Path
	Test   *Test
	Values []any
}

// Alternatives returns the operands of a connective. Of a disjunction, tests in a row whether the same value equals one of several scalars,
// with the same answers for other data, are one.
func Alternatives(x *Logic) []Alternative {
	var out []Alternative
	for _, o := range x.Operands {
		t, ok := o.(*Test)
		if x.Op != Or || !ok || t.Op != TestEqual || t.Instant || t.Fold || !isScalar(t.Value) {
			out = append(out, Alternative{Condition: o})
			continue
		}
		if n := len(out); n > 0 && out[n-1].Test != nil && sameBut(out[n-1].Test, t) {
			out[n-1].Values = append(out[n-1].Values, t.Value)
			continue
		}
		out = append(out, Alternative{Condition: o, Path: t.Path, Test: t, Values: []any{t.Value}})
	}
	return out
}

// sameBut reports whether two tests differ in their values alone.
func sameBut(a, b *Test) bool {
	return a.Path.Root == b.Path.Root && a.Path.String() == b.Path.String() && a.Wrong == b.Wrong && a.Null == b.Null && a.Missing == b.Missing
}

func isScalar(v any) bool {
	switch v.(type) {
	case bool, string, int64, float64:
		return true
	}
	return false
}
