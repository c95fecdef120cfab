package step

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var readsOwnOutput = rule{Rule: diag.Rule{
	ID:       "step/reads-own-output",
	Severity: diag.Info,
	Summary:  "a value reads a variable that the same step sets",
	Why: "All values of a step are computed from the variables before the step, in any order of the text. To read the new " +
		"value, use a second TRANSFORMATION.",
	Source: `step: "TRANSFORMATION", "Runtime behaviour" (outputs see the variables before the step)`,
}, Checks: eachStep(checkOwnOutput)}

var setLater = rule{Rule: diag.Rule{
	ID:       "step/assigned-later",
	Aliases:  []string{"step/set-later"},
	Severity: diag.Info,
	Summary:  "an expression reads a variable that only a later step sets",
	Why: "An expression with an undefined variable fails its step. The input or a worker may set the variable, but the only " +
		"steps that visibly set it come later.",
	Source: `step: "Error behaviour" (undefined variable referenced)`,
}, Checks: whole(checkSetLater)}

var objectValue = rule{Rule: diag.Rule{
	ID:       "step/object-value",
	Severity: diag.Info,
	Summary:  "a variable is set to an object",
	Why: "The object replaces the earlier value of the variable. When a worker later returns an object of the same name, the " +
		"specification merges its members deeply into this one, but some engines replace it; --merge shallow follows them.",
	Source: `step: "Variables and data flow", "TRANSFORMATION"`,
}, Checks: eachStep(checkObjectValue)}

// checkOwnOutput looks at each value for variables that another member of the same object sets.
func checkOwnOutput(c *checker, s *Step) {
	c.ownOutput(s, s.Transformations)
	for _, r := range s.Rules {
		c.ownOutput(s, r.Outputs)
	}
}

func (c *checker) ownOutput(s *Step, all []*Assignment) {
	set := make(map[string]*Assignment, len(all))
	for _, a := range all {
		set[a.Member.Key] = a
	}
	for _, a := range all {
		if a.Value == nil {
			continue
		}
		for _, v := range a.Value.names {
			if other := set[v.name]; other != nil && other != a {
				d := c.Report(a.Value.At(v.from, v.to), "the value of %s in %s reads %s as it was before the step", quote(a.Member.Key), s, quote(v.name))
				d.Related = c.Related(other.Member.KeySpan, "the step sets it here")
				break
			}
		}
	}
}

func checkObjectValue(c *checker, s *Step) {
	for a := range s.assignments() {
		if n := a.Member.Value; n.Kind == source.Object && len(n.Members) > 0 {
			c.Report(a.Member.KeySpan, "%s sets %s to an object, which replaces its earlier value", s, quote(a.Member.Key))
		}
	}
}

// checkSetLater looks for variables that steps set, and that are read before any of them can have run.
func checkSetLater(c *checker, w *Workflow) {
	type reading struct {
		by *Step
		at source.Span
	}
	setters, readers := map[string][]*Step{}, map[string][]reading{}
	for _, s := range w.Steps {
		for a := range s.assignments() {
			if all := setters[a.Member.Key]; len(all) == 0 || all[len(all)-1] != s {
				setters[a.Member.Key] = append(all, s)
			}
		}
	}
	var names []string
	for _, s := range w.Steps {
		s.expressions(func(x *Expression, _ bool) {
			for _, v := range x.names {
				if len(setters[v.name]) == 0 {
					continue
				}
				if len(readers[v.name]) == 0 {
					names = append(names, v.name)
				}
				readers[v.name] = append(readers[v.name], reading{s, x.At(v.from, v.to)})
			}
		})
	}
	for _, name := range names {
		set := c.reachedFrom(setters[name]...)
		for _, r := range readers[name] {
			if set == nil || set[r.by.index] {
				continue
			}
			if by := c.allAfter(r.by, setters[name]); by != nil {
				d := c.Report(r.at, "%s reads %s, which only a later step sets", r.by, quote(name))
				d.Related = c.Related(by.at(&c.Findings), "%s sets it", by)
				break
			}
		}
	}
}

// allAfter returns the first of some steps if all of them come after a step, which itself does not count; else nil.
func (c *checker) allAfter(s *Step, all []*Step) *Step {
	later := c.reachedFrom(s)
	var first *Step
	for _, x := range all {
		switch {
		case x == s:
		case later == nil || !later[x.index]:
			return nil
		case first == nil:
			first = x
		}
	}
	return first
}

// reachedFrom marks the steps that paths lead to from some steps, by index; those are not among them unless a path leads back. It
// is nil where finding out would take too long.
func (c *checker) reachedFrom(from ...*Step) []bool {
	if !c.effort.Spend(len(c.workflow.Steps)) {
		return nil
	}
	seen := make([]bool, len(c.workflow.Steps))
	todo := slices.Clone(from)
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for t := range at.targets() {
			if t.Target != nil && !seen[t.Target.index] {
				seen[t.Target.index] = true
				todo = append(todo, t.Target)
			}
		}
	}
	return seen
}
