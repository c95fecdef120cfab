package explore

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Summary is what the behaviours of a workflow have in common, and in what they differ.
type Summary struct {
	Complete, Unbounded bool // as of the [Space]
	// Counted reports that every order of events was followed: else what is counted on paths is not known.
	Counted  bool
	States   int
	Outcomes []Behaviour
	// Always are the tasks that are called in every run that ends, and Sometimes the others that are called. Where not every order of
	// events was followed, all are among the latter.
	Always, Sometimes []string
	// Calls, Retried and Moves are of all outcomes together: how many calls a run makes, how many of its attempts are not the first, and how
	// many elements it enters and retries.
	Calls, Retried, Moves Range
	// Capped reports that retriers were used less often than they may be.
	Capped bool
}

// A Range is the least and the most of something on the paths to an outcome.
type Range struct {
	Min, Max int64
	// Unbounded reports that there is no most: a cycle adds to it.
	Unbounded bool
}

// Text returns the range for people: "3", "2 to 5", "2 or more, without a bound". The function writes one of its numbers.
func (r Range) Text(write func(int64) string) string {
	switch {
	case r.Unbounded:
		return write(r.Min) + " or more, without a bound"
	case r.Min == r.Max:
		return write(r.Min)
	}
	return write(r.Min) + " to " + write(r.Max)
}

// A Behaviour is an outcome and the paths to it.
type Behaviour struct {
	Outcome
	// Path is an example: the elements that a shortest run to the outcome enters.
	Path []string
	// Assumed is what has to happen on that path.
	Assumed []string
	// Calls counts attempts of tasks, Entered the elements that are entered, and Elapsed the nanoseconds that waits and timers take.
	Calls, Entered, Elapsed Range
	// Timed reports that Elapsed is known: no two tokens wait at a time on any path to it, and all states were looked at.
	Timed bool
}

// mostInterleaved is how many states are looked at to follow concurrent branches in every order.
const mostInterleaved = 20_000

// mostRetried is how often a retrier is used where few states are enough to follow that.
const mostRetried = 25

// Summarize explores a workflow and returns its behaviours. Concurrent branches are followed in every order, and retriers used as often as
// they may be, where few states are enough for that.
func Summarize(w *workflow.Workflow, o Options) (*Summary, error) {
	if o.Retries == 0 {
		o.Retries = highestLimit(w)
	}
	s, err := Explore(w, o)
	if err == nil && !s.Complete && o.Retries > DefaultRetries {
		o.Retries = DefaultRetries
		s, err = Explore(w, o)
	}
	if err != nil {
		return nil, err
	}
	if s.Reduced {
		full := o
		full.Interleave, full.Budget = true, min(mostInterleaved, cmp.Or(o.Budget, DefaultBudget))
		all, err := Explore(w, full)
		if err != nil {
			return nil, err
		}
		if all.Complete {
			s = all
		}
	}
	return s.Summarize(), nil
}

// highestLimit is how often the retriers of a workflow may be used, as far as that is followed.
func highestLimit(w *workflow.Workflow) int {
	most := 0
	for _, n := range w.Nodes {
		for i := range n.Retry {
			if limit := n.Retry[i].Limit; limit <= mostRetried {
				most = max(most, limit)
			}
		}
	}
	return max(most, DefaultRetries)
}

// Summarize returns the behaviours in a space.
func (s *Space) Summarize() *Summary {
	g := newPaths(s)
	calls := g.ranges(func(t *Step) int64 { return int64(len(t.Called)) })
	entered := g.ranges(func(t *Step) int64 { return int64(len(t.Entered)) })
	elapsed := g.ranges(func(t *Step) int64 { return int64(t.Took) })
	retried := g.ranges(func(t *Step) int64 { return int64(t.Retried) })
	moves := g.ranges(func(t *Step) int64 { return int64(len(t.Entered) + t.Retried) })
	concurrent := g.afterConcurrent()
	first := true
	out := &Summary{Complete: s.Complete, Unbounded: s.Unbounded, Counted: s.Complete && !s.Reduced, States: len(s.States), Capped: s.capped}
	index := map[string]int{}
	for _, id := range g.order {
		o := s.States[id].Outcome
		if o == nil {
			o = s.restingAt(id)
		}
		if o == nil {
			continue
		}
		if first {
			out.Calls, out.Retried, out.Moves, first = calls[id], retried[id], moves[id], false
		}
		out.Calls, out.Retried, out.Moves = widest(out.Calls, calls[id]), widest(out.Retried, retried[id]), widest(out.Moves, moves[id])
		key := o.key()
		i, seen := index[key]
		if !seen {
			i = len(out.Outcomes)
			index[key] = i
			path, assumed := g.example(id)
			out.Outcomes = append(out.Outcomes, Behaviour{Outcome: *o, Path: path, Assumed: assumed, Timed: s.Complete && !concurrent[id],
				Calls: calls[id], Entered: entered[id], Elapsed: elapsed[id]})
			continue
		}
		b := &out.Outcomes[i]
		b.Timed = b.Timed && !concurrent[id]
		b.Calls, b.Entered, b.Elapsed = widest(b.Calls, calls[id]), widest(b.Entered, entered[id]), widest(b.Elapsed, elapsed[id])
	}
	slices.SortStableFunc(out.Outcomes, func(a, b Behaviour) int { return cmp.Compare(rank(a.Status), rank(b.Status)) })
	out.Always, out.Sometimes = s.tasks(g)
	return out
}

func rank(s Status) int {
	return slices.Index([]Status{Succeeded, Resting, Waiting, Failed, Diverged}, s)
}

func widest(a, b Range) Range {
	return Range{min(a.Min, b.Min), max(a.Max, b.Max), a.Unbounded || b.Unbounded}
}

func (o *Outcome) key() string {
	parts := append([]string{string(o.Status), o.Error}, o.Ended...)
	for _, w := range o.Waiting {
		parts = append(parts, w.Node, w.Kind, w.Name)
	}
	return strings.Join(parts, "\x00")
}

// restingAt is the outcome of an entity that nobody asks for anything further: it rests in its state, or, if nobody can ask for a
// transition there, waits for data that lets an automated one be taken. Nil for a state in which it does neither.
func (s *Space) restingAt(id int) *Outcome {
	var o *Outcome
	for i := range s.States[id].Steps {
		h := s.States[id].Steps[i].Happened
		if h == nil || h.Event.Kind != machine.Request && h.Event.Kind != machine.Update {
			continue
		}
		if o == nil {
			o = &Outcome{Status: Waiting, Ended: []string{h.Node.Name()}}
		}
		if h.Edge != nil && h.Edge.Kind == workflow.Manual {
			o.Status = Resting
		}
	}
	return o
}

// tasks are those that every run calls which ends, and those that some do, in the order in which they were first called.
func (s *Space) tasks(g *paths) (always, sometimes []string) {
	var names []string
	seen := map[string]bool{}
	for _, id := range g.order {
		for i := range s.States[id].Steps {
			for _, called := range s.States[id].Steps[i].Called {
				if !seen[called] {
					seen[called] = true
					names = append(names, called)
				}
			}
		}
	}
	for _, name := range names {
		if !s.Complete || s.Reduced || g.avoidable(name) {
			sometimes = append(sometimes, name)
		} else {
			always = append(always, name)
		}
	}
	return always, sometimes
}
