package sw

import "github.com/flowglot/flowglot/pkg/expr"

// A filter of a list tests its items, and one of an object tests the object (sw: "Workflow Data Expressions"). An expression does not show
// which of both it is written for, but others do that read members of the same value:
//
//	"condition": "{{ $.order[?(@.total > 5000)] }}", and "parameters": {"id": "{{ $.order.id }}"}
//
// So do they show that a condition which is a path alone asks whether there is an object, and not whether a value is true.

// markObjects marks the conditions of a workflow that filter an object, or ask for one.
func (w *Workflow) markObjects() {
	objects := map[string]bool{}
	for _, s := range w.States {
		if s.Type == ForEach {
			continue // its actions see the item alone
		}
		for _, a := range s.allActions() {
			for _, t := range a.Templates {
				for _, p := range t.Paths {
					addObjects(objects, p)
				}
			}
		}
	}
	for _, s := range w.States {
		for _, c := range s.DataConditions {
			if p := c.If.path(); p != nil {
				of := p.WithoutFilter()
				if of == nil && p.Definite {
					of = p
				}
				if of != nil && objects[of.String()] {
					marked := *p
					marked.OfObject = true
					c.If.Paths = []*expr.Path{&marked}
				}
			}
		}
	}
}

// addObjects adds the values of which a path reads members.
func addObjects(objects map[string]bool, p *expr.Path) {
	for i, s := range p.Steps {
		if s.Kind != expr.StepChild {
			return
		}
		if i > 0 {
			of := expr.Path{Root: p.Root, Steps: p.Steps[:i], Definite: true}
			objects[of.String()] = true
		}
	}
}
