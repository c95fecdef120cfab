package fsm

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
)

var duplicateWorkflow = rule{Rule: diag.Rule{
	ID:       "fsm/duplicate-workflow",
	Severity: diag.Error,
	Summary:  "two workflows of a file have the same name",
	Why:      "Workflows are stored by their names, so that only one of them remains.",
	Source:   `fsm: "WorkflowDefinition fields" (name)`,
}, document: checkDuplicateWorkflows}

var sharedState = rule{Rule: diag.Rule{
	ID:       "fsm/shared-state-name",
	Severity: diag.Info,
	Summary:  "workflows of a file share the name of a state",
	Why: "The workflow of an entity is selected anew for every request. An entity in a state whose name two workflows share " +
		"moves from one to the other as soon as the criteria say so; that may be meant, or a surprise.",
	Source: `fsm: "ENGINE EXECUTION" (selection at every request)`,
}, document: checkSharedStates}

var unselected = rule{Rule: diag.Rule{
	ID:       "fsm/shadowed-workflow",
	Aliases:  []string{"fsm/never-selected"},
	Severity: diag.Warning,
	Summary:  "a workflow comes after one that takes every entity",
	Why:      "The first active workflow whose criterion matches is selected, and one without criterion matches every entity.",
	Source:   `fsm: "CRITERIA", "ENGINE EXECUTION"`,
}, document: checkUnselected}

var inactiveImport = rule{Rule: diag.Rule{
	ID:       "fsm/inactive-import",
	Severity: diag.Warning,
	Summary:  "a workflow is inactive in an import",
	Why: "All that is imported becomes active, whatever it says. Only an import with the mode ACTIVATE makes workflows inactive: " +
		"those that it does not name.",
	Source: `fsm: "IMPORT REQUEST"`,
}, workflow: checkInactiveImport}

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
		f := c.report(w.Name.Node.Span, "the name %s is taken by another workflow", quote(w.Name.Value))
		f.Related = c.Related(other.Name.Node.Span, "it stands here first")
	}
}

// checkSharedStates looks at states whose names stand in workflows between which an entity may move.
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
		f := c.report(shared[0].NameSpan, "%s shares %s with %s", w.label(), strings.Join(names, ", "), other.Workflow.label())
		f.Related = c.Related(other.NameSpan, "state %s of %s", quote(other.Name), other.Workflow.label())
		f.Help = "an entity in such a state goes on in the workflow that is selected then"
	}
}

// checkUnselected looks at workflows behind one that is always selected.
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
			f := c.report(at, "%s is never selected: %s comes before it and takes every entity", w.label(), all.label())
			f.Related = c.Related(c.Head(all.Node), "this one has no criterion that could fail")
			f.Help = "put it first, or give the other one a criterion"
		case w.Criterion.always() && (w.Active != nil) == (w.Node.Get("active") != nil):
			all = w
		}
	}
}

func checkInactiveImport(c *checker, w *Workflow) {
	if w.Document.Shape == ShapeImport && w.Active != nil && !w.Active.Value {
		f := c.report(w.Active.Node.Span, "%s is inactive, but the import makes it active", w.label())
		f.Help = "leave it out; an import with the mode ACTIVATE makes those inactive that it does not name"
	}
}
