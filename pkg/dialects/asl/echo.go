package asl

import (
	"github.com/flowglot/flowglot/pkg/value"
)

// A task that nothing answers echoes its input. The result of an integration has a shape of its own, on which the definition
// relies: what is echoed there has that shape, as far as it is documented (asl today: "Common integrations").

// echoOf makes the echo of a resource; it is nil where that is the input itself.
func echoOf(resource string) func(input any) any {
	pattern := patternOf(resource)
	switch action := actionOf(resource); {
	case action == "lambda:invoke" && pattern == waitForToken:
		return func(input any) any { return memberOr(input, "Payload", value.NewObject(0)) }
	case action == "lambda:invoke":
		return func(input any) any {
			return object("ExecutedVersion", "$LATEST", "Payload", memberOr(input, "Payload", value.NewObject(0)), "StatusCode", int64(200))
		}
	case pattern == waitForToken:
		return nil
	case action == "states:startExecution" && pattern != "":
		return func(input any) any { return childExecution(input, pattern) }
	default:
		added := echoMembers[action]
		if added == nil {
			return nil
		}
		return func(input any) any { return withMembers(input, added) }
	}
}

// echoMembers are what the answers of services have, beside which the echo has the members of the input.
var echoMembers = map[string]*value.Object{
	"states:startExecution": object("ExecutionArn", arn("execution", "echo:echo"), "StartDate", "2025-01-01T00:00:00Z"),
	"events:putEvents":      object("Entries", []any{}, "FailedEntryCount", int64(0)),
	"apigateway:invoke":     object("Headers", value.NewObject(0), "ResponseBody", value.NewObject(0), "StatusCode", int64(200), "StatusText", "OK"),
	"http:invoke":           object("Headers", value.NewObject(0), "ResponseBody", value.NewObject(0), "StatusCode", int64(200), "StatusText", "OK"),
}

// childExecution is the description of a nested execution that echoed its input: with texts, or parsed where it is .sync:2.
func childExecution(input any, pattern string) any {
	in := memberOr(input, "Input", value.NewObject(0))
	shown := in
	if pattern == ".sync" {
		shown = text(in)
	}
	included := object("Included", true)
	machine := memberOr(input, "StateMachineArn", "")
	return object("ExecutionArn", arn("execution", "echo:echo"), "Input", shown, "InputDetails", included, "Name", memberOr(input, "Name", "echo"),
		"Output", shown, "OutputDetails", included, "RedriveCount", int64(0), "StartDate", "2025-01-01T00:00:00Z",
		"StateMachineArn", machine, "Status", "SUCCEEDED", "StopDate", "2025-01-01T00:00:00Z")
}

// member is a member of an object, or something else where there is none.
func memberOr(v any, key string, otherwise any) any {
	if o, ok := v.(*value.Object); ok {
		if m, ok := o.Lookup(key); ok {
			return m
		}
	}
	return otherwise
}

// withMembers adds members to an object; one of the same key replaces that of the object. Anything else counts as an empty one.
func withMembers(v any, added *value.Object) any {
	o, ok := v.(*value.Object)
	if !ok {
		return added
	}
	out := o.Clone()
	for key, m := range added.All() {
		out.Set(key, m)
	}
	return out
}

// eventsOf makes the events that a call of a resource puts on a bus; it is nil for one that does not. Their detail is data, or the text
// of some.
func eventsOf(resource string) func(input any) []*value.Object {
	if actionOf(resource) != "events:putEvents" {
		return nil
	}
	return func(input any) []*value.Object {
		o, _ := input.(*value.Object)
		entries, _ := o.Get("Entries").([]any)
		out := make([]*value.Object, 0, len(entries))
		for _, x := range entries {
			entry, _ := x.(*value.Object)
			e := value.NewObject(3)
			for _, of := range [][2]string{{"Source", "source"}, {"DetailType", "type"}} {
				if from, to := of[0], of[1]; entry.Has(from) {
					e.Set(to, entry.Get(from))
				}
			}
			detail := entry.Get("Detail")
			if text, ok := detail.(string); ok {
				if v, err := value.Parse([]byte(text)); err == nil {
					detail = v
				}
			}
			e.Set("data", detail)
			out = append(out, e)
		}
		return out
	}
}
