package arrow

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect.
func (d Dialect) Raise(p *workflow.Program, _ dialects.Raising) *dialects.Raised {
	return dialects.RaiseEach(p, d, func(w *workflow.Workflow, _ *dialects.Raised) []byte { return raiseOwn(w) })
}

// raiseOwn writes a workflow that came from this dialect: all of it is as it was.
func raiseOwn(w *workflow.Workflow) []byte {
	f := &Flow{}
	bare := w.Extras.Get(dialects.HintsKey) == nil
	for _, s := range raiseRegion(w.Root) {
		f.Items = append(f.Items, raiseDeclarations(s.element.Extras, bare)...)
		f.Items = append(f.Items, Item{Statement: s.statement})
	}
	f.Items = append(f.Items, raiseDeclarations(w.Extras, bare)...)
	return write(f)
}

// The hints are extras: details of the text of a flow that do not change its meaning.
const (
	hintFrom        = "from"        // the label that a statement begins with
	hintTo          = "to"          // the label that a statement ends with
	hintIn          = "in"          // the input label of a step
	hintOut         = "out"         // its output label
	hintName        = "name"        // the name that an alias or a task with a subflow is invoked by
	hintParameters  = "parameters"  // of the invocation alone, as they were written
	hintLiteral     = "literal"     // as it was written
	hintDeclaration = "declaration" // before a statement, or after the last; as it was written
	hintLabel       = "label"       // that an edge goes through
)

func text(s string) *source.Node { return &source.Node{Kind: source.String, Text: s} }

// hints returns what raising needs to write a step as it was written.
func (l *lowering) hints(p *place) workflow.Extras {
	var out workflow.Extras
	add := func(key, value string, at source.Span) {
		out = append(out, workflow.Extra{Key: key, Span: at, Value: text(value), Class: workflow.ExtraLayout})
	}
	label := func(key string, x *Label) {
		if x != nil {
			add(key, x.Name, x.Span)
		}
	}
	s := p.step
	for _, d := range l.declared[s] {
		add(hintDeclaration, d, source.Span{})
	}
	if p.first {
		label(hintFrom, p.from)
	}
	label(hintIn, s.In)
	if s.Kind == Task && (p.inner != nil || p.target.name != s.Name) {
		add(hintName, s.Name, s.NameSpan)
	}
	if s.Parameters != nil {
		add(hintParameters, l.written(s.Parameters), s.Parameters.Span)
	}
	if s.Literal != nil {
		add(hintLiteral, l.written(s.Literal), s.Literal.Span)
	}
	label(hintOut, s.Out)
	if p.last {
		label(hintTo, p.to)
	}
	return out
}

func (l *lowering) written(x *Literal) string {
	return string(l.file.Text[x.Span.Start:x.Span.End])
}

// declaration returns a declaration as it is written canonically, without comments.
func (l *lowering) declaration(d *Declaration) string {
	p := &printer{text: l.file.Text}
	p.declaration(d)
	p.out.Write(p.line.Bytes())
	return p.out.String()
}

// raised is a statement with the element of its first step.
type raised struct {
	statement *Statement
	element   *workflow.Element
}

// raiseRegion returns the statements of a region: chains of steps each of which an edge without a label leads to from
// the one before it.
func raiseRegion(r *workflow.Region) []raised {
	var out []raised
	if e := r.Start.Out; len(r.Nodes) == 2 && len(e) == 1 {
		return []raised{{handingOnStatement(), e[0].To.Element}}
	}
	var before *workflow.Node
	for _, n := range r.Nodes {
		if n.Role == workflow.Starting || n.Role == workflow.Ending {
			continue
		}
		step := raiseStep(n)
		x := n.Element.Extras
		if before != nil && follows(before, n) {
			s := out[len(out)-1].statement
			s.Steps = append(s.Steps, step)
			s.To = raiseLabel(x, hintTo)
		} else {
			out = append(out, raised{&Statement{From: raiseLabel(x, hintFrom), Steps: []*Step{step}, To: raiseLabel(x, hintTo)}, n.Element})
		}
		before = n
	}
	return out
}

// handingOnStatement is the only statement of a subflow that returns its input.
func handingOnStatement() *Statement {
	return &Statement{From: &Label{Name: startLabel}, To: &Label{Name: endLabel}}
}

// follows reports whether an arrow leads from a node to another.
func follows(from, to *workflow.Node) bool {
	return slices.ContainsFunc(from.Out, func(e *workflow.Edge) bool { return e.To == to && e.Label == "" })
}

// raiseLabel returns the label of a hint, or nil.
func raiseLabel(x workflow.Extras, key string) *Label {
	if v := x.Get(key); v != nil {
		return &Label{Name: v.Text}
	}
	return nil
}

// raiseStep returns the step of a node, or of the inside of the node.
func raiseStep(n *workflow.Node) *Step {
	x := n.Element.Extras
	s := &Step{In: raiseLabel(x, hintIn), Out: raiseLabel(x, hintOut), Merge: n.Inputs == workflow.MergeValues, Name: n.Element.Name}
	if path, ok := n.When.(*expr.Path); ok {
		s.Guard = &Guard{Text: path.Text, Path: path}
	}
	if n.Body != nil {
		s.Each = n.Body.Each
	}
	if v := x.Get(hintParameters); v != nil {
		s.Parameters = &Literal{Text: v.Text}
	}
	if v := x.Get(hintName); v != nil {
		s.Name = v.Text
		return s
	}
	switch n.Element.Kind {
	case kindSubflow:
		s.Kind, s.Body = Subflow, &Body{}
		for _, inner := range raiseRegion(n.Body.Regions[0]) {
			s.Body.Statements = append(s.Body.Statements, inner.statement)
		}
	case kindList:
		s.Kind = List
		for _, inner := range raiseRegion(n.Body.Regions[0]) {
			s.Members = append(s.Members, inner.statement.Steps...)
		}
	case kindResource:
		s.Kind = Resource
	case kindLiteral:
		s.Kind = Data
		if v := x.Get(hintLiteral); v != nil {
			s.Literal = &Literal{Text: v.Text}
		}
	}
	return s
}

// raiseDeclarations returns the declarations among hints, bare ones without what a flow holds for other dialects.
func raiseDeclarations(extras workflow.Extras, bare bool) []Item {
	var out []Item
	for _, x := range extras {
		if x.Key != hintDeclaration {
			continue
		}
		d := &Declaration{Text: x.Value.Text}
		if bare {
			if d = withoutHints(d); d == nil {
				continue
			}
		}
		if len(d.Text) > 0 && d.Text[len(d.Text)-1] == '}' {
			d.Body = &Body{}
		}
		out = append(out, Item{Declaration: d})
	}
	return out
}

// withoutHints is a declaration without the parameter that holds hints; nil if it contains nothing else.
func withoutHints(d *Declaration) *Declaration {
	if !strings.HasPrefix(d.Text, "@flow") || !strings.Contains(d.Text, dialects.HintsKey) {
		return d
	}
	f := source.NewFile("declaration", []byte(d.Text))
	flow, _ := parse(f)
	if len(flow.Items) != 1 || flow.Items[0].Declaration == nil {
		return d
	}
	own := *flow.Items[0].Declaration
	if own.Parameters == nil || own.Parameters.Node == nil || own.Parameters.Node.Member(dialects.HintsKey) == nil {
		return d
	}
	rest := *own.Parameters.Node
	rest.Members = slices.DeleteFunc(slices.Clone(rest.Members), func(m source.Member) bool { return m.Key == dialects.HintsKey })
	switch own.Parameters = nil; {
	case len(rest.Members) > 0:
		own.Parameters = parametersOf(&rest)
	case own.Doc == nil && own.Body == nil && own.Alias == nil:
		return nil
	}
	p := &printer{text: f.Text}
	p.declaration(&own)
	p.out.Write(p.line.Bytes())
	return &Declaration{Text: p.out.String()}
}
