package scenario

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

type reader struct {
	file     *source.File
	read     func(path string) ([]byte, error)
	options  []Option
	findings []diag.Diagnostic
	names    []mention          // in the member that is being read
	fields   map[fieldKey]field // what was read so far
}

func (r *reader) fault(at source.Span, message, help string) {
	for _, d := range r.findings { // what is above all cases is read with each of them
		if d.Span == at && d.Message == message {
			return
		}
	}
	r.findings = append(r.findings, diag.Diagnostic{Rule: "scenario/invalid", Severity: diag.Error, File: r.file, Span: at,
		Message: message, Help: help})
}

// members calls f for each member of an object, and reports those with a name that is not known. One that can only be a
// misspelling of another, or another word for it, is then read as that one, so that one mistake is one finding.
func (r *reader) members(n *source.Node, what string, known []string, f func(m *source.Member)) {
	if n.Kind != source.Object {
		r.fault(n.Span, fmt.Sprintf("%s must be an object, not %s", what, n.Kind), "")
		return
	}
	for i := range n.Members {
		m := &n.Members[i]
		if slices.Contains(known, m.Key) {
			f(m)
			continue
		}
		meant, help := r.meant(what, m.Key, known)
		r.fault(m.KeySpan, fmt.Sprintf("unknown member %q of %s", m.Key, what), help)
		if meant != "" && n.Get(meant) == nil {
			f(&source.Member{Key: meant, KeySpan: m.KeySpan, Value: written(meant, m)})
		}
	}
}

// meant is the member that somebody meant who wrote another name, and the remedy; both are empty if it is not clear.
func (r *reader) meant(what, name string, known []string) (meant, help string) {
	if key := otherWords[what][name]; key == "fail" {
		return key, "write fail: {error: …}"
	} else if key != "" {
		return key, fmt.Sprintf("write %s", key)
	}
	if near := nearest.Names(name, known, 2); len(near) == 1 {
		meant = near[0]
	}
	return meant, nearest.Help(name, known)
}

// written is the value of a member under the name that was meant: the name of an error alone is what fail has as its error.
func written(meant string, m *source.Member) *source.Node {
	if meant != "fail" || m.Value.Kind != source.String {
		return m.Value
	}
	return &source.Node{Kind: source.Object, Span: m.Value.Span, Members: []source.Member{{Key: "error", KeySpan: m.KeySpan, Value: m.Value}}}
}

// otherWords are words that other tools have for the members of a scenario, and the members.
var otherWords = map[string]map[string]string{
	"a scenario": {"definition": "workflow", "file": "workflow", "title": "name", "stubs": "tasks", "mocks": "tasks", "events": "occurrences",
		"signals": "occurrences", "expected": "expect", "assert": "expect", "then": "expect", "data": "input", "time": "start"},
	"an answer": {"error": "fail", "throw": "fail", "raise": "fail", "result": "return", "output": "return", "value": "return", "answer": "return",
		"response": "return", "delay": "after", "wait": "after", "duration": "after", "repeat": "times", "count": "times", "command": "exec", "run": "exec"},
	"fail":          {"name": "error", "code": "error", "message": "cause", "reason": "cause"},
	"an occurrence": {"after": "at", "time": "at", "data": "with", "input": "with", "payload": "with", "value": "with", "error": "fail"},
	"expect":        {"result": "output", "state": "status", "outcome": "status", "duration": "elapsed", "took": "elapsed", "events": "produced"},
	"error":         {"error": "name", "code": "name", "message": "cause", "reason": "cause"},
}

func (r *reader) items(n *source.Node, what string) []*source.Node {
	if n.Kind != source.Array {
		r.fault(n.Span, fmt.Sprintf("%s must be a list, not %s", what, n.Kind), "")
		return nil
	}
	return n.Items
}

func (r *reader) text(m *source.Member) string {
	if m.Value.Kind == source.Number { // such as a version
		return m.Value.Text
	}
	if m.Value.Kind != source.String {
		r.fault(m.Value.Span, fmt.Sprintf("%s must be a string, not %s", m.Key, m.Value.Kind), "")
	}
	return m.Value.Text
}

func (r *reader) texts(m *source.Member) []string {
	out := []string{}
	for _, n := range r.items(m.Value, m.Key) {
		if n.Kind != source.String && n.Kind != source.Number {
			r.fault(n.Span, fmt.Sprintf("%s must contain strings, not %s", m.Key, n.Kind), "")
			continue
		}
		out = append(out, n.Text)
	}
	return out
}

func (r *reader) duration(m *source.Member) iso8601.Duration {
	text := r.text(m)
	if m.Value.Kind != source.String && m.Value.Kind != source.Number {
		return iso8601.Duration{}
	}
	d, err := iso8601.ParseWritten(text)
	if err != nil {
		r.fault(m.Value.Span, fmt.Sprintf("%s: %s", m.Key, err), "")
	}
	return d
}

// object reads an object.
func (r *reader) object(m *source.Member) any {
	if m.Value.Kind != source.Object {
		r.fault(m.Value.Span, fmt.Sprintf("%s must be an object, not %s", m.Key, m.Value.Kind), "")
		return nil
	}
	return value.Of(m.Value)
}

// seed reads what everything random in a run depends on.
func (r *reader) seed(m *source.Member) uint64 {
	seed, err := strconv.ParseUint(m.Value.Text, 10, 64)
	if m.Value.Kind != source.Number || err != nil {
		r.fault(m.Value.Span, "seed must be an integer of 0 or more", "")
	}
	return seed
}

// limits reads whether the limits of the workflow hold, and returns whether they do not.
func (r *reader) limits(m *source.Member) bool {
	if m.Value.Kind != source.Bool {
		r.fault(m.Value.Span, fmt.Sprintf("limits must be true or false, not %s", m.Value.Kind), "")
	}
	return m.Value.Kind == source.Bool && m.Value.Text == "false"
}

// buckets reads the folders that stand in for stores of files.
func (r *reader) buckets(m *source.Member) map[string]string {
	if m.Value.Kind != source.Object {
		r.fault(m.Value.Span, fmt.Sprintf("%s must be an object of buckets and folders, not %s", m.Key, m.Value.Kind), "")
		return nil
	}
	out := map[string]string{}
	for i := range m.Value.Members {
		b := &m.Value.Members[i]
		out[b.Key] = r.named(b)
	}
	return out
}
