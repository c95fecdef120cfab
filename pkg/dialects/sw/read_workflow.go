package sw

import "github.com/flowglot/flowglot/pkg/source"

// workflow reads a whole definition. It returns nil if the value is not an object.
func (r *reader) workflow(n *source.Node) *Workflow {
	w := &Workflow{Node: n, ids: map[string]*State{}, functions: map[string]*Function{}, events: map[string]*Event{}}
	ok := r.object(n, inWorkflow, func(field string, m *source.Member) {
		switch field {
		case "id":
			w.ID = r.named(m)
		case "name":
			w.Name = r.named(m)
		case "description":
			w.Description = r.Text(m)
		case "version":
			r.Text(m)
			r.template(m, false)
		case "schemaVersion", "dataInputSchema", "dataOutputSchema":
			r.Text(m)
		case "metadata":
			r.metadata(m)
		case "functions":
			r.list(m, "functions", func(n *source.Node) { r.function(w, n) })
		case "events":
			r.list(m, "events", func(n *source.Node) { r.event(w, n) })
		case "states":
			w.StatesNode = m.Value
			if w.names == nil {
				w.names, w.States = make(map[string]*State, len(m.Value.Items)), make([]*State, 0, len(m.Value.Items))
			}
			r.list(m, "states", func(n *source.Node) { r.readState(w, n) })
		}
	})
	if !ok {
		return nil
	}
	w.markObjects()
	return w
}

// function reads an item of functions. What the resource is for is the runtime's own business.
func (r *reader) function(w *Workflow, n *source.Node) {
	f := &Function{Node: n}
	r.object(n, inFunction, func(field string, m *source.Member) {
		switch field {
		case "name":
			f.Name = r.named(m)
		case "resource":
			f.Resource = r.named(m)
			r.template(m, false)
		case "type":
			r.Text(m)
		case "metadata":
			r.metadata(m)
		}
	})
	w.Functions = append(w.Functions, f)
	if f.Name != nil && w.functions[f.Name.Value] == nil {
		w.functions[f.Name.Value] = f
	}
}

// event reads an item of events.
func (r *reader) event(w *Workflow, n *source.Node) {
	e := &Event{Node: n}
	r.object(n, inEvent, func(field string, m *source.Member) {
		switch field {
		case "name":
			e.Name = r.named(m)
		case "source":
			e.Source = r.named(m)
		case "type":
			e.Type = r.named(m)
		case "kind":
			e.Kind = r.word(m, "consumed", produced)
		case "correlation":
			e.Correlation = m
			r.list(m, "correlations", func(n *source.Node) { r.correlation(e, n) })
		case "metadata":
			r.metadata(m)
		}
	})
	w.Events = append(w.Events, e)
	if e.Name != nil && w.events[e.Name.Value] == nil {
		w.events[e.Name.Value] = e
	}
}

func (r *reader) correlation(e *Event, n *source.Node) {
	c := &Correlation{}
	r.object(n, inCorrelation, func(field string, m *source.Member) {
		if field == "contextAttributeName" {
			c.Name = r.named(m)
			return
		}
		if r.Text(m) != nil {
			c.Value = r.template(m, false)
		}
	})
	if c.Name != nil {
		e.Correlations = append(e.Correlations, c)
	}
}
