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
	out := value.NewObject(2)
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
