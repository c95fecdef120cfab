package expr

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/value"
)

// What a filter asks in a word takes other languages several tests, one for each type that a value may have. Conditions that have all of
// them are one question of a filter again.

// eitherFiltered is what a filter asks of a value that may be a list or an object, where a condition asks it of both in turn: the same of any
// item of a list, and of an object itself. It is nil for other conditions.
func eitherFiltered(x *Logic) *Apply {
	if x.Op != Or || len(x.Operands) != 2 {
		return nil
	}
	list, ofList := ofKind(x.Operands[0], TestList)
	object, ofObject := ofKind(x.Operands[1], TestObject)
	if list == nil || object == nil || len(ofList) != 1 || list.String() != object.String() {
		return nil
	}
	some, ok := ofList[0].(*Apply)
	if !ok || some.Do != Any || Readable(some.Args[0]) != Readable(list) {
		return nil
	}
	condition := some.Args[1]
	if item, rest := ofKind(condition, TestObject); item != nil && item.Root == RootItem && len(item.Steps) == 0 {
		condition = (&Logic{Op: And, Operands: rest, Span: some.Span}).Reduced()
	}
	ofItem, ok := MapPaths(condition, func(p *Path) *Path {
		if p.Root != RootItem {
			return p
		}
		out := *list
		out.Steps = slices.Concat(list.Steps, p.Steps)
		out.Text = out.String()
		return &out
	})
	if !ok || Readable(ofItem) != Readable((&Logic{Op: And, Operands: ofObject}).Reduced()) {
		return nil
	}
	return &Apply{Do: Any, Args: []Expr{list, condition}, Span: x.Span}
}

// ofKind is the path that the first of several conditions tests for a type, and the other conditions; nil if it tests something else.
func ofKind(x Expr, op TestOp) (*Path, []Expr) {
	l, ok := x.(*Logic)
	if !ok || l.Op != And || len(l.Operands) < 2 {
		return nil, nil
	}
	if t, ok := l.Operands[0].(*Test); ok && t.Op == op {
		return t.Path, l.Operands[1:]
	}
	return nil, nil
}

// TruthAsked is the path of which a condition asks whether what it selects is true, as [Truthy] says: that it is neither missing nor null,
// nor false, and not empty. It is nil for other conditions.
func TruthAsked(x *Logic) *Path {
	untrue := []any{nil, false, "", []any{}, value.NewObject(0)}
	if x.Op != And || len(x.Operands) != len(untrue) {
		return nil
	}
	var asked *Path
	for i, o := range x.Operands {
		p, v, ok := unlike(o)
		if !ok || !value.Equal(v, untrue[i]) || asked != nil && p.String() != asked.String() {
			return nil
		}
		asked = p
	}
	return asked
}

// unlike is the path of which a condition asks whether it selects something else than a value.
func unlike(x Expr) (p *Path, v any, ok bool) {
	if t, present := x.(*Test); present && t.Op == TestPresent && t.Null != Yes {
		return t.Path, nil, true
	}
	not, _ := x.(*Not)
	if not == nil {
		return nil, nil, false
	}
	switch o := not.Operand.(type) {
	case *Test:
		return o.Path, o.Value, o.Op == TestEqual && !o.Fold && !o.Instant
	case *Compare:
		p, isPath := o.Left.(*Path)
		v, fixed := Constant(o.Right)
		return p, v, o.Op == Equal && isPath && fixed
	}
	return nil, nil, false
}

// withoutKinds are conditions all of which have to hold, without the tests for a type of a value that another one compares with one of that
// type: in a filter, a comparison is false of all other types.
func withoutKinds(all []Expr) []Expr {
	return slices.DeleteFunc(slices.Clone(all), func(x Expr) bool {
		kind, ok := x.(*Test)
		return ok && kind.Op >= TestText && kind.Op <= TestBoolean && slices.ContainsFunc(all, func(other Expr) bool {
			t, ok := other.(*Test)
			return ok && t.Op >= TestEqual && t.Op <= TestEndsWith && t.Missing != Yes && t.Null != Yes && t.Wrong != Yes && !t.Path.OrNull &&
				value.TypeOf(t.Value) == value.TypeOf(map[TestOp]any{TestText: "", TestNumber: int64(0), TestBoolean: true}[kind.Op]) &&
				t.Path.String() == kind.Path.String()
		})
	})
}
