package machine

import (
	"cmp"
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Snapshot writes down the state of the machine. It is to be taken between two steps.
func (m *Machine) Snapshot() *Snapshot {
	s := &saver{m: m, roots: map[*workflow.Region]int{}, values: map[any]ValueRef{}, derivations: map[*derivation]int{}}
	s.out = &Snapshot{
		Version: SnapshotVersion, StartedAt: InstantOf(m.startedAt), Now: InstantOf(m.now), Counters: m.counters(),
		IdleFrames: copied(m.idleFrames), IdleVisits: copied(m.idleVisits), IdleForks: copied(m.idleForks),
		ExpiryTimer: m.expiryTimer, Values: []any{nil},
	}
	for i, w := range m.workflows() {
		s.roots[w.Root] = i
		s.out.Definition = append(s.out.Definition, fingerprintOf(w))
		if w == m.flow {
			s.out.Flow = i
		}
	}
	s.lineage()
	for i := range m.frames {
		s.out.Frames = append(s.out.Frames, s.frame(&m.frames[i]))
	}
	for i := range m.visits {
		s.out.Visits = append(s.out.Visits, s.visit(&m.visits[i]))
	}
	for i := range m.forks {
		f := &m.forks[i]
		s.out.Forks = append(s.out.Forks, ForkState{s.node(f.node), f.frame, f.generation, BranchState{f.outer.fork, f.outer.generation}, f.open, f.joined})
	}
	s.out.Ready, s.out.Parked = s.tokens(m.ready), s.tokens(m.parked)
	s.waiting()
	for _, n := range m.endSources {
		s.out.EndSources = append(s.out.EndSources, *s.node(n))
	}
	s.entity()
	s.outcome()
	for _, e := range m.visited.list() {
		s.out.Visited = append(s.out.Visited, s.ref(e.Primary.Region, e.ID))
	}
	return s.out
}

// workflows are those that a snapshot can refer to, in an order that depends on the definition alone.
func (m *Machine) workflows() []*workflow.Workflow {
	var list []*workflow.Workflow
	add := func(w *workflow.Workflow) {
		if w != nil && w.Root != nil && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	if m.entity == nil {
		add(m.flow)
	}
	p := m.program
	if m.entity != nil {
		p = m.entity.program
		add(p.Fallback)
		for i := range p.Select {
			add(p.Select[i].Workflow)
		}
	}
	if p != nil {
		for _, w := range p.Workflows {
			add(w)
		}
	}
	return list
}

func fingerprintOf(w *workflow.Workflow) Fingerprint {
	return Fingerprint{w.ID, len(w.Nodes), len(w.Edges), len(w.Regions)}
}

func (m *Machine) counters() Counters {
	return Counters{m.lastID, m.seq, m.steps, m.retries, m.tokenCount, m.visitCount, m.eventCount, m.lineageCount, m.random}
}

// saver makes a snapshot of a machine.
type saver struct {
	m           *Machine
	out         *Snapshot
	roots       map[*workflow.Region]int // root regions → their workflows
	values      map[any]ValueRef         // by identity
	derivations map[*derivation]int
}

// ref refers to a part of the workflow that a region is in.
func (s *saver) ref(r *workflow.Region, id int) Ref {
	for r.Scope != nil {
		r = r.Scope.Region
	}
	return Ref{s.roots[r], id}
}

func (s *saver) node(n *workflow.Node) *Ref {
	if n == nil {
		return nil
	}
	r := s.ref(n.Region, n.ID)
	return &r
}

func (s *saver) edge(e *workflow.Edge) *Ref {
	if e == nil {
		return nil
	}
	r := s.ref(e.From.Region, e.ID)
	return &r
}

// value returns the place of a value, which is the same for values that are one in memory.
func (s *saver) value(v any) ValueRef {
	if o, is := v.(*value.Object); v == nil || is && o == nil {
		return 0
	}
	if _, is := v.(unfinished); is {
		return Unfinished
	}
	key := identity(v)
	at, known := s.values[key]
	if !known || key == nil {
		at = ValueRef(len(s.out.Values))
		s.out.Values = append(s.out.Values, v)
		s.values[key] = at
	}
	return at
}

// identity returns what two values have in common that share their memory, or are equal and have no parts; nil if that
// is not known.
func identity(v any) any {
	type list struct {
		first *any
		len   int
	}
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			return nil
		}
		return list{&v[0], len(v)}
	case *value.Object, string, bool, int64, float64:
		return v
	}
	return nil
}

func (s *saver) list(values []any) []ValueRef {
	var out []ValueRef
	for _, v := range values {
		out = append(out, s.value(v))
	}
	return out
}

func (s *saver) frame(f *frame) FrameState {
	out := FrameState{Document: s.value(f.document), Visit: f.visit, Index: f.index, Generation: f.generation, Visits: slices.Clone(f.visits),
		Detached: f.detached, Changes: s.list(f.changes), Latest: InstantOf(f.latest), Correlation: s.value(f.correlation),
		Run: f.run, Started: InstantOf(f.started), Input: s.value(f.input), Events: f.events}
	for _, v := range f.variables {
		out.Variables = append(out.Variables, VariableState{v.name, s.value(v.value)})
	}
	if f.region != nil {
		r := s.ref(f.region, f.region.ID)
		out.Region = &r
	}
	return out
}

func (s *saver) visit(v *visit) VisitState {
	if v.node == nil {
		return VisitState{}
	}
	out := VisitState{Node: s.node(v.node), Frame: v.frame, Position: v.position, From: BranchState{v.from.fork, v.from.generation}, Origin: s.origin(v.origin), Order: v.order,
		Raw: s.value(v.raw), Effective: s.value(v.effective), Payload: s.value(v.payload), Attempt: v.attempt, Began: InstantOf(v.began),
		Retries: slices.Clone(v.retries), Call: v.call, AttemptTimers: slices.Clone(v.attemptTimers), VisitTimers: slices.Clone(v.visitTimers),
		Children: slices.Clone(v.children), Results: s.list(v.results), Arrivals: s.arrivals(v.arrivals),
		Starting: v.regions.starting,
		Regions:  [5]int{v.regions.all, v.regions.started, v.regions.ended, v.regions.limit, v.regions.required},
		Entered:  InstantOf(v.entered), Token: v.token, Items: s.items(v.items)}
	for _, o := range v.origins {
		out.Origins = append(out.Origins, s.origin(o))
	}
	for _, e := range v.endings {
		out.Endings = append(out.Endings, EndingState{InstantOf(e.at), e.index, s.list(e.changes)})
	}
	return out
}

func (s *saver) items(x *items) *ItemsState {
	if x == nil {
		return nil
	}
	out := &ItemsState{Stage: uint8(x.stage), List: s.list(x.list), Made: x.made, Keyed: x.keyed, Source: x.source, Weights: slices.Clone(x.weights), Count: x.count,
		Failed: x.failed, Tolerated: x.tolerated, Share: x.share}
	for _, o := range x.outcomes {
		out.Outcomes = append(out.Outcomes, RunOutcomeState{o.Index, o.Items, s.value(o.Input), s.value(o.Output), o.Failed, o.Error, o.Cause,
			InstantOf(o.Start), InstantOf(o.Stop), o.Run})
	}
	return out
}

func (s *saver) arrivals(list []arrival) []ArrivalState {
	var out []ArrivalState
	for _, a := range list {
		out = append(out, ArrivalState{a.trigger, s.value(a.event)})
	}
	return out
}

func (s *saver) tokens(list []token) []TokenState {
	var out []TokenState
	for _, t := range list {
		if s.m.frames[t.frame].generation == t.generation {
			out = append(out, TokenState{*s.node(t.node), t.frame, t.generation, BranchState{t.from.fork, t.from.generation}, s.edge(t.via), t.order, s.value(t.data),
				s.origin(t.origin), t.starts})
		}
	}
	return out
}

func (s *saver) origin(o origin) OriginState {
	return OriginState{s.derivations[o.derivation], o.skipped}
}

// lineage numbers the derivations that the state refers to, the earliest first.
func (s *saver) lineage() {
	var all []*derivation
	seen := map[*derivation]bool{nil: true}
	add := func(d *derivation) {
		if !seen[d] {
			seen[d] = true
			all = append(all, d)
		}
	}
	tokens := func(list []token) {
		for _, t := range list {
			add(t.derivation)
		}
	}
	tokens(s.m.ready)
	tokens(s.m.parked)
	for _, list := range s.m.pendingJoins {
		tokens(list)
	}
	for i := range s.m.visits {
		if s.m.visits[i].node == nil {
			continue
		}
		add(s.m.visits[i].origin.derivation)
		for _, o := range s.m.visits[i].origins {
			add(o.derivation)
		}
	}
	for i := 0; i < len(all); i++ {
		for _, p := range all[i].parents {
			add(p)
		}
	}
	slices.SortFunc(all, func(a, b *derivation) int { return cmp.Compare(a.order, b.order) })
	for i, d := range all {
		s.derivations[d] = i + 1
		out := Derivation{Order: d.order}
		for _, p := range d.parents {
			out.Parents = append(out.Parents, s.derivations[p])
		}
		s.out.Derivations = append(s.out.Derivations, out)
	}
}

// waiting saves the joins, groups and timers, in an order of their own.
func (s *saver) waiting() {
	order := func(a, b joinKey) int {
		return cmp.Or(cmp.Compare(a.frame, b.frame), cmp.Compare(a.node.ID, b.node.ID))
	}
	for _, at := range slices.SortedFunc(maps.Keys(s.m.pendingJoins), order) {
		s.out.Joins = append(s.out.Joins, JoinState{*s.node(at.node), at.frame, at.generation, s.tokens(s.m.pendingJoins[at])})
	}
	for _, g := range s.m.groups {
		s.out.Groups = append(s.out.Groups, GroupState{g.id, g.visit, s.arrivals(g.arrivals), s.value(g.values), g.timer})
	}
	for _, id := range slices.Sorted(maps.Keys(s.m.timers)) {
		t := s.m.timers[id]
		out := TimerState{ID: id, At: InstantOf(t.at), Visit: t.visit, Action: uint8(t.action), Raises: t.raises, Group: t.group}
		if t.leads != nil {
			timers := s.m.visits[t.visit].node.Timers
			for i := range timers {
				if &timers[i] == t.leads {
					out.Timer = i + 1
				}
			}
		}
		s.out.Timers = append(s.out.Timers, out)
	}
}

func (s *saver) entity() {
	x := s.m.entity
	if x == nil {
		return
	}
	out := &EntityState{Created: InstantOf(x.created), State: s.node(x.state), Previous: x.previous, Leaving: s.edge(x.leaving), Rests: x.rests,
		Request: x.request.Kind, Name: x.request.Name, Value: s.value(x.request.Value), Taken: x.taken, Traced: x.traced}
	for n, times := range x.entered {
		out.Entered = append(out.Entered, EnteredState{*s.node(n), times})
	}
	slices.SortFunc(out.Entered, func(a, b EnteredState) int { return slices.Compare(a.Node[:], b.Node[:]) })
	for _, id := range slices.Sorted(maps.Keys(x.asked)) {
		q := x.asked[id]
		out.Asked = append(out.Asked, QuestionState{id, q.candidate, s.edge(q.edge), q.index})
	}
	s.out.Entity = out
}

func (s *saver) outcome() {
	o := &s.m.outcome
	if !o.Done {
		return
	}
	s.out.Outcome = &OutcomeState{Exceeded: o.Exceeded, Output: s.value(o.Output), Error: o.Error}
	for _, n := range o.Ended {
		s.out.Outcome.Ended = append(s.out.Outcome.Ended, *s.node(n))
	}
}
