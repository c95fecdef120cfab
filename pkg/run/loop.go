package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A loop watches a run that moves on and on while nothing comes from outside and no time passes. If it is once where it was
// before, with the same data, it will be there again and again.
type loop struct {
	chunks int    // how often the machine moved on since something came from outside
	look   int    // after how many of them is the next look
	next   int    // after how many of them the state is remembered
	state  []byte // the remembered one
}

// lookEvery is how many chunks lie between two looks at least. It has many divisors, so that the states of a short cycle meet soon.
const lookEvery = 60

// spins reports whether the run is where it was before. It remembers one state, and another one after twice as many moves (Brent), so that
// a cycle of any length is found, and a run that makes progress is compared with one state at a time.
func (s *simulator) spins() bool {
	l := &s.loop
	l.chunks++
	if l.chunks < max(l.look, lookEvery) || s.limited() {
		return false
	}
	l.look = l.chunks + lookEvery*(1+s.machine.Tokens()/(lookEvery*chunk)) // a look takes as long as there are tokens
	state := s.state()
	if l.state != nil && bytes.Equal(state, l.state) {
		return true
	}
	if l.chunks >= l.next {
		l.next, l.state = 2*l.chunks, state
	}
	return false
}

// limited reports whether a limit of the workflow itself ends what does not end: a history that is full, or visits that are counted.
func (s *simulator) limited() bool {
	w := s.program.Start()
	return len(s.program.Select) > 0 || w.Limits.History > 0 && !s.options.Settings.Unlimited
}

// state is all that decides how the run goes on, as long as nothing comes from outside.
func (s *simulator) state() []byte {
	var text []byte
	return s.machine.AppendControl(nil, &machine.Control{Variables: true,
		Region: func(r *workflow.Region) int { return r.ID },
		Document: func(doc any) int {
			text = value.AppendSorted(text[:0], doc)
			sum := sha256.Sum256(text)
			return int(binary.LittleEndian.Uint64(sum[:]) >> 1)
		}})
}

// message describes which elements follow one another forever.
func (l *loop) message(m *machine.Machine) string {
	const looked, shown = 2 * chunk, 5
	visited := m.Visited()
	var names []string
	for _, e := range visited[max(0, len(visited)-looked):] {
		if name := fmt.Sprintf("%q", e.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	more := ""
	if len(names) > shown {
		more = fmt.Sprintf(" and %d more", len(names)-shown)
		names = names[:shown]
	}
	return fmt.Sprintf("%s%s repeat with the same data, and nothing from outside can end the loop", strings.Join(names, ", "), more)
}
