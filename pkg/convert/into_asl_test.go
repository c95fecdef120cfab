package convert_test

import (
	"context"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// TestDifferencesIntoASLAreLosses has losses name what differs in asl: an event without data, what branches did of which another one fails
// where one is enough, if no worker is preferred that keeps it, and fixed data that is merged into an object.
func TestDifferencesIntoASLAreLosses(t *testing.T) {
	t.Parallel()
	const functions = `"functions": [{"name": "a", "resource": "urn:a"}, {"name": "b", "resource": "urn:b"}, {"name": "c", "resource": "urn:c"}]`
	for _, test := range []struct{ name, text, input, lost, excuse, written string }{
		{"an event without data", `{"id": "tell", "name": "Tell", ` + functions + `, "events": [{"name": "told", "type": "x.told", "kind": "produced"}],
		  "states": [{"name": "A", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "a"}}],
		    "transition": {"nextState": "B", "produceEvent": {"eventRef": "told"}}},
		   {"name": "B", "type": "operation", "actions": [{"functionRef": {"refName": "b"}}], "end": {"kind": "default"}}]}`,
			`{"n": 1}`, "convert/event-detail", "convert/event-detail", `"Detail": {}`},
		{"a branch that fails in a race", `{"id": "race", "name": "Race", ` + functions + `,
		  "states": [{"name": "Race", "type": "parallel", "start": {"kind": "default"}, "completionType": "xor", "transition": {"nextState": "C"},
		    "branches": [{"name": "x", "actions": [{"functionRef": {"refName": "a"}}, {"functionRef": {"refName": "b"}, "timeout": "PT5S"}]},
		     {"name": "y", "actions": [{"functionRef": {"refName": "c"}}]}]},
		   {"name": "C", "type": "operation", "actions": [{"functionRef": {"refName": "c"}}], "end": {"kind": "default"}}]}`,
			`{"n": 1}`, "convert/finished-parts", "convert/finished-parts", `"Error": "Race is done"`},
		{"fixed data in an object", `{"id": "add", "name": "Add", ` + functions + `,
		  "states": [{"name": "Add", "type": "inject", "start": {"kind": "default"}, "data": {"person": {"age": 40}}, "end": {"kind": "default"}}]}`,
			`{"person": {"nick": "JD"}}`, "", "convert/assumption", "$merge"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, to := program(t, "x.sw.json", test.text), dialects.Named(all.Dialects(), "asl")
			native := written(to)
			native.Prefer = dialects.PreferNative
			raised := convert.Raise(all.Dialects(), to, p, native)
			if len(raised.Definitions) == 0 {
				t.Fatal(raised.Reason)
			}
			if text := string(raised.Definitions[0].Text); !strings.Contains(text, test.written) {
				t.Errorf("%s is not in\n%s", test.written, text)
			}
			if got := lost(raised.Losses); test.lost == "" && got != "" || !strings.Contains(got, test.lost) {
				t.Errorf("the losses are\n%s", got)
			}
			target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
			if err != nil {
				t.Fatal(err)
			}
			o := options()
			if o.Input, err = value.Parse([]byte(test.input)); err != nil {
				t.Fatal(err)
			}
			done := func(key string) run.Reply {
				return run.Reply{Return: value.ObjectOf(value.Member{Key: key, Value: true})}
			}
			o.Stubs = []run.Stub{{Name: "a", Replies: []run.Reply{done("a")}}, {Name: "b", Replies: []run.Reply{{Never: true}}}, {Name: "c", Replies: []run.Reply{{Never: true}, done("c")}}}
			if test.lost == "convert/event-detail" {
				o.Stubs[1].Replies[0] = done("b")
			}
			v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Compare(context.Background(), []run.Options{o}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if v.Failed() {
				t.Fatal(*v.Difference)
			}
			if len(v.ExcusedBy) != 1 || v.ExcusedBy[0].Rule != test.excuse {
				t.Errorf("%v", v)
			}
		})
	}
}

// TestChangesOfPartsAreMergedDeeply has parallel actions answer parts of one object, where nothing says that they do not.
func TestChangesOfPartsAreMergedDeeply(t *testing.T) {
	t.Parallel()
	p, to := program(t, "x.sw.json", `{"id": "pack", "name": "Pack", "functions": [{"name": "weigh", "resource": "urn:weigh"}, {"name": "close", "resource": "urn:close"}],
	  "states": [{"name": "Pack", "type": "operation", "start": {"kind": "default"}, "actionMode": "parallel",
	    "actions": [{"functionRef": {"refName": "weigh"}}, {"functionRef": {"refName": "close"}}], "end": {"kind": "default"}}]}`), dialects.Named(all.Dialects(), "asl")
	how := written(to)
	how.Domain = dialects.Domain{Objects: true, Typed: true}
	raised := convert.Raise(all.Dialects(), to, p, how)
	if len(raised.Definitions) == 0 {
		t.Fatal(raised.Reason)
	}
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := options()
	part := func(key string, x any) *value.Object {
		return value.ObjectOf(value.Member{Key: "box", Value: value.ObjectOf(value.Member{Key: key, Value: x})})
	}
	o.Input = part("size", "L")
	o.Stubs = []run.Stub{{Name: "weigh", Replies: []run.Reply{{Return: part("kilos", int64(3))}}}, {Name: "close", Replies: []run.Reply{{Return: part("closed", true)}}}}
	v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: how.Domain}).Compare(context.Background(), []run.Options{o}, nil)
	if err != nil || v.Equal != 1 {
		t.Errorf("%v, %v\n%s", v, err, raised.Definitions[0].Text)
	}
}

// TestEventDataThatIsMissing produces an event with a member of the document, which may be missing: its data is null then, where nothing says
// that it is there.
func TestEventDataThatIsMissing(t *testing.T) {
	t.Parallel()
	p, to := program(t, "x.sw.json", `{"id": "pack", "name": "Pack", "functions": [{"name": "weigh", "resource": "urn:weigh"}], "events": [{"name": "Packed", "type": "packed", "kind": "produced"}],
	  "states": [{"name": "Pack", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "weigh"}}],
	    "end": {"kind": "event", "produceEvent": {"eventRef": "Packed", "data": "{{ $.kilos }}"}}}]}`), dialects.Named(all.Dialects(), "asl")
	for typed, detail := range map[bool]string{
		true:  `{"kilos":"{% $states.input.kilos %}"}`,
		false: `"{% $exists($states.input.kilos) ? {'kilos': $states.input.kilos} : null %}"`,
	} {
		how := written(to)
		how.Domain = dialects.Domain{Objects: true, Typed: typed, Disjoint: true}
		raised := convert.Raise(all.Dialects(), to, p, how)
		if len(raised.Definitions) == 0 {
			t.Fatal(raised.Reason)
		}
		target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: how.Domain}).Verify(context.Background(), verify.InventWithin(how.Domain, p, options(), 50, chance(1)))
		if text := strings.Join(strings.Fields(string(raised.Definitions[0].Text)), ""); err != nil || v.Failed() || !strings.Contains(text, `"Detail":`+strings.Join(strings.Fields(detail), "")) {
			t.Errorf("typed %t: %v, %v\n%s", typed, v, err, raised.Definitions[0].Text)
		}
	}
}

// TestPartsThatEndInListsAreMerged merges what parts of a flow give of which one ends with an iteration, whose items count one by one; and
// reads it back, but for lists of lists. Where no part gives a list, the expression stays short.
func TestPartsThatEndInListsAreMerged(t *testing.T) {
	t.Parallel()
	flow, asl := dialects.Named(all.Dialects(), "arrow"), dialects.Named(all.Dialects(), "asl")
	for text, output := range map[string]string{
		"{ count weigh } → > label":                                  `"{% $merge($states.result) %}"`,
		"{ unload → * weigh count } → > label":                       `"{% $merge($reduce($states.result, $append)) %}"`,
		"{ unload → * { open → * weigh } count } → > label":          `$flat`,
		"{ unload → * { { open weigh } → > sort } count } → > label": `"{% $merge($reduce($states.result, $append)) %}"`,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			p := program(t, "x.flow", text)
			raised := convert.Raise(all.Dialects(), asl, p, written(asl))
			if len(raised.Definitions) == 0 || len(raised.Losses) > 0 || !strings.Contains(string(raised.Definitions[0].Text), output) {
				t.Fatalf("%s%s\n%s\n%s", raised.Reason, output, lost(raised.Losses), cameOut(raised))
			}
			target, err := convert.Read(asl, raised.Definitions, source.JSON, dialects.Options{})
			if err != nil {
				t.Fatal(err)
			}
			domain := written(asl).Domain
			v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: domain}).Verify(context.Background(), verify.InventWithin(domain, p, options(), 40, chance(3)))
			if err != nil || v.Equal != v.Runs || v.Runs < 20 {
				t.Errorf("%v, %v", v, err)
			}
			if back := convert.Raise(all.Dialects(), flow, target, written(flow)); output != `$flat` && (len(back.Losses) > 0 || !strings.Contains(string(back.Definitions[0].Text), "→ > label")) {
				t.Errorf("read back, it is\n%s\n%s", cameOut(back), lost(back.Losses))
			}
		})
	}
}

// TestListsStayItems makes lists of values that may be lists, which stay items.
func TestListsStayItems(t *testing.T) {
	t.Parallel()
	p, to := program(t, "x.step.json", `{"id": "pair", "name": "Pair", "steps": [
	  {"id": "put", "name": "Put", "type": "TRANSFORMATION", "transformations": {"both": "${[first, [second]]}"}, "nextStep": "end"},
	  {"id": "end", "name": "End", "type": "END"}]}`), dialects.Named(all.Dialects(), "asl")
	raised := convert.Raise(all.Dialects(), to, p, written(to))
	if len(raised.Definitions) == 0 || len(raised.Losses) > 0 {
		t.Fatal(raised.Reason, lost(raised.Losses))
	}
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var plays []run.Options
	for _, input := range []string{`{"first": 1, "second": 2}`, `{"first": [1, 2], "second": [3]}`, `{"first": [], "second": []}`, `{"first": [[1]], "second": {"n": 1}}`} {
		o := options()
		if o.Input, err = value.Parse([]byte(input)); err != nil {
			t.Fatal(err)
		}
		plays = append(plays, o)
	}
	v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Compare(context.Background(), plays, nil)
	if err != nil || v.Failed() || v.Equal != len(plays) {
		t.Errorf("%v, %+v\n%s", err, v, raised.Definitions[0].Text)
	}
}

// TestAttemptInPathsLeavesNothing has a machine that cannot be written in JSONPath be written as if that had not been tried: the attempt adds
// a state at which paths end, and notes how tasks are called.
func TestAttemptInPathsLeavesNothing(t *testing.T) {
	t.Parallel()
	to := dialects.Named(all.Dialects(), "asl")
	raised := convert.Raise(all.Dialects(), to, program(t, "x.flow", "@flow x\n\nA → ?`$[?(@.x = 1)]` { B → * { C } }\n"), written(to))
	if len(raised.Definitions) == 0 {
		t.Fatal(raised.Reason)
	}
	text := string(raised.Definitions[0].Text)
	for _, want := range []string{`"QueryLanguage": "JSONata"`, `"Default": "Done"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	if n := len(raised.Tasks); n != 3 {
		t.Errorf("%d tasks are renamed, want 3: %v", n, raised.Tasks)
	}
}
