package equivalence

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Side is one of two workflows that are compared.
type Side struct {
	Workflow *workflow.Workflow
	Program  *workflow.Program
	// Tasks are the names by which tasks are observed, where these are others than their own.
	Tasks map[string]string
	// Hidden are the tasks whose calls are not observed.
	Hidden []string

	own []string // the names of the errors that the machine raises for either side
}

// A Verdict is what a comparison found.
type Verdict struct {
	// Proven reports that both have the same observations. If neither it nor Path is set, the budget was used up before it was known.
	Proven bool `json:"proven"`
	// Path are the observations of a run that only one of both has, up to the first that the other cannot make; Only is "source" or
	// "target". Both are empty if there is none.
	Path []string `json:"path"`
	Only string   `json:"only,omitempty"`
	// Assumed are the answers of conditions on the path. If there are none, the difference is certain. Else it is one if data exists that
	// has all of these answers.
	Assumed []string `json:"assumed"`
	// Source and Target count the states that were explored.
	Source int `json:"sourceStates"`
	Target int `json:"targetStates"`
	// Retries is how often a retrier was used in a visit at most.
	Retries int `json:"retries"`
}

// Certain reports whether a difference was found that does not depend on data.
func (v *Verdict) Certain() bool { return len(v.Path) > 0 && len(v.Assumed) == 0 }

// String describes a verdict in a line.
func (v *Verdict) String() string {
	switch {
	case v.Proven:
		return fmt.Sprintf("proven without regard to data: every sequence of calls and ends is one of both sides (%d and %d states)", v.Source, v.Target)
	case len(v.Path) == 0:
		return fmt.Sprintf("not proven: there are more states than were looked at (%d and %d)", v.Source, v.Target)
	}
	text := fmt.Sprintf("not proven without regard to data: only the %s can run like this: %s", v.Only, strings.Join(v.Path, ", "))
	if len(v.Assumed) > 0 {
		text += "; if " + strings.Join(v.Assumed, ", ")
	}
	return text
}

// Compare compares the observations of two workflows. It looks at no more than the budget of the options has states of each, and at no more
// pairs of sets of them. What is known of data may differ between languages: so conditions are related on both sides at first, and free on
// both where that shows a difference. The error is that of a workflow that cannot be run.
func Compare(source, target *Side, o explore.Options) (*Verdict, error) {
	source.own = append(explore.OwnErrors(source.Workflow), explore.OwnErrors(target.Workflow)...)
	target.own = source.own
	o.Interleave = true
	o.Errors = slices.DeleteFunc(append(explore.Named(source.Workflow, target.Workflow), unknown), func(n string) bool { return slices.Contains(source.own, n) })
	o.Retries, o.Budget = cmp.Or(o.Retries, explore.DefaultRetries), cmp.Or(o.Budget, explore.DefaultBudget)
	related, err := compare(source, target, o)
	if err != nil || len(related.Path) == 0 {
		return related, err
	}
	o.Free = true
	free, err := compare(source, target, o)
	if err != nil || free.Proven {
		return free, err
	}
	return related, nil
}

// compare explores both sides and compares the sequences of their observations.
func compare(source, target *Side, o explore.Options) (*Verdict, error) {
	v := &Verdict{Retries: o.Retries, Path: []string{}, Assumed: []string{}}
	a, err := explored(source, o)
	if err != nil {
		return nil, err
	}
	b, err := explored(target, o)
	if err != nil {
		return nil, err
	}
	v.Source, v.Target = len(a.States), len(b.States)
	if !a.Complete || !b.Complete {
		return v, nil
	}
	x, y, names := automata(a, b, source, target)
	if word := v.search(x, y, names, o.Budget); word != nil {
		has, side := x, source
		if v.Only == "target" {
			has, side = y, target
		}
		v.Assumed = has.assumed(word)
		if side.asksHandlers() {
			v.Assumed = append(v.Assumed, "the conditions of error handlers hold as needed")
		}
		for _, l := range word {
			v.Path = append(v.Path, names[l])
		}
	}
	return v, nil
}

// asksHandlers reports whether an error handler of a workflow has a condition in place of names.
func (s *Side) asksHandlers() bool {
	asks := func(c workflow.Clause) bool { return c.If != nil }
	return slices.ContainsFunc(s.Workflow.Nodes, func(n *workflow.Node) bool {
		return slices.ContainsFunc(n.Retry, func(r workflow.Retrier) bool { return slices.ContainsFunc(r.On, asks) }) ||
			slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return slices.ContainsFunc(e.On, asks) })
	})
}

func explored(s *Side, o explore.Options) (*explore.Space, error) {
	o.Program = s.Program
	return explore.Explore(s.Workflow, o)
}

// A pair is what both automata can be in after the same observations.
type pair struct {
	a, b   []int
	before int // the pair before it; -1 for the first
	label  int
}

// search goes through the pairs, the shortest observations first, and returns those that only one side has.
func (v *Verdict) search(x, y *automaton, names []string, budget int) []int {
	pairs := []pair{{a: x.closure([]int{0}), b: y.closure([]int{0}), before: -1}}
	seen := map[string]bool{pairs[0].key(): true}
	for i := 0; i < len(pairs); i++ {
		a, b := x.next(pairs[i].a, len(names)), y.next(pairs[i].b, len(names))
		for label := 1; label < len(names); label++ {
			switch {
			case len(a[label]) == 0 && len(b[label]) == 0:
				continue
			case len(a[label]) == 0 || len(b[label]) == 0:
				v.Only = "source"
				if len(a[label]) == 0 {
					v.Only = "target"
				}
				return append(word(pairs, i), label)
			}
			p := pair{a: x.closure(a[label]), b: y.closure(b[label]), before: i, label: label}
			key := p.key()
			if seen[key] {
				continue
			}
			if len(pairs) >= budget {
				return nil
			}
			seen[key] = true
			pairs = append(pairs, p)
		}
	}
	v.Proven = true
	return nil
}

// word is the labels on the path to a pair.
func word(pairs []pair, at int) []int {
	var out []int
	for ; pairs[at].before >= 0; at = pairs[at].before {
		out = append(out, pairs[at].label)
	}
	slices.Reverse(out)
	return out
}

func (p *pair) key() string {
	var b []byte
	for _, set := range [][]int{p.a, p.b} {
		for _, s := range set {
			b = binary.AppendUvarint(b, uint64(s)+1)
		}
		b = append(b, 0)
	}
	return string(b)
}

// closure adds the states that are reached without an observation, and sorts.
func (a *automaton) closure(set []int) []int {
	in := make(map[int]bool, len(set))
	for _, s := range set {
		in[s] = true
	}
	for i := 0; i < len(set); i++ {
		for _, t := range a.steps[set[i]] {
			if t.label == 0 && !in[t.to] {
				in[t.to] = true
				set = append(set, t.to)
			}
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// next are the states that are reached from a set, by the observation.
func (a *automaton) next(set []int, labels int) [][]int {
	out := make([][]int, labels)
	for _, s := range set {
		for _, t := range a.steps[s] {
			if t.label != 0 {
				out[t.label] = append(out[t.label], t.to)
			}
		}
	}
	return out
}
