package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
)

// Selector returns the text by which [Find] finds a case of a file: its name, or #1, #2, … if several have that name. It
// is empty in a file without cases.
func Selector(f *source.File, all []*Scenario, i int) string {
	if f.Root.Get("cases") == nil {
		return ""
	}
	same := 0
	for _, s := range all {
		if s.Name == all[i].Name {
			same++
		}
	}
	if same > 1 || strings.HasPrefix(all[i].Name, "#") {
		return fmt.Sprintf("#%d", i+1)
	}
	return all[i].Name
}

// Find returns the case with a name or a number (#1, #2, …). Without one, the file must have a single case. The error lists the
// cases.
func Find(f *source.File, all []*Scenario, which string) (*Scenario, error) {
	if which == "" && len(all) == 1 {
		return all[0], nil
	}
	var selectors []string
	for i, s := range all {
		selector := Selector(f, all, i)
		if which != "" && (which == selector || which == fmt.Sprintf("#%d", i+1)) {
			return s, nil
		}
		selectors = append(selectors, selector)
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
