package asl

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/value"
)

// The JSONata expressions of a definition have no input document. They see $states, the variables of the workflow, and the
// functions that today's engine adds (asl today: "JSONata mode").

// queryMark is how many bytes each of the marks {% and %} has.
const queryMark = 2

// queryLimits bound an evaluation.
var queryLimits = jsonata.Limits{Steps: 5_000_000, Calls: 100, Bytes: 64 << 20, Nesting: 100}

// compiledQueries are the expressions of a file by their texts: a definition that was generated has many that are the same.
type compiledQueries map[string]*jsonata.Expression

func (known compiledQueries) compile(text string) (*jsonata.Expression, error) {
	if x := known[text]; x != nil {
		return x, nil
	}
	x, err := jsonata.Compile(text)
	if err != nil {
		return nil, err
	}
	known[text] = x
	return x, nil
}

// parseQuery reads a JSONata expression, which is between the marks {% and %}.
func parseQuery(c *Computed, known compiledQueries) (expr.Expr, *expr.SyntaxError) {
	all := c.Text.String
	text := all[queryMark : len(all)-queryMark]
	x, err := known.compile(text)
	if err != nil {
		fault := &expr.SyntaxError{Span: c.Node.Span, Message: err.Error()}
		var at *jsonata.Error
		if errors.As(err, &at) {
			fault.Span, fault.Message = c.Text.At(queryMark+at.Start, queryMark+at.End), at.Message
			fault.Help, fault.Edits = remedyInQuery(c, text, at)
		}
		return nil, fault
	}
	if later := laterOperator(x.Tree()); later != nil {
		help := map[string]string{"??": "write $exists(a) ? a : b", "?:": "write a ? a : b"}[later.Op]
		return nil, &expr.SyntaxError{Span: c.Text.At(queryMark+later.Start, queryMark+later.End), Help: help,
			Message: fmt.Sprintf("AWS runs JSONata 2.0.6, which does not have the operator %q", later.Op)}
	}
	q := &query{computed: c, expression: x}
	c.Query = x.Tree()
	q.study(c.Query)
	return &expr.Foreign{Language: "jsonata", Text: strings.TrimSpace(text), Run: q.run, Reads: q.reads, Judges: q.judgement,
		MeansTyped: func() expr.Expr { return valueMeans(c.Query) }, Node: c.Node, Span: c.Node.Span}, nil
}

// reads is what the expression looks at. One that takes $states as a whole may look at all of it.
func (q *query) reads() *expr.Reads {
	facts := factsOf(q.computed.Query)
	out := &expr.Reads{}
	for _, v := range append(facts.variables, facts.handed...) {
		out.Variables = append(out.Variables, v.Name)
	}
	for _, v := range facts.variables {
		if !facts.guarded[v.Name] {
			out.Needs = append(out.Needs, v.Name)
		}
	}
	for _, p := range facts.states {
		member := ""
		if len(p.Steps) > 1 {
			if name, ok := target(p.Steps[1]).(*jsonata.Name); ok {
				member = name.Value
			}
		}
		out.Input = out.Input || member == "" || member == "input"
		out.Whole = out.Whole || member == "" || member == "input" && len(p.Steps) == 2
		out.Answer = out.Answer || member == "" || member == "result"
		out.Run = out.Run || member == "" || member == "context"
	}
	return out
}

// laterOperator returns the first use of an operator that came to JSONata after the version that AWS runs, or nil
// (asl today: "The dialect").
func laterOperator(tree jsonata.Node) *jsonata.Binary {
	var found *jsonata.Binary
	jsonata.Walk(tree, func(n jsonata.Node) bool {
		if b, ok := n.(*jsonata.Binary); ok && found == nil && (b.Op == "??" || b.Op == "?:") {
			found = b
		}
		return found == nil
	})
	return found
}

// A query is a JSONata expression of a definition.
type query struct {
	computed   *Computed
	expression *jsonata.Expression
	// context reports that the expression may look at the Context object.
	context bool
	// result reports that it may look at the result of the state, and calls that it calls functions.
	result, calls bool
	// computes reports that it computes with numbers, so that its value may have some that are not finite.
	computes bool
}

// study finds out what the expression may look at: members of $states by their names, or all of them where it takes $states as
// a whole.
func (q *query) study(tree jsonata.Node) {
	plain := 0 // paths that begin with $states and a name
	jsonata.Walk(tree, func(n jsonata.Node) bool {
		switch n := n.(type) {
		case *jsonata.Path:
			v, isVariable := n.Steps[0].(*jsonata.Variable)
			if isVariable && v.Name == "states" && len(n.Steps) > 1 {
				if name, ok := target(n.Steps[1]).(*jsonata.Name); ok {
					plain++
					q.context = q.context || name.Value == "context"
					q.result = q.result || name.Value == "result"
				}
			}
		case *jsonata.Variable:
			if n.Name == "states" {
				plain--
			}
			q.calls = q.calls || jsonata.BuiltIn(n.Name) || queryFunctions()[n.Name] != nil
		case *jsonata.Binary:
			q.computes = q.computes || strings.Contains("+-*/%", n.Op)
		}
		return true
	})
	q.context, q.result = q.context || plain != 0, q.result || plain != 0
	q.computes = q.computes || q.calls
}

// target is the step that predicates apply to.
func target(n jsonata.Node) jsonata.Node {
	for {
		switch x := n.(type) {
		case *jsonata.Filter:
			n = x.Target
		case *jsonata.Keep:
			n = x.Target
		default:
			return n
		}
	}
}

// A world is what an expression sees in one evaluation.
type world struct {
	*query
	env *expr.Env
}

// lookup returns a variable of the workflow, or $states.
func (w *world) lookup(name string) (any, bool) {
	if name != "states" {
		if w.env.Lookup == nil {
			return nil, false
		}
		return w.env.Lookup(name)
	}
	states := value.NewObject(2)
	states.Set("input", w.env.Input)
	if w.context {
		states.Set("context", w.env.ContextObject())
	}
	if w.result {
		states.Set("result", w.env.Answer)
	}
	if w.env.Error != nil {
		states.Set("errorOutput", w.env.Error)
	}
	return states, true
}

func (w *world) now() time.Time { return w.env.Now }

func (w *world) random() float64 { return fraction(randomOf(w.env)) }

// run evaluates the expression.
func (q *query) run(env *expr.Env) (any, error) {
	w := &world{query: q, env: env}
	world := jsonata.Env{Input: jsonata.Undefined{}, Lookup: w.lookup, Limits: queryLimits}
	if q.calls {
		world.Functions, world.Now, world.Random = queryFunctions(), w.now, w.random
	}
	v, err := q.expression.Evaluate(world)
	switch {
	case err != nil:
		return nil, q.failed(err)
	case jsonata.IsUndefined(v):
		return nil, q.fault("returned nothing (undefined).")
	case jsonata.IsFunction(v):
		return nil, q.fault("returned an unsupported result type.")
	}
	if q.computes {
		v = withoutInfinities(v)
	}
	return v, nil
}

// fault is the error of an evaluation, in the words of today's engine.
func (q *query) fault(what string) *expr.EvalError {
	return &expr.EvalError{Span: q.computed.Node.Span, Fault: expr.QueryFault,
		Message: fmt.Sprintf("The JSONata expression '%s' specified for the field '%s' %s", strings.TrimSpace(q.expression.Text()), q.computed.At, what)}
}

// failed is the error of an evaluation that was stopped.
func (q *query) failed(err error) *expr.EvalError {
	fault := q.fault("threw an error during evaluation. " + err.Error())
	var at *jsonata.Error
	if errors.As(err, &at) {
		fault.Span = q.computed.Text.At(queryMark+at.Start, queryMark+at.End)
	}
	return fault
}
