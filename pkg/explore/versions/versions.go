// Package versions compares two versions of a workflow by what they do: which outcomes there are, what leads to them, and what of the
// elements that both have is done otherwise. How a definition is written, and in which order, makes no difference.
package versions

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Change is what became of something from one version to the next.
type Change string

// The changes.
const (
	Gained  Change = "gained"  // only the later version has it
	Lost    Change = "lost"    // only the earlier version has it
	Changed Change = "changed" // both have it, and it differs
)

// A Comparison is in what two versions differ.
type Comparison struct {
	Outcomes []Outcome
	Elements []Element
	// Complete reports that all states of both versions were looked at: else there may be more outcomes.
	Complete bool
}

// Equal reports that no difference was found.
func (c *Comparison) Equal() bool { return len(c.Outcomes) == 0 && len(c.Elements) == 0 }

// An Outcome is a way to end that the versions do not share, or that they come to otherwise.
type Outcome struct {
	Change Change
	// Before and After are the outcome in both versions; one that is gained has no Before, one that is lost no After.
	Before, After *explore.Behaviour
	// Aspects are what differs of one that both have.
	Aspects []Aspect
}

// An Element is one that the versions do not share, or that does something else.
type Element struct {
	Change Change
	Name   string
	// Kind is the dialect's word for it.
	Kind string
	// Aspects are what differs of one that both have.
	Aspects []Aspect
	// Before and After are the element in both versions.
	Before, After *workflow.Element
}

// An Aspect is something about an outcome or an element: "retries", before "2 after 5 s", after "3 after 5 s". One that a version does
// not have is empty.
type Aspect struct {
	Name, Before, After string
}

// Compare compares two versions, each with the program that it is part of, and with how it is explored. The error is that of one that
// cannot be run.
func Compare(before, after *workflow.Workflow, of func(*workflow.Workflow) explore.Options) (*Comparison, error) {
	was, err := explore.Summarize(before, of(before))
	if err != nil {
		return nil, err
	}
	is, err := explore.Summarize(after, of(after))
	if err != nil {
		return nil, err
	}
	return &Comparison{Outcomes: compareOutcomes(was, is), Elements: compareElements(before, after), Complete: was.Complete && is.Complete}, nil
}

// compareOutcomes pairs the outcomes that end alike.
func compareOutcomes(was, is *explore.Summary) []Outcome {
	earlier := map[string]*explore.Behaviour{}
	for i := range was.Outcomes {
		earlier[ending(&was.Outcomes[i])] = &was.Outcomes[i]
	}
	var out []Outcome
	for i := range is.Outcomes {
		after := &is.Outcomes[i]
		before := earlier[ending(after)]
		delete(earlier, ending(after))
		if before == nil {
			out = append(out, Outcome{Change: Gained, After: after})
			continue
		}
		if aspects := outcomeAspects(before, after, was.Counted && is.Counted); len(aspects) > 0 {
			out = append(out, Outcome{Change: Changed, Before: before, After: after, Aspects: aspects})
		}
	}
	for i := range was.Outcomes {
		if b := &was.Outcomes[i]; earlier[ending(b)] != nil {
			out = append(out, Outcome{Change: Lost, Before: b})
		}
	}
	slices.SortStableFunc(out, func(a, b Outcome) int { return cmp.Compare(rank(a.Change), rank(b.Change)) })
	return out
}

// rank orders changes: what is lost matters most.
func rank(c Change) int { return slices.Index([]Change{Lost, Gained, Changed}, c) }

// ending is by what an outcome is known in both versions.
func ending(b *explore.Behaviour) string {
	parts := []string{string(b.Status), b.Error}
	parts = append(parts, slices.Sorted(slices.Values(b.Ended))...)
	for _, w := range b.Waiting {
		parts = append(parts, w.Node+" "+w.Kind)
	}
	return strings.Join(parts, "\x00")
}

// outcomeAspects are what differs of an outcome: the elements on a shortest path to it, in whichever order, how often tasks
// are called on the path, and how long it takes. The latter two are known only where the versions were followed in every
// order.
func outcomeAspects(before, after *explore.Behaviour, counted bool) []Aspect {
	var out []Aspect
	if !slices.Equal(slices.Sorted(slices.Values(before.Path)), slices.Sorted(slices.Values(after.Path))) {
		out = addAspect(out, "path", strings.Join(before.Path, " → "), strings.Join(after.Path, " → "))
	}
	if counted {
		out = addAspect(out, "calls", countText(before.Calls), countText(after.Calls))
	}
	if before.Timed && after.Timed {
		out = addAspect(out, "time", timeText(before.Elapsed), timeText(after.Elapsed))
	}
	return out
}

func addAspect(list []Aspect, name, before, after string) []Aspect {
	if before == after {
		return list
	}
	return append(list, Aspect{name, before, after})
}
