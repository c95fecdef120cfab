package asl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect.
func (d Dialect) Raise(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	return dialects.RaiseEach(p, d, func(w *workflow.Workflow, r *dialects.Raised) []byte {
		x := &document{out: r, flow: w, own: true, losses: dialects.NewLosses(w.File), names: map[*workflow.Node]string{}}
		return dialects.PrintLike(canonicalMachine(x.write()), w.File, o.Format)
	})
}

// addExtras adds the fields that the model has no part for, which a program that came from this dialect has as they were.
func (d *document) addExtras(n *source.Node, extras workflow.Extras) {
	if d.own {
		dialects.PutExtras(n, extras)
	}
}

// addAsRead adds a field with a value that was read, or the field with the path to it; a value that is computed in another way is among the
// extras. It reports false for a document that came from another dialect.
func (d *document) addAsRead(s *source.Node, field string, x expr.Expr) bool {
	if !d.own {
		return false
	}
	switch x := x.(type) {
	case *expr.Literal:
		dialects.Put(s, field, dialects.Written(x))
	case *expr.Path:
		dialects.Put(s, field+"Path", x.Text)
	}
	return true
}

func number(f float64) *source.Node {
	return &source.Node{Kind: source.Number, Text: strconv.FormatFloat(f, 'f', -1, 64)}
}

// oldProcessor marks a Map state whose processor is in the field Iterator, which is the old name of that field.
const oldProcessor = "(Iterator)"

// processorField is the field of a Map state that has its processor.
func processorField(n *workflow.Node) string {
	if n.Element.Extras.Get(oldProcessor) != nil {
		return "Iterator"
	}
	return "ItemProcessor"
}

// withoutMarks are the extras that are fields.
func withoutMarks(extras workflow.Extras) workflow.Extras {
	return slices.DeleteFunc(slices.Clone(extras), func(x workflow.Extra) bool { return x.Key == oldProcessor })
}

// stateTypes are the types of states that do what nodes do.
var stateTypes = map[workflow.Kind]StateType{workflow.Pass: Pass, workflow.Task: Task, workflow.Emit: Task, workflow.Choice: Choice, workflow.Wait: Wait,
	workflow.Scope: Parallel, workflow.End: Succeed, workflow.Fail: Fail}

// stateType is the type of state that does what a node does.
func stateType(n *workflow.Node) StateType {
	if n.Body != nil && n.Body.Each {
		return Map
	}
	return stateTypes[n.Kind]
}

// addStages adds the paths of a state as they were read, and the result of a Pass state. Templates and expressions are among the extras.
func addStages(s *source.Node, n *workflow.Node) {
	d := &n.Data
	if n.Kind == workflow.Pass && d.Result != nil && n.Element.Extras.Get("Output") == nil {
		dialects.Put(s, "Result", dialects.Written(d.Result))
	}
	dialects.Put(s, "InputPath", selected(d.Select), "ResultPath", pathOf(d.Combine), "OutputPath", selected(d.Output))
}

// selected is a path, or null for the stage that selects the empty object; nil where there is no stage.
func selected(x expr.Expr) *source.Node {
	switch x := x.(type) {
	case nil:
		return nil
	case *expr.Path:
		return dialects.NewText(x.Text)
	}
	return nothing()
}

// pathOf is the path at which a result is put, or null where it is dropped; nil where it replaces the document.
func pathOf(c *workflow.Combine) *source.Node {
	switch {
	case c == nil:
		return nil
	case c.Mode == workflow.Drop:
		return nothing()
	}
	return dialects.NewText(c.Path.Text)
}

// putDelays adds when and how often a retrier retries, as far as it is not the default.
func putDelays(n *source.Node, seconds float64, attempts int, factor float64) {
	for _, x := range []struct {
		field     string
		is, usual float64
	}{{"IntervalSeconds", seconds, defaultInterval}, {"MaxAttempts", float64(attempts), defaultAttempts}, {"BackoffRate", factor, defaultBackoff}} {
		if x.is != x.usual {
			dialects.Put(n, x.field, number(x.is))
		}
	}
}

// raiseRule makes a choice rule of a condition. Extras whose key begins with the pointer at are those of the rule.
func raiseRule(x expr.Expr, extras workflow.Extras, at string) *source.Node {
	n := dialects.NewObject()
	switch x := x.(type) {
	case *expr.Compare:
		dialects.Put(n, "Variable", x.Left.(*expr.Path).Text, operatorFor(x), dialects.Written(x.Right))
	case *expr.Is:
		dialects.Put(n, "Variable", x.Operand.(*expr.Path).Text, testFor(x.Type), truthNode(!x.Not))
	case *expr.Not:
		dialects.Put(n, "Not", raiseRule(x.Operand, extras, at+"0/"))
	case *expr.Logic:
		parts := list()
		for i, part := range x.Operands {
			parts.Items = append(parts.Items, raiseRule(part, extras, fmt.Sprintf("%s%d/", at, i)))
		}
		key := "And"
		if x.Op == expr.Or {
			key = "Or"
		}
		dialects.Put(n, key, parts)
	}
	for _, e := range extras {
		if key, ok := cutPointer(e.Key, at); ok {
			dialects.Put(n, key, e.Value)
		}
	}
	return n
}

// cutPointer returns the last part of a pointer whose other parts are at.
func cutPointer(pointer, at string) (string, bool) {
	key, ok := strings.CutPrefix(pointer, at)
	return key, ok && key != "" && !strings.Contains(key, "/")
}

// operatorFor is the name of the operator that compares as a comparison does.
func operatorFor(x *expr.Compare) string {
	as := x.As
	if as == expr.CodeUnits {
		as = expr.Text
	}
	_, twin := x.Right.(*expr.Path)
	return operatorsByMeaning[comparisonKey{as, x.Op, twin}]
}

// testFor is the name of the operator that asks whether a value is of a type.
func testFor(t expr.Type) string {
	for name, o := range operators {
		if o.test && o.is == t {
			return name
		}
	}
	return ""
}
