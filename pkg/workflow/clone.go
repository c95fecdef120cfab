package workflow

import "slices"

// Clone returns a copy of a program whose nets may be changed without changing the program: workflows, regions, nodes, edges and
// elements are new, and each element knows the one that it was made from, its Origin. Expressions, decision tables and event
// definitions are shared, as nobody changes them.
func Clone(p *Program) *Program {
	out := &Program{}
	copies := map[*Workflow]*Workflow{}
	for _, w := range p.Workflows {
		copies[w] = cloneWorkflow(w)
		out.Workflows = append(out.Workflows, copies[w])
	}
	if w := p.Fallback; w != nil && copies[w] == nil { // one that nobody wrote
		copies[w] = cloneWorkflow(w)
	}
	for _, s := range p.Select {
		s.Workflow = copies[s.Workflow]
		out.Select = append(out.Select, s)
	}
	out.Fallback = copies[p.Fallback]
	return out
}

// DropNets lets go of the nets of a program whose elements alone are still needed. The primary node of an element is an empty one then.
func (p *Program) DropNets() {
	empty := &Node{}
	for _, w := range append(slices.Clip(p.Workflows), p.Fallback) {
		if w == nil {
			continue
		}
		w.Root, w.Regions, w.Nodes, w.Edges, w.stock = nil, nil, nil, nil, nil
		for _, e := range w.Elements {
			if e.Primary != nil {
				e.Primary = empty
			}
		}
	}
}

func cloneWorkflow(w *Workflow) *Workflow {
	c := &copying{program: &Program{}, flow: &Workflow{}, within: map[*Workflow]bool{w: true}}
	*c.flow = *w
	c.flow.stock = nil
	c.flow.Events = slices.Clip(w.Events) // so that what is added does not get into the list of the program
	c.flow.Regions, c.flow.Nodes, c.flow.Edges, c.flow.Elements, c.flow.Root = nil, nil, nil, nil, nil
	if w.Root != nil {
		c.workflow(w, nil)
	}
	return c.flow
}
