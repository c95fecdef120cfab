package rewrite

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// CallFunctions makes the tasks that call a function which their payload names, by a service, call the function itself: it gets what was
// sent to it, and what it answers is put where the service puts it. The program is changed; it is done before a conversion, whose source
// it is. The notes name the tasks that stay as they are, and why.
func CallFunctions(p *workflow.Program) (notes []string) {
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Call == nil || n.Call.Function == nil {
				continue
			}
			if why := callFunction(n); why != "" {
				notes = append(notes, fmt.Sprintf("%q still calls %s: %s", n.Name(), n.Call.Task, why))
			}
		}
	}
	return notes
}

// NamedFunctions returns how many functions the tasks of a program call through a service by a fixed name.
func NamedFunctions(p *workflow.Program) int {
	found := map[string]bool{}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Call == nil || n.Call.Function == nil {
				continue
			}
			if of, why := calledFunction(n); why == "" {
				found[of.name] = true
			}
		}
	}
	return len(found)
}

// callFunction makes a node call the function that its payload names. It returns why it does not.
func callFunction(n *workflow.Node) (why string) {
	of, why := calledFunction(n)
	if why != "" {
		return why
	}
	f := n.Call.Function
	d := n.Data
	known := true
	at := ifPresent(func(x *expr.Expr) {
		out, ok := answerWithin(*x, f.Answer)
		if known = known && ok; ok {
			*x = out
		}
	})
	at(&d.Result)
	if d.Assign != nil {
		a := *d.Assign
		a.Variables = slices.Clone(a.Variables)
		for i := range a.Variables {
			at(&a.Variables[i].Value)
		}
		d.Assign = &a
	}
	if !known {
		return "it may read other members of the answer than " + f.Answer
	}
	if d.Result == nil && (d.Combine == nil || d.Combine.Mode != workflow.Drop) {
		d.Result = answerUnder(f.Answer)
	}
	if isRoot(d.Result, expr.RootAnswer) {
		d.Result = nil
	}
	if d.Payload = of.input; isRoot(of.input, expr.RootInput) {
		d.Payload = nil
	}
	n.Data = d
	call, direct := *n.Call, *f
	direct.Through = call.Task
	call.Task, call.Resource, call.Function, call.Echo = of.name, of.address, &direct, nil
	n.Call = &call
	return ""
}

// A functionCall is what the payload of a task has a service call: a function by its name, at its address if that is known, with an input.
type functionCall struct {
	name, address string
	input         expr.Expr
}

// calledFunction returns what the payload of a node has a service call. Where that is not known before the run, it returns why.
func calledFunction(n *workflow.Node) (call functionCall, why string) {
	f := n.Call.Function
	payload, ok := objectMembers(n.Data.Payload)
	if !ok {
		return call, "its input is computed as a whole"
	}
	call.input = &expr.Literal{Value: value.NewObject(0)}
	for _, m := range payload {
		text, _ := fixedText(m.Value)
		switch plain, may := f.Plain[m.Key]; {
		case m.Key == f.Input:
			call.input = m.Value
		case m.Key == f.Name:
			call.name, call.address = f.Of(text)
		case !may || text != plain:
			return call, "it sends " + m.Key + ", too"
		}
	}
	if call.name == "" {
		return call, "its " + f.Name + " is known only when it runs"
	}
	return call, ""
}

// isRoot reports whether an expression is what the paths of a root begin at.
func isRoot(x expr.Expr, root expr.Root) bool {
	if f, ok := x.(*expr.Foreign); ok {
		x = f.Meaning()
	}
	p, ok := x.(*expr.Path)
	return ok && p.Root == root && len(p.Steps) == 0
}

// answerUnder makes an object of an answer, as a member.
func answerUnder(key string) expr.Expr {
	return &expr.Object{Members: []expr.ObjectMember{{Key: key, Value: &expr.Path{Root: expr.RootAnswer, Definite: true, Text: "$"}}}}
}

// answerWithin returns an expression of an answer as one of what is a member of that answer. It reports false if the expression reads more
// of it, or if that is not known.
func answerWithin(x expr.Expr, key string) (expr.Expr, bool) {
	switch x := x.(type) {
	case *expr.Object:
		out, known := *x, true
		out.Node, out.Members = nil, slices.Clone(x.Members)
		for i, m := range out.Members {
			v, ok := answerWithin(m.Value, key)
			out.Members[i].Value, known = v, known && ok
		}
		return &out, known
	case *expr.Foreign:
		return foreignWithin(x, key)
	}
	return replaceRoot(x, expr.RootAnswer, answerUnder(key))
}

// foreignWithin is [answerWithin] for an expression of another language: it is evaluated as before, on an object with the answer in it.
func foreignWithin(x *expr.Foreign, key string) (expr.Expr, bool) {
	if x.Reads != nil {
		if r := x.Reads(); r != nil && !r.Answer {
			return x, true
		}
	}
	if _, ok := replaceRoot(x.Meaning(), expr.RootAnswer, answerUnder(key)); !ok || x.Run == nil {
		return nil, false
	}
	means := func(of func() expr.Expr) func() expr.Expr {
		if of == nil {
			return nil
		}
		return func() expr.Expr {
			out, ok := replaceRoot(of(), expr.RootAnswer, answerUnder(key))
			if !ok {
				return nil
			}
			return out
		}
	}
	out := *x
	out.Means, out.MeansTyped, out.Judges, out.Node = means(x.Means), means(x.MeansTyped), nil, nil
	out.Run = func(env *expr.Env) (any, error) {
		within := *env
		within.Answer = value.ObjectOf(value.Member{Key: key, Value: env.Answer})
		return x.Run(&within)
	}
	return &out, true
}
