package scenario

import (
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// Print returns the text of a scenario file in YAML with the members of an object.
func Print(scenario *value.Object) []byte {
	n := value.Node(scenario)
	return source.Print(n, source.YAML)
}

// Tasks returns the member tasks of a scenario with these stubs, the inverse of reading one. Of several stubs for one name
// the first counts. Only replies with a result, with an error or without an answer can be written.
func Tasks(stubs []run.Stub) *value.Object {
	out := value.NewObject(len(stubs))
	for _, s := range stubs {
		if out.Has(s.Name) {
			continue
		}
		answers := make([]any, 0, len(s.Replies))
		for i := range s.Replies {
			answers = append(answers, answerOf(&s.Replies[i]))
		}
		if len(answers) == 1 {
			out.Set(s.Name, answers[0])
			continue
		}
		out.Set(s.Name, answers)
	}
	return out
}

// answerOf is a reply as a scenario has it.
func answerOf(r *run.Reply) *value.Object {
	out := value.NewObject(3)
	switch {
	case r.Never:
		out.Set("timeout", true)
	case r.Fail != nil:
		out.Set("fail", failureOf(r.Fail))
	default:
		out.Set("return", r.Return)
	}
	if r.After != (iso8601.Duration{}) {
		out.Set("after", r.After.String())
	}
	if r.Times > 1 {
		out.Set("times", int64(r.Times))
	}
	return out
}

// failureOf is an error as a scenario has it.
func failureOf(e *machine.Error) *value.Object {
	out := value.NewObject(2)
	if e.Name != "" {
		out.Set("error", e.Name)
	}
	if e.Cause != "" {
		out.Set("cause", e.Cause)
	}
	return out
}

// Occurrences returns the member occurrences of a scenario, the inverse of reading it.
func Occurrences(list []run.Occurrence) []any {
	out := make([]any, 0, len(list))
	for i := range list {
		out = append(out, occurrenceOf(&list[i]))
	}
	return out
}

// occurrenceOf is an occurrence as a scenario has it.
func occurrenceOf(x *run.Occurrence) *value.Object {
	o := value.NewObject(3)
	if x.After != nil {
		o.Set("at", x.After.String())
	}
	switch x.Kind {
	case "event", "update":
		o.Set(x.Kind, x.Value)
		return o
	}
	o.Set(x.Kind, x.Node)
	switch {
	case x.Heartbeat:
		o.Set("heartbeat", true)
		return o
	case x.Fail != nil:
		o.Set("fail", failureOf(x.Fail))
		return o
	}
	if data, ok := x.Value.(*value.Object); x.Value != nil && (!ok || data.Len() > 0) {
		o.Set("with", x.Value)
	}
	return o
}
