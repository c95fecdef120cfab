package scenario

import (
	"errors"
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// Update returns the edits that make the expectation of a scenario that of a result: the values of the members of expect that
// differ are replaced, and the rest of the text stays as it is. It is an error if the scenario has no expectation of its own, or
// one about the workflows that follow, which has no such edit.
func (s *Scenario) Update(f *source.File, r *run.Result) ([]diag.Edit, error) {
	switch {
	case s.expect == nil:
		return nil, errors.New("it has no expect")
	case !s.Span.Contains(s.expect.Span) || s.shared:
		return nil, errors.New("its expect is shared by all cases; give the case its own")
	}
	var edits []diag.Edit
	for i := range s.expect.Members {
		m := &s.expect.Members[i]
		if !s.Span.Contains(m.Value.Span) || m.Merged() {
			return nil, fmt.Errorf("its %s is an alias", m.Key)
		}
		one := &reader{file: f}
		e := one.expectation(&source.Node{Kind: source.Object, Span: s.expect.Span, Members: []source.Member{*m}})
		if len(e.Compare(r)) == 0 {
			continue
		}
		v, err := e.actual(m.Key, r)
		if err != nil {
			return nil, err
		}
		text := string(value.Append(nil, v))
		if word, ok := v.(string); ok && f.Format == source.YAML {
			text = word // a status or a duration
		}
		edits = append(edits, diag.Edit{Span: m.Value.Span, Text: text})
	}
	return edits, nil
}

// actual is what a member of an expectation has to be for a result.
func (e *Expectation) actual(key string, r *run.Result) (any, error) {
	switch key {
	case "status":
		return string(r.Status), nil
	case "output":
		return r.Output, nil
	case "outputIncludes":
		return narrowed(*e.OutputIncludes, r.Output), nil
	case "error":
		return e.actualError(r.Error), nil
	case "visited", "visits":
		return list(r.Visited), nil
	case "ended":
		return list(r.Ended), nil
	case "elapsed":
		return iso8601.Format(r.Elapsed()), nil
	case "calls":
		return e.actualCalls(r.Calls), nil
	case "produced":
		return e.actualEvents(r.Produced), nil
	}
	return nil, fmt.Errorf("its %s is not updated", key)
}

func list(names []string) []any {
	out := make([]any, len(names))
	for i, name := range names {
		out[i] = name
	}
	return out
}

// actualError has the parts of an error that were compared: both if none was.
func (e *Expectation) actualError(got *machine.Error) any {
	if got == nil {
		return nil
	}
	out := value.NewObject(2)
	if e.Name || !e.Cause {
		out.Set("name", got.Name)
	}
	if e.Cause {
		out.Set("cause", got.Cause)
	}
	return out
}

// actualCalls has the members of each call that were compared, and of further calls the node.
func (e *Expectation) actualCalls(got []run.Call) []any {
	out := make([]any, len(got))
	for i := range got {
		keys := []string{"node"}
		if i < len(e.Calls) {
			keys = keys[:0]
			for k := range e.Calls[i].Members.All() {
				keys = append(keys, k)
			}
		}
		o := value.NewObject(len(keys))
		for _, k := range keys {
			o.Set(k, memberOf(&got[i], k))
		}
		out[i] = o
	}
	return out
}

// actualEvents has the members of each event that were compared, and of further events the type.
func (e *Expectation) actualEvents(got []any) []any {
	out := make([]any, len(got))
	for i := range got {
		event, _ := got[i].(*value.Object)
		o := value.NewObject(1)
		if i >= len(e.Produced) {
			o.Set("type", event.Get("type"))
			out[i] = o
			continue
		}
		for k, want := range e.Produced[i].Members.All() {
			x, has := event.Lookup(k)
			switch {
			case !has:
			case k == "data":
				o.Set(k, narrowed(want, x))
			default:
				o.Set(k, x)
			}
		}
		out[i] = o
	}
	return out
}

// narrowed is the part of a value that an expected part is compared with: of objects the members that it has.
func narrowed(want, got any) any {
	w, isObject := want.(*value.Object)
	g, both := got.(*value.Object)
	if !isObject || !both {
		return got
	}
	out := value.NewObject(w.Len())
	for k, x := range w.All() {
		if y, has := g.Lookup(k); has {
			out.Set(k, narrowed(x, y))
		}
	}
	return out
}

// Updated applies edits to the text of a scenario file. It is an error if the new text does not expect the results, by the
// index of their case: nothing is to be written then.
func Updated(f *source.File, edits []diag.Edit, results map[int]*run.Result, read func(string) ([]byte, error), options ...Option) ([]byte, error) {
	slices.SortFunc(edits, func(a, b diag.Edit) int { return a.Span.Start - b.Span.Start })
	text, applied := diag.Apply(f.Text, []diag.Diagnostic{{Fix: &diag.Fix{Edits: edits}}}, true)
	if applied == 0 {
		return nil, errors.New("the edits overlap")
	}
	after := source.NewFile(f.Name, text)
	if problems := source.Parse(after); len(problems) > 0 {
		return nil, fmt.Errorf("the new text would be invalid: %s", problems[0].Message)
	}
	all, findings := Read(after, read, options...)
	if len(findings) > 0 {
		return nil, fmt.Errorf("the new text would be invalid: %s", findings[0].Message)
	}
	for i, r := range results {
		if i >= len(all) || len(all[i].Expect.Compare(r)) > 0 {
			return nil, fmt.Errorf("the result of case %d cannot be written as an expectation", i+1)
		}
	}
	return text, nil
}
