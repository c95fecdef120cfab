package fsm

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
)

var duplicateWorkflow = rule{Rule: diag.Rule{
	ID:       "fsm/duplicate-workflow",
	Severity: diag.Error,
	Summary:  "duplicate workflow name",
	Why:      "Workflows are stored by name, so only one of them remains.",
	Source:   `fsm: "WorkflowDefinition fields" (name)`,
}, Checks: whole(checkDuplicateWorkflows)}

var sharedState = rule{Rule: diag.Rule{
	ID:       "fsm/shared-state-name",
	Severity: diag.Info,
	Summary:  "two workflows share a state name",
	Why: "The workflow of an entity is selected again for every request. An entity in a state that two workflows share moves " +
		"from one workflow to the other when the criteria select it. That may be intended or a surprise.",
	Source: `fsm: "ENGINE EXECUTION" (selection at every request)`,
}, Checks: whole(checkSharedStates)}

var unselected = rule{Rule: diag.Rule{
	ID:       "fsm/shadowed-workflow",
	Aliases:  []string{"fsm/never-selected"},
	Severity: diag.Warning,
	Summary:  "a workflow is shadowed by an earlier one",
	Why:      "The first active workflow whose criterion matches is selected, and one without a criterion matches every entity.",
	Source:   `fsm: "CRITERIA", "ENGINE EXECUTION"`,
}, Checks: whole(checkUnselected)}

var inactiveImport = rule{Rule: diag.Rule{
	ID:       "fsm/inactive-import",
	Severity: diag.Warning,
	Summary:  "an imported workflow is marked inactive",
	Why: "Every imported workflow becomes active. Only an import with the mode ACTIVATE deactivates workflows: those that it does " +
		"not name.",
	Source: `fsm: "IMPORT REQUEST"`,
}, Checks: eachWorkflow(checkInactiveImport)}

// checkDuplicateWorkflows looks at workflows of one name.
func checkDuplicateWorkflows(c *checker, d *Document) {
	first := map[string]*Workflow{}
	for _, w := range d.Workflows {
		if w.Name == nil {
			continue
		}
		other := first[w.Name.Value]
		if other == nil {
			first[w.Name.Value] = w
			continue
		}
		f := c.Report(w.Name.Node.Span, "duplicate workflow name %s", quote(w.Name.Value))
		f.Related = c.Related(other.Name.Node.Span, "first declared here")
	}
}

// checkSharedStates looks at states whose names are in workflows between which an entity may move.
func checkSharedStates(c *checker, d *Document) {
	const most = 5
	first := map[string]*State{}
	for _, w := range d.Workflows {
		if !w.Selectable() {
			continue
		}
		var shared []*State
		for _, s := range w.States {
			if first[s.Name] == nil {
				first[s.Name] = s
			} else if first[s.Name].Workflow != w {
				shared = append(shared, s)
			}
		}
		if len(shared) == 0 {
			continue
		}
		var names []string
		for _, s := range shared[:min(most, len(shared))] {
			names = append(names, quote(s.Name))
		}
		if len(shared) > most {
			names = append(names, "…")
		}
		other := first[shared[0].Name]
		f := c.Report(shared[0].NameSpan, "%s shares %s with %s", w.label(), strings.Join(names, ", "), other.Workflow.label())
		f.Related = c.Related(other.NameSpan, "state %s of %s", quote(other.Name), other.Workflow.label())
		f.Help = "an entity in such a state continues in the workflow that is selected for the request"
	}
}

// checkUnselected looks at workflows after one that is always selected.
func checkUnselected(c *checker, d *Document) {
	var all *Workflow
	for _, w := range d.Workflows {
		switch {
		case w.Broken || !w.Selectable():
		case all != nil:
			at := c.Head(w.Node)
			if w.Name != nil {
				at = w.Name.Node.Span
			}
			f := c.Report(at, "%s is never selected: %s comes before it and matches every entity", w.label(), all.label())
			f.Related = c.Related(c.Head(all.Node), "this one is taken for every entity")
			f.Help = "move it before the other one, or give the other one a criterion"
		case w.Criterion.always() && (w.Active != nil) == (w.Node.Get("active") != nil):
			all = w
		}
	}
}

func checkInactiveImport(c *checker, w *Workflow) {
	if w.Document.Shape == ShapeImport && w.Active != nil && !w.Active.Value {
		f := c.Report(w.Active.Node.Span, "%s is marked inactive, but importing makes it active", w.label())
		f.Help = "remove \"active\"; to deactivate workflows, import with the mode ACTIVATE without them"
	}
}
