package scenario

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// stubs reads the member tasks.
func (r *reader) stubs(n *source.Node) []run.Stub {
	if n.Kind != source.Object {
		r.fault(n.Span, fmt.Sprintf("tasks must be an object, not %s", n.Kind), objectHelp(n, "tasks"))
		return nil
	}
	var out []run.Stub
	for i := range n.Members {
		m := &n.Members[i]
		s := run.Stub{Name: m.Key}
		r.mention(answeredName, m.Key, m.KeySpan)
		answers := []*source.Node{m.Value}
		if m.Value.Kind == source.Array {
			answers = m.Value.Items
		}
		for _, a := range answers {
			s.Replies = append(s.Replies, r.answer(a))
		}
		out = append(out, s)
	}
	return out
}

// answer reads one answer of a task.
func (r *reader) answer(n *source.Node) run.Reply {
	const what = "an answer"
	kinds := []string{"return", "fail", "timeout", "exec"}
	known := append([]string{"after", "times"}, kinds...)
	var a run.Reply
	var given []string
	unclear := r.knownMembers(n, what, known, func(m *source.Member) {
		if slices.Contains(kinds, m.Key) {
			given = append(given, m.Key)
		}
		switch m.Key {
		case "return":
			a.Return = value.Of(m.Value)
		case "fail":
			a.Fail = r.failure(m)
		case "timeout":
			a.Never = m.Value.Kind == source.Bool && m.Value.Text == "true"
			if !a.Never {
				r.fault(m.Value.Span, "timeout can only be true", "it is a task that never answers; for a late answer, write after")
			}
		case "exec":
			a.Exec, a.Folder = r.text(m), Folder(r.file)
		case "after":
			a.After = r.duration(m)
		case "times":
			times, err := strconv.Atoi(m.Value.Text)
			if a.Times = times; m.Value.Kind != source.Number || err != nil || times < 1 {
				r.fault(m.Value.Span, "times must be an integer of 1 or more", "")
			}
		}
	})
	r.oneKind(n, what, given, kinds, known, unclear, "write what the task answers as {return: …}")
	return a
}

// failure reads an error. Its name and its cause may be null or absent.
func (r *reader) failure(m *source.Member) *machine.Error {
	e := &machine.Error{}
	r.members(m.Value, "fail", []string{"error", "cause"}, func(m *source.Member) {
		switch {
		case m.Value.Kind == source.Null:
		case m.Key == "error":
			e.Name = r.text(m)
		default:
			e.Cause = r.text(m)
		}
	})
	return e
}

// occurrences reads what happens from outside.
func (r *reader) occurrences(n *source.Node) []run.Occurrence {
	const what = "an occurrence"
	kinds := []string{"complete", "signal", "event", "transition", "update", "taskToken"}
	known := append([]string{"at", "with", "fail", "heartbeat"}, kinds...)
	var out []run.Occurrence
	for _, item := range r.items(n, "occurrences") {
		o := run.Occurrence{Value: value.NewObject(0)}
		var given []string
		unclear := r.knownMembers(item, what, known, func(m *source.Member) {
			if slices.Contains(kinds, m.Key) {
				given = append(given, m.Key)
			}
			switch m.Key {
			case "at":
				d := r.duration(m)
				o.After = &d
			case "with":
				o.Value = value.Of(m.Value)
			case "fail":
				o.Fail = r.failure(m)
			case "heartbeat":
				o.Heartbeat = m.Value.Kind == source.Bool && m.Value.Text == "true"
				if !o.Heartbeat {
					r.fault(m.Value.Span, "heartbeat can only be true", "")
				}
			case "event", "update":
				o.Kind, o.Value = m.Key, value.Of(m.Value)
			default:
				o.Kind, o.Node = m.Key, r.text(m)
				r.mention(reached(m.Key), o.Node, m.Value.Span)
			}
		})
		r.oneKind(item, what, given, kinds, known, unclear, "name what happens, such as {signal: NAME} or {complete: NODE}")
		switch {
		case len(given) != 1:
		case (o.Fail != nil || o.Heartbeat) && o.Kind != "taskToken":
			r.fault(item.Span, "only an occurrence with taskToken can have fail or heartbeat", "")
		case o.Fail != nil && o.Heartbeat:
			r.fault(item.Span, "an occurrence can have fail or heartbeat, not both", "")
		}
		out = append(out, o)
	}
	return out
}

// reached is what an occurrence of a kind names.
func reached(kind string) nameKind {
	switch kind {
	case "transition":
		return transitionName
	case "taskToken":
		return tokenName
	}
	return nodeName
}
