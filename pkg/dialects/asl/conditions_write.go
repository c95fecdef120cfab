package asl

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Condition returns a condition in common terms, if asl can express it: by choice rules with reference paths, or, at the level of today, in
// JSONata. Which of them, is decided where a state is written, as all of its fields have to be in one language: see [choiceRule] and
// [queryText]. Implements the method of [dialects.Target].
func (Dialect) Condition(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	if isQuery(x) && levelOf(s.Settings) == Current {
		return x, ""
	}
	x = expr.CommonCondition(x, s.Domain.Terms())
	level := levelOf(s.Settings)
	if l, ok := x.(*expr.Literal); ok {
		if _, fixed := l.Value.(bool); fixed {
			return l, ""
		}
	}
	if _, ok := choiceRule(x, level); ok {
		return x, ""
	}
	switch {
	case level == Level2016:
		return nil, "`" + expr.Readable(x) + "`, which needs JSONata"
	case !s.Domain.Typed && !exactInQueries(x):
		return nil, "`" + expr.Readable(x) + "` for data of any type"
	}
	if _, lacks := queryText(x, ownErrors, true); lacks != "" {
		return nil, lacks
	}
	return x, ""
}

// isQuery reports whether an expression is one in JSONata as it was written.
func isQuery(x expr.Expr) bool {
	f, ok := x.(*expr.Foreign)
	return ok && f.Language == "jsonata"
}

// exactInQueries reports whether JSONata gives the answers of a condition for data of any type: no test of it has to fail, and nothing is
// computed.
func exactInQueries(x expr.Expr) bool {
	exact := true
	expr.Walk(x, func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Test:
			exact = exact && x.Wrong != expr.Fails && x.Null != expr.Fails && x.Missing != expr.Fails && len(x.Path.Steps) == 1
		case *expr.Apply:
			exact = exact && x.Do == expr.Choose
		case *expr.Compare, *expr.Foreign, *expr.Call:
			exact = false
		}
	})
	return exact
}

// Value returns an expression whose value is needed in common terms, if asl can express it: as a path, a template or an intrinsic function,
// or, at the level of today, in JSONata. Implements the method of [dialects.Target].
func (Dialect) Value(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	level := levelOf(s.Settings)
	if isQuery(x) && level == Current {
		return x, ""
	}
	x = expr.CommonValue(x, s.Domain.Terms())
	switch v := x.(type) {
	case *expr.Literal:
		return x, ""
	case *expr.Path:
		if !v.OrNull && v.Root != expr.RootItem {
			return x, ""
		}
	}
	if level == Level2016 {
		return nil, "`" + expr.Readable(x) + "`, which needs JSONata"
	}
	if !s.Domain.Typed && !exactInQueries(x) {
		return nil, "`" + expr.Readable(x) + "` for data of any type"
	}
	if _, ok := templateText(x, expr.RootInput); ok {
		return x, ""
	}
	if lacks := lacksInQueries(x); lacks != "" {
		return nil, lacks
	}
	return x, ""
}

// lacksInQueries is what JSONata lacks for a value: objects and lists are written as JSON whose parts are expressions.
func lacksInQueries(x expr.Expr) (lacks string) {
	dialects.Tree(x, func(x expr.Expr) *source.Node {
		if _, fixed := x.(*expr.Literal); !fixed && lacks == "" {
			_, lacks = queryText(x, ownErrors, false)
		}
		return nothing()
	})
	return lacks
}
