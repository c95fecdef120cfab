package fsm

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Names of the errors that requests end with (fsm: "ERRORS").
const (
	errFailed   = "WORKFLOW_FAILED"
	errNotFound = "TRANSITION_NOT_FOUND"
)

// maxVisits is how often a request may enter a state, unless the options set another number.
const maxVisits = 10

// envelope is the key of the extra of the first workflow that describes what held the workflows in the file: an array, or an
// object with its members but for the workflows.
const envelope = "/"

// Lower implements dialects.Definition.
func (d *definition) Lower() *workflow.Program {
	if d.document == nil {
		return nil
	}
	p := &workflow.Program{}
	for _, w := range d.document.Workflows {
		if w.Broken || len(w.States) == 0 {
			continue
		}
		flow := d.lower(w)
		p.Workflows = append(p.Workflows, flow)
		if w.Selectable() {
			p.Select = append(p.Select, workflow.Candidate{Workflow: flow, If: w.Criterion.expression(), Ask: w.Criterion.ask()})
		}
	}
	if len(p.Workflows) == 0 {
		return nil
	}
	if d.document.Shape != ShapeDefinition {
		first := p.Workflows[0]
		first.Extras = append(workflow.Extras{{Key: envelope, Value: d.document.envelope(), Class: workflow.ExtraLayout}}, first.Extras...)
	}
	p.Fallback = d.builtIn()
	if len(p.Select) == 0 { // all are inactive
		p.Select = []workflow.Candidate{{Workflow: p.Fallback}}
	}
	return p
}

// envelope is what holds the workflows of a file, without them.
func (d *Document) envelope() *source.Node {
	n := *d.Node
	n.Items = nil
	n.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m source.Member) bool { return m.Key == "workflows" })
	return &n
}

// flow returns a workflow that is still empty.
func (d *definition) flow(id string) *workflow.Workflow {
	failed := workflow.ErrorName{Name: errFailed}
	return &workflow.Workflow{
		ID:        id,
		Dialect:   Dialect{}.Name(),
		File:      d.file,
		Documents: workflow.ObjectDocument,
		Limits:    workflow.Limits{Visits: d.options.Settings.Number(visitsOption, maxVisits), Transitions: maxCascade},
		Errors: workflow.ErrorTable{Task: failed, Timeout: failed, Heartbeat: failed, Expired: failed, Path: failed, Combine: failed,
			NoMatch: failed, Answer: failed, File: failed, Refused: failed, Request: workflow.ErrorName{Name: errNotFound},
			Hidden: true, NameKey: "name", CauseKey: "message"},
	}
}

// builtIn is the workflow of entities for which no other is selected (fsm: "ENGINE EXECUTION").
func (d *definition) builtIn() *workflow.Workflow {
	w := d.flow("default")
	r := w.AddRegion(nil, source.Span{})
	r.Shared = true
	state := func(name string) *workflow.Node {
		return w.AddNode(r, w.AddElement(name, "State", source.Span{}, source.Span{}), workflow.State, workflow.Primary)
	}
	none, created, deleted := state("NONE"), state("CREATED"), state("DELETED")
	r.Start = none
	w.Connect(none, created, workflow.Next, source.Span{}).Name = "NEW"
	w.Connect(created, created, workflow.Manual, source.Span{}).Name = "UPDATE"
	w.Connect(created, deleted, workflow.Manual, source.Span{}).Name = "DELETE"
	return w
}

// lowering is a workflow being converted to the model.
type lowering struct {
	flow  *workflow.Workflow
	root  *workflow.Region
	nodes map[*State]*workflow.Node
	// printed means that the definition may be written again from the program. What states and transitions have for that is nearly all of
	// the text.
	printed bool
}

func (d *definition) lower(w *Workflow) *workflow.Workflow {
	id := ""
	if w.Name != nil {
		id = w.Name.Value
	}
	l := &lowering{flow: d.flow(id), nodes: make(map[*State]*workflow.Node, len(w.States)), printed: d.options.Prints(Dialect{})}
	l.flow.Span = w.Node.Span
	if w.Desc != nil {
		l.flow.Doc = w.Desc.Value
	}
	l.flow.Extras = extras(w.Node, "name", "initialState", "states")
	l.root = l.flow.AddRegion(nil, w.Node.Span)
	l.root.Shared = true
	for _, s := range w.States {
		span := source.Span{Start: s.NameSpan.Start, End: max(s.NameSpan.End, s.Node.Span.End)}
		e := l.flow.AddElement(s.Name, "State", s.NameSpan, span)
		e.Unnamed = s.Name == dialects.EndState && len(s.Transitions) == 0
		if l.printed {
			e.Extras = extras(s.Node, "transitions")
		}
		l.nodes[s] = l.flow.AddNode(l.root, e, workflow.State, workflow.Primary)
	}
	l.initial(w)
	for _, s := range w.States {
		for _, t := range s.Transitions {
			l.transition(t)
		}
	}
	return l.flow
}

// extras are the members of an object that the model has no part for, and those that it holds in another form than they
// were written, without the given ones.
func extras(n *source.Node, without ...string) workflow.Extras {
	var out workflow.Extras
	for _, m := range n.LastMembers() {
		if !slices.Contains(without, m.Key) {
			out = append(out, words.Extra(m))
		}
	}
	return out
}

func (l *lowering) unsupported(what string, at source.Span) {
	l.flow.Unsupported = append(l.flow.Unsupported, workflow.Unsupported{What: what, Span: at})
}

func (l *lowering) initial(w *Workflow) {
	switch t := w.InitialState; {
	case t == nil:
		l.unsupported("a workflow without an initial state", source.Span{Start: w.Node.Span.Start, End: w.Node.Span.Start + 1})
	case t.Target == nil:
		l.unsupported("an initial state that does not exist", t.Node.Span)
		if t.Meant != nil {
			l.root.Guessed = true
			l.root.Start = l.nodes[t.Meant]
		}
	default:
		l.root.Start = l.nodes[t.Target]
	}
}

// transition lowers a transition: an edge, with a scope on its way if it has processors.
func (l *lowering) transition(t *Transition) {
	if t.Broken || t.Next == nil {
		l.root.Dangling = true
		l.unsupported("a transition that leads nowhere", t.at())
		return
	}
	to := l.nodes[t.Next.Target]
	if to == nil {
		l.unsupported("a transition to a state that does not exist", t.Next.Node.Span)
		if t.Next.Meant == nil {
			l.root.Dangling = true
			return
		}
		l.root.Guessed = true
		to = l.nodes[t.Next.Meant]
	}
	kind := workflow.Next
	switch {
	case t.Asked():
		kind = workflow.Manual
	case t.Criterion != nil:
		kind = workflow.Guarded
	}
	from := l.nodes[t.State]
	if len(t.Processors) > 0 {
		to = l.processing(from, t, to)
	}
	e := l.flow.Connect(from, to, kind, t.Node.Span)
	if t.Name != nil {
		e.Name = t.Name.Value
	}
	e.Guard = t.Criterion.expression()
	e.Ask = t.Criterion.ask()
	e.Disabled = t.Skipped()
	if l.printed {
		e.Extras = extras(t.Node, "name", "next")
	}
}

// ask is the question of a function criterion, or nil.
func (c *Condition) ask() *workflow.Call {
	if c == nil || c.Kind != Function || c.Broken {
		return nil
	}
	call := &workflow.Call{Task: c.Function.Value, Silent: true, Span: c.Function.Node.Span}
	if told := c.Node.Get("function").Get(toldKey); told != nil && told.Kind == source.String {
		call.Condition = told.Text
	}
	return call
}

// toldKey is the member of a function under which it is told the condition that it is to decide, as functions are written that take the place
// of a condition.
const toldKey = "expression"

// processing lowers the processors of a transition to a scope before its target. If one fails, the scope does, and the
// entity is what it was.
func (l *lowering) processing(from *workflow.Node, t *Transition, to *workflow.Node) *workflow.Node {
	at := t.Node.Get("processors").Span
	scope := l.flow.AddNode(l.root, from.Element, workflow.Scope, workflow.Processing)
	scope.Span = at
	scope.Body.Gather = workflow.GatherOne
	l.flow.Connect(scope, to, workflow.Next, t.targetSpan())
	r := l.flow.AddRegion(scope, at)
	r.Shared = true
	tasks := make([]*workflow.Node, 0, len(t.Processors))
	for _, p := range t.Processors {
		tasks = append(tasks, l.processor(r, from.Element, p))
	}
	end := l.flow.AddNode(r, from.Element, workflow.End, workflow.Ending)
	end.Span = at
	r.Start = tasks[0]
	for i, n := range append(tasks[1:], end) {
		l.flow.Connect(tasks[i], n, workflow.Next, tasks[i].Span).Extras = t.Processors[i].extras()
		if t.Processors[i].Mode == AsyncNewTx {
			e := l.flow.Connect(tasks[i], n, workflow.OnError, tasks[i].Span)
			e.On = workflow.Matcher{{All: true, Span: tasks[i].Span}}
			e.Data.Combine = &workflow.Combine{Mode: workflow.Drop, Span: tasks[i].Span}
		}
	}
	return scope
}

// extras are the fields of the config of a processor that the model has no part for.
func (p *Processor) extras() workflow.Extras {
	if p.Config == nil {
		return nil
	}
	return extras(p.Config, "attachEntity", "responseTimeoutMs", "context")
}

func (l *lowering) processor(r *workflow.Region, e *workflow.Element, p *Processor) *workflow.Node {
	n := l.flow.AddNode(r, e, workflow.Task, workflow.Processing)
	n.Span = p.Node.Span
	n.Call = &workflow.Call{Silent: true, Span: p.Node.Span}
	if p.Name == nil {
		l.unsupported("a processor without a name", p.Node.Span)
	} else {
		n.Call.Task, n.Call.Span = p.Name.Value, p.Name.Node.Span
	}
	n.Call.Parameters = p.parameters()
	if p.AttachEntity == nil || !p.AttachEntity.Value {
		n.Data.Select = &expr.Literal{Value: value.NewObject(0), Span: p.Node.Span}
	}
	n.Data.Combine = &workflow.Combine{Mode: workflow.Replace, Span: p.Node.Span}
	if p.Mode == AsyncNewTx {
		n.Data.Combine.Mode = workflow.Drop
	}
	if limit := p.ResponseTimeoutMs; limit != nil {
		n.Timers = append(n.Timers, workflow.Timer{
			Length: workflow.Length{Expr: &expr.Literal{Value: limit.Value / 1000, Span: limit.Node.Span}, Span: limit.Node.Span},
			Raises: workflow.ClassTimeout,
			Span:   limit.Node.Span,
		})
	}
	return n
}
