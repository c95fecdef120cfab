package step

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A writer writes a workflow of another dialect as steps. Each node becomes a step, or none: an end within a branch is the way
// to its join, and a scope that runs one thing is that thing. What a step leads to is known when all nodes have their steps.
type writer struct {
	options dialects.Raising
	raised  *dialects.Raised
	losses  *dialects.Losses
	flow    *workflow.Workflow
	program *workflow.Program

	drafts []*draft // in the order of the source
	taken  map[string]bool
	// entries are the steps at which nodes begin, and bodies those that do what the nodes do: a guard may come between.
	entries, bodies map[*workflow.Node]*draft
	joins           map[*workflow.Node]*draft // of scopes that are gateways
	nested          map[*workflow.Region]bool // those that must not contain a gateway
	layered         map[*workflow.Region]goal // where regions begin whose nodes wait for all their edges
	sequels         map[*workflow.Node]goal   // what follows such a node
	owners          map[*draft]*workflow.Node
	decides         []*workflow.Node                      // where conditions are
	beside          map[*workflow.Region][]*workflow.Node // what runs in parallel with a layered region
	required        map[*workflow.Edge]*draft             // steps that ask for what edges require
	filled          map[*workflow.Node]bool
	end             *draft
	failures        map[*draft]*draft  // steps that fail because of the time, by the step after them
	late            []*draft           // the same in their order
	noted           map[notedLoss]bool // which losses are those of what runs beside, too
	tasks           map[string]bool    // those that are called otherwise
	suffixes        map[string]int     // the last number after a name
}

// A goal is a step that something leads to. It is asked for when all steps are there.
type goal func() *draft

func newWriter(p *workflow.Program, w *workflow.Workflow, o dialects.Raising, r *dialects.Raised) *writer {
	return &writer{options: o, raised: r, losses: dialects.NewLosses(w.File), program: p, flow: w,
		taken: map[string]bool{}, suffixes: map[string]int{}, tasks: map[string]bool{}, noted: map[notedLoss]bool{},
		entries: map[*workflow.Node]*draft{}, bodies: map[*workflow.Node]*draft{}, joins: map[*workflow.Node]*draft{},
		nested: map[*workflow.Region]bool{}, layered: map[*workflow.Region]goal{}, sequels: map[*workflow.Node]goal{},
		owners: map[*draft]*workflow.Node{}, beside: map[*workflow.Region][]*workflow.Node{},
		required: map[*workflow.Edge]*draft{}, filled: map[*workflow.Node]bool{}, failures: map[*draft]*draft{}}
}

// raiseOther writes a program of another dialect.
func raiseOther(p *workflow.Program, o dialects.Raising, r *dialects.Raised) {
	if len(p.Select) > 0 {
		raiseEntity(p, o, r)
		return
	}
	p = workflow.Inlined(p)
	for _, flow := range p.Workflows {
		w := newWriter(p, flow, o, r)
		printed := w.write()
		r.Losses = append(r.Losses, w.losses.List()...)
		r.Definitions = append(r.Definitions, printed)
	}
	if r.Reason != "" {
		r.Definitions = nil
	}
}

// write writes the workflow.
func (w *writer) write() dialects.Printed {
	w.plan(w.flow.Root)
	first := w.begin(w.flow.Root)
	w.complete(first)
	w.addDocumentLoss(first)
	if t := w.flow.Timeout; t != nil {
		w.losses.Add(&dialects.LossTimeout, t.Length.Span, w.element(first), "", "the timeout of the workflow is dropped: step has none")
	}
	w.addConditionLosses()
	if s := w.flow.Schedule; s != nil {
		w.losses.Add(&dialects.LossSchedule, s.Span, w.element(first), "", "the schedule of the workflow is dropped: step has none")
	}
	return w.finish(first)
}

// complete fills the steps that one leads to. What nothing leads to any more, such as the handler of an error, is lost with
// what led to it.
func (w *writer) complete(first *draft) {
	seen := map[*draft]bool{first: true}
	todo := []*draft{first}
	for len(todo) > 0 {
		d := todo[0]
		todo = todo[1:]
		if n := w.owners[d]; n != nil {
			w.fill(n)
		}
		d.eachWay(func(to *draft) {
			if to != nil && !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		})
	}
}

// element is the element that a step represents.
func (w *writer) element(d *draft) *workflow.Element {
	for _, x := range w.reached(d) {
		if x.element != nil {
			return x.element
		}
	}
	if len(w.flow.Elements) > 0 {
		return w.flow.Elements[0]
	}
	return nil
}

// addDraft adds a step for an element, with its name and texts.
func (w *writer) addDraft(e *workflow.Element) *draft {
	of := e
	if e.Whole != nil && w.only(e.Whole.Primary) { // an action that is all of its state
		of = e.Whole
	}
	d := w.addFurther(of.Name)
	d.element = e
	d.title = cmp.Or(e.Title, of.Title, d.title)
	d.doc = cmp.Or(e.Doc, of.Doc)
	name := e.Name
	if e.Whole != nil {
		name = e.Whole.Name
	}
	if d.id != name {
		w.raised.Names = append(w.raised.Names, dialects.Renaming{From: name, To: d.id})
	}
	return d
}

// only reports whether a scope does one thing, once.
func (w *writer) only(n *workflow.Node) bool {
	if n == nil || n.Kind != workflow.Scope || n.Body.Each || len(n.Body.Regions) != 1 {
		return false
	}
	acts := 0
	for _, x := range n.Body.Regions[0].Nodes {
		if x.Kind != workflow.End {
			acts++
		}
	}
	return acts == 1
}

// addFurther adds a step with a name, to which a number is added if it is taken.
func (w *writer) addFurther(name string) *draft {
	d := &draft{id: w.unique(name), title: name}
	w.drafts = append(w.drafts, d)
	return d
}

// unique is a name that no other step has. Generated steps do not get names of the definition.
func (w *writer) unique(name string) string {
	if name == "" {
		name = "step"
	}
	out := name
	for i := max(w.suffixes[name]+1, 2); w.taken[out]; i++ {
		out = name + "-" + strconv.Itoa(i)
		w.suffixes[name] = i
	}
	w.taken[out] = true
	return out
}

// ending is the step at which the workflow ends where its author named none.
func (w *writer) ending() *draft {
	if w.end == nil {
		w.end = &draft{id: w.unique("end"), title: "End", kind: End}
	}
	return w.end
}

// failed is the step at which a workflow fails that ran out of time at a node. Every way of a branch leads to the join, even one
// that never comes there.
func (w *writer) failed(n *workflow.Node) *draft {
	r := n.Region
	for r.Scope != nil && w.joins[r.Scope] == nil {
		r = r.Scope.Region
	}
	next := w.after(r)
	if w.failures[next] == nil {
		d := &draft{id: w.unique("timed-out"), title: "Timed out"}
		w.makeFail(d, "out of time", next)
		w.failures[next] = d
		w.late = append(w.late, d)
	}
	return w.failures[next]
}

// makeFail makes a draft a step that fails: no expression makes a number of a text that is none.
func (w *writer) makeFail(d *draft, why string, next *draft) {
	d.kind, d.next = Transformation, next
	d.transformations = dialects.NewObject()
	dialects.Put(d.transformations, "error", dialects.NewText("${int("+quotedText(why)+")}"))
}

// finish prints the steps that can be reached, the first one first.
func (w *writer) finish(first *draft) dialects.Printed {
	w.drafts = append(w.drafts, w.late...)
	if w.end != nil {
		w.drafts = append(w.drafts, w.end)
	}
	w.makeEnds(first)
	first = w.ensureEnd(first)
	all := w.reached(first)
	reached := make(map[*draft]bool, len(all))
	for _, d := range all {
		reached[d] = true
	}
	w.addUnreachedLosses(reached)
	steps := &source.Node{Kind: source.Array, Items: []*source.Node{first.node()}}
	for _, d := range w.drafts {
		if reached[d] && d != first {
			steps.Items = append(steps.Items, d.node())
		}
	}
	n := dialects.NewObject()
	id := legalID(w.flow.ID)
	dialects.Put(n, "id", dialects.NewText(id))
	name := w.flow.Title
	if name == "" {
		name = w.flow.ID
	}
	if name == "" {
		name = id
	}
	dialects.Put(n, "name", dialects.NewText(name))
	if w.flow.Doc != "" {
		dialects.Put(n, "description", dialects.NewText(w.flow.Doc))
	}
	if w.flow.Then != nil {
		dialects.Put(n, "autoStartNextWorkflow", newBool(true))
		dialects.Put(n, "nextWorkflowId", dialects.NewText(legalID(w.flow.Then.ID)))
	}
	dialects.Put(n, "steps", steps)
	return dialects.Printed{ID: id, Text: source.Print(canonical(n), w.options.Format)}
}

// makeEnds turns the steps that only lead to the generated end into ends, except for the first.
func (w *writer) makeEnds(first *draft) {
	for _, d := range w.drafts {
		if d != first && d.element != nil && d.kind == Decision && len(d.timers) == 0 && len(d.branches) == 1 &&
			d.branches[0].condition == always.text && d.branches[0].to == w.end && w.end != nil {
			d.kind, d.branches = End, nil
		}
	}
}

// ensureEnd puts a step with a path to an end before the first, if no end can be reached: a workflow must have one.
func (w *writer) ensureEnd(first *draft) *draft {
	if slices.ContainsFunc(w.reached(first), func(d *draft) bool { return d.kind == End }) {
		return first
	}
	d := &draft{id: w.unique("start"), title: "Start", kind: Decision}
	if w.end == nil {
		w.drafts = append(w.drafts, w.ending())
	}
	d.branches = []draftBranch{{always.text, first}, {never.text, w.end}}
	w.drafts = append([]*draft{d}, w.drafts...)
	return d
}

// reached are the drafts that one leads to, itself first.
func (w *writer) reached(first *draft) []*draft {
	seen := map[*draft]bool{first: true}
	out := []*draft{first}
	for i := 0; i < len(out); i++ {
		out[i].eachWay(func(d *draft) {
			if d != nil && !seen[d] {
				seen[d] = true
				out = append(out, d)
			}
		})
	}
	return out
}

// addUnreachedLosses adds the losses of the elements that have no step: those that nothing leads to. Those that only an error handler leads to
// go with it.
func (w *writer) addUnreachedLosses(reached map[*draft]bool) {
	starts := make([]*workflow.Node, 0, len(w.flow.Regions))
	for _, r := range w.flow.Regions {
		starts = append(starts, r.Start)
	}
	led := w.flow.ReachFrom(starts...)
	for _, n := range w.flow.Nodes {
		if d := w.entries[n]; d != nil && !reached[d] && !led[n.ID] && n.Role == workflow.Primary {
			w.losses.Add(&dialects.LossExtra, n.Element.NameSpan, n.Element, "", "%q is dropped, as no path leads to it", n.Name())
		}
	}
}

// legalID is a name as the id of a workflow (step: "Top-level fields").
func legalID(name string) string {
	out := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == ':', r == '-':
			return r
		}
		return '-'
	}, name)
	if out == "" {
		return "workflow"
	}
	const most = 256
	return out[:min(len(out), most)]
}
