package embedded

import (
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// variables resolves the variables of a configuration of the Serverless Framework ("Variables" of its documentation): ${self:custom.x},
// ${file(x.yml):key}, ${opt:stage, 'dev'}. What options, the environment and others give is known by the default in the variable alone.
type variables struct {
	finder Finder
	file   *source.File
	others map[string]*source.File // by path; nil for one that cannot be read
	faults map[string]*fault       // by path; why one cannot be read
}

// A fault is why a file that a variable names cannot be read: it is not there, or its text is not JSON or YAML.
type fault struct {
	err     error
	file    *source.File
	problem source.Problem
}

// place is a value with the file that it is in.
type place struct {
	node *source.Node
	file *source.File
}

// follow returns the value that variables lead to. One that is not a variable, or not known, is returned as it is.
func (v *variables) follow(at place) place {
	for range mostSteps {
		if !isVariable(at.node) {
			return at
		}
		next, ok := v.resolve(at.node.Text[len("${"):len(at.node.Text)-1], 0)
		if !ok {
			return at
		}
		at = next
	}
	return at
}

// resolve returns the value of what is between the signs of a variable: that of the first of its sources that has one.
func (v *variables) resolve(inner string, steps int) (place, bool) {
	if steps > mostSteps {
		return place{}, false
	}
	inner, known := v.expand(inner, steps+1)
	if !known {
		return place{}, false
	}
	for i, from := range sourcesOf(inner) {
		if x, ok := v.from(strings.TrimSpace(from), i > 0, steps); ok {
			return x, true
		}
	}
	return place{}, false
}

// from returns the value of one source. A literal is one only as a default.
func (v *variables) from(of string, isDefault bool, steps int) (place, bool) {
	if path, ok := strings.CutPrefix(of, "self:"); ok {
		return v.below(place{v.file.Root, v.file}, path)
	}
	if rest, ok := strings.CutPrefix(of, "file("); ok {
		path, keys, closed := strings.Cut(rest, ")")
		f := v.open(strings.TrimSpace(path))
		if !closed || f == nil || f.Root == nil {
			return place{}, false
		}
		return v.below(place{f.Root, f}, strings.TrimPrefix(keys, ":"))
	}
	if of == "sls:stage" {
		if x, ok := v.below(place{v.file.Root, v.file}, "provider.stage"); ok && steps < mostSteps {
			return x, true
		}
		return place{literalNode("dev"), v.file}, true
	}
	if !isDefault || of == "" {
		return place{}, false
	}
	if quote := of[0]; (quote == '\'' || quote == '"') && len(of) > 1 && of[len(of)-1] == quote {
		return place{&source.Node{Kind: source.String, Text: of[1 : len(of)-1], Style: source.DoubleQuoted}, v.file}, true
	}
	n := literalNode(of)
	return place{n, v.file}, n.Kind != source.String
}

// below returns the value at keys that are joined by dots.
func (v *variables) below(at place, keys string) (place, bool) {
	for _, key := range strings.FieldsFunc(keys, func(c rune) bool { return c == '.' }) {
		at = v.follow(at)
		if at.node = at.node.Get(key); at.node == nil {
			return at, false
		}
	}
	return at, at.node != nil && at.node.Kind != source.Null
}

// open returns a parsed file, or nil if it cannot be read or is not of JSON or YAML.
func (v *variables) open(path string) *source.File {
	path = beside(v.file, path)
	f, known := v.others[path]
	if known || v.finder.Read == nil {
		return f
	}
	v.others[path] = nil
	text, err := v.finder.Read(path)
	if err != nil {
		v.faults[path] = &fault{err: err}
		return nil
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".yml", ".yaml":
	default: // a program that makes the value, or a text
		return nil
	}
	f = source.NewFile(path, text)
	if problems := source.Parse(f); len(problems) > 0 {
		v.faults[path] = &fault{file: f, problem: problems[0]}
		return nil
	}
	v.others[path] = f
	return f
}

// faultOf returns why the file cannot be read that a value is a variable of, or nil. Where the variable has several sources, it is the
// first such file.
func (v *variables) faultOf(at place) *fault {
	if !isVariable(at.node) {
		return nil
	}
	inner, known := v.expand(at.node.Text[len("${"):len(at.node.Text)-1], 1)
	if !known {
		return nil
	}
	for _, from := range sourcesOf(inner) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(from), "file("); ok {
			path, _, _ := strings.Cut(rest, ")")
			if f := v.faults[beside(v.file, strings.TrimSpace(path))]; f != nil {
				return f
			}
		}
	}
	return nil
}

// unknown reports that a value which a variable leads to is not known, at a place in the configuration. what is the value in words.
func (v *variables) unknown(p *Part, what string, value place, at source.Span) {
	f := v.faultOf(value)
	switch {
	case f == nil:
		p.report(&unreadableRule, v.file, at, "", "%s is not checked: it is the value of %s", what, value.node.Text)
	case f.err != nil:
		p.report(&missingFileRule, v.file, at, "", "%s cannot be read: %v", what, f.err)
	default:
		start := f.file.Position(f.problem.Span.Start)
		d := p.report(&missingFileRule, v.file, at, f.problem.Help, "%s cannot be read: %s:%d:%d: %s", what, f.file.Name, start.Line, start.Column, f.problem.Message)
		d.Related = append(d.Related, diag.Related{File: f.file, Span: f.problem.Span, Message: "the mistake is here"})
	}
}

// expand returns a text with the values of the variables in it, and reports false if one is not known.
func (v *variables) expand(text string, steps int) (string, bool) {
	for range mostSteps {
		start := strings.LastIndex(text, "${")
		if start < 0 {
			return text, true
		}
		size := strings.IndexByte(text[start:], '}')
		if size < 0 || len(text) > mostAssembled {
			return "", false
		}
		x, ok := v.resolve(text[start+len("${"):start+size], steps)
		if x = v.follow(x); !ok || !isScalar(x.node) {
			return "", false
		}
		text = text[:start] + x.node.Text + text[start+size+1:]
	}
	return "", false
}

// sourcesOf splits the sources of a variable at the commas outside of quotes and brackets.
func sourcesOf(s string) []string {
	var out []string
	var quote rune
	depth, from := 0, 0
	for i, c := range s {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth <= 0:
			out = append(out, s[from:i])
			from = i + 1
		}
	}
	return append(out, s[from:])
}

func isScalar(n *source.Node) bool {
	return n != nil && (n.Kind == source.String && !strings.Contains(n.Text, "${") || n.Kind == source.Number || n.Kind == source.Bool)
}

// value returns what a string with variables becomes: the value of a variable that is all of it, written at the place of the string, or a
// text with the values that are known. It is nil if none is known.
func (v *variables) value(f *source.File, n *source.Node) (*source.Node, *assembly) {
	if isCovered(n.Text) && strings.HasPrefix(n.Text, "${") {
		x := v.follow(place{n, f})
		if x.node == n {
			return nil, nil
		}
		copied, left := written(x.node, n.Span, mostSteps*mostSteps)
		if left < 0 {
			return nil, nil
		}
		return copied, nil
	}
	t := f.Content(n)
	a := &assembly{}
	done, known := 0, false
	for at := 0; ; {
		i := strings.Index(t.String[at:], "${")
		if i < 0 {
			break
		}
		start := at + i
		end := start + covered(t.String[start:])
		if end == start {
			break
		}
		at = end
		x, ok := v.resolve(t.String[start+len("${"):end-1], 0)
		if x = v.follow(x); !ok || !isScalar(x.node) {
			continue
		}
		a.add(t, done, start)
		a.stand(x.node.Text, t.At(start, end))
		done, known = end, true
	}
	if !known {
		return nil, nil
	}
	a.add(t, done, len(t.String))
	return nil, a
}

// written copies a tree so that all of it is at one place. left is below zero if it has more parts than most.
func written(n *source.Node, at source.Span, most int) (out *source.Node, left int) {
	left = most - 1
	out = &source.Node{Kind: n.Kind, Span: at, Text: n.Text, Style: n.Style}
	for i := range n.Members {
		if left < 0 {
			return out, left
		}
		m := source.Member{Key: n.Members[i].Key, KeySpan: at}
		m.Value, left = written(n.Members[i].Value, at, left)
		out.Members = append(out.Members, m)
	}
	for _, x := range n.Items {
		if left < 0 {
			return out, left
		}
		var item *source.Node
		item, left = written(x, at, left)
		out.Items = append(out.Items, item)
	}
	return out, left
}

// covered is how long the variable is that a text begins with; 0 if it is not closed.
func covered(text string) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
