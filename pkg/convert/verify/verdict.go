package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/run"
)

// A Verdict counts what a comparison of both sides found, run by run. Equal, Excused and NotComparable add up to Runs unless there is a
// Difference.
type Verdict struct {
	Runs int `json:"runs"`
	// Equal counts the runs in which nothing that can be observed differs.
	Equal int `json:"equal"`
	// Excused counts the runs in which something differs that losses allow for. ExcusedBy has the loss that did so first in each.
	Excused int `json:"excused"`
	// NotComparable counts the given runs whose input or events one of the sides cannot take, and those that differ because a worker takes
	// time that a contract asks to answer at once.
	NotComparable int `json:"notComparable"`
	// LeftOut counts the runs that were made up and are not among Runs: one of the sides cannot be given them, or the data is not as the
	// conversion assumes, so that a difference would show nothing.
	LeftOut int `json:"leftOut"`
	// Untried are the points of the source that none of the runs reaches; nil if all are reached, or nobody measured.
	Untried []Untried `json:"untried,omitempty"`
	Seed    int64     `json:"seed"`
	// Difference describes the first run that differs without an excuse, both sides beside each other; nil if there is none.
	Difference *string  `json:"difference"`
	ExcusedBy  []Excuse `json:"excusedBy"`

	// Differs is the first run that differs without an excuse; nil if there is none.
	Differs *run.Options `json:"-"`
	// Outside are the given runs that [LossAssumption] excuses. If no run counts in which the source succeeds, it is the first of those that
	// were made up and are left out because of an assumption.
	Outside []Outside `json:"-"`

	succeeded int // runs in which the source succeeds
	unable    int // runs that were made up and that one of the sides cannot be given
	// madeOutside is the first run that was made up, differs, and is left out because of an assumption.
	madeOutside *Outside
	// Of the runs that are left out because of one without a difference that nothing excuses, leftEqual counts those in which nothing differs, and
	// leftSucceeded those in which the source succeeds: they show that the conversion can work, and not that it always does.
	leftEqual, leftSucceeded int
}

// count counts a run, and whether the source succeeds in it, and reports what it uses of the source.
func (v *Verdict) count(t *trial) {
	v.Runs++
	for u := range t.used {
		t.pair.Measure(u.node, u.part, u.index)
	}
	if t.source.class == class(run.Succeeded) {
		v.succeeded++
	}
}

// keepDifference keeps the first run that differs without an excuse: one example is enough to look into.
func (v *Verdict) keepDifference(c *comparison, in run.Options) {
	if v.Difference == nil {
		text := c.sideBySide()
		v.Difference, v.Differs = &text, &in
	}
}

// An Untried is a point of the source that no run reaches: a node, or an edge, a rule, a retrier, a catcher or a timer of one.
type Untried struct {
	What   string `json:"what"` // "catcher Charge → Sorry"
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// An Excuse is a loss that allows for what differs in some runs.
type Excuse struct {
	Rule string   `json:"rule"`
	From []string `json:"from"` // the elements from which on the sides may differ
	Runs int      `json:"runs"`
}

// excuse counts a run under a loss.
func (v *Verdict) excuse(rule string, from []string) {
	v.Excused++
	if from == nil {
		from = []string{}
	}
	for i := range v.ExcusedBy {
		x := &v.ExcusedBy[i]
		if x.Rule == rule && slices.Equal(x.From, from) {
			x.Runs++
			return
		}
	}
	v.ExcusedBy = append(v.ExcusedBy, Excuse{rule, from, 1})
}

// String describes a verdict in a line: `verified: 20 runs: 14 equal, 5 excused (4 from "Charge" on by convert/retry, 1 …)`.
func (v *Verdict) String() string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(v.Equal, "equal")
	add(v.Excused, "excused"+v.excusedBy())
	add(v.NotComparable, "not comparable")
	add(v.Runs-v.Equal-v.Excused-v.NotComparable, "different without an excuse")
	switch v.Runs {
	case 0:
		return "not verified: no generated run has the data that the conversion assumes; give one with --scenario"
	case 1:
		return "verified: 1 run: " + strings.Join(parts, ", ") + v.unreached()
	}
	return fmt.Sprintf("verified: %d runs: %s%s", v.Runs, strings.Join(parts, ", "), v.unreached())
}

// unreached names the first point that no run reaches, and how many there are beside it.
func (v *Verdict) unreached() string {
	switch n := len(v.Untried); n {
	case 0:
		return ""
	case 1:
		return "; no run reaches the " + v.Untried[0].What
	default:
		return fmt.Sprintf("; no run reaches the %s and %d more (-v lists them)", v.Untried[0].What, n-1)
	}
}

// excusedBy lists what excuses runs, the most frequent first.
func (v *Verdict) excusedBy() string {
	const shown = 3
	list := slices.Clone(v.ExcusedBy)
	slices.SortStableFunc(list, func(a, b Excuse) int { return b.Runs - a.Runs })
	var parts []string
	for i, x := range list {
		if i == shown {
			parts = append(parts, "…")
			break
		}
		from := ""
		if len(x.From) > 0 {
			from = fmt.Sprintf(" from %q on", x.From[0])
		}
		parts = append(parts, fmt.Sprintf("%d%s by %s", x.Runs, from, x.Rule))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// Failed reports whether a run differs without an excuse.
func (v *Verdict) Failed() bool { return v.Difference != nil }

// ShowsSuccess reports whether some run counts in which the source succeeds.
func (v *Verdict) ShowsSuccess() bool { return v.succeeded > 0 }

// Unproven reports whether nothing shows that the conversion works: the source succeeds in some run, and no run is equal to the end.
func (v *Verdict) Unproven() bool {
	return v.succeeded > 0 && v.Equal+v.leftEqual == 0
}
