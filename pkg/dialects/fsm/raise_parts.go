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
	n := dialects.NewObject()
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
		dialects.Put(n, "type", dialects.NewText(Group.String()))
		dialects.Put(n, "operator", dialects.NewText(word))
		dialects.Put(n, "conditions", list)
		return n
	case *expr.Loose:
		return raiseTest(n, x)
	}
	return nil
}

// raiseTest adds the members of a simple, lifecycle or array condition to an object; nil if the test is not such a condition.
func raiseTest(n *source.Node, x *expr.Loose) *source.Node {
	p, ok := x.Left.(*expr.Path)
	if !ok {
		return nil
	}
	switch {
	case x.Op == expr.LooseItems && p.Root == expr.RootInput && !x.Negated:
		dialects.Put(n, "type", dialects.NewText(Array.String()))
		dialects.Put(n, "jsonPath", dialects.NewText(p.String()))
		dialects.Put(n, "values", dialects.Written(x.Right[0]))
		return n
	case p.Root == expr.RootContext && len(p.Steps) == 1:
		dialects.Put(n, "type", dialects.NewText(Lifecycle.String()))
		dialects.Put(n, "field", dialects.NewText(p.Steps[0].Name))
	case p.Root == expr.RootInput:
		dialects.Put(n, "type", dialects.NewText(Simple.String()))
		dialects.Put(n, "jsonPath", dialects.NewText(p.String()))
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
	dialects.Put(n, "operatorType", dialects.NewText(name))
	switch len(x.Right) {
	case 1:
		dialects.Put(n, "value", dialects.Written(x.Right[0]))
	case 2:
		dialects.Put(n, "value", &source.Node{Kind: source.Array, Items: []*source.Node{dialects.Written(x.Right[0]), dialects.Written(x.Right[1])}})
	}
	return n
}

func raiseFunction(call *workflow.Call) *source.Node {
	n, function := dialects.NewObject(), dialects.NewObject()
	dialects.Put(n, "type", dialects.NewText(Function.String()))
	dialects.Put(function, "name", dialects.NewText(call.Task))
	if call.Parameters != nil {
		function.Members = append(function.Members, value.Node(call.Parameters.Value).Members...)
	}
	dialects.Put(n, "function", function)
	return n
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
	n, config := dialects.NewObject(), dialects.NewObject()
	mode := "SYNC"
	if x.Data.Combine != nil && x.Data.Combine.Mode == workflow.Drop {
		mode = "ASYNC_NEW_TX"
	}
	dialects.Put(n, "type", dialects.NewText("EXTERNAL"))
	dialects.Put(n, "name", dialects.NewText(x.Call.Task))
	dialects.Put(n, "executionMode", dialects.NewText(mode))
	dialects.Put(config, "attachEntity", newBool(x.Data.Select == nil))
	for i := range x.Timers {
		if length, ok := x.Timers[i].Length.Expr.(*expr.Literal); ok {
			seconds, _ := value.Float(length.Value)
			ms := strconv.FormatFloat(math.Round(1000*seconds), 'f', -1, 64)
			dialects.Put(config, "responseTimeoutMs", &source.Node{Kind: source.Number, Text: ms})
		}
	}
	if c := x.Call.Parameters; c != nil {
		dialects.Put(config, "context", dialects.NewText(writeContext(c.Value)))
	}
	dialects.Put(n, "config", config)
	return n
}
