package arrow

import (
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A net becomes a flow in three steps. It is taken apart into chains of parts, with guarded chains side by side for choices
// (write_chain.go, write_parts.go); the places where answers are merged into the document are found (write_merge.go); and chains become
// statements (write_text.go). write_names.go names and declares tasks.

// Write implements dialects.Target. Each workflow is a flow of its own.
func (Dialect) Write(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	out := &dialects.Raised{}
	for i, w := range p.Workflows {
		x := &writer{w: w, out: out, options: o, names: newNaming(w, o, out), losses: dialects.NewLosses(w.File), budget: 1000 + 8*len(w.Nodes)}
		text := x.flow(i == 0)
		if out.Reason != "" {
			out.Definitions = nil
			return out
		}
		out.Definitions = append(out.Definitions, dialects.Printed{ID: w.ID, Text: text})
		out.Losses = append(out.Losses, x.losses.List()...)
	}
	return out
}

// A writer is a workflow that is written as a flow.
type writer struct {
	w       *workflow.Workflow
	out     *dialects.Raised
	options dialects.Raising
	names   *naming
	losses  *dialects.Losses
	budget  int // how many nodes may still be walked through
	depth   int // of the subflows
}

// flow is the text of a workflow.
func (x *writer) flow(first bool) []byte {
	c := x.region(x.w.Root)
	if x.out.Reason != "" {
		return nil
	}
	c = x.settle(c)
	if len(c) == 0 {
		c = chain{{mark: true}} // a flow has at least one step
	}
	statements := x.statements(c)
	for _, n := range x.names.shared {
		x.lose(&lossSharedTask, n, "", "%q calls %q, as other steps do; in the source tasks of their own call it for them", n.Name(), x.names.tasks[n.Call.Task])
	}
	if x.out.Reason == "" && tooDeep(statements, maxNesting) {
		x.refuseSize(x.w.Span, "its parts are nested too deeply: a flow has at most %d nested subflows", maxNesting)
	}
	if x.out.Reason != "" {
		return nil
	}
	f := &Flow{}
	if d := x.flowDeclaration(first); d != nil {
		f.Items = append(f.Items, Item{Declaration: d})
	}
	for _, d := range x.names.declarations {
		f.Items = append(f.Items, Item{Declaration: d})
	}
	for i, s := range statements {
		f.Items = append(f.Items, Item{Statement: s, Apart: i == 0 && len(f.Items) > 0})
	}
	return write(f)
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
func (x *writer) flowDeclaration(first bool) *Declaration {
	doc := documentation(x.w.ID, x.w.Title, x.w.Doc)
	name := legal(x.w.ID)
	hints := x.options.Hints
	if !first {
		hints = nil
	}
	if doc == nil && hints == nil && (name == "" || strings.HasPrefix(filepath.Base(x.w.File.Name), x.w.ID+".")) {
		return nil
	}
	if name == "" {
		name = "flow"
	}
	d := &Declaration{Flow: true, Name: name, Doc: doc}
	if hints != nil {
		n := dialects.NewObject(dialects.HintsKey, hints)
		d.Parameters = parametersOf(n)
	}
	return d
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

// lose notes a loss at a node.
func (x *writer) lose(rule *dialects.LossRule, n *workflow.Node, instead, format string, args ...any) {
	x.losses.Add(rule, placeOf(n), n.Element.Original(), instead, format, args...)
}

// refuse refuses the conversion.
func (x *writer) refuse(at source.Span, format string, args ...any) {
	if x.out.Reason == "" {
		x.out.Refuse(x.w, at, format, args...)
	}
}

// refuseSize refuses the conversion because a flow would become too large or too deep.
func (x *writer) refuseSize(at source.Span, format string, args ...any) {
	if x.out.Reason == "" {
		x.out.RefuseSize(x.w, at, format, args...)
	}
}

// placeOf is the place of a node in the source.
func placeOf(n *workflow.Node) source.Span {
	if e := n.Element.Original(); e != nil && !e.NameSpan.IsZero() {
		return e.NameSpan
	}
	return n.Span
}
