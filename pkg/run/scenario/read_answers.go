package scenario

import (
	"fmt"
	"strconv"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// stubs reads the member tasks.
func (r *reader) stubs(n *source.Node) []run.Stub {
	if n.Kind != source.Object {
		r.fault(n.Span, fmt.Sprintf("tasks must be an object, not %s", n.Kind), "")
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
	var a run.Reply
	given := 0
	r.members(n, "an answer", []string{"return", "fail", "timeout", "exec", "after", "times"}, func(m *source.Member) {
		if m.Key != "after" && m.Key != "times" {
			given++
		}
		switch m.Key {
		case "return":
			a.Return = value.Of(m.Value)
		case "fail":
			a.Fail = r.failure(m)
		case "timeout":
			a.Never = m.Value.Kind == source.Bool && m.Value.Text == "true"
			if !a.Never {
				r.fault(m.Value.Span, "timeout can only be true", "")
			}
		case "exec":
			a.Exec, a.Folder = r.text(m), Folder(r.file)
		case "after":
			a.After = r.duration(m)
		case "times":
			times, err := strconv.Atoi(m.Value.Text)
			if a.Times = times; m.Value.Kind != source.Number || err != nil || times < 1 {
				r.fault(m.Value.Span, "times must be a whole number from 1 on", "")
			}
		}
	})
	if n.Kind == source.Object && given != 1 {
		r.fault(n.Span, "an answer needs exactly one of return, fail, timeout and exec", "")
	}
	return a
}

// failure reads an error. Its name and its cause may be null or absent.
func (r *reader) failure(m *source.Member) *machine.Error {
	e := &machine.Error{}
	if m.Value.Kind == source.String {
		r.fault(m.Value.Span, "fail must be an object, not a string", fmt.Sprintf("write {error: %q}", m.Value.Text))
		return e
	}
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
	kinds := []string{"complete", "signal", "event", "transition", "update", "taskToken"}
	var out []run.Occurrence
	for _, item := range r.items(n, "occurrences") {
		o := run.Occurrence{Value: value.NewObject(0)}
		given := 0
		r.members(item, "an occurrence", append([]string{"at", "with", "fail", "heartbeat"}, kinds...), func(m *source.Member) {
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
				given++
				o.Kind, o.Value = m.Key, value.Of(m.Value)
			default:
				given++
				o.Kind, o.Node = m.Key, r.text(m)
				r.mention(reached(m.Key), o.Node, m.Value.Span)
			}
		})
		switch {
		case item.Kind != source.Object:
		case given != 1:
			r.fault(item.Span, "an occurrence needs exactly one of complete, signal, event, transition, update and taskToken", "")
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
