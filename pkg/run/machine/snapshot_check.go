package machine

import "github.com/flowglot/flowglot/pkg/workflow"

// slots restores the lists of free slots, which must hold exactly those that are free, once each.
func (r *restorer) slots() {
	free := func(list []int32, slots int, used func(i int32) bool, what string) []int32 {
		seen := make([]bool, slots)
		for _, i := range list {
			switch {
			case !r.within(int(i), slots, what):
				return nil
			case seen[i] || used(i):
				r.fault("the %s %d is not free", what, i)
			}
			seen[i] = true
		}
		for i := range seen {
			if !seen[i] && !used(int32(i)) {
				r.fault("the %s %d is neither free nor in use", what, i)
			}
		}
		return copied(list)
	}
	m, s := r.m, r.in
	m.idleFrames = free(s.IdleFrames, len(m.frames), func(i int32) bool { return m.frames[i].region != nil }, "frame")
	m.idleVisits = free(s.IdleVisits, len(m.visits), func(i int32) bool { return m.visits[i].node != nil }, "visit")
	m.idleForks = free(s.IdleForks, len(m.forks), func(i int32) bool { return m.forks[i].node != nil }, "fork")
}

// check looks for references inside of the restored state that lead nowhere, so that a damaged snapshot is an error here and
// not a crash later.
func (r *restorer) check() {
	m := r.m
	if r.err != nil {
		return
	}
	started := len(m.frames) > 0
	if !started && (len(m.visits) > 0 || len(m.ready) > 0 || len(m.timers) > 0) || m.outcome.Done && len(m.ready) > 0 {
		r.fault("a run that is not under way has tokens, visits or timers")
		return
	}
	for i := range m.frames {
		r.checkFrame(int32(i))
	}
	for i := range m.visits {
		if m.visits[i].node != nil {
			r.checkVisit(int32(i))
		}
	}
	r.countCalls()
	for i := range m.forks {
		if f := &m.forks[i]; f.node != nil && (!r.openFrame(f.frame) || f.node.Joins == nil) {
			r.fault("the fork %d belongs to no open frame", i)
		}
	}
	r.checkTokens(m.ready)
	r.checkTokens(m.parked)
	for at, tokens := range m.pendingJoins {
		if at.node == nil || !r.openFrame(at.frame) {
			r.fault("tokens wait in a frame that is not open")
		}
		r.checkTokens(tokens)
	}
	for id, t := range m.timers {
		switch {
		case t.visit != none && !r.openVisit(t.visit), t.action > expiresChild, t.action == followsEdge && (t.leads == nil || t.leads.Edge == nil),
			t.visit == none && t.action != raisesError:
			r.fault("the timer %d belongs to no open visit", id)
		}
	}
	for _, g := range m.groups {
		if !r.openVisit(g.visit) || m.awaitedBy(g.visit) == nil {
			r.fault("events are kept for a visit that is not open")
			return
		}
		r.checkArrivals(g.arrivals, m.awaitedBy(g.visit))
	}
	r.checkEntity()
}

func (r *restorer) openFrame(f int32) bool {
	return f >= 0 && int(f) < len(r.m.frames) && r.m.frames[f].region != nil
}

func (r *restorer) openVisit(vi int32) bool {
	return vi >= 0 && int(vi) < len(r.m.visits) && r.m.visits[vi].node != nil
}

func (r *restorer) checkFrame(i int32) {
	f := &r.m.frames[i]
	if f.region == nil {
		if i == rootFrame && !r.m.outcome.Done {
			r.fault("the outermost frame is closed")
		}
		return
	}
	if f.visit == none && i != rootFrame && !f.detached || f.visit != none && (i == rootFrame || !r.openVisit(f.visit)) {
		r.fault("the frame %d was opened by a visit that is not open", i)
		return
	}
	if f.visit != none {
		v := &r.m.visits[f.visit]
		switch n := v.node; {
		case f.region.Scope == nil && n.Kind == workflow.Task:
		case f.region.Scope != n || n.Body == nil:
			r.fault("the frame %d is not in the scope that opened it", i)
		case n.Body.Gather != workflow.GatherChanges && (int(f.index) >= len(v.results) || f.index < 0):
			r.fault("there is no room for the result of frame %d", i)
		}
	}
	for at, vi := range f.visits {
		if !r.openVisit(vi) || r.m.visits[vi].frame != i || r.m.visits[vi].position != int32(at) {
			r.fault("the visit %d is not in the frame %d", vi, i)
		}
	}
}

// checkVisit checks that a visit of a snapshot fits its frame and its node.
func (r *restorer) checkVisit(vi int32) {
	v := &r.m.visits[vi]
	if !r.openFrame(v.frame) || v.position < 0 || int(v.position) >= len(r.m.frames[v.frame].visits) ||
		r.m.frames[v.frame].visits[v.position] != vi || v.node.Region != r.m.frames[v.frame].region {
		r.fault("the visit %d is not in its frame", vi)
		return
	}
	switch v.node.Kind {
	case workflow.Task, workflow.Wait, workflow.Await, workflow.Scope, workflow.Resource:
	default:
		r.fault("nothing rests at the node of visit %d", vi)
	}
	if len(v.retries) != len(v.node.Retry) || v.from.fork < 0 || int(v.from.fork) > len(r.m.forks) ||
		len(v.origins) != 0 && len(v.origins) != len(v.results) {
		r.fault("the visit %d does not fit its node", vi)
	}
	for _, f := range v.children {
		if f < 0 || int(f) >= len(r.m.frames) {
			r.fault("the visit %d opened a frame that does not exist", vi)
		}
	}
	if b := v.node.Body; b != nil && (b.Items != nil) {
		r.checkItems(vi)
	} else if b != nil && (v.regions.all != len(b.Regions) && !b.Each && v.regions.all != 0 || v.regions.started > v.regions.all ||
		v.regions.started < 0 || b.Each && v.regions.all > 1 && v.regions.all != listLength(v.payload) ||
		b.Gather != workflow.GatherChanges && len(v.results) != v.regions.all || b.Gather == workflow.GatherOne && len(v.origins) != len(v.results)) {
		r.fault("the visit %d has other regions than its node", vi)
	}
	if len(v.arrivals) > 0 {
		r.checkArrivals(v.arrivals, r.m.awaitedBy(vi))
	}
}

// countCalls counts for each frame how many calls it lies in, which must be no more than a run makes. A frame must not lie in itself.
func (r *restorer) countCalls() {
	if r.err != nil {
		return
	}
	frames := r.m.frames
	for i := range frames {
		if frames[i].region == nil {
			continue
		}
		calls, ancestors := int32(0), 0
		for f := int32(i); frames[f].visit != none; f = r.m.visits[frames[f].visit].frame {
			if frames[f].region.Scope == nil {
				calls++
			}
			if ancestors++; ancestors > len(frames) || calls > mostCalls {
				r.fault("the frame %d lies in itself, or in more than %d calls", i, mostCalls)
				return
			}
		}
		frames[i].calls = calls
	}
}

// checkItems looks at a scope that runs its region for items.
func (r *restorer) checkItems(vi int32) {
	v := &r.m.visits[vi]
	x := v.items
	if x == nil {
		if v.regions != (regions{}) || len(v.results) > 0 {
			r.fault("the visit %d has regions and no items", vi)
		}
		return
	}
	n := len(x.list)
	switch {
	case x.stage > writesResults, v.regions.started > v.regions.all, v.regions.started < 0,
		x.stage == runsItems && (v.regions.all != n || len(v.results) != n),
		x.weights != nil && len(x.weights) != n, x.outcomes != nil && len(x.outcomes) != n,
		v.node.Body.Items.Runs && x.stage == runsItems && len(x.outcomes) != n:
		r.fault("the visit %d has other regions than items", vi)
	}
}

func listLength(v any) int {
	list, _ := v.([]any)
	return len(list)
}

// awaitedBy returns the node whose events a visit collects, or nil.
func (m *Machine) awaitedBy(vi int32) *workflow.Node {
	switch n := m.visits[vi].node; {
	case n.Kind == workflow.Scope && n.Body.Listens != nil:
		return n.Body.Listens
	case n.Awaits != nil:
		return n
	}
	return nil
}

func (r *restorer) checkArrivals(list []arrival, n *workflow.Node) {
	for _, a := range list {
		if n == nil || a.trigger < 0 || a.trigger >= len(n.Awaits.For) {
			r.fault("an event is kept for a visit that does not await it")
		}
	}
}

func (r *restorer) checkTokens(list []token) {
	for i := range list {
		t := &list[i]
		if !r.openFrame(t.frame) || r.m.frames[t.frame].generation != t.generation || t.node.Region != r.m.frames[t.frame].region ||
			t.from.fork < 0 || int(t.from.fork) > len(r.m.forks) {
			r.fault("a token is in a frame that is not open")
			return
		}
		if t.starts != 0 && (!r.openVisit(t.starts-1) || r.m.visits[t.starts-1].node.Body == nil) {
			r.fault("a token starts the regions of a visit that is not open")
		}
	}
}

func (r *restorer) checkEntity() {
	x := r.m.entity
	if x == nil || len(r.m.frames) == 0 {
		return
	}
	if x.state == nil && x.rests || x.state != nil && x.state.Kind != workflow.State || x.leaving != nil && x.leaving.From != x.state {
		r.fault("the entity is in no state")
	}
	for _, q := range x.asked {
		if q.edge != nil && (q.edge.From != x.state || q.index < 0 || q.index >= len(x.state.Out)) {
			r.fault("a question names an edge that the state does not have")
		}
	}
}
