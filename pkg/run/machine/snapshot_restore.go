package machine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Restore gives a new machine, made of the same definition, the state of a snapshot. An error explains why the snapshot does
// not fit: another version or another definition, or references to what does not exist. The machine is then not to be used.
func (m *Machine) Restore(s *Snapshot) error {
	switch {
	case len(m.frames) > 0 || m.steps > 0:
		return errors.New("only a new machine can be restored")
	case s.Version != SnapshotVersion:
		return fmt.Errorf("the snapshot has version %d, and only %d can be restored", s.Version, SnapshotVersion)
	case (s.Entity != nil) != (m.entity != nil):
		return errors.New("the snapshot is that of another kind of workflow")
	}
	r := &restorer{m: m, in: s, workflows: m.workflows()}
	if err := r.recognise(); err != nil {
		return err
	}
	m.flow = r.workflows[s.Flow]
	m.startedAt, m.now, m.expiryTimer = s.StartedAt.Time(), s.Now.Time(), s.ExpiryTimer
	c := s.Counters
	m.lastID, m.seq, m.steps, m.retries = c.LastID, c.Seq, c.Steps, c.Retries
	m.tokenCount, m.visitCount, m.eventCount, m.lineageCount = c.Tokens, c.Visits, c.Events, c.Lineage
	m.random = c.Random
	r.lineage()
	m.frames, m.visits, m.forks = make([]frame, len(s.Frames)), make([]visit, len(s.Visits)), make([]fork, len(s.Forks))
	for i := range s.Frames {
		r.frame(&m.frames[i], &s.Frames[i])
	}
	for i := range s.Visits {
		r.visit(int32(i), &s.Visits[i])
	}
	for i := range s.Forks {
		r.fork(&m.forks[i], &s.Forks[i])
	}
	r.slots()
	m.ready, m.parked = r.tokens(s.Ready), r.tokens(s.Parked)
	r.waiting()
	for _, n := range s.EndSources {
		m.endSources = append(m.endSources, r.node(&n))
	}
	r.entity()
	r.outcome()
	for _, e := range s.Visited {
		if w := r.workflow(e); w != nil && r.within(e[1], len(w.Elements), "element") {
			m.visited.append(w.Elements[e[1]])
		}
	}
	r.check()
	return r.err
}

// restorer restores a machine. Its methods return nil and keep an error where a reference leads nowhere.
type restorer struct {
	m           *Machine
	in          *Snapshot
	workflows   []*workflow.Workflow
	derivations []*derivation
	err         error
}

func (r *restorer) fault(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("the snapshot is damaged: "+format, args...)
	}
}

// recognise compares the workflows of the snapshot with those of the machine.
func (r *restorer) recognise() error {
	if len(r.in.Definition) != len(r.workflows) {
		return fmt.Errorf("the snapshot was made with %d workflows, and there are %d", len(r.in.Definition), len(r.workflows))
	}
	for i, f := range r.in.Definition {
		if f != fingerprintOf(r.workflows[i]) {
			return fmt.Errorf("the workflow %q has changed since the snapshot was made", f.ID)
		}
	}
	if r.in.Flow < 0 || r.in.Flow >= len(r.workflows) {
		return errors.New("the snapshot is damaged: it does not identify the running workflow")
	}
	return nil
}

// within reports whether an index is one of a list of that length.
func (r *restorer) within(i, length int, what string) bool {
	if i >= 0 && i < length {
		return true
	}
	r.fault("there is no %s %d", what, i)
	return false
}

func (r *restorer) workflow(ref Ref) *workflow.Workflow {
	if !r.within(ref[0], len(r.workflows), "workflow") {
		return nil
	}
	return r.workflows[ref[0]]
}

func (r *restorer) node(ref *Ref) *workflow.Node {
	if ref == nil {
		return nil
	}
	if w := r.workflow(*ref); w != nil && r.within(ref[1], len(w.Nodes), "node") {
		return w.Nodes[ref[1]]
	}
	return nil
}

func (r *restorer) edge(ref *Ref) *workflow.Edge {
	if ref == nil {
		return nil
	}
	if w := r.workflow(*ref); w != nil && r.within(ref[1], len(w.Edges), "edge") {
		return w.Edges[ref[1]]
	}
	return nil
}

func (r *restorer) value(v ValueRef) any {
	if v == Unfinished {
		return unfinished{}
	}
	if v == 0 || !r.within(int(v), len(r.in.Values), "value") {
		return nil
	}
	return r.in.Values[v]
}

func (r *restorer) list(refs []ValueRef) []any {
	if len(refs) == 0 {
		return nil
	}
	out := make([]any, len(refs))
	for i, v := range refs {
		out[i] = r.value(v)
	}
	return out
}

func (r *restorer) object(v ValueRef) *value.Object {
	o, _ := r.value(v).(*value.Object)
	return o
}

func (r *restorer) lineage() {
	for _, d := range r.in.Derivations {
		out := &derivation{order: d.Order}
		for _, p := range d.Parents {
			out.parents = append(out.parents, r.derivation(p)) // an earlier one
		}
		r.derivations = append(r.derivations, out)
	}
}

func (r *restorer) derivation(i int) *derivation {
	if i == 0 || !r.within(i-1, len(r.derivations), "derivation") {
		return nil
	}
	return r.derivations[i-1]
}

func (r *restorer) origin(o OriginState) origin { return origin{r.derivation(o.Derivation), o.Skipped} }

func (r *restorer) frame(f *frame, in *FrameState) {
	*f = frame{document: r.value(in.Document), visit: in.Visit, index: in.Index, generation: in.Generation, visits: slices.Clone(in.Visits),
		detached: in.Detached, changes: r.list(in.Changes), latest: in.Latest.Time(), correlation: r.object(in.Correlation),
		run: in.Run, started: in.Started.Time(), input: r.value(in.Input), events: in.Events}
	for _, v := range in.Variables {
		f.variables = append(f.variables, variable{v.Name, r.value(v.Value)})
	}
	if in.Region == nil {
		return
	}
	if w := r.workflow(*in.Region); w != nil && r.within(in.Region[1], len(w.Regions), "region") {
		f.region = w.Regions[in.Region[1]]
	}
	if f.detached {
		r.m.detachedCount++
	}
}

func (r *restorer) visit(vi int32, in *VisitState) {
	v := &r.m.visits[vi]
	if in.Node == nil {
		return
	}
	*v = visit{node: r.node(in.Node), frame: in.Frame, position: in.Position, from: in.From.branch(), origin: r.origin(in.Origin), order: in.Order,
		raw: r.value(in.Raw), effective: r.value(in.Effective), payload: r.value(in.Payload), attempt: in.Attempt, began: in.Began.Time(),
		retries: slices.Clone(in.Retries), call: in.Call, attemptTimers: slices.Clone(in.AttemptTimers), visitTimers: slices.Clone(in.VisitTimers),
		children: slices.Clone(in.Children), results: r.list(in.Results), arrivals: r.arrivals(in.Arrivals),
		regions: regions{in.Regions[0], in.Regions[1], in.Regions[2], in.Regions[3], in.Regions[4], in.Starting},
		entered: in.Entered.Time(), token: in.Token, items: r.items(in.Items)}
	for _, o := range in.Origins {
		v.origins = append(v.origins, r.origin(o))
	}
	for _, e := range in.Endings {
		v.endings = append(v.endings, ending{e.At.Time(), e.Index, r.list(e.Changes)})
	}
	if v.call != 0 {
		r.m.calls[v.call] = vi
	}
}

func (r *restorer) items(in *ItemsState) *items {
	if in == nil {
		return nil
	}
	x := &items{stage: itemsStage(in.Stage), list: r.list(in.List), made: in.Made, keyed: in.Keyed, source: in.Source, weights: slices.Clone(in.Weights), count: in.Count,
		failed: in.Failed, tolerated: in.Tolerated, share: in.Share}
	for _, o := range in.Outcomes {
		x.outcomes = append(x.outcomes, workflow.RunOutcome{Index: o.Index, Items: o.Items, Input: r.value(o.Input), Output: r.value(o.Output),
			Failed: o.Failed, Error: o.Error, Cause: o.Cause, Start: o.Start.Time(), Stop: o.Stop.Time(), Run: o.Run})
	}
	return x
}

func (r *restorer) arrivals(list []ArrivalState) []arrival {
	var out []arrival
	for _, a := range list {
		out = append(out, arrival{a.Trigger, r.value(a.Event)})
	}
	return out
}

func (r *restorer) fork(f *fork, in *ForkState) {
	*f = fork{r.node(in.Node), in.Frame, in.Generation, in.Outer.branch(), in.Open, in.Joined}
	if f.node != nil && r.within(int(in.Frame), len(r.m.frames), "frame") {
		r.m.frames[in.Frame].forks++
	}
}

func (r *restorer) tokens(list []TokenState) []token {
	var out []token
	for i := range list {
		t := &list[i]
		out = append(out, token{node: r.node(&t.Node), frame: t.Frame, generation: t.Generation, from: t.From.branch(), via: r.edge(t.Via),
			order: t.Order, data: r.value(t.Data), origin: r.origin(t.Origin), starts: t.Starts})
	}
	return out
}

func (r *restorer) waiting() {
	for i := range r.in.Joins {
		j := &r.in.Joins[i]
		if r.m.pendingJoins == nil {
			r.m.pendingJoins = map[joinKey][]token{}
		}
		r.m.pendingJoins[joinKey{j.Frame, j.Generation, r.node(&j.Node)}] = r.tokens(j.Tokens)
	}
	for _, g := range r.in.Groups {
		r.m.groups = append(r.m.groups, group{g.ID, g.Visit, r.arrivals(g.Arrivals), r.object(g.Values), g.Timer})
	}
	for _, t := range r.in.Timers {
		out := timer{at: t.At.Time(), visit: t.Visit, action: timerAction(t.Action), raises: t.Raises, group: t.Group}
		if t.Timer > 0 && r.within(int(t.Visit), len(r.m.visits), "visit") {
			if n := r.m.visits[t.Visit].node; n != nil && r.within(t.Timer-1, len(n.Timers), "timer") {
				out.leads = &n.Timers[t.Timer-1]
			}
		}
		r.m.timers[t.ID] = out
	}
}

func (r *restorer) entity() {
	in := r.in.Entity
	if in == nil {
		return
	}
	x := r.m.entity
	x.created, x.state, x.previous, x.leaving, x.rests = in.Created.Time(), r.node(in.State), in.Previous, r.edge(in.Leaving), in.Rests
	x.request = Event{Kind: in.Request, Name: in.Name, Value: r.value(in.Value)}
	x.taken, x.traced = in.Taken, in.Traced
	x.entered = map[*workflow.Node]int{}
	for _, e := range in.Entered {
		x.entered[r.node(&e.Node)] = e.Times
	}
	for _, q := range in.Asked {
		out := question{candidate: q.Candidate, edge: r.edge(q.Edge), index: q.Index}
		switch {
		case q.Edge == nil && r.within(q.Candidate, len(x.program.Select), "candidate"):
			c := &x.program.Select[q.Candidate]
			out.node, out.call = c.Workflow.Root.Start, c.Ask
		case out.edge != nil:
			out.node, out.call = out.edge.From, out.edge.Ask
		}
		if out.call == nil {
			r.fault("nothing is asked by the call %d", q.ID)
		}
		x.asked[q.ID] = out
	}
}

func (r *restorer) outcome() {
	in := r.in.Outcome
	if in == nil {
		return
	}
	r.m.outcome = Outcome{Done: true, Exceeded: in.Exceeded, Output: r.value(in.Output), Error: in.Error}
	for _, n := range in.Ended {
		r.m.outcome.Ended = append(r.m.outcome.Ended, r.node(&n))
	}
}
