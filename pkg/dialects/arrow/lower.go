package arrow

import (
	"strconv"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Lower implements dialects.Definition.
func (d *definition) Lower() *workflow.Program {
	var scope []*Statement
	d.flow.scopes(func(s []*Statement, of *Declaration) {
		if of == nil {
			scope = s
		}
	})
	if len(scope) == 0 {
		return nil
	}
	b := d.takeNet(scope)
	l := &lowering{file: d.file, unprinted: !d.options.Prints(Dialect{}), declared: map[*Step][]string{}, flow: &workflow.Workflow{
		ID:        dialects.BaseName(Dialect{}, d.file.Name),
		Dialect:   Dialect{}.Name(),
		File:      d.file,
		Span:      source.Span{Start: scope[0].Span.Start, End: scope[len(scope)-1].Span.End},
		Documents: workflow.StructuredDocument,
		Lineage:   true,
		Errors:    errorTable(),
	}}
	l.declare(d.flow)
	l.refuse(d, b)
	l.region(b.net, nil, l.flow.AddElement(l.flow.ID, "flow", source.Span{}, l.flow.Span))
	return &workflow.Program{Workflows: []*workflow.Workflow{l.flow}}
}

// takeNet returns the net of the statements at the top: the one that was checked, which the definition then no longer holds, or a new one.
func (d *definition) takeNet(scope []*Statement) *builder {
	b := d.checked
	if d.checked = nil; b == nil {
		b = build(scope, d.tasks)
	}
	return b
}

// errorTable names what the machine raises; the text has no names for errors.
func errorTable() workflow.ErrorTable {
	name := func(s string) workflow.ErrorName { return workflow.ErrorName{Name: s} }
	return workflow.ErrorTable{
		Task: name("TaskFailed"), Timeout: name("Timeout"), Heartbeat: name("Timeout"), Expired: name("Timeout"),
		Path: name("GuardFailed"), Combine: name("GuardFailed"), NoMatch: name("GuardFailed"),
		Answer: name("OutputNotStructured"), File: name("ResourceFailed"),
		NameKey: "name", CauseKey: "message",
	}
}

// lowering is a definition being converted to the model.
type lowering struct {
	file *source.File
	flow *workflow.Workflow
	// declared are the declarations before each statement at the top, as they are written; nil is after the last.
	declared map[*Step][]string
	// unprinted means that no flow is written from the program.
	unprinted bool
}

// unsupported notes something that the net cannot express.
func (l *lowering) unsupported(what string, at source.Span) {
	l.flow.Unsupported = append(l.flow.Unsupported, workflow.Unsupported{What: what, Span: at})
}

// refuse notes why the flow cannot run: what could not be read or resolved.
func (l *lowering) refuse(d *definition, b *builder) {
	for i := range d.findings.List {
		if x := &d.findings.List[i]; x.Severity == diag.Error {
			l.unsupported("a text with a mistake", x.Span)
		}
	}
	for _, s := range b.refused {
		l.unsupported("a task whose subflow contains it", s.NameSpan)
	}
	if b.tooMany {
		l.unsupported("a flow with that many links", source.Span{})
	}
}

// declare takes the name and the documentation of the flow, and keeps all declarations with what they precede.
func (l *lowering) declare(f *Flow) {
	named := false
	var pending []string
	for _, x := range f.Items {
		switch d := x.Declaration; {
		case d == nil && len(x.Statement.Steps) > 0 && len(pending) > 0:
			l.declared[x.Statement.Steps[0]] = pending
			pending = nil
		case d == nil:
		default:
			if !l.unprinted {
				pending = append(pending, l.declaration(d))
			}
			if !d.Flow || named {
				continue
			}
			named = true
			l.flow.ID = d.Name
			if d.Doc != nil {
				l.flow.Doc = d.Doc.summary()
			}
			if d.Parameters != nil && d.Parameters.Node != nil {
				for _, m := range d.Parameters.Node.Members {
					l.flow.Extras = append(l.flow.Extras, workflow.Extra{Key: m.Key, Span: m.KeySpan, Value: m.Value})
				}
			}
		}
	}
	for _, d := range pending {
		l.flow.Extras = append(l.flow.Extras, workflow.Extra{Key: hintDeclaration, Value: text(d), Class: workflow.ExtraLayout})
	}
}

// region lowers a net: nodes for its start, its steps and its end, then the edges in the order of their sources.
func (l *lowering) region(n *net, scope *workflow.Node, e *workflow.Element) *workflow.Region {
	r := l.flow.AddRegion(scope, e.Span)
	r.Dangling = n.dangling
	l.flow.Reserve(r, len(n.places)+2)
	start := l.flow.AddNode(r, e, workflow.Pass, workflow.Starting)
	start.Split, start.Number = workflow.SplitAll, n.start.number
	n.start.node, r.Start = start, start
	for _, p := range n.places {
		p.node = l.place(r, p)
	}
	end := l.flow.AddNode(r, e, workflow.End, workflow.Ending)
	end.Join, end.Number = workflow.JoinEdges, n.end.number
	n.end.node = end
	for _, p := range append([]*place{n.start}, n.places...) {
		for _, x := range p.out {
			kind := workflow.Next
			if x.to == n.end {
				kind = workflow.ToEnd
			}
			edge := l.flow.Connect(p.node, x.to.node, kind, x.span)
			edge.Back = x.back
			edge.Label = x.label
		}
	}
	return r
}

// place lowers a step and returns the node that edges lead to and from.
func (l *lowering) place(r *workflow.Region, p *place) *workflow.Node {
	s := p.step
	e := l.flow.AddElement(elementName(p), elementKind(p), head(s), s.Span)
	if p.target != nil {
		e.Doc = p.target.doc()
		if p.inner == nil && p.target.name != s.Name {
			e.Given = s.Name
		}
	}
	var n *workflow.Node
	switch {
	case p.inner != nil:
		n = l.around(r, e, s)
		n.Number = p.number
		l.region(p.inner, n, e)
	case s.Each:
		n = l.around(r, e, s)
		l.iterated(n, e, p)
	default:
		n = l.node(r, e, p)
	}
	n.Join, n.Split = workflow.JoinEdges, workflow.SplitAll
	if s.Merge {
		n.Inputs = workflow.MergeValues
	}
	if s.Guard != nil {
		if s.Guard.Path != nil {
			n.When = s.Guard.Path
		} else {
			l.unsupported("an invalid guard", s.Guard.Span)
		}
	}
	if !l.unprinted {
		e.Extras = l.hints(p)
	}
	return n
}

// around adds the scope of a subflow or of what runs for each item.
func (l *lowering) around(r *workflow.Region, e *workflow.Element, s *Step) *workflow.Node {
	n := l.flow.AddNode(r, e, workflow.Scope, workflow.Enclosing)
	if n.Body.Each = s.Each; !s.Each {
		n.Body.Gather = workflow.GatherOne
	}
	e.Primary = n
	return n
}

// iterated lowers a step that runs for each item of its input: a region of its own, with that step alone.
func (l *lowering) iterated(around *workflow.Node, e *workflow.Element, p *place) {
	r := l.flow.AddRegion(around, e.Span)
	start := l.flow.AddNode(r, e, workflow.Pass, workflow.Starting)
	start.Split = workflow.SplitAll
	r.Start = start
	n := l.node(r, e, p)
	n.Join, n.Split = workflow.JoinEdges, workflow.SplitAll
	end := l.flow.AddNode(r, e, workflow.End, workflow.Ending)
	end.Join = workflow.JoinEdges
	l.flow.Connect(start, n, workflow.Next, e.Span)
	l.flow.Connect(n, end, workflow.ToEnd, e.Span)
}

// node lowers what a step does by itself.
func (l *lowering) node(r *workflow.Region, e *workflow.Element, p *place) *workflow.Node {
	s := p.step
	var n *workflow.Node
	switch {
	case s.Kind == Data:
		n = l.flow.AddNode(r, e, workflow.Pass, workflow.Primary)
		n.Data.Result = l.data(s)
	case s.Kind == Resource && !remote(s.Name):
		n = l.flow.AddNode(r, e, workflow.Resource, workflow.Primary)
		n.File = &workflow.File{Name: s.Name, Stores: !p.at.source, Span: s.NameSpan}
	default:
		n = l.flow.AddNode(r, e, workflow.Task, workflow.Primary)
		n.Call = l.call(p)
	}
	n.Number = p.number
	return n
}

// data lowers a literal that is a source; <> is an empty object.
func (l *lowering) data(s *Step) expr.Expr {
	switch {
	case s.Literal == nil:
		return &expr.Literal{Value: value.NewObject(0), Span: s.Span}
	case s.Literal.Node == nil:
		l.unsupported("an invalid literal", s.Span)
		return &expr.Literal{Value: value.NewObject(0), Span: s.Span}
	}
	return literal(s.Literal.Node)
}

// call lowers an invocation: the task that aliases lead to, with its parameters.
func (l *lowering) call(p *place) *workflow.Call {
	s := p.step
	c := &workflow.Call{Task: s.Name, Address: s.Kind == Resource, Structured: true, Span: s.NameSpan}
	var given *source.Node
	if p.target != nil {
		if p.target.circular {
			l.unsupported("a cycle of aliases", s.NameSpan)
		}
		c.Task = p.target.name
		given = p.target.parameters(s.Parameters)
	} else if s.Parameters != nil {
		given = s.Parameters.Node
	}
	if given != nil {
		c.Parameters = literal(given)
	}
	return c
}

func literal(n *source.Node) *expr.Literal {
	return &expr.Literal{Value: value.Of(n), Node: n, Span: n.Span}
}

// elementName is what reports and drawings call a step.
func elementName(p *place) string {
	switch s := p.step; {
	case s.Kind == Task && p.inner == nil:
		return p.target.name
	case s.Kind == Task, s.Kind == Resource:
		return s.Name
	case s.Kind == Data && s.Literal != nil:
		return "literal"
	case s.Kind == Data:
		return "empty"
	case s.Kind == List:
		return "list " + strconv.Itoa(p.number)
	default:
		return "subflow " + strconv.Itoa(p.number)
	}
}

// elementKind is the dialect's word for a step.
func elementKind(p *place) string {
	switch {
	case p.step.Kind == List:
		return kindList
	case p.inner != nil:
		return kindSubflow
	case p.step.Kind == Data:
		return kindLiteral
	case p.step.Kind == Resource:
		return kindResource
	default:
		return "task"
	}
}

// The words for steps that are not tasks.
const (
	kindList     = "list"
	kindSubflow  = "subflow"
	kindLiteral  = "literal"
	kindResource = "resource"
)
