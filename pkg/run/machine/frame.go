package machine

import (
	"time"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// openFrame begins to run a region, for a visit or for none. A free slot of the list of frames is used again.
func (m *Machine) openFrame(r *workflow.Region, vi, index int32, document any) int32 {
	f := int32(len(m.frames))
	if k := len(m.idleFrames); k > 0 {
		f = m.idleFrames[k-1]
		m.idleFrames = m.idleFrames[:k-1]
	} else {
		m.frames = append(m.frames, frame{})
	}
	fr := &m.frames[f]
	fr.region, fr.visit, fr.index, fr.document, fr.detached, fr.calls = r, vi, index, document, false, 0
	if vi != none {
		fr.calls = m.frames[m.visits[vi].frame].calls
	}
	fr.generation++
	return f
}

// closeFrame ends a frame and cancels all that goes on in it.
func (m *Machine) closeFrame(f int32) {
	for len(m.frames[f].visits) > 0 {
		vi := m.frames[f].visits[len(m.frames[f].visits)-1]
		if v := &m.visits[vi]; m.observe != nil && v.node.Kind != workflow.Scope && v.call == 0 && v.children == nil {
			m.emit(Trace{Kind: Abandoned, Node: v.node, frame: v.frame})
		}
		m.closeVisit(vi)
	}
	m.closeForks(f)
	fr := &m.frames[f]
	for at := range m.pendingJoins {
		if at.frame == f && at.generation == fr.generation {
			m.dropJoin(at)
		}
	}
	fr.region, fr.document, fr.changes, fr.correlation = nil, nil, nil, nil
	fr.variables, fr.run, fr.started, fr.input, fr.events = nil, 0, time.Time{}, nil, 0
	fr.generation++ // its tokens are void
	m.idleFrames = append(m.idleFrames, f)
}

// openVisit makes a token rest at its node. A free slot of the list of visits is used again.
func (m *Machine) openVisit(t token) int32 {
	vi := int32(len(m.visits))
	if k := len(m.idleVisits); k > 0 {
		vi = m.idleVisits[k-1]
		m.idleVisits = m.idleVisits[:k-1]
	} else {
		m.visits = append(m.visits, visit{})
	}
	v := &m.visits[vi]
	fr := &m.frames[t.frame]
	m.visitCount++
	*v = visit{node: t.node, frame: t.frame, position: int32(len(fr.visits)), from: t.from, origin: t.origin, order: m.visitCount, raw: t.data, entered: m.now,
		attemptTimers: v.attemptTimers[:0], visitTimers: v.visitTimers[:0], retries: v.retries[:0]}
	for range t.node.Retry {
		v.retries = append(v.retries, 0)
	}
	fr.visits = append(fr.visits, vi)
	return vi
}

// closeVisit ends a visit: its call, its timers and the frames below it are cancelled.
func (m *Machine) closeVisit(vi int32) {
	m.cancelAttempt(vi, nil)
	v := &m.visits[vi]
	if len(m.groups) > 0 {
		m.dropGroups(vi)
	}
	for _, id := range v.visitTimers {
		m.cancelTimer(id)
	}
	fr := &m.frames[v.frame]
	last := fr.visits[len(fr.visits)-1]
	fr.visits[v.position] = last
	m.visits[last].position = v.position
	fr.visits = fr.visits[:len(fr.visits)-1]
	v.node, v.raw, v.effective, v.payload, v.items = nil, nil, nil, nil, nil
	m.idleVisits = append(m.idleVisits, vi)
}

// cancelAttempt cancels what an attempt has going on, while its visit remains. why is the error that its call is reported with, nil
// for Cancelled.
func (m *Machine) cancelAttempt(vi int32, why *Error) {
	v := &m.visits[vi]
	if v.call != 0 {
		if why == nil {
			why = &Error{Name: Cancelled}
		}
		if m.observe != nil {
			m.emit(Trace{Kind: CallCancelled, Node: v.node, Attempt: v.attempt, Error: why, frame: v.frame})
		}
		m.commands = append(m.commands, Command{Kind: CancelCall, ID: v.call, Node: v.node, Error: why})
		delete(m.calls, v.call)
		v.call = 0
	}
	for _, id := range v.attemptTimers {
		m.cancelTimer(id)
	}
	v.attemptTimers = v.attemptTimers[:0]
	m.closeFrames(vi)
	v = &m.visits[vi]
	v.results, v.origins, v.endings, v.regions, v.items = nil, nil, nil, regions{}, nil
}

// closeFrames ends the frames of a visit that are still open.
func (m *Machine) closeFrames(vi int32) {
	frames := m.visits[vi].children
	m.visits[vi].children = nil
	for _, f := range frames {
		if m.frames[f].region != nil && m.frames[f].visit == vi {
			m.closeFrame(f)
		}
	}
}

// setTimer asks the host for a timer, and keeps what to do when it is due.
func (m *Machine) setTimer(at time.Time, t timer) int64 {
	t.at = at
	m.lastID++
	m.timers[m.lastID] = t
	m.commands = append(m.commands, Command{Kind: SetTimer, ID: m.lastID, At: at})
	return m.lastID
}

// cancelTimer tells the host that a timer is not needed any more; nothing happens if it was due already.
func (m *Machine) cancelTimer(id int64) {
	if _, ok := m.timers[id]; ok {
		delete(m.timers, id)
		m.commands = append(m.commands, Command{Kind: CancelTimer, ID: id})
	}
}

// Data is the data of a run that has not ended, as it stands: the document that the tokens of the outermost region
// share, or else that of one of them.
func (m *Machine) Data() any {
	if len(m.frames) == 0 {
		return nil
	}
	root := &m.frames[rootFrame]
	switch {
	case root.region == nil:
		return nil
	case root.region.Shared:
		return root.document
	case len(root.visits) > 0 && m.visits[root.visits[0]].node.Body != nil && m.visits[root.visits[0]].node.Body.Gather == workflow.GatherChanges:
		return m.currentDocument(root.visits[0])
	case len(root.visits) > 0:
		return m.visits[root.visits[0]].raw
	}
	for _, tokens := range [][]token{m.ready, m.parked} {
		for _, t := range tokens {
			if t.frame == rootFrame && t.generation == root.generation {
				return t.data
			}
		}
	}
	return nil
}
