package fsm

import "github.com/flowglot/flowglot/pkg/dialects"

// Mentions implements dialects.Mentioning: the initial states, and the states in "next" of transitions.
func (d *definition) Mentions() []dialects.Mention {
	if d.document == nil {
		return nil
	}
	var out []dialects.Mention
	add := func(r *Reference) {
		if r != nil && r.Target != nil {
			out = append(out, dialects.Mention{Span: r.Node.Span, Defined: r.Target.NameSpan})
		}
	}
	for _, w := range d.document.Workflows {
		add(w.InitialState)
		for _, s := range w.States {
			for _, t := range s.Transitions {
				add(t.Next)
			}
		}
	}
	return out
}
