package arrow

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A program of another dialect becomes flows in three steps. Its net is taken apart into chains of parts, with guarded chains
// side by side for choices (raise_net.go, raise_chain.go); conditions become filters (raise_guard.go); and chains become
// statements (raise_text.go). What a node does that a step does not is a loss (raise_data.go, raise_extras.go).

// translation is a program on its way into flows.
type translation struct {
	program *workflow.Program
	options dialects.Raising
	out     *dialects.Raised
	losses  map[*source.File]*dialects.Losses
	files   []*source.File // in the order of their first loss
	refused map[source.Span]bool
}

// raiseForeign writes a program of another dialect. Each workflow is a flow of its own; those among which one is selected for an
// entity are guarded subflows of one.
func raiseForeign(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	t := &translation{program: p, options: o, out: &dialects.Raised{}, losses: map[*source.File]*dialects.Losses{}, refused: map[source.Span]bool{}}
	if t.out.RefuseUnsupported(p, (Dialect{}).Name()) {
		return t.out
	}
	if len(p.Select) > 0 {
		t.writeSelected(p)
	} else {
		called := calls(p)
		for i, w := range p.Workflows {
			if i == 0 || !called[w.ID] {
				x := t.flow(w)
				x.write(x.translateWorkflow(w))
			}
		}
	}
	if t.out.Reason != "" {
		return &dialects.Raised{Reason: t.out.Reason, Losses: t.out.Losses}
	}
	for _, f := range t.files {
		t.out.Losses = append(t.out.Losses, t.losses[f].List()...)
	}
	return t.out
}

// writeSelected writes the workflows of an entity: the first candidate whose condition holds is the flow.
func (t *translation) writeSelected(p *workflow.Program) {
	var chosen []*workflow.Workflow
	var ways []way
	x := t.flow(p.Select[0].Workflow)
	for _, c := range p.Select {
		if c.Ask != nil {
			x.refuse(c.Ask.Span, "the workflow is selected by the result of the task %q, and a guard of a flow tests data only", c.Ask.Task)
		}
		chosen = append(chosen, c.Workflow)
		ways = append(ways, way{guard: x.translateGuard(c.If, nil, c.Workflow.Root.Start)})
		if c.If == nil && c.Ask == nil {
			break
		}
	}
	if !always(ways) {
		x.add(&lossNoWayOn, x.w.Span, x.start(), "no action", "in the source, a built-in workflow runs for an entity that no selector matches")
	}
	for _, w := range p.Workflows {
		if !slices.Contains(chosen, w) {
			x.add(&dialects.LossExtra, w.Span, nil, "", "the workflow %q is dropped, as it is never selected", w.ID)
		}
	}
	part := &part{}
	for i, only := range exclusive(ways) {
		x.w = chosen[i]
		part.alternatives = append(part.alternatives, alternative{only, x.translateWorkflow(chosen[i])})
	}
	x.w = chosen[0]
	x.write(part.inline())
}

// translated is a flow that is being written, of one workflow or of several among which one is selected.
type translated struct {
	*translation
	w      *workflow.Workflow // the one that is being looked at
	names  *naming
	flow   Flow
	budget int // how many nodes may still be walked through
	depth  int // of the subflows
	// main is the workflow whose texts are those of the flow. Those that are called are tasks with subflows.
	main    *workflow.Workflow
	called  map[*workflow.Workflow]*part // nil for one that does nothing
	calling map[*workflow.Workflow]bool  // those that the walk is in
}

func (t *translation) flow(w *workflow.Workflow) *translated {
	return &translated{translation: t, w: w, main: w, names: newNaming(t), called: map[*workflow.Workflow]*part{}, calling: map[*workflow.Workflow]bool{}}
}

// translateWorkflow returns the chain of a workflow, and adds the losses of the whole of it.
func (x *translated) translateWorkflow(w *workflow.Workflow) chain {
	x.budget += 1000 + 8*len(w.Nodes)
	x.addWorkflowLosses(w)
	c := x.translateRegion(w.Root)
	return c
}

// addWorkflowLosses adds the losses of a workflow as a whole.
func (x *translated) addWorkflowLosses(w *workflow.Workflow) {
	if w.Timeout != nil {
		x.add(&dialects.LossTimeout, spanOf(w.Timeout.Span, w.Timeout.Length.Span, w.Span), x.start(), "", "the timeout of the run is dropped: a flow has no timeouts")
	}
	if w.Then != nil {
		for _, n := range w.Nodes {
			if n.Kind == workflow.End && n.Region == w.Root {
				x.add(&dialects.LossNext, w.Then.Span, n.Element, "", "the workflow %q, which follows in the source, is not started", w.Then.ID)
			}
		}
	}
	if most := w.Limits.Transitions; most > 0 && len(w.Root.Nodes) > most {
		x.add(&lossNoWayOn, w.Span, x.start(), "", "the limit of %d transitions per run is dropped", most)
	}
	switch s := w.Schedule; {
	case s == nil:
	case s.Deny && !s.ByEvents:
		x.add(&lossRequirement, spanOf(s.Span, w.Span), x.start(), "", "the schedule, which denies starts at other times, is dropped")
	default:
		x.add(&dialects.LossExtra, spanOf(s.Span, w.Span), nil, "", "the schedule is dropped")
	}
}

// start is the element with which the workflow begins, or nil.
func (x *translated) start() *workflow.Element {
	if n := x.w.Root.Start; n != nil {
		return n.Element
	}
	return nil
}

// write adds the definition that a chain is.
func (x *translated) write(c chain) {
	if x.out.Reason != "" {
		return
	}
	statements := x.statements(x.settle(c, true, false))
	switch {
	case len(statements) == 0:
		x.refuse(x.w.Span, "the workflow calls no task, and a flow needs at least one step")
	case tooDeep(statements, maxNesting):
		x.refuse(x.w.Span, "its parts are nested too deeply: a flow has at most %d nested subflows", maxNesting)
	}
	if x.out.Reason != "" {
		return
	}
	if d := x.flowDeclaration(); d != nil {
		x.flow.Items = append(x.flow.Items, Item{Declaration: d})
	}
	for _, d := range x.names.declarations() {
		x.flow.Items = append(x.flow.Items, Item{Declaration: d})
	}
	for i, s := range statements {
		x.flow.Items = append(x.flow.Items, Item{Statement: s, Apart: i == 0 && len(x.flow.Items) > 0})
	}
	x.out.Definitions = append(x.out.Definitions, dialects.Printed{ID: x.w.ID, Text: write(&x.flow)})
}

// tooDeep reports whether subflows lie in more than so many others.
func tooDeep(statements []*Statement, most int) bool {
	for _, s := range statements {
		for _, step := range s.Steps {
			if step.Body != nil && (most == 0 || tooDeep(step.Body.Statements, most-1)) {
				return true
			}
		}
	}
	return false
}

// flowDeclaration declares the flow as a whole: its name where the file does not give it, and its documentation.
func (x *translated) flowDeclaration() *Declaration {
	doc := documentation(x.w.ID, x.w.Title, x.w.Doc)
	name := legal(x.w.ID)
	if doc == nil && x.hints() == nil && (name == "" || strings.HasPrefix(filepath.Base(x.w.File.Name), x.w.ID+".")) {
		return nil
	}
	if name == "" {
		name = "flow"
	}
	d := &Declaration{Flow: true, Name: name, Doc: doc}
	if h := x.hints(); h != nil {
		d.Parameters = parametersOf(h)
	}
	return d
}

// hints are the parameters that the first flow holds for the way back, which have no effect on a run (arrow: "The use of parameters
// is implementation defined"); nil if there are none.
func (x *translated) hints() *source.Node {
	if x.options.Hints == nil || len(x.out.Definitions) > 0 {
		return nil
	}
	n := dialects.NewObject()
	dialects.Put(n, dialects.HintsKey, x.options.Hints)
	return n
}

// parametersOf is data as parameters: JSON on one line, or, where that becomes long, YAML.
func parametersOf(n *source.Node) *Literal {
	const widest = 100
	out := literalOf(n, "(", ")")
	if len(out.Text) <= widest {
		return out
	}
	yaml := "(-\n" + string(source.Print(n, source.YAML)) + "-)"
	if t := newLexer([]byte(yaml)).next(); t.sort == parameters && !t.unclosed && t.span.End == len(yaml) {
		out.Text = yaml
	}
	return out
}

// add notes a loss at a place.
func (x *translated) add(rule *dialects.LossRule, at source.Span, from *workflow.Element, instead, format string, args ...any) {
	l := x.losses[x.w.File]
	if l == nil {
		l = dialects.NewLosses(x.w.File)
		x.losses[x.w.File] = l
		x.files = append(x.files, x.w.File)
	}
	l.Add(rule, at, from, instead, format, args...)
}

// refuse refuses the conversion, once for each place.
func (x *translated) refuse(at source.Span, format string, args ...any) {
	if !x.refused[at] {
		x.refused[at] = true
		x.out.Refuse(x.w, at, format, args...)
	}
}

// placeOf is the place of the name of the element of a node; for the processors of a transition, that of the node itself.
func placeOf(n *workflow.Node) source.Span {
	if n.Role != workflow.Primary {
		return spanOf(n.Span, n.Element.NameSpan)
	}
	return spanOf(n.Element.NameSpan, n.Span)
}

// spanOf is the first of some places that is one.
func spanOf(places ...source.Span) source.Span {
	for _, s := range places {
		if !s.IsZero() {
			return s
		}
	}
	return source.Span{}
}

// isLiteral reports whether a condition is a certain boolean.
func isLiteral(x expr.Expr, v bool) bool {
	l, ok := x.(*expr.Literal)
	return ok && l.Value == v
}
