package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestFinishedParts has a task do what parts or an iteration do of which the target drops what was finished before an error, unless the
// target itself is to do what it has nearly.
func TestFinishedParts(t *testing.T) {
	t.Parallel()
	const before = `{"id": "x", "name": "x", "functions": [{"name": "a", "resource": "urn:a"}, {"name": "b", "resource": "urn:b"}, {"name": "c", "resource": "urn:c"}], "states": [`
	const parallel = `"type": "parallel", "branches": [{"name": "x", "actions": [{"functionRef": {"refName": "a"}}]}, {"name": "y", "actions": [{"functionRef": {"refName": "b"}}]}]`
	const handled = `"onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "Fix"}}]`
	const retried = `"retry": [{"expression": "{{ $.error }}", "interval": "PT5S", "maxAttempts": 1}]`
	for _, x := range []struct{ name, state, loses, near string }{
		{"parts whose error is handled", parallel + `, ` + handled, "convert/finished-parts", "keeping them"},
		{"parts whose error fails", parallel, "", ""},
		{"parts that are retried together", parallel + `, ` + retried, "convert/retried-parts", "counted on"},
		{"actions that are retried together", `"type": "operation", "actions": [{"functionRef": {"refName": "a"}}, {"functionRef": {"refName": "b"}}], ` + retried,
			"convert/retried-parts", "counted on"},
		{"an action that is retried", `"type": "operation", "actions": [{"functionRef": {"refName": "a"}}], ` + retried, "", ""},
		{"actions one after the other", `"type": "operation", "actions": [{"functionRef": {"refName": "a"}}, {"functionRef": {"refName": "b"}}], ` + handled, "", ""},
		{"an iteration whose error is handled", `"type": "foreach", "inputCollection": "{{ $.items }}", "iterationParam": "item", "outputCollection": "{{ $.done }}", ` +
			`"actions": [{"functionRef": {"refName": "a", "parameters": {"of": "{{ $.item }}"}}}], ` + handled, "convert/finished-parts", "keeping them"},
		{"an iteration without results", `"type": "foreach", "inputCollection": "{{ $.items }}", "iterationParam": "item", ` +
			`"actions": [{"functionRef": {"refName": "a", "parameters": {"of": "{{ $.item }}"}}}], ` + handled, "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.sw.json", before+`{"name": "Do", "start": {"kind": "default"}, `+x.state+`, "transition": {"nextState": "Fix"}},
			  {"name": "Fix", "type": "operation", "actions": [{"functionRef": {"refName": "c"}}], "end": {"kind": "default"}}]}`)
			able := joiningTarget()
			able.Answers |= dialects.AnswerMergesDeep
			able.Handlers = dialects.HandleTasks | dialects.HandleScopes | dialects.HandleByError | dialects.HandleData
			list := []Rewrite{listening, errorPlaces, exceptions, finishedParts(false)}
			native := rewrittenWith(t, p, able, dialects.Raising{Prefer: dialects.PreferNative}, list...)
			if rules := lostRules(native); rules != x.loses || len(native.Raised.StandIns) > 0 {
				t.Errorf("natively the losses are %q, and the stand-ins %+v", rules, native.Raised.StandIns)
			}
			c := rewrittenWith(t, p, able, dialects.Raising{Prefer: dialects.PreferExact}, append(list, itemChanges, actions)...)
			if calls := len(c.Raised.StandIns) > 0; calls != (x.near != "") || lostRules(c) != "" {
				t.Fatalf("the stand-ins are %+v, and the losses %q", c.Raised.StandIns, lostRules(c))
			}
			if x.near == "" {
				return
			}
			if near := c.Raised.Near; len(near) != 1 || near[0].Source != x.near {
				t.Errorf("near is %+v", near)
			}
			for _, second := range []string{`2 {"b": 2}`, `2 fail Broken`} {
				run := play{input: `{"items": [1, 2]}`, answers: map[string][]string{"a": {`1 {"a": 1}`, second}, "b": {second}, "c": {`1 {"c": 3}`}}}
				if was, is := observed(t, p, run), observedWorking(t, c, run); was != is {
					t.Errorf("it did\n%s\nand does\n%s", was, is)
				}
			}
			keeps := able
			keeps.KeepsFinished = true
			if c := rewrittenWith(t, p, keeps, dialects.Raising{Prefer: dialects.PreferExact}, list...); len(c.Raised.StandIns)+len(c.Losses()) > 0 {
				t.Errorf("a target that keeps what was finished has %+v", c.Raised.StandIns)
			}
		})
	}
}

// TestStepsForErrorsDropFinishedParts leaves parts that have finished before an error out of account where the step after the handler is
// one that was written to give the document with the error. Other steps of that kind see the parts.
func TestStepsForErrorsDropFinishedParts(t *testing.T) {
	t.Parallel()
	const text = `{"id": "x", "name": "x", "functions": [{"name": "a", "resource": "a"}, {"name": "error-of-do", "resource": "error-of-do"}], "states": [
  {"name": "Do", "type": "parallel", "start": {"kind": "default"}, "branches": [{"name": "x", "actions": [{"functionRef": {"refName": "a"}}]},
    {"name": "y", "actions": [{"functionRef": {"refName": "a"}}]}], "onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "Error of Do"}}], "end": {"kind": "default"}},
  {"name": "Error of Do", "type": "operation", "actions": [{"functionRef": {"refName": "error-of-do"}}], "stateDataFilter": {"dataOutputPath": "{{ $.result.document }}"},
    "transition": {"nextState": "Fix"}},
  {"name": "Fix", "type": "operation", "actions": [{"functionRef": {"refName": "a"}}], "end": {"kind": "default"}}]}`
	able := joiningTarget()
	able.Answers |= dialects.AnswerMergesDeep
	able.Handlers = dialects.HandleTasks | dialects.HandleScopes | dialects.HandleByError | dialects.HandleData
	for _, x := range []struct {
		from, to string
		calls    int
	}{
		{"Error of Do", "Error of Do", 0},
		{"Error of Do", "Problem of Do", 1},
		{"$.result.document", "$.answer", 1},
	} {
		p := lowered(t, "x.sw.json", strings.ReplaceAll(text, x.from, x.to))
		c := rewrittenWith(t, p, able, dialects.Raising{Prefer: dialects.PreferExact}, listening, errorPlaces, exceptions, finishedParts(false))
		if got := len(c.Raised.StandIns); got != x.calls {
			t.Errorf("with %s there are %d stand-ins, want %d", x.to, got, x.calls)
		}
	}
}

// lostRules are the rules of the losses of a conversion, with blanks between them.
func lostRules(c *Conversion) string {
	var out []string
	for _, l := range c.Losses() {
		out = append(out, l.Rule.ID)
	}
	return strings.Join(out, " ")
}
