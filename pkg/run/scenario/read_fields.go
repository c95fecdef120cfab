package scenario

import (
	"fmt"
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
// misspelling of another is then read as that one, so that one mistake is one finding.
func (r *reader) members(n *source.Node, what string, known []string, f func(m *source.Member)) {
	if n.Kind != source.Object {
		r.fault(n.Span, fmt.Sprintf("%s must be an object, not %s", what, n.Kind), "")
		return
	}
	for i := range n.Members {
		m := &n.Members[i]
		for _, k := range known {
			if k == m.Key {
				f(m)
				k = ""
			}
			if k == "" {
				m = nil
				break
			}
		}
		if m != nil {
			r.fault(m.KeySpan, fmt.Sprintf("unknown member %[2]q of %[1]s", what, m.Key), nearest.Help(m.Key, known))
			if meant := nearest.Names(m.Key, known, 2); len(meant) == 1 && n.Get(meant[0]) == nil {
				f(&source.Member{Key: meant[0], KeySpan: m.KeySpan, Value: m.Value})
			}
		}
	}
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
