package lsp

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/source"
)

// A schema is a JSON Schema, of which the keywords are understood that declare which members an object may have and which values they
// may be. Where a keyword is not understood, too much is offered.
type schema struct {
	root map[string]any
}

// newSchema reads a JSON Schema; nil if there is none.
func newSchema(text []byte) *schema {
	var root map[string]any
	if len(text) == 0 || json.Unmarshal(text, &root) != nil {
		return nil
	}
	return &schema{root}
}

// maxSchemas bounds how many parts of a schema are looked at for one value.
const maxSchemas = 500

// applied returns the parts of a schema that apply to a value, which may be nil, those referred to and those of branches included that
// the value does not contradict.
func (s *schema) applied(parts []map[string]any, n *source.Node) []map[string]any {
	var out []map[string]any
	var add func(any)
	add = func(x any) {
		part, ok := x.(map[string]any)
		if !ok || len(out) > maxSchemas {
			return
		}
		if ref, ok := part["$ref"].(string); ok {
			add(s.referred(ref))
			return
		}
		out = append(out, part)
		for _, x := range list(part["allOf"]) {
			add(x)
		}
		for _, key := range []string{"anyOf", "oneOf"} {
			for _, x := range list(part[key]) {
				if branch, ok := x.(map[string]any); ok && !s.contradicts(branch, n, 0) {
					add(branch)
				}
			}
		}
		if condition, ok := part["if"].(map[string]any); ok {
			if s.contradicts(condition, n, 0) || !s.fulfilled(condition, n) {
				add(part["else"])
			} else {
				add(part["then"])
			}
		}
	}
	for _, p := range parts {
		add(p)
	}
	return out
}

func list(x any) []any {
	out, _ := x.([]any)
	return out
}

// referred is what a reference within the schema leads to, or nil.
func (s *schema) referred(ref string) any {
	var at any = s.root
	for _, step := range strings.Split(strings.TrimPrefix(strings.TrimPrefix(ref, "#"), "/"), "/") {
		if step == "" {
			continue
		}
		object, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = object[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
	}
	return at
}

// contradicts reports whether a value cannot be of a schema: its kind is another, or one of its members has another constant.
func (s *schema) contradicts(part map[string]any, n *source.Node, depth int) bool {
	if n == nil || depth > 20 {
		return false
	}
	if ref, ok := part["$ref"].(string); ok {
		next, _ := s.referred(ref).(map[string]any)
		return s.contradicts(next, n, depth+1)
	}
	if kind, ok := part["type"].(string); ok && !isOfType(n, kind) {
		return true
	}
	if c, ok := part["const"].(string); ok && n.Kind == source.String && n.Text != c {
		return true
	}
	if pattern, ok := part["pattern"].(string); ok && n.Kind == source.String && n.Text != marker {
		if r, err := regexp.Compile(pattern); err == nil && !r.MatchString(n.Text) {
			return true
		}
	}
	if all := list(part["enum"]); len(all) > 0 && n.Kind == source.String && n.Text != marker && !slices.Contains(all, any(n.Text)) {
		return true
	}
	for _, x := range list(part["allOf"]) {
		if x, ok := x.(map[string]any); ok && s.contradicts(x, n, depth+1) {
			return true
		}
	}
	properties, _ := part["properties"].(map[string]any)
	for key, x := range properties {
		if v := n.Get(key); v != nil && v.Text != marker {
			if x, ok := x.(map[string]any); ok && s.contradicts(x, v, depth+1) {
				return true
			}
		}
	}
	return false
}

// fulfilled reports whether a value has the members that a condition asks for.
func (s *schema) fulfilled(condition map[string]any, n *source.Node) bool {
	if n == nil {
		return false
	}
	if branches := list(condition["anyOf"]); len(branches) > 0 && !slices.ContainsFunc(branches, func(x any) bool {
		branch, ok := x.(map[string]any)
		return ok && s.fulfilled(branch, n) && !s.contradicts(branch, n, 0)
	}) {
		return false
	}
	for _, key := range list(condition["required"]) {
		if key, ok := key.(string); ok && n.Get(key) == nil {
			return false
		}
	}
	return true
}

func isOfType(n *source.Node, kind string) bool {
	switch n.Kind {
	case source.Object:
		return kind == "object"
	case source.Array:
		return kind == "array"
	case source.String:
		return kind == "string"
	case source.Number:
		return kind == "number" || kind == "integer"
	case source.Bool:
		return kind == "boolean"
	}
	return true
}

// at returns the parts of the schema for the value that a cursor is in, or for the value that is typed.
func (s *schema) at(c *cursor) []map[string]any {
	parts := s.applied([]map[string]any{s.root}, c.path[0])
	for i, key := range c.keys {
		var next []map[string]any
		for _, p := range parts {
			next = append(next, below(p, key, c.path[i].Kind == source.Array)...)
		}
		var n *source.Node
		if i+1 < len(c.path) {
			n = c.path[i+1]
		}
		parts = s.applied(next, n)
	}
	return parts
}

// below returns the schemas of a member, or of the items.
func below(part map[string]any, key string, item bool) []map[string]any {
	if item {
		if x, ok := part["items"].(map[string]any); ok {
			return []map[string]any{x}
		}
		return nil
	}
	properties, _ := part["properties"].(map[string]any)
	if x, ok := properties[key].(map[string]any); ok {
		return []map[string]any{x}
	}
	patterns, _ := part["patternProperties"].(map[string]any)
	for _, p := range slices.Sorted(maps.Keys(patterns)) {
		if r, err := regexp.Compile(p); err == nil && r.MatchString(key) {
			if x, ok := patterns[p].(map[string]any); ok {
				return []map[string]any{x}
			}
		}
	}
	if x, ok := part["additionalProperties"].(map[string]any); ok {
		return []map[string]any{x}
	}
	return nil
}

// A proposal is a key or a value that fits.
type proposal struct {
	text, detail string
	raw          bool // it is written without quotes
}

// keys returns the members that an object may have and does not.
func (s *schema) keys(c *cursor) []proposal {
	n := c.path[len(c.path)-1]
	seen := map[string]bool{}
	var out []proposal
	for _, part := range s.at(c) {
		properties, _ := part["properties"].(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(properties)) {
			x, ok := properties[key].(map[string]any)
			if seen[key] || n.Get(key) != nil || !ok {
				continue
			}
			seen[key] = true
			out = append(out, proposal{text: key, detail: s.description(x)})
		}
	}
	slices.SortStableFunc(out, func(a, b proposal) int { return strings.Compare(a.text, b.text) })
	return out
}

// description is that of a schema, or of what it refers to.
func (s *schema) description(part map[string]any) string {
	for range 10 {
		if d, ok := part["description"].(string); ok {
			return d
		}
		ref, ok := part["$ref"].(string)
		if !ok {
			return ""
		}
		if part, ok = s.referred(ref).(map[string]any); !ok {
			return ""
		}
	}
	return ""
}

// alternatives matches a pattern that lists words, and anyCase a letter in one in which case does not matter.
var (
	alternatives = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\^\(?:?(?:\?:)?([A-Za-z][A-Za-z_-]*(?:\|[A-Za-z][A-Za-z_-]*)*)\)\$$`)
	})
	anyCase = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[([a-z])[A-Z]\]`) })
)

// values returns the values of a closed list that fit.
func (s *schema) values(c *cursor) []proposal {
	seen := map[string]bool{}
	var out []proposal
	add := func(x any, detail string) {
		p := proposal{detail: detail}
		switch x := x.(type) {
		case string:
			p.text = x
		case bool:
			p.text, p.raw = map[bool]string{true: "true", false: "false"}[x], true
		}
		if p.text != "" && !seen[p.text] {
			seen[p.text] = true
			out = append(out, p)
		}
	}
	for _, part := range s.at(c) {
		detail := s.description(part)
		if x, ok := part["const"]; ok {
			add(x, detail)
		}
		for _, x := range list(part["enum"]) {
			add(x, detail)
		}
		if pattern, ok := part["pattern"].(string); ok {
			if m := alternatives().FindStringSubmatch(anyCase().ReplaceAllString(pattern, "$1")); m != nil {
				for _, word := range strings.Split(m[1], "|") {
					add(word, detail)
				}
			}
		}
		if part["type"] == "boolean" {
			add(true, detail)
			add(false, detail)
		}
	}
	return out
}
