package lsp

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/source"
)

// A Path is a path into the data of a definition, as the scenarios next to it show that.
type Path struct {
	Text          string // "$.order.items"
	Kind, Example string // "an array", a short value in JSON
}

// completion offers what can be typed at a position: the fields of an object, the values of a closed list, the names of elements and
// of other things, and within an expression variables and paths.
func (s *Server) completion(_ context.Context, p documentParams) ([]completionItem, error) {
	t, reports, err := s.known(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	offset := t.offset(p.Position)
	if typed := expressionBefore(t.bytes, offset); strings.HasPrefix(typed, "$") {
		return s.inExpression(t, reports, typed, offset), nil
	}
	if len(reports) == 1 && reports[0].Outer == nil && reports[0].Dialect != nil {
		if grammar := s.schemaOf(reports[0]); grammar != nil {
			return s.inTree(t, reports, grammar, offset), nil
		}
	}
	return names(reports, func(m *mention) completionItem {
		return completionItem{Label: m.name(), Kind: completionConstant, Detail: m.detail()}
	}), nil
}

// schemaOf is the schema of the dialect of a definition in JSON or YAML; nil for other notations.
func (s *Server) schemaOf(r *lint.Report) *schema {
	if r.File.Format != source.JSON && r.File.Format != source.YAML {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	name := r.Dialect.Name()
	if _, known := s.schemas[name]; !known {
		s.schemas[name] = newSchema(r.Dialect.Schema())
	}
	return s.schemas[name]
}

// inTree completes a key or a value of a definition in JSON or YAML.
func (s *Server) inTree(t *text, reports []*lint.Report, grammar *schema, offset int) []completionItem {
	yaml := reports[0].File.Format == source.YAML
	c := cursorAt(t.path, t.bytes, offset, yaml)
	if c == nil {
		return []completionItem{}
	}
	proposals, kind := grammar.values(c), completionValue
	if c.key {
		proposals, kind = grammar.keys(c), completionProperty
	}
	out := []completionItem{}
	for _, x := range proposals {
		out = append(out, t.proposed(c, x, kind, yaml))
	}
	if len(out) > 0 || c.key {
		return out
	}
	return names(reports, func(m *mention) completionItem {
		return t.proposed(c, proposal{text: m.name(), detail: m.detail()}, completionConstant, yaml)
	})
}

// proposed is a proposal as the protocol has it: an edit that replaces what was typed.
func (t *text) proposed(c *cursor, x proposal, kind int, yaml bool) completionItem {
	item := completionItem{Label: x.text, Kind: kind, Detail: x.detail}
	written := x.text
	if !x.raw && (!yaml || !plain(x.text)) {
		quoted, err := json.Marshal(x.text)
		if err != nil { // a string has no way to fail
			return item
		}
		written = string(quoted)
	}
	if item.FilterText = written; x.raw && c.token.Start < len(t.bytes) && t.bytes[c.token.Start] == '"' {
		item.FilterText = `"` + written
	}
	if c.key && !c.colon {
		written += ": "
	}
	item.TextEdit = &textEdit{t.rangeOf(c.token), written}
	return item
}

// plain reports whether YAML reads a word as a text that needs no quotes.
func plain(word string) bool {
	for i, c := range word {
		if letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; !letter && (i == 0 || !strings.ContainsRune("0123456789_-. ", c)) {
			return false
		}
	}
	switch strings.ToLower(word) {
	case "", "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return false
	}
	return !strings.HasSuffix(word, " ")
}

// names makes items of the names that are defined, each once.
func names(reports []*lint.Report, item func(*mention) completionItem) []completionItem {
	out := []completionItem{}
	seen := map[string]bool{}
	all := mentions(reports)
	for i := range all {
		m := &all[i]
		if key := m.detail() + "\x00" + m.name(); m.defines && !seen[key] {
			seen[key] = true
			out = append(out, item(m))
		}
	}
	return out
}

// expressionBefore is the variable or path that is being typed before an offset: what begins with a dollar sign.
func expressionBefore(text []byte, offset int) string {
	start := offset
	for start > 0 && offset-start < 200 && (isWord(text[start-1]) || strings.IndexByte("$.[]*", text[start-1]) >= 0) {
		start--
	}
	return string(text[start:offset])
}

// inExpression completes a variable, or a path that a scenario shows.
func (s *Server) inExpression(t *text, reports []*lint.Report, typed string, offset int) []completionItem {
	at := t.rangeOf(source.Span{Start: offset - len(typed), End: offset})
	out := []completionItem{}
	all := mentions(reports)
	seen := map[string]bool{}
	for i := range all {
		if m := &all[i]; m.thing.kind == "variable" && m.defines && !seen[m.name()] {
			seen[m.name()] = true
			out = append(out, completionItem{Label: "$" + m.name(), Kind: completionVariable, Detail: "variable", FilterText: "$" + m.name(), TextEdit: &textEdit{at, "$" + m.name()}})
		}
	}
	for _, p := range s.paths(t) {
		out = append(out, completionItem{Label: p.Text, Kind: completionVariable, Detail: p.Kind + ", such as " + p.Example, FilterText: p.Text, TextEdit: &textEdit{at, p.Text}})
	}
	return out
}

// paths are the paths that the scenarios next to a document show.
func (s *Server) paths(t *text) []Path {
	if s.Paths == nil {
		return nil
	}
	return s.Paths(t.path)
}

// pathAt is the path at an offset that a scenario shows, with its place; nil if there is none.
func (s *Server) pathAt(t *text, offset int) (*Path, source.Span) {
	end := offset
	for end < len(t.bytes) && (isWord(t.bytes[end]) || t.bytes[end] == '$') {
		end++
	}
	typed := expressionBefore(t.bytes, end)
	if !strings.HasPrefix(typed, "$") {
		return nil, source.Span{}
	}
	for _, p := range s.paths(t) {
		if p.Text == typed {
			return &p, source.Span{Start: end - len(typed), End: end}
		}
	}
	return nil, source.Span{}
}
