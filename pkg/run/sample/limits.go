package sample

import (
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A limit is what the points of a node leave: a task that fails once more than it is retried, or with an error that nobody handles; and a
// result that has something which the task did not get. It is covered as a point is, and no report has it.
type limit struct {
	point *scenario.Point
	// shows reports whether a call of its node ends there.
	shows func(c *run.Call) bool
}

// limitsOf are the limits of the nodes of a program.
func limitsOf(p *workflow.Program) []limit {
	var out []limit
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil {
				out = append(out, limit{&scenario.Point{Kind: scenario.TablePoint, Node: n}, func(c *run.Call) bool {
					return c.Answered && c.Error == nil && !value.Includes(c.Result, c.Input)
				}})
			}
			for i := range n.Retry {
				if r := &n.Retry[i]; r.Limit > 0 && r.Most == nil {
					out = append(out, limit{&scenario.Point{Kind: scenario.RetrierPoint, Node: n, Index: i}, func(c *run.Call) bool {
						return c.Attempt == r.Limit+1 && failedItself(c) && r.On.Matches(c.Error.Name, workflow.ClassTask)
					}})
				}
			}
			if n.Call != nil && handlesSome(n) {
				anything := &workflow.Edge{From: n, Kind: workflow.OnError, On: workflow.Matcher{{All: true}}}
				out = append(out, limit{&scenario.Point{Kind: scenario.CatcherPoint, Node: n, Edge: anything}, func(c *run.Call) bool {
					return failedItself(c) && c.Error.Name == madeUp
				}})
			}
		}
	}
	return out
}

// failedItself reports whether a task failed, and was not cancelled or too late.
func failedItself(c *run.Call) bool {
	return c.Error != nil && c.Error.Name != machine.Cancelled && (c.Error.Class == 0 || c.Error.Class&workflow.ClassTask != 0)
}

// handlesSome reports whether a node handles some errors, or is retried after them, and not all.
func handlesSome(n *workflow.Node) bool {
	takes := func(m workflow.Matcher) bool { return m.Matches(madeUp, workflow.ClassTask) }
	some := false
	for _, r := range n.Retry {
		some = true
		if takes(r.On) {
			return false
		}
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			some = true
			if takes(e.On) {
				return false
			}
		}
	}
	return some
}

// addLimits adds the limits that a play gets to to what it covers.
func (s *search) addLimits(p *Play) {
	for _, r := range append([]*run.Result{p.Result}, p.Result.Chain...) {
		for i := range r.Calls {
			for _, l := range s.limitsAt[r.Calls[i].Node] {
				if !p.covers[l.point] && l.shows(&r.Calls[i]) {
					p.covers[l.point] = true
				}
			}
		}
	}
}
