package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// A shape is what is known of the value of an expression before a run.
type shape uint8

const (
	anyShape    shape = iota // it depends on the data
	objectShape              // an object
	listShape                // a list
	scalarShape              // a text, a number, a boolean or null
)

// shapeOf is the shape of the value of an expression; of nil, that of the document.
func shapeOf(x expr.Expr) shape {
	switch x := meaningOrSelf(x).(type) {
	case nil, *expr.Object:
		return objectShape
	case *expr.List:
		return listShape
	case *expr.Literal:
		return shapeOfValue(x.Value)
	case *expr.Path:
		switch {
		case isWhole(x):
			return objectShape
		case !x.Definite:
			return listShape
		}
		return anyShape
	case *expr.Focus:
		return shapeOf(x.Of)
	case *expr.Apply:
		return shapeOfCall(x)
	case *expr.Logic, *expr.Not, *expr.Compare, *expr.Test, *expr.Loose, *expr.Is:
		return scalarShape
	}
	return anyShape
}

func shapeOfValue(v any) shape {
	switch v.(type) {
	case *value.Object:
		return objectShape
	case []any:
		return listShape
	}
	return scalarShape
}

// shapeOfCall is the shape of what a function gives.
func shapeOfCall(x *expr.Apply) shape {
	switch x.Do {
	case expr.Merge, expr.Without:
		return objectShape
	case expr.Where, expr.Each, expr.Keys, expr.Split, expr.Spread, expr.Joined: // mostly there are several items to join
		return listShape
	case expr.Nth, expr.OrNull, expr.FromJSON:
		return anyShape
	case expr.Choose:
		if one := shapeOf(x.Args[1]); one == shapeOf(x.Args[2]) {
			return one
		}
		return anyShape
	}
	return scalarShape
}
