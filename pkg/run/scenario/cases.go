package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
)

// Selectors returns the texts by which [Find] finds the cases of a file: their names, or #1, #2, … where several have one name. They
// are empty in a file without cases.
func Selectors(f *source.File, all []*Scenario) []string {
	out := make([]string, len(all))
	if f.Root.Get("cases") == nil {
		return out
	}
	count := map[string]int{}
	for _, s := range all {
		count[s.Name]++
	}
	for i, s := range all {
		if out[i] = s.Name; count[s.Name] > 1 || strings.HasPrefix(s.Name, "#") {
			out[i] = fmt.Sprintf("#%d", i+1)
		}
	}
	return out
}

// Find returns the case with a name or a number (#1, #2, …). Without one, the file must have a single case. The error lists the
// cases.
func Find(f *source.File, all []*Scenario, which string) (*Scenario, error) {
	if which == "" && len(all) == 1 {
		return all[0], nil
	}
	selectors := Selectors(f, all)
	for i, selector := range selectors {
		if which != "" && (which == selector || which == fmt.Sprintf("#%d", i+1)) {
			return all[i], nil
		}
	}
	const most = 10
	shown := make([]string, 0, most)
	for _, s := range selectors[:min(most, len(selectors))] {
		shown = append(shown, fmt.Sprintf("%q", s))
	}
	list := strings.Join(shown, ", ")
	if len(selectors) > most {
		list += fmt.Sprintf(" and %d more", len(selectors)-most)
	}
	switch {
	case which == "":
		return nil, fmt.Errorf("the scenario %s has %d cases; choose one with --case: %s", f.Name, len(all), list)
	case f.Root.Get("cases") == nil:
		return nil, fmt.Errorf("the scenario %s has no cases; leave out --case", f.Name)
	}
	if help := nearest.Help(which, selectors); help != "" {
		return nil, fmt.Errorf("no case of %s has the name %q; %s", f.Name, which, help)
	}
	return nil, fmt.Errorf("no case of %s has the name %q; it has %s", f.Name, which, list)
}

// RunsCommands reports whether a run of the scenario executes commands.
func (s *Scenario) RunsCommands() bool {
	return slices.ContainsFunc(s.Stubs, func(stub run.Stub) bool {
		return slices.ContainsFunc(stub.Replies, func(r run.Reply) bool { return r.Exec != "" })
	})
}
