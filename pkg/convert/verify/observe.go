package verify

import (
	"cmp"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An observation is what can be seen of a run from outside: how it ended, the calls of tasks, the events, and the output. Runs
// of workflows that follow one another are one run.
type observation struct {
	class   string   // "succeeded", "failed", "stopped", "aborted"
	waiting []string // the elements at which something is awaited, each once
	// hanging are those of them at which a task has not answered, by their names; where tasks are called otherwise in the target, it shows in
	// the calls alone which it is.
	hanging  map[string]string
	error    *machine.Error
	tables   []*workflow.ErrorTable
	calls    []call
	produced []any
	output   any
	elapsed  time.Duration
	visits   map[string]int // of each element: not compared, but shows whether the paths are the same
	// byNode are the calls by the names of their elements, once [observation.callsOf] was asked.
	byNode map[string][]*call
}

// texts are canonical texts of objects. A document comes to several calls as it is, and each of them is looked at several times.
type texts map[*value.Object]string

// of returns the canonical text of a value.
func (t texts) of(v any) string {
	o, ok := v.(*value.Object)
	if !ok {
		return string(value.AppendSorted(nil, v))
	}
	s, ok := t[o]
	if !ok {
		s = string(value.AppendSorted(nil, v))
		t[o] = s
	}
	return s
}

// A call is one call of a task, by the names of the source.
type call struct {
	run.Call
	input string // canonical
}

// observe returns what can be seen of a run; known are the texts of the data in it.
func observe(p *workflow.Program, r *run.Result, known texts) *observation {
	o := &observation{visits: map[string]int{}, hanging: map[string]string{}}
	for _, w := range p.Workflows {
		o.tables = append(o.tables, &w.Errors)
	}
	if p.Fallback != nil {
		o.tables = append(o.tables, &p.Fallback.Errors)
	}
	last := r
	for _, part := range append([]*run.Result{r}, r.Chain...) {
		begins := part.Start.Sub(r.Start)
		for _, c := range part.Calls {
			c.At += begins
			o.calls = append(o.calls, call{c, known.of(c.Input)})
		}
		o.produced = append(o.produced, part.Produced...)
		for _, name := range part.Visited {
			o.visits[name]++
		}
		last = part
	}
	o.class, o.error, o.output = class(last.Status), last.Error, last.Output
	var parked []string
	for _, w := range last.Waiting {
		switch w.Kind {
		case "join": // which waits for nothing from outside
		case "deadEnd":
			parked = append(parked, w.Node)
		default:
			o.waiting = append(o.waiting, w.Node)
		}
		if w.Kind == "task" {
			o.hanging[w.Node] = w.Name
		}
	}
	if len(o.waiting) == 0 { // else what comes from outside goes past them
		o.waiting = parked
	}
	o.elapsed = last.End.Sub(r.Start)
	o.sort()
	return o
}

// leavesOut reports whether a call of the source is one that a task of the target makes by itself, which replaces the element that
// makes the call, or what that lies in. apart are calls of workflows that the source starts and does not wait for.
func (p *Pair) leavesOut(element string, apart bool) bool {
	if p.inner == nil {
		p.findInner()
	}
	return apart && p.starts || p.inner[element]
}

func (p *Pair) findInner() {
	p.inner = map[string]bool{}
	whole := map[string]bool{}
	for _, s := range p.Raised.StandIns {
		if s.Calls {
			whole[s.Element] = true
		}
		p.starts = p.starts || s.Starts != ""
	}
	for _, name := range p.Raised.Produced {
		p.inner[name] = true
	}
	for _, w := range p.Source.Workflows {
		for _, n := range w.Nodes {
			for at := n.Region.Scope; at != nil && !p.inner[n.Name()]; at = at.Region.Scope {
				p.inner[n.Name()] = whole[at.Name()]
			}
		}
	}
}

// leaveOut leaves out the calls that tasks of the target make by themselves.
func (o *observation) leaveOut(p *Pair) {
	o.calls, o.byNode = slices.DeleteFunc(o.calls, func(c call) bool { return p.leavesOut(c.Node, c.Apart) }), nil
}

// class is what a status counts as: to wait and to rest are one, since what moves on only from outside is called either.
func class(s run.Status) string {
	if s == run.Waiting || s == run.Resting {
		return "stopped"
	}
	return string(s)
}

// sort puts calls into the order of their beginning, those of one instant into that of their tasks and inputs; and what is
// awaited into that of the names.
func (o *observation) sort() {
	slices.Sort(o.waiting)
	o.waiting = slices.Compact(o.waiting)
	slices.SortStableFunc(o.calls, func(a, b call) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Task, b.Task), cmp.Compare(a.input, b.input))
	})
}

// requestRefused reports whether the run ended because somebody asked for what it cannot do: that is the fault of who asks.
func (o *observation) requestRefused() bool {
	return o.error != nil && slices.ContainsFunc(o.tables, func(t *workflow.ErrorTable) bool {
		return t.Request.Name != "" && t.Request.Name == o.error.Name && t.Request.Name != t.Task.Name
	})
}

// callsOf are the calls that a node made, in the order of all of them.
func (o *observation) callsOf(n *workflow.Node) []*call {
	if n.Call == nil {
		return nil
	}
	if o.byNode == nil {
		o.byNode = make(map[string][]*call, len(o.calls))
		for i := range o.calls {
			c := &o.calls[i]
			o.byNode[c.Node] = append(o.byNode[c.Node], c)
		}
	}
	list := o.byNode[n.Name()]
	if !slices.ContainsFunc(list, func(c *call) bool { return c.Task != n.Call.Task }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(c *call) bool { return c.Task != n.Call.Task })
}

// rename puts the names of the source into what was seen of the target, and leaves out the calls of what replaces
// something else.
func (o *observation) rename(p *Pair) {
	known := p.names()
	o.calls, o.byNode = slices.DeleteFunc(o.calls, func(c call) bool { return slices.Contains(p.Raised.Substitutes, c.Task) }), nil
	for i := range o.calls {
		c := &o.calls[i]
		target := c.Node
		element, certain := known.element(c.Node, c.Given)
		c.Task, c.Node = known.task(c.Task, element), element
		if !certain {
			c.Node = ""
		}
		c.readAs(p.contractAt(c.Task, target, c.Node))
	}
	o.renameWaiting(p, known.elements)
	visits := map[string]int{}
	for name, n := range o.visits {
		if !known.several[name] {
			visits[original(known.elements, name)] += n
		}
	}
	o.visits = visits
	o.sort()
}

// makesCalls reports whether a task of the target is one of the source, or calls some.
func (p *Pair) makesCalls(task string) bool {
	for _, s := range p.Raised.StandIns {
		if s.Task == task {
			_, worker := s.By.(dialects.Worker)
			return worker
		}
	}
	return !slices.Contains(p.Raised.Substitutes, task)
}

// readAs makes of a call what the source sees of it, if the worker does what a contract asks for: the input that it reads, and the
// error in place of which it answers.
func (c *call) readAs(k *dialects.Contract) {
	if k == nil {
		return
	}
	if k.From != nil {
		c.Input = selected(k.From, c.Input)
		c.input = string(value.AppendSorted(nil, c.Input))
	}
	if e := answeredFailure(k, c.Result); e != nil {
		c.Error, c.Result = e, nil
	}
}

// elements are the elements of the source that are called otherwise in the target, or are parts of others there.
func (p *Pair) elements() []dialects.Renaming { return slices.Concat(p.Raised.Names, p.Raised.Parts) }

// ambiguous are the names that several others became.
func ambiguous(list []dialects.Renaming) map[string]bool {
	from, out := map[string]string{}, map[string]bool{}
	for _, r := range list {
		if first, ok := from[r.To]; ok && first != r.From {
			out[r.To] = true
		}
		from[r.To] = r.From
	}
	return out
}

// roles are what a name means among the errors that the machine raises itself, as a set.
func (o *observation) roles(name string) (set uint16, hidden bool) {
	for _, t := range o.tables {
		hidden = hidden || t.Hidden
		for i, e := range ownErrors(t) {
			if e.Name != name || name == "" {
				continue
			}
			// A time limit is one, whatever it limits; and so it is with data that a stage cannot be applied to.
			set |= [...]uint16{1, 1, 1, 2, 4, 4, 8, 16, 32}[i]
		}
	}
	return set, hidden
}

// onPurpose reports whether an error is one by which definitions fail on purpose: that of a step which fails, of a choice without a
// match, or of a transition that is not allowed. Not every dialect can name it.
func (o *observation) onPurpose(e *machine.Error) bool {
	return e.Class&(workflow.ClassFail|workflow.ClassNoMatch) != 0 || slices.ContainsFunc(o.tables, func(t *workflow.ErrorTable) bool {
		return e.Name != "" && (e.Name == t.Require.Name || e.Name == t.NoMatch.Name)
	})
}

// ownErrors are the errors that a machine raises itself, and has in common with others.
func ownErrors(t *workflow.ErrorTable) [9]workflow.ErrorName {
	return [...]workflow.ErrorName{t.Timeout, t.Heartbeat, t.Expired, t.NoMatch, t.Path, t.Combine, t.Task, t.Answer, t.File}
}

// counterpart is what an error of the source's machine is called by the target's; others keep their names, and so does the one that a
// task fails with which names none: a task may well name it.
func (p *Pair) counterpart(name string) string {
	if t := &p.Source.Start().Errors; name == t.Task.Name && !t.Hidden {
		return name
	}
	from, to := ownErrors(&p.Source.Start().Errors), ownErrors(&p.Target.Start().Errors)
	for i, e := range from {
		if name != "" && e.Name == name && to[i].Name != "" {
			return to[i].Name
		}
	}
	return name
}

// producedByCalls are the events that calls of one side produce which do so on the other, where the dialect of the one does not know that
// of any task. produces are how tasks do so on the other side, and by the names of the source.
func producedByCalls(own *workflow.Program, calls []call, produces map[string]func(any) []*value.Object) []any {
	if len(produces) == 0 || len(producers(own, nil)) > 0 {
		return nil
	}
	var out []any
	for i := range calls {
		if c := &calls[i]; produces[c.Task] != nil && c.Answered && c.Error == nil {
			for _, made := range produces[c.Task](c.Input) {
				out = append(out, made)
			}
		}
	}
	return out
}

// producers are how the tasks of a program produce events that do, by the names that these tasks have in the source.
func producers(p *workflow.Program, sources map[string]string) map[string]func(any) []*value.Object {
	out := map[string]func(any) []*value.Object{}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil && n.Call.Produces != nil {
				out[original(sources, n.Call.Task)] = n.Call.Produces
			}
		}
	}
	return out
}
