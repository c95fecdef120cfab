package run

import (
	"time"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// openScope begins every region of a scope: their frames open in order, and the first one's token moves first.
func (m *Machine) openScope(vi int32) {
	body := m.visits[vi].node.Body
	n := len(body.Regions)
	results := make([]any, n)
	if n == 0 {
		v := &m.visits[vi]
		m.leave(v.frame, v.node, vi, v.raw, results)
		return
	}
	frames := make([]int32, n)
	for i, r := range body.Regions {
		frames[i] = m.openFrame(r, vi, int32(i))
	}
	v := &m.visits[vi]
	v.frames, v.results, v.open = frames, results, n
	for i := n - 1; i >= 0; i-- {
		if start := body.Regions[i].Start; start != nil {
			m.push(frames[i], start, v.effective)
		}
	}
}

func (m *Machine) openFrame(r *workflow.Region, vi, index int32) int32 {
	f := int32(len(m.frames))
	if k := len(m.idleFrames); k > 0 {
		f = m.idleFrames[k-1]
		m.idleFrames = m.idleFrames[:k-1]
	} else {
		m.frames = append(m.frames, frame{})
	}
	fr := &m.frames[f]
	fr.region, fr.visit, fr.index = r, vi, index
	fr.life++
	return f
}

// closeFrame ends a frame and cancels all that goes on in it.
func (m *Machine) closeFrame(f int32) {
	for len(m.frames[f].visits) > 0 {
		m.closeVisit(m.frames[f].visits[len(m.frames[f].visits)-1])
	}
	fr := &m.frames[f]
	fr.region = nil
	fr.life++ // its tokens are void
	m.idleFrames = append(m.idleFrames, f)
}

func (m *Machine) openVisit(f int32, n *workflow.Node, raw any) int32 {
	vi := int32(len(m.visits))
	if k := len(m.idleVisits); k > 0 {
		vi = m.idleVisits[k-1]
		m.idleVisits = m.idleVisits[:k-1]
	} else {
		m.visits = append(m.visits, visit{})
	}
	v := &m.visits[vi]
	fr := &m.frames[f]
	*v = visit{node: n, frame: f, place: int32(len(fr.visits)), raw: raw, timers: v.timers[:0], retries: v.retries[:0]}
	for range n.Retry {
		v.retries = append(v.retries, 0)
	}
	fr.visits = append(fr.visits, vi)
	return vi
}

// closeVisit ends a visit: its call, its timers and the frames below it are cancelled.
func (m *Machine) closeVisit(vi int32) {
	m.stop(vi, nil)
	v := &m.visits[vi]
	fr := &m.frames[v.frame]
	last := fr.visits[len(fr.visits)-1]
	fr.visits[v.place] = last
	m.visits[last].place = v.place
	fr.visits = fr.visits[:len(fr.visits)-1]
	v.node, v.raw, v.effective = nil, nil, nil
	m.idleVisits = append(m.idleVisits, vi)
}

// stop cancels what an attempt has going on, while its visit remains. why is the error that its call is reported with, nil
// for Cancelled.
func (m *Machine) stop(vi int32, why *Error) {
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
	for _, id := range v.timers {
		m.cancelTimer(id)
	}
	v.timers = v.timers[:0]
	frames := v.frames
	v.frames, v.results, v.open = nil, nil, 0
	for _, f := range frames {
		if m.frames[f].region != nil && m.frames[f].visit == vi {
			m.closeFrame(f)
		}
	}
}

func (m *Machine) setTimer(at time.Time, t timer) int64 {
	m.lastID++
	m.timers[m.lastID] = t
	m.commands = append(m.commands, Command{Kind: SetTimer, ID: m.lastID, At: at})
	return m.lastID
}

func (m *Machine) cancelTimer(id int64) {
	if _, ok := m.timers[id]; ok {
		delete(m.timers, id)
		m.commands = append(m.commands, Command{Kind: CancelTimer, ID: id})
	}
}

// Standing is the data of a run that has not ended, as it stands: the document of a token of the outermost region.
func (m *Machine) Standing() any {
	root := &m.frames[rootFrame]
	if len(root.visits) > 0 {
		return m.visits[root.visits[0]].raw
	}
	for _, tokens := range [][]token{m.ready, m.parked} {
		for _, t := range tokens {
			if t.frame == rootFrame && t.life == root.life {
				return t.data
			}
		}
	}
	return nil
}
