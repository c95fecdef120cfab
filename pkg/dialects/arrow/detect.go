package arrow

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// mostLooked is how much of a text is looked at to find out whether it is a flow.
const mostLooked = 64 << 10

// RecognisesText implements dialects.Textual: a flow declares something, or most of its lines lead from one task to another.
func (Dialect) RecognisesText(text []byte) dialects.Evidence {
	text = text[:min(len(text), mostLooked)]
	if bytes.IndexByte(text, 0) >= 0 {
		return dialects.Evidence{} // it is not a text
	}
	arrows, lines := 0, 0
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		lines++
		switch {
		case bytes.HasPrefix(line, []byte("@task ")):
			return dialects.Evidence{Shows: `a declaration "@task"`}
		case bytes.HasPrefix(line, []byte("@flow ")):
			return dialects.Evidence{Shows: `a declaration "@flow"`}
		case leads(line):
			arrows++
		}
	}
	switch {
	case arrows == 0:
		return dialects.Evidence{}
	case 2*arrows < lines:
		return dialects.Evidence{Lacks: "most of its lines do not lead from one task to another"}
	}
	return dialects.Evidence{Shows: "lines that lead from one task to another"}
}

// leads reports whether a line has an arrow between two parts that may be those of a flow. Code of other languages has
// arrows within expressions and signatures.
func leads(line []byte) bool {
	from, to, ok := bytes.Cut(line, []byte("→"))
	if !ok {
		from, to, ok = bytes.Cut(line, []byte("->"))
	}
	if !ok || bytes.HasSuffix(from, []byte("-")) { // "-->" belongs to diagrams and comments
		return false
	}
	from, to = bytes.TrimSpace(from), bytes.TrimSpace(to)
	return !bytes.ContainsAny(from, "()$=\"';,.") && !bytes.HasPrefix(to, []byte("("))
}

// Disowns implements dialects.Textual. Flow, the type checker of JavaScript, keeps declarations in files such as
// "index.js.flow", and other products write XML or code to files of that name.
func (Dialect) Disowns(name string, text []byte) string {
	name = strings.ToLower(name)
	for _, suffix := range []string{".js.flow", ".jsx.flow", ".mjs.flow", ".cjs.flow", ".ts.flow", ".json.flow"} {
		if strings.HasSuffix(name, suffix) {
			return `"` + suffix + `" is the suffix of type declarations for JavaScript`
		}
	}
	start := bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	line, _, _ := bytes.Cut(start[:min(len(start), mostLooked)], []byte("\n"))
	if leads(line) {
		return ""
	}
	for _, x := range []struct{ prefix, what string }{
		{"<?xml", "XML"}, {"<!", "XML"}, {"/*", "code"}, {"//", "code"}, {"import ", "code"}, {"export ", "code"}, {"declare ", "code"},
	} {
		if bytes.HasPrefix(line, []byte(x.prefix)) {
			return "its text begins as " + x.what + " does"
		}
	}
	if len(start) > 0 && start[0] == '{' && json.Valid(start) {
		return "its text is JSON"
	}
	return ""
}
