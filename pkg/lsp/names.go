package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A mention is a place at which an element is named: where it is defined, or where a transition refers to it.
type mention struct {
	element *workflow.Element // nil for what is not an element
	thing   thing             // what is not an element
	span    source.Span       // in the text of the editor
	defines bool
}

// A thing is a function, an event, a label or a variable of one of the definitions of a document.
type thing struct {
	definition int
	kind, name string
	scope      int
}

// name is how the thing or the element is called.
func (m *mention) name() string {
	if m.element != nil {
		return m.element.Name
	}
	return m.thing.name
}

// detail is what sort of thing or element it is.
func (m *mention) detail() string {
	if m.element != nil {
		return m.element.Kind
	}
	return m.thing.kind
}

// same reports whether two mentions are of one thing or element.
func (m *mention) same(other *mention) bool {
	return m.element == other.element && m.thing == other.thing
}

// mentions are the places of a document that name an element.
func mentions(reports []*lint.Report) []mention {
	var out []mention
	for i, r := range reports {
		if n, ok := r.Syntax.(dialects.Naming); ok {
			for _, x := range n.Names() {
				out = append(out, mention{thing: thing{i, x.Kind, x.Text, x.Scope}, span: r.Where(x.Span), defines: x.Defines})
			}
		}
		if r.Program == nil {
			continue
		}
		elements := map[source.Span]*workflow.Element{}
		for _, w := range r.Program.Workflows {
			for _, e := range w.Elements {
				if e.Primary != nil && !e.NameSpan.IsZero() {
					elements[e.NameSpan] = e
					out = append(out, mention{element: e, span: r.Where(e.NameSpan), defines: true})
				}
			}
			for _, e := range w.Edges {
				if to := e.Target().Element; !e.Span.IsZero() && refersTo(w, e.Span, to) {
					out = append(out, mention{element: to, span: r.Where(e.Span)})
				}
			}
		}
		if m, ok := r.Syntax.(dialects.Mentioning); ok {
			for _, x := range m.Mentions() {
				if e := elements[x.Defined]; e != nil {
					out = append(out, mention{element: e, span: r.Where(x.Span)})
				}
			}
		}
	}
	return out
}

// refersTo reports whether the text at a place of a workflow is the name of an element, with or without quotes.
func refersTo(w *workflow.Workflow, at source.Span, e *workflow.Element) bool {
	file := w.File
	if e.File != nil {
		file = e.File
	}
	if file == nil || at.Start < 0 || at.End > len(file.Text) || at.Start > at.End {
		return false
	}
	return strings.Trim(string(file.Text[at.Start:at.End]), `"'`) == e.Name
}

// at is the mention at an offset, the shortest of several.
func at(all []mention, offset int) *mention {
	var best *mention
	for i := range all {
		m := &all[i]
		if m.span.Start <= offset && offset <= m.span.End && (best == nil || m.span.End-m.span.Start < best.span.End-best.span.Start) {
			best = m
		}
	}
	return best
}

// named returns the element that is named at a position, with all mentions.
func (s *Server) named(uri string, p position) (*text, *mention, []mention, error) {
	t, reports, err := s.known(uri)
	if err != nil {
		return nil, nil, nil, err
	}
	all := mentions(reports)
	return t, at(all, t.offset(p)), all, nil
}

func (s *Server) definition(_ context.Context, p documentParams) ([]location, error) {
	t, m, all, err := s.named(p.TextDocument.URI, p.Position)
	out := []location{}
	if m == nil {
		return out, err
	}
	for i := range all {
		other := &all[i]
		if other.same(m) && other.defines {
			out = append(out, location{t.uri, t.rangeOf(other.span)})
		}
	}
	return out, nil
}

func (s *Server) references(_ context.Context, p documentParams) ([]location, error) {
	t, m, all, err := s.named(p.TextDocument.URI, p.Position)
	out := []location{}
	if m == nil {
		return out, err
	}
	seen := map[source.Span]bool{}
	for i := range all {
		other := &all[i]
		if other.same(m) && !seen[other.span] {
			seen[other.span] = true
			out = append(out, location{t.uri, t.rangeOf(other.span)})
		}
	}
	return out, nil
}

// rename renames an element wherever it is named. Other parts that may speak of it, such as expressions, stay.
func (s *Server) rename(_ context.Context, p renameParams) (*workspaceEdit, error) {
	t, m, all, err := s.named(p.TextDocument.URI, p.Position)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, fmt.Errorf("there is nothing here that can be renamed")
	}
	if p.NewName == "" || strings.ContainsAny(p.NewName, "\"\\\n\r\t") {
		return nil, fmt.Errorf("%q cannot be a name", p.NewName)
	}
	edits := []textEdit{}
	seen := map[source.Span]bool{}
	for i := range all {
		other := &all[i]
		if !other.same(m) || seen[other.span] {
			continue
		}
		seen[other.span] = true
		old := string(t.bytes[other.span.Start:other.span.End])
		edits = append(edits, textEdit{t.rangeOf(other.span), strings.Replace(old, m.name(), p.NewName, 1)})
	}
	return &workspaceEdit{Changes: map[string][]textEdit{t.uri: edits}}, nil
}

// The kinds of symbols and completions of the protocol.
const (
	symbolEvent        = 24
	completionProperty = 10
	completionValue    = 12
	completionConstant = 21
	completionVariable = 6
)

// symbols lists the elements of a document, those in a scope below it.
func (s *Server) symbols(_ context.Context, p documentParams) ([]symbol, error) {
	t, reports, err := s.known(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	out := []symbol{}
	for _, r := range reports {
		if r.Program == nil {
			continue
		}
		for _, w := range r.Program.Workflows {
			if w.Root != nil {
				out = append(out, t.symbolsOf(r, w.Root)...)
			}
		}
	}
	return out, nil
}

func (t *text) symbolsOf(r *lint.Report, region *workflow.Region) []symbol {
	var out []symbol
	for _, n := range region.Nodes {
		var inner []symbol
		if n.Body != nil {
			for _, x := range n.Body.Regions {
				inner = append(inner, t.symbolsOf(r, x)...)
			}
		}
		e := n.Element
		if n.Role != workflow.Primary || e.Name == "" || e.NameSpan.IsZero() {
			out = append(out, inner...)
			continue
		}
		whole, name := t.rangeOf(r.Where(e.Span)), t.rangeOf(r.Where(e.NameSpan))
		if e.Span.IsZero() || e.NameSpan.Start < e.Span.Start || e.NameSpan.End > e.Span.End { // the protocol asks for a range that has the name in it
			whole = textRange{name.Start, t.rangeOf(r.Where(source.Span{Start: min(e.NameSpan.Start, e.Span.Start), End: max(e.NameSpan.End, e.Span.End)})).End}
		}
		out = append(out, symbol{Name: e.Name, Detail: e.Kind, Kind: symbolEvent, Range: whole, SelectionRange: name, Children: inner})
	}
	return out
}

// hover explains the findings at a position, or the element that is named there.
func (s *Server) hover(_ context.Context, p documentParams) (*hover, error) {
	t, reports, err := s.known(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	offset := t.offset(p.Position)
	var parts []string
	var span source.Span
	_, findings, err := s.found(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	for i := range findings {
		d := &findings[i]
		if d.Span.Start > offset || d.Span.End < offset || d.Rule == "" {
			continue
		}
		if text := s.Explain(d.Rule); text != "" {
			parts, span = append(parts, text), d.Span
		}
	}
	if p, where := s.pathAt(t, offset); p != nil && len(parts) == 0 {
		parts, span = []string{fmt.Sprintf("`%s`: %s, such as `%s`", p.Text, p.Kind, p.Example)}, where
	}
	if m := at(mentions(reports), offset); m != nil && len(parts) == 0 {
		parts, span = []string{m.describe()}, m.span
	}
	if len(parts) == 0 {
		return nil, nil
	}
	h := &hover{Range: t.rangeOf(span)}
	h.Contents.Kind, h.Contents.Value = "markdown", strings.Join(parts, "\n\n---\n\n")
	return h, nil
}

// describe is the text about a name: what it is, and where an element leads.
func (m *mention) describe() string {
	if m.element == nil {
		return fmt.Sprintf("**%s** (%s)", m.name(), m.detail())
	}
	e := m.element
	out := fmt.Sprintf("**%s** (%s)", e.Name, e.Kind)
	if e.Title != "" && e.Title != e.Name {
		out += "\n\n" + e.Title
	}
	if e.Doc != "" {
		out += "\n\n" + e.Doc
	}
	n := e.Primary
	if n.Call != nil {
		out += fmt.Sprintf("\n\ncalls `%s`", n.Call.Task)
	}
	for _, x := range n.Out {
		if to := x.Target(); to.Role == workflow.Primary {
			out += fmt.Sprintf("\n- %s: %s", x.Kind, to.Name())
		}
	}
	return out
}
