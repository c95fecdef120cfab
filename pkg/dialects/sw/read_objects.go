package sw

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
)

// A filter of a list tests its items, and one of an object tests the object (sw: "Workflow Data Expressions"). An expression does not show
// which of both it is written for, but others do that read members of the same value:
//
//	"condition": "{{ $.order[?(@.total > 5000)] }}", and "parameters": {"id": "{{ $.order.id }}"}
//
// Where none does, its name tells: applicants are a list, and an applicant is an object. What an iteration goes through is a list, and so
// are its results.
//
// So do they show that a condition which is a path alone asks whether there is an object, and not whether a value is true.

// markObjects marks the conditions of a workflow that filter an object, or ask for one.
func (w *Workflow) markObjects() {
	objects, lists := map[string]bool{}, map[string]bool{}
	for _, s := range w.States {
		if s.Type == ForEach {
			for _, list := range []*Template{s.Collection, s.Results} {
				if p := list.path(); p != nil {
					lists[p.String()] = true
				}
			}
			continue // its actions see the item alone
		}
		for _, a := range s.allActions() {
			for _, t := range a.Templates {
				for _, p := range t.Paths {
					addObjects(objects, lists, p)
				}
			}
		}
	}
	for _, s := range w.States {
		for _, c := range s.DataConditions {
			if p := c.If.path(); p != nil {
				of := p.WithoutFilter()
				named := of != nil && !lists[of.String()] && namedAsObject(of)
				if of == nil && p.Definite {
					of = p
				}
				if named || of != nil && objects[of.String()] {
					marked := *p
					marked.OfObject = true
					c.If.Paths = []*expr.Path{&marked}
				}
			}
		}
	}
}

// addObjects adds the values of which a path reads members, and the list of which it reads items.
func addObjects(objects, lists map[string]bool, p *expr.Path) {
	for i, s := range p.Steps {
		of := expr.Path{Root: p.Root, Steps: p.Steps[:i], Definite: true}
		switch {
		case s.Kind != expr.StepChild:
			lists[of.String()] = true
			return
		case i > 0:
			objects[of.String()] = true
		}
	}
}

// namedAsObject reports whether the name of a value is that of one thing, and not of several.
func namedAsObject(p *expr.Path) bool {
	if len(p.Steps) == 0 || p.Steps[len(p.Steps)-1].Kind != expr.StepChild {
		return false
	}
	name := strings.ToLower(p.Steps[len(p.Steps)-1].Name)
	plural := strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss") && !strings.HasSuffix(name, "us") && !strings.HasSuffix(name, "is")
	return !plural && !slices.ContainsFunc([]string{"list", "array", "people", "children"}, func(end string) bool { return strings.HasSuffix(name, end) })
}
