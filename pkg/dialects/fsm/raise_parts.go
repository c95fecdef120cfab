package fsm

import (
	"math"
	"strconv"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// raiseCondition makes a condition of an expression; nil if the dialect cannot express it.
func raiseCondition(x expr.Expr) *source.Node {
	switch x := x.(type) {
	case *expr.Logic:
		list := &source.Node{Kind: source.Array}
		for _, operand := range x.Operands {
			sub := raiseCondition(operand)
			if sub == nil {
				return nil
			}
			list.Items = append(list.Items, sub)
		}
		word := "AND"
		if x.Op == expr.Or {
			word = "OR"
		}
		return dialects.NewObject("type", Group.String(), "operator", word, "conditions", list)
	case *expr.Loose:
		return raiseTest(x)
	}
	return nil
}

// raiseTest makes a simple, lifecycle or array condition of a test; nil if the test is not such a condition.
func raiseTest(x *expr.Loose) *source.Node {
	var n *source.Node
	p, ok := x.Left.(*expr.Path)
	if !ok {
		return nil
	}
	switch {
	case x.Op == expr.LooseItems && p.Root == expr.RootInput && !x.Negated:
		return dialects.NewObject("type", Array.String(), "jsonPath", p.String(), "values", dialects.Written(x.Right[0]))
	case p.Root == expr.RootContext && len(p.Steps) == 1:
		n = dialects.NewObject("type", Lifecycle.String(), "field", p.Steps[0].Name)
	case p.Root == expr.RootInput:
		n = dialects.NewObject("type", Simple.String(), "jsonPath", p.String())
	default:
		return nil
	}
	name := ""
	for _, known := range operatorNames() {
		if operators[known] == (operator{x.Op, x.Negated, x.Fold}) {
			name = known
		}
	}
	if name == "" {
		return nil
	}
	dialects.Put(n, "operatorType", name)
	switch len(x.Right) {
	case 1:
		dialects.Put(n, "value", dialects.Written(x.Right[0]))
	case 2:
		dialects.Put(n, "value", dialects.NewList(x.Right, func(l *expr.Literal) *source.Node { return dialects.Written(l) }))
	}
	return n
}

func raiseFunction(call *workflow.Call) *source.Node {
	function := dialects.NewObject("name", call.Task)
	if call.Condition != "" {
		dialects.Put(function, toldKey, call.Condition)
	}
	return dialects.NewObject("type", Function.String(), "function", function)
}

// raiseProcessors makes the processors of a transition of the scope that it leads to; nil if it leads to none.
func raiseProcessors(scope *workflow.Node) *source.Node {
	if scope.Role != workflow.Processing {
		return nil
	}
	list := &source.Node{Kind: source.Array}
	for _, x := range scope.Body.Regions[0].Nodes {
		if x.Kind == workflow.Task {
			list.Items = append(list.Items, raiseProcessor(x))
		}
	}
	return list
}

func raiseProcessor(x *workflow.Node) *source.Node {
	config, mode := dialects.NewObject("attachEntity", x.Data.Select == nil), "SYNC"
	if x.Data.Combine != nil && x.Data.Combine.Mode == workflow.Drop {
		mode = "ASYNC_NEW_TX"
	}
	for i := range x.Timers {
		if length, ok := x.Timers[i].Length.Expr.(*expr.Literal); ok {
			seconds, _ := value.Float(length.Value)
			ms := strconv.FormatFloat(math.Round(1000*seconds), 'f', -1, 64)
			dialects.Put(config, "responseTimeoutMs", &source.Node{Kind: source.Number, Text: ms})
		}
	}
	if c := x.Call.Parameters; c != nil {
		dialects.Put(config, "context", writeContext(c.Value))
	}
	return dialects.NewObject("type", "EXTERNAL", "name", x.Call.Task, "executionMode", mode, "config", config)
}
