package machine

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// Control numbers what a state of control is made of beside nodes.
type Control struct {
	Region   func(*workflow.Region) int // a number for a region of any workflow
	Document func(doc any) int          // a number for what is known of a document
	// Variables reports that the values of variables, and what is next of what is random, are part of it.
	Variables bool
	// Assigned reports whether it is part of it that a variable has a value; nil: of none.
	Assigned func(name string) bool
}

// Append appends what decides how a run with an oracle goes on: where tokens are, what they wait for, the counters of retriers, and
// what is known of the documents. Two machines of one workflow with the same text have the same behaviours from there on. Numbers of
// calls, timers and visits, and the order in which they began, are not part of it.
func (m *Machine) AppendControl(b []byte, c *Control) []byte {
	if o := &m.outcome; o.Done {
		b = append(b, 'D')
		if o.Error != nil {
			b = append(b, o.Error.Name...)
		}
		for _, n := range o.Ended {
			b = number(b, n.ID)
		}
		return b
	}
	w := controlWriter{m, c, m.forkRanks(), m.tokensByFrame()}
	if c.Variables {
		b = strconv.AppendUint(b, m.random, 36)
	}
	if m.entity != nil {
		b = w.entity(b)
	}
	if len(m.frames) > 0 && m.frames[rootFrame].region != nil {
		b = w.frame(b, rootFrame)
	}
	var detached [][]byte
	for f := range m.frames {
		if m.frames[f].detached {
			detached = append(detached, w.frame(nil, int32(f)))
		}
	}
	return joined(append(b, 'd'), detached)
}

type controlWriter struct {
	*Machine
	*Control
	ranks []int // of the forks that are open: how many of the same node and frame come before each
	at    byFrame
}

func (m *Machine) forkRanks() []int {
	if len(m.forks) == 0 {
		return nil
	}
	type place struct {
		node  *workflow.Node
		frame int32
	}
	ranks, count := make([]int, len(m.forks)), map[place]int{}
	for i := range m.forks {
		if at := (place{m.forks[i].node, m.forks[i].frame}); at.node != nil {
			ranks[i] = count[at]
			count[at]++
		}
	}
	return ranks
}

func number(b []byte, n int) []byte { return append(strconv.AppendInt(b, int64(n), 36), ',') }

// joined appends parts in an order that does not depend on when they began.
func joined(b []byte, parts [][]byte) []byte {
	slices.SortFunc(parts, slices.Compare[[]byte])
	b = number(b, len(parts))
	for _, p := range parts {
		b = append(number(b, len(p)), p...)
	}
	return b
}

// joinedOf is [joined] of what is appended for each of some numbers. Of a single one it is appended in place: what lies deep in other parts
// is not copied at each level.
func joinedOf(b []byte, list []int32, appendPart func([]byte, int32) []byte) []byte {
	if len(list) != 1 {
		parts := make([][]byte, len(list))
		for i, x := range list {
			parts[i] = appendPart(nil, x)
		}
		return joined(b, parts)
	}
	const size = 8 // of the length, which is known afterwards
	b = append(number(b, 1), make([]byte, size)...)
	start := len(b)
	b = appendPart(b, list[0])
	binary.LittleEndian.PutUint64(b[start-size:start], uint64(len(b)-start))
	return b
}

func (w controlWriter) entity(b []byte) []byte {
	x := w.Machine.entity
	b = append(b, 'e', byte(x.request.Kind))
	b = append(append(b, x.request.Name...), 0)
	for _, on := range []bool{x.rests, x.taken > 0, x.state != nil, x.leaving != nil} {
		if on {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	if x.state != nil {
		b = number(b, x.state.ID)
	}
	if x.leaving != nil {
		b = number(b, x.leaving.ID)
	}
	var questions [][]byte
	for _, q := range x.asked {
		questions = append(questions, number(number(number(nil, q.node.ID), q.candidate), q.index))
	}
	return joined(b, questions)
}

// frame appends the state of a frame: its region, what its tokens work on, and its visits.
func (w controlWriter) frame(b []byte, f int32) []byte {
	fr := &w.frames[f]
	b = number(number(append(b, 'f'), w.Region(fr.region)), int(fr.index))
	if fr.region.Shared {
		b = number(b, w.Document(fr.document))
	}
	if w.Control.Variables {
		for _, v := range fr.variables {
			b = number(append(append(b, v.name...), 0), w.Document(v.value))
		}
	}
	if w.Assigned != nil {
		var set [][]byte
		for _, v := range fr.variables {
			if w.Assigned(v.name) {
				set = append(set, []byte(v.name))
			}
		}
		b = joined(append(b, 'a'), set)
	}
	b = joinedOf(append(b, 'v'), fr.visits, w.visit)
	var parts [][]byte
	for i := range w.at.forks.of(f) {
		x := &w.forks[i]
		part := w.branch(number(number(nil, x.node.ID), x.open), x.outer)
		if x.joined {
			part = append(part, 'j')
		}
		parts = append(parts, part)
	}
	b = joined(append(b, 'k'), parts)
	b = append(b, 'r')
	for i := range w.at.ready.of(f) { // the order decides which one moves
		b = w.token(number(b, int(i)), &w.ready[i])
	}
	parts = nil
	for i := range w.at.parked.of(f) {
		parts = append(parts, w.token(nil, &w.parked[i]))
	}
	b = joined(append(b, 'p'), parts)
	parts = nil
	for i := range w.at.joins.of(f) {
		for k := range w.at.pending[i] {
			parts = append(parts, w.token([]byte{'j'}, &w.at.pending[i][k]))
		}
	}
	return joined(b, parts)
}

// branch appends which fork a token comes from: the node, and which of its forks that are open.
func (w controlWriter) branch(b []byte, from branch) []byte {
	i := from.fork - 1
	if i < 0 || w.forks[i].generation != from.generation || w.forks[i].node == nil {
		return append(b, '-')
	}
	return number(number(b, w.forks[i].node.ID+1), w.ranks[i])
}

func (w controlWriter) token(b []byte, t *token) []byte {
	b = number(b, t.node.ID)
	if t.via != nil {
		b = number(b, t.via.ID+1)
	}
	if t.starts != 0 {
		b = append(b, 's')
	}
	return number(w.branch(b, t.from), w.Document(t.data))
}

// visit appends the state of a visit: its node, its data, its retries, and whether it calls or waits.
func (w controlWriter) visit(b []byte, vi int32) []byte {
	v := &w.visits[vi]
	b = w.branch(number(b, v.node.ID), v.from)
	b = number(number(b, w.Document(v.raw)), w.Document(v.effective))
	b = append(b, 'r')
	for _, n := range v.retries {
		b = number(b, n)
	}
	if v.call != 0 {
		b = append(b, 'c')
	}
	if v.attempt > 1 {
		b = append(b, 'a')
	}
	if v.items != nil {
		b = number(number(append(b, 'i'), int(v.items.stage)), v.items.failed)
	}
	b = w.timersOf(b, v)
	b = append(b, 'h')
	for _, a := range v.arrivals {
		b = number(b, a.trigger)
	}
	for _, g := range w.groups {
		if g.visit == vi {
			b = append(b, 'g')
			for _, a := range g.arrivals {
				b = number(b, a.trigger)
			}
		}
	}
	b = number(number(append(b, 'n'), v.regions.started), v.regions.ended)
	var children []int32
	for _, f := range v.children {
		if w.frames[f].region != nil && w.frames[f].visit == vi {
			children = append(children, f)
		}
	}
	return joinedOf(b, children, w.frame)
}

// timersOf appends the timers of a visit in the order in which they are due.
func (w controlWriter) timersOf(b []byte, v *visit) []byte {
	var running []timer
	for _, ids := range [][]int64{v.visitTimers, v.attemptTimers} {
		for _, id := range ids {
			if t, ok := w.timers[id]; ok {
				running = append(running, t)
			}
		}
	}
	slices.SortStableFunc(running, func(a, b timer) int { return a.at.Compare(b.at) })
	b = append(b, 't')
	for _, t := range running {
		b = append(b, byte(t.action), byte(t.raises))
		if t.leads != nil && t.leads.Edge != nil {
			b = number(b, t.leads.Edge.ID)
		}
	}
	return b
}
