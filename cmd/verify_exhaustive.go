package cmd

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/explore/equivalence"
	"github.com/flowglot/flowglot/pkg/iso8601"
)

// exhaust compares all behaviours of a program and of its conversion. Conditions may go either way, whatever the data, so that runs that no
// generated input reaches are compared too.
func (a *app) exhaust(f *convertFlags, pair *verify.Pair) (*equivalence.Verdict, error) {
	start, err := iso8601.ParseInstant(defaultStart)
	if err != nil {
		return nil, err
	}
	source := &equivalence.Side{Workflow: pair.Source.Start(), Program: pair.Source}
	target := &equivalence.Side{Workflow: pair.Target.Start(), Program: pair.Target, Hidden: pair.Raised.Substitutes, Tasks: map[string]string{}}
	for _, r := range pair.Raised.Tasks {
		if _, taken := target.Tasks[r.To]; !taken { // of several that became one, the first counts
			target.Tasks[r.To] = r.From
		}
	}
	source.Hidden = madeByStandIns(pair, target)
	return equivalence.Compare(source, target, explore.Options{Budget: f.exploreBudget, Start: start})
}

// madeByStandIns lists the tasks of the source that only stand-ins of the target call, which no run of the target shows.
func madeByStandIns(pair *verify.Pair, target *equivalence.Side) []string {
	if !slices.ContainsFunc(pair.Raised.StandIns, func(s dialects.StandIn) bool { return s.Calls }) {
		return nil
	}
	called := map[string]bool{}
	for _, w := range pair.Target.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil {
				called[cmp.Or(target.Tasks[n.Call.Task], n.Call.Task)] = true
			}
		}
	}
	var out []string
	for _, w := range pair.Source.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil && !called[n.Call.Task] {
				out = append(out, n.Call.Task)
			}
		}
	}
	return out
}

// refuted returns an error if a difference was found that no data and no loss explains.
func (c *conversion) refuted() error {
	if v := c.exhaustive; v != nil && v.Certain() && c.report.Class == convert.Exact {
		return &exit{status: statusFound, message: "the definitions do not behave the same, whatever their data is"}
	}
	return nil
}
