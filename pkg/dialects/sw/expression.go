package sw

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Expressions are JSONPaths in double braces inside of strings (sw: "Workflow Data Expressions"). A string that is an
// expression alone stands for its value; in one with other text, the value is printed in its place.

// A Template is a string with expressions in it. Nothing is wrong with it, or it is Broken.
type Template struct {
	Node   source.Node  // a string; a copy, so that what is lowered does not keep the tree
	Broken bool         // a mistake in it was reported
	Paths  []*expr.Path // in their order
	Beside []string     // the texts before, between and after them; absent where a lone expression is without braces
}

// path returns the only expression of a template; nil for one that is broken.
func (t *Template) path() *expr.Path {
	if t == nil || t.Broken || len(t.Paths) != 1 {
		return nil
	}
	return t.Paths[0]
}

// template reads a string with expressions. If a value is wanted, it has to be one expression alone.
func (r *reader) template(m *source.Member, value bool) *Template {
	if m.Value.Kind != source.String {
		if value {
			r.WrongField(m, `an expression, such as "{{ $.name }}"`)
		}
		return nil
	}
	t := &Template{Node: *m.Value}
	text := r.File.Content(m.Value)
	if value && !strings.Contains(text.String, "{{") && !strings.Contains(text.String, "}}") {
		r.bare(m, t, text)
		return t
	}
	r.enclosures(m, t, text, value)
	return t
}

// bare reads an expression that its author wrote without braces.
func (r *reader) bare(m *source.Member, t *Template, text source.Text) {
	path := strings.TrimSpace(text.String)
	if !strings.HasPrefix(path, "$") {
		t.Broken = true
		r.Add(&expression.Rule, m.Value.Span, "%s of %s must be an expression, found %s", quote(m.Key), r.Subject(), quote(text.String)).
			Help = `write a JSONPath in braces, such as "{{ $.name }}"`
		return
	}
	start := strings.Index(text.String, path)
	if !r.parse(t, text, start, start+len(path)) {
		return
	}
	d := r.Add(&braces.Rule, m.Value.Span, "the expression in %s of %s has no braces", quote(m.Key), r.Subject())
	d.Help = "write " + quote("{{ "+path+" }}")
	if at := text.At(start, start+len(path)); at.End-at.Start == len(path) && r.quoted(m.Value) {
		d.Span = at
		r.OfferFix(d, "write the braces", "{{ "+path+" }}")
		d.Span = m.Value.Span
	}
}

// quoted reports whether a string is in quotes, so that braces may be written into it.
func (r *reader) quoted(n *source.Node) bool {
	c := r.File.Text[n.Span.Start]
	return c == '"' || c == '\''
}

// enclosures reads all expressions of a text.
func (r *reader) enclosures(m *source.Member, t *Template, text source.Text, value bool) {
	s, at := text.String, 0
	for {
		open := strings.Index(s[at:], "{{")
		beside := s[at:]
		if open >= 0 {
			beside = s[at : at+open]
		}
		if close := strings.Index(beside, "}}"); close >= 0 && (open >= 0 || len(t.Paths) > 0 || value) && !t.Broken {
			t.Broken = true
			r.Add(&expression.Rule, text.At(at+close, at+close+2), `"}}" without "{{"`)
			return
		}
		if value && strings.TrimSpace(beside) != "" && !t.Broken {
			t.Broken = true
			trimmed := strings.TrimSpace(beside)
			from := at + strings.Index(beside, trimmed)
			r.Add(&textBeside.Rule, text.At(from, from+len(trimmed)), "%s of %s must be a single expression, found the text %s next to it",
				quote(m.Key), r.Subject(), quote(trimmed)).Help = "remove the text outside the braces"
		}
		t.Beside = append(t.Beside, beside)
		if open < 0 {
			break
		}
		start := at + open + 2
		length := closing(s[start:])
		if length < 0 {
			t.Broken = true
			d := r.Add(&expression.Rule, text.At(start-2, start), `"{{" is not closed`)
			d.Help = `add "}}" after the expression`
			if end := len(strings.TrimRight(s, "}")); strings.Count(s[start:], "}") <= 1 && len(s)-end <= 1 {
				d.Fix = &diag.Fix{Description: d.Help, Edits: []diag.Edit{{Span: text.At(end, len(s)), Text: "}}"}}}
			}
			return
		}
		r.parse(t, text, start, start+length)
		at = start + length + 2
	}
	if value && len(t.Paths) > 1 && !t.Broken {
		t.Broken = true
		r.Add(&textBeside.Rule, m.Value.Span, "%s of %s must be a single expression, found %d", quote(m.Key), r.Subject(), len(t.Paths))
	}
}

// closing returns the offset of the braces that close an expression, passing over those in its strings; -1 if there are
// none, or if another expression opens before.
func closing(s string) int {
	var quote byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.HasPrefix(s[i:], "{{"):
			return -1
		case strings.HasPrefix(s[i:], "}}"):
			return i
		}
	}
	if quote != 0 { // a lone quote is a mistake of the path, and not of the braces
		return strings.Index(s, "}}")
	}
	return -1
}

// parse reads the path that is between two offsets of a text, and reports whether it could.
func (r *reader) parse(t *Template, text source.Text, from, to int) bool {
	inner := text.String[from:to]
	path := strings.TrimSpace(inner)
	if path == "" {
		t.Broken = true
		r.Add(&expression.Rule, text.At(from-2, min(to+2, len(text.String))), "the braces are empty").Help = "write a JSONPath between them"
		return false
	}
	from += strings.Index(inner, path)
	p, err := r.pathOf(path)
	if err != nil {
		t.Broken = true
		at := text.At(from+err.Span.Start, from+err.Span.End)
		if err.Span.Start == err.Span.End {
			at = text.At(from, from+len(path))
		}
		r.Add(&expression.Rule, at, "invalid expression: %s", err.Message).Help = err.Help
		return false
	}
	if p.Loose != nil { // what it means is plain all the same
		at := text.At(from+p.Loose.Span.Start, from+p.Loose.Span.End)
		r.idle = append(r.idle, at)
		r.Add(&expression.Rule, at, "the expression is not a JSONPath: %s", p.Loose.Message).Help = p.Loose.Help
	}
	t.Paths = append(t.Paths, p)
	return true
}

// pathOf reads a path. A path that a definition has in many places, as it has those of its retries, is read once: what it says and the
// positions in it are the same everywhere.
func (r *reader) pathOf(path string) (*expr.Path, *expr.SyntaxError) {
	const most = 1_000 // paths that are kept; more than that do not recur
	if p := r.paths[path]; p != nil {
		return p, nil
	}
	p, err := expr.ParseTruthPath(source.Plain(path, 0))
	if err == nil && len(r.paths) < most {
		if r.paths == nil {
			r.paths = map[string]*expr.Path{}
		}
		r.paths[path] = p
	}
	return p, err
}

// templates reads the expressions in all strings of a value. The strings that have some are returned by their nodes.
func (r *reader) templates(m *source.Member) map[*source.Node]*Template {
	const most = 1_000 // levels that are looked into; deeper ones are not read as a text
	found := map[*source.Node]*Template{}
	r.templatesIn(found, m, most)
	return found
}

func (r *reader) templatesIn(found map[*source.Node]*Template, m *source.Member, depth int) {
	if depth == 0 {
		return
	}
	switch m.Value.Kind {
	case source.String:
		if text := m.Value.Text; strings.HasPrefix(text, "$.") || strings.HasPrefix(text, "$[") {
			if _, err := expr.ParseTruthPath(source.Plain(text, 0)); err == nil {
				r.bare(m, &Template{Node: *m.Value}, r.File.Content(m.Value)) // its value is the text all the same
				return
			}
		}
		if t := r.template(m, false); len(t.Paths) > 0 || t.Broken {
			found[m.Value] = t
		}
	case source.Object:
		for _, x := range m.Value.LastMembers() {
			r.templatesIn(found, x, depth-1)
		}
	case source.Array:
		for _, x := range m.Value.Items {
			r.templatesIn(found, &source.Member{Key: m.Key, KeySpan: m.KeySpan, Value: x}, depth-1)
		}
	}
}
