package machine

import (
	"fmt"
	"math"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// openScope begins the regions of a scope, as many as may run at once. They begin in order, and the first one's token
// moves first.
func (m *Machine) openScope(vi int32) {
	v := &m.visits[vi]
	body := v.node.Body
	if body.Detached {
		m.detach(vi)
		return
	}
	if body.Items != nil {
		m.openItems(vi)
		return
	}
	r, fault := m.countRegions(vi)
	if fault != nil {
		m.fail(m.tokenAt(vi), vi, fault)
		return
	}
	if body.Each {
		m.uses(v.node, PartItems, r.all)
	}
	v.regions = r
	if body.Gather != workflow.GatherChanges {
		v.results, v.origins = make([]any, r.all), make([]origin, r.all)
	}
	if body.Gather == workflow.GatherEach {
		for i := range v.results {
			v.results[i] = unfinished{}
		}
	}
	if r.required == 0 {
		m.completeScope(vi)
		return
	}
	m.startRegions(vi)
}

// unfinished stands for the result of a region that has not ended.
type unfinished struct{}

// countRegions is how many regions a scope has, begins at once, and has to have ended.
func (m *Machine) countRegions(vi int32) (regions, *Error) {
	v := &m.visits[vi]
	body, effective := v.node.Body, v.effective
	r := regions{all: len(body.Regions)}
	if body.Each {
		r.all = 1
		if list, ok := v.payload.([]any); ok {
			r.all = len(list)
		}
		if m.oracle != nil && !m.oracle.Unknown("there are items") {
			r.all = 0
		}
	}
	most, fault := m.evaluateCount(body.Most, effective, 0)
	if fault != nil {
		return r, fault
	}
	enough, fault := m.evaluateCount(body.Enough, effective, r.all)
	if fault != nil {
		return r, fault
	}
	r.limit, r.required = most, min(enough, r.all)
	return r, nil
}

// evaluateCount evaluates a number of regions or attempts, which a text may spell; it is otherwise where there is no expression.
func (m *Machine) evaluateCount(x expr.Expr, doc any, otherwise int) (int, *Error) {
	if x == nil {
		return otherwise, nil
	}
	v, err := m.evaluate(x, doc)
	if err != nil {
		return 0, m.dataError(m.flow.Errors.Path, err)
	}
	if m.isFree(x) {
		return otherwise, nil
	}
	count := v
	if s, ok := v.(string); ok {
		count, _ = value.Parse([]byte(s))
	}
	if n, ok := count.(int64); ok && n >= 0 && n <= math.MaxInt32 {
		return int(n), nil
	}
	return 0, m.dataError(m.flow.Errors.Path, fmt.Errorf("%s is not a whole number of 0 or more", value.Short(v)))
}

// mostStarted is how many regions a scope starts at a time. A token starts the next ones when those have moved as far as they
// can, so that a list of a million items is not a million frames before the first of them moves.
const mostStarted = 256

// startRegions starts further regions of a scope, as many as may run together with those that do.
func (m *Machine) startRegions(vi int32) {
	v := &m.visits[vi]
	r := &v.regions
	from := r.started
	room := func() bool { return r.started < r.all && (r.limit == 0 || r.started-r.ended < r.limit) }
	for room() && r.started-from < mostStarted {
		r.started++
	}
	if room() {
		r.starting = true
		m.ready = append(m.ready, token{node: v.node, frame: v.frame, generation: m.frames[v.frame].generation, order: v.order, starts: vi + 1})
	}
	upTo := r.started
	m.forgetClosed(vi)
	kept := len(v.children)
	for i := from; i < upTo; i++ {
		input, fault := m.regionInput(vi, i)
		if fault == nil {
			fault = m.record(m.visits[vi].frame, m.visits[vi].node.History.Region)
		}
		if fault != nil {
			m.fail(m.tokenAt(vi), vi, fault)
			return
		}
		f := m.openFrame(m.regionAt(vi, i), vi, int32(i), input)
		if x := m.visits[vi].node.Body.Items; x != nil && x.Runs {
			m.beginRun(f, input)
		}
		m.visits[vi].children = append(m.visits[vi].children, f)
	}
	v = &m.visits[vi]
	for i := upTo - 1; i >= from; i-- {
		f := v.children[kept+i-from]
		if start := m.frames[f].region.Start; start != nil {
			m.push(f, start, branch{}, m.frames[f].document)
			m.ready[len(m.ready)-1].origin = v.origin
		}
	}
}

// startFurther starts the next regions of the scope that a token was kept for.
func (m *Machine) startFurther(t token) {
	if v := &m.visits[t.starts-1]; v.node == t.node && v.order == t.order && v.regions.starting {
		v.regions.starting = false
		m.startRegions(t.starts - 1)
	}
}

// regionAt is the i-th region of a scope that is being run.
func (m *Machine) regionAt(vi int32, i int) *workflow.Region {
	body := m.visits[vi].node.Body
	if body.Each {
		i = 0
	}
	return body.Regions[i]
}

// regionInput is what the i-th region of a scope gets.
func (m *Machine) regionInput(vi int32, i int) (any, *Error) {
	v := &m.visits[vi]
	if v.items != nil {
		return m.itemInput(vi, i)
	}
	body, x := v.node.Body, v.payload
	if list, ok := x.([]any); ok && body.Each {
		x = list[i]
	}
	if body.Each && body.Item != "" {
		return value.ObjectOf(value.Member{Key: body.Item, Value: x}), nil
	}
	return x, nil
}

// detach begins the regions of a scope that does not wait for them, and has it go on.
func (m *Machine) detach(vi int32) {
	v := &m.visits[vi]
	body, payload, effective := v.node.Body, v.payload, v.effective
	correlated := m.correlations(m.workflowFrame(vi)) // a copy, as of the data
	m.leaveVisit(vi, effective, effective)
	if m.outcome.Done {
		return
	}
	for _, r := range body.Regions {
		f := m.openFrame(r, none, 0, payload)
		m.frames[f].detached = true
		m.detachedCount++
		m.frames[f].correlation = correlated
		if r.Start != nil {
			m.push(f, r.Start, branch{}, payload)
		}
	}
}

// closeDetached ends a frame that nothing waits for.
func (m *Machine) closeDetached(f int32) {
	m.frames[f].detached = false
	m.detachedCount--
	m.closeFrame(f)
}

// runsApart reports whether a frame is one that nothing waits for, or lies in one.
func (m *Machine) runsApart(f int32) bool {
	if m.detachedCount == 0 {
		return false
	}
	for !m.frames[f].detached {
		v := m.frames[f].visit
		if v == none {
			return false
		}
		f = m.visits[v].frame
	}
	return true
}

// completeRegion makes a token end the region of a scope, or a workflow that was called.
func (m *Machine) completeRegion(t token, out any) {
	fr := &m.frames[t.frame]
	vi, index, changes := fr.visit, fr.index, fr.changes
	n := m.visits[vi].node
	if m.observe != nil && !isSequence(n) {
		m.emit(Trace{Kind: RegionEnded, Node: n, Index: int(index), Data: out, frame: m.visits[vi].frame})
	}
	if n.Body == nil { // a task that is a workflow
		if m.isChild(vi) {
			out = n.Call.Child.Answer(m.visits[vi].payload, m.childOutcome(t.frame, out, nil))
		} else {
			m.addCorrelation(m.workflowFrame(vi), fr.correlation)
		}
		m.closeFrame(t.frame)
		m.handleAnswer(vi, out, nil)
		return
	}
	if n.Body.Items != nil && n.Body.Items.Runs {
		m.recordOutcome(vi, t.frame, out, nil)
	}
	m.closeFrame(t.frame)
	switch n.Body.Gather {
	case workflow.GatherChanges:
		m.recordEnding(vi, ending{m.now, index, changes})
	case workflow.GatherEach:
		m.visits[vi].results[index] = mergeChanges(changes)
	default:
		m.visits[vi].results[index] = out
		if m.visits[vi].origins != nil {
			m.visits[vi].origins[index] = t.origin
		}
	}
	m.visits[vi].regions.ended++
	m.continueScope(vi)
}

// continueScope makes a scope begin further regions after one has ended, or go on if enough of them have.
func (m *Machine) continueScope(vi int32) {
	switch r := &m.visits[vi].regions; {
	case r.ended == r.required:
		m.completeScope(vi)
	case r.started < r.all && !r.starting:
		m.startRegions(vi)
	}
}

// forgetClosed drops the frames that a scope opened and that are closed by now, if they are many, so that a scope with many
// regions keeps track of those that run.
func (m *Machine) forgetClosed(vi int32) {
	v := &m.visits[vi]
	if len(v.children) < 64 || len(v.children) < 2*(v.regions.started-v.regions.ended) {
		return
	}
	seen := make(map[int32]bool, len(v.children))
	v.children = slices.DeleteFunc(v.children, func(f int32) bool {
		known := seen[f]
		seen[f] = true
		return known || m.frames[f].region == nil || m.frames[f].visit != vi
	})
}

// isSequence reports whether a scope is nothing but a sequence of actions, which people do not see as a scope.
func isSequence(n *workflow.Node) bool {
	return n.Body != nil && n.Body.Gather == workflow.GatherChanges && len(n.Body.Regions) == 1
}

// completeScope makes a scope go on with what its regions have come to; those that still run are cancelled.
func (m *Machine) completeScope(vi int32) {
	m.closeFrames(vi)
	if m.visits[vi].items != nil {
		m.collectItems(vi)
		return
	}
	m.mergeEndings(vi)
	v := &m.visits[vi]
	t := m.tokenAt(vi)
	answer := m.gatherResults(vi)
	if v.node.Body.Gather == workflow.GatherOne && len(v.results) == 1 {
		t.origin = v.origins[0]
		if len(v.node.Body.Regions[0].Nodes) == 2 { // its start, which gives the value to its end
			t.origin = m.derive(v.origin.derivation)
		}
	}
	v.results, v.origins, v.regions = nil, nil, regions{}
	m.leave(&t, vi, v.effective, answer)
}

// gatherResults is the result of a scope, as far as its regions have ended.
func (m *Machine) gatherResults(vi int32) any {
	v := &m.visits[vi]
	switch v.node.Body.Gather {
	case workflow.GatherChanges:
		return v.effective
	case workflow.GatherOne:
		if len(v.results) == 1 {
			return v.results[0]
		}
	case workflow.GatherEach:
		done := make([]any, 0, len(v.results))
		for _, r := range v.results {
			if _, missing := r.(unfinished); !missing {
				done = append(done, r)
			}
		}
		return done
	case workflow.GatherJoined:
		return value.Join(v.results)
	case workflow.GatherSpread:
		return value.Join(value.Spread(v.results))
	case workflow.GatherMerged:
		merged := value.NewObject(0)
		mergeInto(merged, v.results)
		return merged
	}
	return v.results
}

// giveUp makes the state that a visit is part of go on with what it has.
func (m *Machine) giveUp(vi int32) {
	n := m.visits[vi].node
	if m.observe != nil {
		m.emit(Trace{Kind: GaveUp, Node: n, frame: m.visits[vi].frame})
	}
	at := vi
	for m.visits[vi].node.Role == workflow.Acting && m.frames[m.visits[vi].frame].visit != none {
		m.keepPartialChanges(vi)
		m.mergeEndings(vi)
		vi = m.frames[m.visits[vi].frame].visit
	}
	m.keepPartialChanges(vi)
	m.cancelAttempt(at, m.limitError(n, workflow.ClassTimeout))
	if at != vi {
		m.closeVisit(at)
		m.completeScope(vi)
		return
	}
	v := &m.visits[vi]
	m.leaveVisit(vi, v.effective, v.effective)
}
