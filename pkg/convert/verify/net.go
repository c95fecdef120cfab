package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A net answers what can be reached in the source.
type net struct {
	program *workflow.Program
	nodes   []*workflow.Node
	byName  map[string][]*workflow.Node
	byID    map[string]*workflow.Workflow
	callers map[string][]*workflow.Node // of workflows, by their ids
	tasks   map[string]bool             // that are called
	asked   map[*workflow.Call]bool     // those that decide about a path
	decide  map[string]bool             // the tasks that only such calls call
	listed  map[string]bool             // the elements whose answers are lists by the definition
	lists   bool                        // the input is a list by the definition
	forks   map[*workflow.Region][]*workflow.Node
	reached map[*workflow.Edge]map[*workflow.Node]bool // by edges of forks, once they were asked for: see [net.branch]
	besides map[[2]string]bool                         // by elements, once they were asked for: see [net.beside]
	parts   map[string]int                             // of the members of which a part is read, where that is first in the text
}

func newNet(p *workflow.Program) *net {
	x := &net{program: p, byName: map[string][]*workflow.Node{}, byID: map[string]*workflow.Workflow{}, callers: map[string][]*workflow.Node{}, tasks: map[string]bool{},
		asked: map[*workflow.Call]bool{}, decide: map[string]bool{}, listed: map[string]bool{}, lists: listedInput(p) != nil,
		forks: map[*workflow.Region][]*workflow.Node{}, reached: map[*workflow.Edge]map[*workflow.Node]bool{}, besides: map[[2]string]bool{}}
	for _, w := range p.Workflows {
		if _, taken := x.byID[w.ID]; !taken {
			x.byID[w.ID] = w
		}
		for n := range listed(w) {
			x.listed[n.Name()] = true
		}
		for _, n := range w.Nodes {
			x.nodes = append(x.nodes, n)
			x.byName[n.Name()] = append(x.byName[n.Name()], n)
			if n.Split == workflow.SplitFork {
				x.forks[n.Region] = append(x.forks[n.Region], n)
			}
			if n.Call != nil {
				x.tasks[n.Call.Task] = true
			}
			for _, e := range n.Out {
				if e.Ask != nil {
					x.tasks[e.Ask.Task], x.asked[e.Ask] = true, true
				}
			}
			if n.Call != nil && n.Call.Workflow {
				x.callers[n.Call.Task] = append(x.callers[n.Call.Task], n)
			}
		}
	}
	for _, c := range p.Select {
		if c.Ask != nil {
			x.tasks[c.Ask.Task], x.asked[c.Ask] = true, true
		}
	}
	for c := range x.asked {
		x.decide[c.Task] = !slices.ContainsFunc(x.nodes, func(n *workflow.Node) bool { return n.Call != nil && n.Call.Task == c.Task })
	}
	return x
}

// callsTask reports whether an element calls a task.
func (x *net) callsTask(element string) bool {
	return slices.ContainsFunc(x.byName[element], func(n *workflow.Node) bool { return n.Call != nil })
}

// getsDocument reports whether the tasks that an element calls get the document as it is.
func (x *net) getsDocument(element string) bool {
	nodes := slices.DeleteFunc(slices.Clone(x.byName[element]), func(n *workflow.Node) bool { return n.Call == nil })
	return len(nodes) > 0 && !slices.ContainsFunc(nodes, func(n *workflow.Node) bool { return n.Data.Payload != nil || n.Data.Select != nil })
}

// endsIn reports whether one of some nodes ends the run.
func (x *net) endsIn(some map[*workflow.Node]bool) bool {
	for n := range some {
		if n.Region.Scope == nil && (n.Kind == workflow.End || len(n.Out) == 0) || n.Terminates {
			return true
		}
	}
	return false
}

// named returns the nodes of some elements.
func (x *net) named(elements []*workflow.Element) []*workflow.Node {
	var out []*workflow.Node
	for _, e := range elements {
		for _, n := range x.byName[shown(e)] {
			if e.Whole == nil || n.Element == e || n.Element.Name == e.Name {
				out = append(out, n)
			}
		}
	}
	return out
}

// entity reports whether the program is of an entity, of which any request may lead anywhere.
func (x *net) entity() bool {
	return len(x.program.Select) > 0
}

// reach returns the nodes that can be entered after any of some, themselves included; but not along a node that is blocked, and not
// through a scope that cannot be completed without it.
func (x *net) reach(start []*workflow.Node, blocked map[*workflow.Node]bool) map[*workflow.Node]bool {
	seen := map[*workflow.Node]bool{}
	var todo []*workflow.Node
	add := func(n *workflow.Node) {
		if n != nil && !seen[n] && !blocked[n] {
			seen[n] = true
			todo = append(todo, n)
		}
	}
	for _, n := range start {
		add(n)
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n.Body != nil {
			for _, r := range n.Body.Regions {
				add(r.Start)
			}
		}
		if n.Call != nil && n.Call.Workflow {
			if w := x.byID[n.Call.Task]; w != nil && w.Root != nil {
				add(w.Root.Start)
			}
		}
		through := n.Body == nil || len(blocked) == 0 || x.completes(n, blocked)
		for _, e := range n.Out {
			if through || e.Kind == workflow.OnError || e.Kind == workflow.OnTimer {
				add(e.To)
			}
		}
		if n.Kind == workflow.End || len(n.Out) == 0 {
			x.leave(n, add, blocked)
		}
	}
	return seen
}

// leave adds what follows the end of a region: what follows its scope, who called the workflow, or the workflow that comes after.
func (x *net) leave(n *workflow.Node, add func(*workflow.Node), blocked map[*workflow.Node]bool) {
	if scope := n.Region.Scope; scope != nil {
		if len(blocked) > 0 && !x.completes(scope, blocked) {
			return
		}
		for _, e := range scope.Out {
			add(e.To)
		}
		if len(scope.Out) == 0 {
			x.leave(scope, add, blocked)
		}
		return
	}
	for _, w := range x.program.Workflows {
		if w.Root != n.Region {
			continue
		}
		for _, caller := range x.callers[w.ID] {
			for _, e := range caller.Out {
				add(e.To)
			}
		}
		if w.Then != nil && x.byID[w.Then.ID] != nil && x.byID[w.Then.ID].Root != nil {
			add(x.byID[w.Then.ID].Root.Start)
		}
	}
}

// inside reports whether a node lies in a scope, or in a workflow that is called in it. passed are the callers that were asked about
// before.
func (x *net) inside(n, scope *workflow.Node, passed []*workflow.Node) bool {
	at := n
	for ; at.Region.Scope != nil; at = at.Region.Scope {
		if at.Region.Scope == scope {
			return true
		}
	}
	for _, w := range x.program.Workflows {
		if w.Root != at.Region {
			continue
		}
		for _, caller := range x.callers[w.ID] {
			if !slices.Contains(passed, caller) && x.inside(caller, scope, append(passed, caller)) {
				return true
			}
		}
	}
	return false
}

// completes reports whether each region of a scope has a path to its end that a block does not cut.
func (x *net) completes(scope *workflow.Node, blocked map[*workflow.Node]bool) bool {
	if scope.Body.Each || scope.Body.Detached || scope.Body.Enough != nil {
		return true
	}
	for _, r := range scope.Body.Regions {
		if r.Start != nil && !x.ends(r, blocked) {
			return false
		}
	}
	return true
}

// ends reports whether the start of a region leads to one of its ends past the blocked nodes.
func (x *net) ends(r *workflow.Region, blocked map[*workflow.Node]bool) bool {
	if r.Start == nil || blocked[r.Start] {
		return false
	}
	seen := map[*workflow.Node]bool{r.Start: true}
	todo := []*workflow.Node{r.Start}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n.Body != nil && !x.completes(n, blocked) {
			continue
		}
		if n.Kind == workflow.End || len(n.Out) == 0 && n.Kind != workflow.Fail {
			return true
		}
		for _, e := range n.Out {
			if e.To != nil && !seen[e.To] && !blocked[e.To] {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return false
}
