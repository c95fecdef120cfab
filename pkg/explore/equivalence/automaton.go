package equivalence

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An automaton has the observations of a space as its words. Its first state is 0.
type automaton struct {
	steps [][]step
	ids   map[string]int // by label: its number, which both automata share; 0 is what is not observed
	names *[]string
}

type step struct {
	label, to int
	decisions []explore.Decision
}

// automata makes those of two spaces.
func automata(a, b *explore.Space, source, target *Side) (*automaton, *automaton, []string) {
	names := []string{""}
	ids := map[string]int{}
	x, y := &automaton{ids: ids, names: &names}, &automaton{ids: ids, names: &names}
	x.build(a, source)
	y.build(b, target)
	return x, y, names
}

func (a *automaton) label(text string) int {
	id, known := a.ids[text]
	if !known {
		id = len(*a.names)
		a.ids[text] = id
		*a.names = append(*a.names, text)
	}
	return id
}

func (a *automaton) build(s *explore.Space, side *Side) {
	a.steps = make([][]step, len(s.States)+1)
	end := len(s.States)
	for id := range s.States {
		x := &s.States[id]
		for i := range x.Steps {
			if t := &x.Steps[i]; !side.passedOver(t) {
				a.follow(id, side.observe(t), t)
			}
		}
		if x.Outcome != nil {
			a.steps[id] = append(a.steps[id], step{label: a.label("the run " + ended(x.Outcome.Status)), to: end})
		}
	}
}

// ended describes how a run ends; to wait and to rest are one, since only something from outside moves it on.
func ended(s explore.Status) string {
	switch s {
	case explore.Succeeded:
		return "succeeds"
	case explore.Failed:
		return "fails"
	case explore.Diverged:
		return "loops forever"
	}
	return "stops and waits"
}

// follow adds a path of labels for a step from a state.
func (a *automaton) follow(from int, labels []string, t *explore.Step) {
	decisions := t.Decisions
	if len(labels) == 0 {
		a.steps[from] = append(a.steps[from], step{0, t.To, decisions})
		return
	}
	for i, l := range labels {
		next := t.To
		if i < len(labels)-1 {
			next = len(a.steps)
			a.steps = append(a.steps, nil)
		}
		a.steps[from] = append(a.steps[from], step{a.label(l), next, decisions})
		from, decisions = next, nil
	}
}

// unknown is the name of an error that no handler names.
const unknown = "an error that no handler names"

// passedOver reports whether a step is not followed. A task that is not observed does what it has to do, and files can be read. Tasks do
// not raise the errors of the machine themselves, nor errors without a name, to which each dialect gives one of its own. The time limits
// that a dialect sets where the author does not are not reached.
func (s *Side) passedOver(t *explore.Step) bool {
	if t.Happened != nil && t.Happened.Timer != nil && t.Happened.Timer.Implied {
		return true
	}
	return t.Failed != nil && (t.Happened.Call == nil || s.hidden(t.Happened.Call) || t.Failed.Name == "" || slices.Contains(s.own, t.Failed.Name))
}

// observe lists what can be observed of a step.
func (s *Side) observe(t *explore.Step) []string {
	var out []string
	if h := t.Happened; h != nil && h.Call != nil && !s.hidden(h.Call) {
		switch {
		case h.Event.Kind == machine.Answer && t.Failed == nil:
			out = append(out, s.name(h.Call)+" answers")
		case h.Event.Kind == machine.Answer && t.Failed.Name != unknown:
			out = append(out, fmt.Sprintf("%s fails with %s", s.name(h.Call), t.Failed.Name))
		case h.Event.Kind == machine.Answer:
			out = append(out, s.name(h.Call)+" fails")
		}
	}
	if h := t.Happened; h != nil && h.Event.Kind == machine.Arrives && h.Node.Call != nil && !s.hidden(h.Node.Call) {
		out = append(out, s.name(h.Node.Call)+" answers")
	}
	if h := t.Happened; h != nil && h.Event.Kind == machine.TimerFired && h.Node != nil && h.Node.Call != nil && !h.Waits && !s.hidden(h.Node.Call) {
		out = append(out, s.name(h.Node.Call)+" is out of time")
	}
	for _, c := range t.Calls {
		if !s.hidden(c) {
			out = append(out, s.name(c)+" is called")
		}
	}
	return out
}

func (s *Side) hidden(c *workflow.Call) bool { return slices.Contains(s.Hidden, c.Task) }

func (s *Side) name(c *workflow.Call) string {
	if was, renamed := s.Tasks[c.Task]; renamed {
		return was
	}
	return c.Task
}
