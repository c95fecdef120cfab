package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
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

// eventOf is the only event that the service puts on its default bus for a payload; nil if what it is called, or where it comes from,
// depends on the data.
func eventOf(payload expr.Expr) *workflow.Emission {
	all := onlyMembers(payload, "Entries")
	if all == nil {
		return nil
	}
	list, ok := inParts(all[0]).(*expr.List)
	if !ok || len(list.Items) != 1 {
		return nil
	}
	of := onlyMembers(list.Items[0], "Source", "DetailType", "Detail")
	if of == nil {
		return nil
	}
	source, fixed := of[0].(*expr.Literal)
	kind, named := of[1].(*expr.Literal)
	if !fixed || !named {
		return nil
	}
	e := &workflow.Event{Produced: true}
	e.Source, _ = source.Value.(string)
	e.Type, _ = kind.Value.(string)
	return &workflow.Emission{Name: e.Type, Event: e, Data: of[2]}
}

// onlyMembers are the values of the members of an object that has those of some names and no others; nil if it is not such an object.
func onlyMembers(x expr.Expr, names ...string) []expr.Expr {
	o, ok := inParts(x).(*expr.Object)
	if !ok || len(o.Members) != len(names) {
		return nil
	}
	out := make([]expr.Expr, len(names))
	for _, m := range o.Members {
		i := slices.Index(names, m.Key)
		if i < 0 {
			return nil
		}
		out[i] = m.Value
	}
	return out
}

// inParts is an expression in common terms, with the members of a constant object, or the items of a constant list, as expressions.
func inParts(x expr.Expr) expr.Expr {
	x = expr.CommonValue(x, expr.Domain{})
	l, constant := x.(*expr.Literal)
	if !constant {
		return x
	}
	switch v := l.Value.(type) {
	case *value.Object:
		out := &expr.Object{Span: l.Span}
		for key, v := range v.All() {
			out.Members = append(out.Members, expr.ObjectMember{Key: key, Value: &expr.Literal{Value: v, Span: l.Span}})
		}
		return out
	case []any:
		out := &expr.List{Span: l.Span}
		for _, v := range v {
			out.Items = append(out.Items, &expr.Literal{Value: v, Span: l.Span})
		}
		return out
	}
	return x
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
