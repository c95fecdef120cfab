package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/run"
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

// members calls f for each member of an object, and reports those with a name that is not known.
func (r *reader) members(n *source.Node, what string, known []string, f func(m *source.Member)) {
	for _, m := range r.knownMembers(n, what, known, f) {
		r.unknown(m, what, known)
	}
}

// knownMembers calls f for each member of an object that is known, and returns those about which nothing is clear, which are
// not reported. One that can only be a misspelling of another, or another word for it, is reported, and then read as that one,
// so that one mistake is one finding.
func (r *reader) knownMembers(n *source.Node, what string, known []string, f func(m *source.Member)) (unclear []*source.Member) {
	if n.Kind != source.Object {
		r.fault(n.Span, fmt.Sprintf("%s must be an object, not %s", what, n.Kind), objectHelp(n, what))
		return nil
	}
	for i := range n.Members {
		m := &n.Members[i]
		if slices.Contains(known, m.Key) {
			f(m)
			continue
		}
		meant, help := meantMember(what, m.Key, known)
		if meant == "" {
			unclear = append(unclear, m)
			continue
		}
		r.fault(m.KeySpan, fmt.Sprintf("unknown member %q of %s", m.Key, what), help)
		if n.Get(meant) == nil {
			f(&source.Member{Key: meant, KeySpan: m.KeySpan, Value: written(meant, m)})
		}
	}
	return unclear
}

// unknown reports a member that is not known, with the place or the names that it may be meant for.
func (r *reader) unknown(m *source.Member, what string, known []string) {
	help := elsewhere[what][m.Key]
	if help == "" {
		help = nearest.Help(m.Key, known)
	}
	r.fault(m.KeySpan, fmt.Sprintf("unknown member %q of %s", m.Key, what), help)
}

// oneKind reports an object that does not have exactly one of the members that decide what it is. Members about which nothing
// is clear are the cause if it has none of them; the first of these is then the one finding.
func (r *reader) oneKind(n *source.Node, what string, given, kinds, known []string, unclear []*source.Member, example string) {
	switch {
	case n.Kind != source.Object:
	case len(given) == 0 && len(unclear) > 0:
		m := unclear[0]
		help := elsewhere[what][m.Key]
		if help == "" {
			help = example
		}
		r.fault(m.KeySpan, fmt.Sprintf("unknown member %q of %s", m.Key, what), help)
		return
	case len(given) == 0:
		r.fault(n.Span, fmt.Sprintf("%s needs one of %s", what, listed(kinds, "or")), example)
	case len(given) > 1:
		r.fault(n.Span, fmt.Sprintf("%s has %s; it can have one of them", what, listed(given, "and")), "")
	}
	for _, m := range unclear {
		r.unknown(m, what, known)
	}
}

// listed joins words as a sentence has them: "a, b or c".
func listed(words []string, last string) string {
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// meantMember is the member that somebody meant who wrote another name, and the remedy; both are empty if it is not clear.
func meantMember(what, name string, known []string) (meant, help string) {
	if elsewhere[what][name] != "" {
		return "", ""
	}
	if key := otherWords[what][name]; key == "fail" {
		return key, "write fail: {error: …}"
	} else if key != "" {
		return key, fmt.Sprintf("write %s", key)
	}
	if near := nearest.Names(name, known, 2); len(near) == 1 {
		return near[0], nearest.Help(name, known)
	}
	return "", ""
}

// written is the value of a member under the name that was meant: the name of an error alone is what fail has as its error.
func written(meant string, m *source.Member) *source.Node {
	if meant != "fail" || m.Value.Kind != source.String {
		return m.Value
	}
	return &source.Node{Kind: source.Object, Span: m.Value.Span, Members: []source.Member{{Key: "error", KeySpan: m.KeySpan, Value: m.Value}}}
}

// objectHelp is the object that somebody meant who wrote something else.
func objectHelp(n *source.Node, what string) string {
	scalar := n.Kind == source.String || n.Kind == source.Number || n.Kind == source.Bool
	text := n.Text
	if n.Kind == source.String {
		text = strconv.Quote(text)
	}
	switch {
	case what == "tasks":
		return "write {TASK: {return: …}}"
	case what == "an answer" && scalar && len(text) < 50:
		return fmt.Sprintf("write {return: %s}", text)
	case what == "an answer":
		return "write {return: …}"
	case what == "fail" && n.Kind == source.String:
		return fmt.Sprintf("write {error: %s}", text)
	case what == "error" && n.Kind == source.String:
		return fmt.Sprintf("write {name: %s}", text)
	case what == "expect" && n.Kind == source.String && isStatus(run.Status(n.Text)):
		return fmt.Sprintf("write {status: %s}", n.Text)
	}
	return ""
}

// otherWords are words that other tools have for the members of a scenario, and the members.
var otherWords = map[string]map[string]string{
	"a scenario": {"definition": "workflow", "file": "workflow", "title": "name", "stubs": "tasks", "mocks": "tasks", "events": "occurrences",
		"signals": "occurrences", "expected": "expect", "assert": "expect", "then": "expect", "data": "input", "time": "start"},
	"an answer": {"error": "fail", "throw": "fail", "raise": "fail", "result": "return", "output": "return", "value": "return", "answer": "return",
		"response": "return", "delay": "after", "wait": "after", "duration": "after", "at": "after", "repeat": "times", "count": "times",
		"command": "exec", "run": "exec"},
	"fail": {"name": "error", "code": "error", "message": "cause", "reason": "cause"},
	"an occurrence": {"after": "at", "time": "at", "delay": "at", "when": "at", "data": "with", "input": "with", "payload": "with", "value": "with",
		"return": "with", "result": "with", "output": "with", "error": "fail"},
	"expect": {"result": "output", "state": "status", "outcome": "status", "duration": "elapsed", "took": "elapsed", "events": "produced"},
	"error":  {"error": "name", "code": "name", "message": "cause", "reason": "cause"},
	"a call": {"state": "node", "name": "task", "return": "result", "output": "result", "fail": "error", "duration": "took"},
}

// elsewhere are members that belong to another part of a scenario, and how to get them there.
var elsewhere = map[string]map[string]string{
	"a scenario": misplaced(
		"put it into expect", "status", "output", "outputIncludes", "error", "visited", "visits", "ended", "calls", "elapsed", "produced", "chain").
		and("put it into tasks, under the name of the task", "return", "fail", "timeout", "exec").
		and("put it into a list under occurrences", "complete", "signal", "event", "transition", "update", "taskToken").
		and("write cases", "case", "tests", "scenarios").
		and("a case cannot have cases of its own", "cases"),
	"an answer": misplaced("an answer is the same for all inputs; a command under exec reads the input of the task", "input", "parameters").
		and("put it next to tasks", "expect", "occurrences"),
	"expect":        misplaced("move it out of expect", "workflow", "with", "input", "inputFile", "tasks", "occurrences", "start", "seed", "limits", "context"),
	"an occurrence": misplaced("move it out of occurrences", "expect", "tasks"),
}

// places are names of members with the remedy for each.
type places map[string]string

func misplaced(help string, names ...string) places { return places{}.and(help, names...) }

// and adds names with one remedy.
func (p places) and(help string, names ...string) places {
	for _, name := range names {
		p[name] = help
	}
	return p
}

func (r *reader) items(n *source.Node, what string) []*source.Node {
	if n.Kind != source.Array {
		help := ""
		switch {
		case n.Kind == source.Object:
			help = "put it into a list: [{…}]"
		case n.Kind == source.String && len(n.Text) < 50:
			help = fmt.Sprintf("write [%s]", n.Text)
		}
		r.fault(n.Span, fmt.Sprintf("%s must be a list, not %s", what, n.Kind), help)
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
