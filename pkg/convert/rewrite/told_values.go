package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A task in the place of a step that computes is told what the document becomes, so that whoever writes its worker sees it, and so that the
// way back makes it the step again:
//
//	{"value": {"status": "DONE", "order": "$.order"}}
//	{"value": "merge($, {\"total\": $.price * $.count})"}

// toldValue are the parameters of a task that computes the document of data of the types that the step in its place is written for; nil if it
// cannot be told how.
func (c *Conversion) toldValue(s *workflow.Stages) *value.Object {
	k := s.Combine
	if s.Result == nil || s.Select != nil || s.Payload != nil || s.Output != nil || s.Assign != nil || !c.Options.Domain.Typed ||
		k != nil && (k.Effective || k.Mode != workflow.Replace && k.Mode != workflow.MergeShallow && !mergesLists(s)) {
		return nil
	}
	made := expr.CommonValue(s.Result, c.domain())
	if !replacing(k) {
		made = &expr.Apply{Do: expr.Merge, Args: []expr.Expr{whole(), made}}
	}
	v, ok := toldAs(made)
	if read := valueTold(v); !ok || read == nil || expr.Readable(read) != expr.Readable(made) || !readsAlike(made) {
		return nil
	}
	return value.ObjectOf(value.Member{Key: givenValue, Value: v})
}

// mergesLists reports whether lists are merged into the document, of which it makes no difference how deep that goes.
func mergesLists(s *workflow.Stages) bool {
	o, ok := s.Result.(*expr.Object)
	return ok && s.Combine.Mode == workflow.MergeDeep && !slices.ContainsFunc(o.Members, func(m expr.ObjectMember) bool {
		_, list := m.Value.(*expr.List)
		return !list
	})
}

// toldAs is an expression as data: an object with its members, a path as its text, and anything else that is computed as a text for people,
// if it is all of the expression. It reports false for texts that look like paths.
func toldAs(x expr.Expr) (any, bool) {
	switch x := x.(type) {
	case *expr.Object:
		out, all := value.NewObject(len(x.Members)), true
		for _, m := range x.Members {
			v, ok := toldAs(m.Value)
			if _, path := m.Value.(*expr.Path); !path && !isData(m.Value) {
				return expr.Readable(x), true
			}
			out.Set(m.Key, v)
			all = all && ok
		}
		return out, all
	case *expr.Literal:
		return x.Value, !hasPaths(x.Value)
	}
	return expr.Readable(x), true
}

func isData(x expr.Expr) bool {
	switch x.(type) {
	case *expr.Object, *expr.Literal:
		return true
	}
	return false
}

// valueTold is the expression that a task is told as data; nil if there is none.
func valueTold(v any) expr.Expr {
	switch v := v.(type) {
	case string:
		return expr.ParseReadable(v)
	case *value.Object:
		out := &expr.Object{}
		for key, member := range v.All() {
			x := expr.Expr(&expr.Literal{Value: member})
			if hasPaths(member) {
				x = valueTold(member)
			}
			if x == nil {
				return nil
			}
			out.Members = append(out.Members, expr.ObjectMember{Key: key, Value: x})
		}
		return out
	}
	return nil
}

// addedTo is the object that an expression merges into the document; nil if it is another expression.
func addedTo(x expr.Expr) *expr.Object {
	merge, ok := x.(*expr.Apply)
	if !ok || merge.Do != expr.Merge || len(merge.Args) != 2 || !isWhole(merge.Args[0]) {
		return nil
	}
	o, _ := merge.Args[1].(*expr.Object)
	return o
}

// hasPaths reports whether some text in data looks like a path.
func hasPaths(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.HasPrefix(v, "$")
	case []any:
		return slices.ContainsFunc(v, hasPaths)
	case *value.Object:
		for _, member := range v.All() {
			if hasPaths(member) {
				return true
			}
		}
	}
	return false
}

// readsAlike reports whether an expression has parts of such kinds only that no other one has the same text.
func readsAlike(x expr.Expr) bool {
	alike := true
	expr.Walk(x, func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Literal, *expr.Object, *expr.List, *expr.Logic, *expr.Not:
		case *expr.Path:
			alike = alike && x.Definite && (x.Root == expr.RootInput || x.Root == expr.RootItem) && !x.OrNull
		case *expr.Test:
			alike = alike && !x.Instant && !x.Fold
		case *expr.Compare:
			alike = alike && x.As == expr.Alike
		case *expr.Apply:
			alike = alike && x.Do != expr.Letters
		default:
			alike = false
		}
	})
	return alike
}
