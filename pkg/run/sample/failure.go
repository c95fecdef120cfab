package sample

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// madeUp is the name of an error that no handler names.
const madeUp = "MadeUp"

// raise makes the tasks of a node fail with the errors that a handler is for.
func (s *search) raise(at *scenario.Point, base *Play, on workflow.Matcher) {
	for _, name := range errorsOf(on) {
		if s.own && s.raisedByMachine(name) {
			continue
		}
		for _, task := range tasksIn(at.Node) {
			prior, called := answersOf(base, task)
			failure := &machine.Error{Name: name, Cause: "made up"}
			for _, k := range []int{0, max(0, called-1)} {
				for _, after := range [][]run.Reply{nil, {{Return: value.NewObject(0)}}} { // it fails always, or once
					if after != nil && k < len(prior) {
						after = prior[k:]
					}
					replies := append(append(slices.Clone(prior[:min(k, len(prior))]), run.Reply{Fail: failure}), after...)
					if s.run(answering(base, task, replies)); s.covered[at] {
						return
					}
				}
			}
			if task.Call.Token {
				s.run(occurring(base, run.Occurrence{Kind: "taskToken", Node: task.Name(), Fail: failure}))
			}
			if s.covered[at] {
				return
			}
		}
	}
	s.delay(at, base) // errors of time limits
}

// raisedByMachine reports whether an error is one that a machine raises itself: a task that reports it means something else.
func (s *search) raisedByMachine(name string) bool {
	return slices.ContainsFunc(s.program.Workflows, func(w *workflow.Workflow) bool {
		t := &w.Errors
		own := []workflow.ErrorName{t.Timeout, t.Heartbeat, t.Expired, t.NoMatch, t.Path, t.Combine, t.Answer, t.File}
		return name != t.Task.Name && slices.ContainsFunc(own, func(e workflow.ErrorName) bool { return e.Name == name })
	})
}

// delay makes the tasks of a node not answer in time, and nothing happen from outside.
func (s *search) delay(at *scenario.Point, base *Play) {
	for _, task := range tasksIn(at.Node) {
		prior, called := answersOf(base, task)
		for _, k := range []int{0, max(0, called-1)} {
			for _, late := range []run.Reply{{Never: true}, {Return: value.NewObject(0), After: iso8601.Duration{Days: 400}}} {
				replies := append(slices.Clone(prior[:min(k, len(prior))]), late)
				if s.run(answering(base, task, replies)); s.covered[at] {
					return
				}
			}
		}
		if task.Call.Token {
			s.run(occurring(base, run.Occurrence{Kind: "taskToken", Node: task.Name(), Heartbeat: true}))
		}
	}
	o := base.Options
	for len(o.Occurrences) > 0 && !s.covered[at] {
		o.Occurrences = o.Occurrences[:len(o.Occurrences)-1]
		s.run(o)
	}
}

// request has happen what leads along an edge: what its node waits for, or the request for the transition.
func (s *search) request(at *scenario.Point, base *Play) {
	n := at.Node
	if n.Kind == workflow.Task && n.Call != nil && n.Call.Token {
		s.run(occurring(base, run.Occurrence{Kind: "taskToken", Node: n.Name(), Value: value.NewObject(0)}))
	}
	for _, e := range n.Out {
		if e.Ask == nil {
			continue
		}
		asked := &workflow.Node{Call: e.Ask}
		for _, says := range []bool{true, false} {
			asking := answering(base, asked, []run.Reply{{Return: says}})
			s.run(asking)
			for _, x := range awaited(n) {
				o := asking
				o.Occurrences = append(slices.Clone(o.Occurrences), x)
				s.run(o)
			}
		}
	}
	for _, x := range awaited(n) {
		if s.run(occurring(base, x)); s.covered[at] {
			return
		}
	}
}

// awaited are occurrences that a node waits for.
func awaited(n *workflow.Node) []run.Occurrence {
	var out []run.Occurrence
	for _, e := range n.Out {
		if n.Kind == workflow.State && e.Name != "" && !e.Disabled {
			out = append(out, run.Occurrence{Kind: "transition", Node: e.Name, Value: value.NewObject(0)})
		}
	}
	if n.Awaits == nil {
		return out
	}
	for i := range n.Awaits.For {
		if e := n.Awaits.For[i].Event; e != nil {
			out = append(out, run.Occurrence{Kind: "event", Value: value.ObjectOf(value.Member{Key: "type", Value: e.Type},
				value.Member{Key: "source", Value: e.Source}, value.Member{Key: "data", Value: value.NewObject(0)})})
		}
	}
	if len(n.Awaits.For) == 0 {
		out = append(out, run.Occurrence{Kind: "complete", Node: n.Name(), Value: value.NewObject(0)})
	}
	return out
}

// changeOccurrences adds an occurrence that some node waits for, or takes one out.
func (s *search) changeOccurrences(o *run.Options) {
	if n := len(o.Occurrences); n > 0 && s.random.Intn(3) == 0 {
		i := s.random.Intn(n)
		o.Occurrences = slices.Delete(slices.Clone(o.Occurrences), i, i+1)
		return
	}
	w := s.program.Workflows[s.random.Intn(len(s.program.Workflows))]
	if len(w.Nodes) == 0 {
		return
	}
	from := s.random.Intn(len(w.Nodes))
	for i := range w.Nodes {
		if all := awaited(w.Nodes[(from+i)%len(w.Nodes)]); len(all) > 0 {
			o.Occurrences = append(slices.Clone(o.Occurrences), all[s.random.Intn(len(all))])
			return
		}
	}
}

// errorsOf are names of errors that a matcher takes, and that a task may fail with.
func errorsOf(on workflow.Matcher) []string {
	var out []string
	for i := range on {
		switch c := &on[i]; {
		case c.If != nil:
			out = append(append(out, textsIn(c.If)...), madeUp)
		case c.Name != "":
			out = append(out, c.Name)
		default:
			out = append(out, madeUp)
		}
	}
	return out
}

// textsIn are the texts that an expression compares with.
func textsIn(x expr.Expr) []string {
	k := &knowledge{known: map[string]int{}}
	k.expression(x)
	var out []string
	for _, v := range k.pool {
		if s, ok := v.(string); ok && s != "" {
			out = append(out, s)
		}
	}
	return out
}

// tasksIn are the tasks of a node: itself, or those in its regions.
func tasksIn(n *workflow.Node) []*workflow.Node {
	if n.Call != nil {
		return []*workflow.Node{n}
	}
	if n.Body == nil {
		return nil
	}
	var out []*workflow.Node
	for _, r := range n.Body.Regions {
		for _, x := range r.Nodes {
			out = append(out, tasksIn(x)...)
		}
	}
	return out
}

// answersOf are the answers that calls of a task got in a play, as replies, and how many calls there were.
func answersOf(p *Play, task *workflow.Node) (replies []run.Reply, calls int) {
	for _, r := range append([]*run.Result{p.Result}, p.Result.Chain...) {
		for i := range r.Calls {
			c := &r.Calls[i]
			if c.Task != task.Call.Task {
				continue
			}
			calls++
			switch {
			case c.Answered && c.Error == nil:
				replies = append(replies, run.Reply{Return: c.Result})
			case failedItself(c):
				replies = append(replies, run.Reply{Fail: c.Error})
			default:
				replies = append(replies, run.Reply{Never: true})
			}
		}
	}
	return replies, calls
}

// answering is a play with other answers of a task.
func answering(base *Play, task *workflow.Node, replies []run.Reply) run.Options {
	o := base.Options
	o.Stubs = []run.Stub{{Name: task.Call.Task, Replies: replies}}
	for _, stub := range base.Options.Stubs {
		if stub.Name != task.Call.Task {
			o.Stubs = append(o.Stubs, stub)
		}
	}
	return o
}

// occurring is a play in which something more happens, before all else.
func occurring(base *Play, x run.Occurrence) run.Options {
	o := base.Options
	o.Occurrences = append(slices.Clone(base.Options.Occurrences), x)
	return o
}
