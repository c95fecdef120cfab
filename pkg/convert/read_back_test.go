package convert_test

import (
	"context"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// readBack converts a definition to another dialect and back, without hints, and returns the text. On both ways no made-up run may differ.
func readBack(t *testing.T, file, text, through string) string {
	t.Helper()
	p := program(t, file, text)
	home := p.Start().Dialect
	for _, name := range []string{through, home} {
		p, text = convertedTo(t, p, name)
	}
	return text
}

// convertedTo converts a program, compares made-up runs of it with those of what it becomes, and returns that with its text.
func convertedTo(t *testing.T, p *workflow.Program, name string) (*workflow.Program, string) {
	t.Helper()
	to := dialects.Named(all.Dialects(), name)
	o := inDomain(to, dialects.Raising{Format: source.JSON})
	raised := convert.Raise(all.Dialects(), to, p, o)
	if len(raised.Definitions) == 0 {
		t.Fatal(raised.Reason)
	}
	text := string(raised.Definitions[0].Text)
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	pair := &verify.Pair{Source: p, Target: target, Raised: raised, Domain: o.Domain}
	runs := slices.Concat(verify.Invent(p, options(), 12, rand.New(rand.NewSource(1))), verify.InventWithin(o.Domain, p, options(), 12, chance(1)))
	v, err := pair.Verify(context.Background(), runs)
	if err != nil {
		t.Fatal(err)
	}
	if v.Failed() || v.Equal == 0 {
		t.Errorf("to %s, %d runs are equal, and one differs: %v\n%s", name, v.Equal, v.Difference, text)
	}
	return target, text
}

// TestFlowsAreReadBack has flows come back from other dialects as their authors wrote them: parameters that only a worker can add are
// those of the task again, data that a flow begins with is data, and the items of a list need no list.
func TestFlowsAreReadBack(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, through, want string }{
		{"parameters", "fetch({\"limit\": 5}) → store\n", "asl", "fetch → store\n"},
		{"data that begins a flow", "<{\"source\": \"sales\"}> → list → load\n", "asl", "<{\"source\": \"sales\"}> → list → load\n"},
		{"items", "list → * load → sum\n", "asl", "list → * load → sum\n"},
		{"a choice for each item", "list → * { check → { ?`$[?(@.sound == true)]` load ?`$[?(@.sound == false)]` drop } } → sum\n", "asl",
			"@task Sound {\n  ? `$[?(@.sound == true)]` load\n  ? `$[?(@.sound == false)]` drop\n}\n\nlist → * {\n  check → Sound\n} → sum\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := readBack(t, "load.flow", test.text, test.through); got != test.want {
				t.Errorf("it comes back as\n%s\nand not\n%s", got, test.want)
			}
		})
	}
}

// TestProcessorsAreReadBack has the processors of a transition, which other dialects call one after the other, be those of the transition
// again.
func TestProcessorsAreReadBack(t *testing.T) {
	t.Parallel()
	text := readBack(t, "loan.fsm.json", `{"version": "1", "name": "loan", "initialState": "NEW", "active": true, "states": {"CHECKED": {}, "NEW": {"transitions": [
	 {"name": "check", "next": "CHECKED", "manual": false, "processors": [
	  {"type": "EXTERNAL", "name": "check-credit", "executionMode": "SYNC", "config": {"attachEntity": true}},
	  {"type": "EXTERNAL", "name": "check-identity", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]}}}`, "asl")
	if strings.Contains(text, "NEW: ") || strings.Count(text, `"next":`) != 1 || strings.Count(text, `"SYNC"`) != 2 {
		t.Errorf("it comes back as\n%s", text)
	}
}

// TestGivenNames has the names that a flow gives to invocations of a task be those of the steps of the target, and brackets with a name
// that of the choice in them.
func TestGivenNames(t *testing.T) {
	t.Parallel()
	p := program(t, "order.flow", "@task Validate = check-order ;\n@task Valid {\n  ? `$[?(@.valid == true)]` { Validate → book }\n} ;\nValidate → Valid\n")
	to := dialects.Named(all.Dialects(), "asl")
	raised := convert.Raise(all.Dialects(), to, p, inDomain(to, dialects.Raising{Format: source.JSON}))
	if len(raised.Definitions) == 0 {
		t.Fatal(raised.Reason)
	}
	text := string(raised.Definitions[0].Text)
	for _, part := range []string{`"Validate": {`, `"Valid": {`, `"Type": "Choice"`, `"Validate 2": {`} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is not in\n%s", part, text)
		}
	}
	want := []dialects.Renaming{{From: "check-order", To: "Validate 2"}, {From: "check-order", To: "Validate"}}
	if !slices.Equal(raised.Names, want) {
		t.Errorf("the names are %v", raised.Names)
	}
}

// TestWhatIsLostOnTheWayBackIsReported has definitions that were made for one dialect become those of the other again, where what differs
// then is due to a loss: a time limit that is dropped, a task that is left out, changes of parallel branches that are not seen.
func TestWhatIsLostOnTheWayBackIsReported(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ file, text, to, rule, about string }{
		{"riddle.sw.json", `{"id": "riddle", "name": "Riddle", "functions": [{"name": "guess", "resource": "guess"}], "states": [
		  {"name": "Asked", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "guess"}, "timeout": "PT20S"}],
		   "retry": [{"expression": "{{ $.errors[?(@.name == 'Timeout')] }}", "maxAttempts": 0}], "end": {"kind": "default"}}]}`,
			"fsm", "convert/response-timeout", "Asked"},
		{"payment.sw.json", `{"id": "payment", "name": "Payment", "functions": [{"name": "pay", "resource": "pay"}, {"name": "note", "resource": "error-of-pay"},
		  {"name": "remind", "resource": "remind"}], "states": [
		  {"name": "pay", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "pay"}}],
		   "onError": [{"expression": "{{ $.errors[?(@.name == 'NoMoney')] }}", "transition": {"nextState": "Error of pay"}}], "end": {"kind": "default"}},
		  {"name": "Error of pay", "type": "operation", "actions": [{"functionRef": {"refName": "note"}}],
		   "stateDataFilter": {"dataOutputPath": "{{ $.result.document }}"}, "transition": {"nextState": "remind"}},
		  {"name": "remind", "type": "operation", "actions": [{"functionRef": {"refName": "remind"}}], "end": {"kind": "default"}}]}`,
			"asl", "convert/held-error", "Error of pay"},
		{"loads.sw.json", `{"id": "loads", "name": "Loads", "functions": [{"name": "prepare-load", "resource": "prepare-load"}, {"name": "load", "resource": "load"}], "states": [
		  {"name": "Prepare Load", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "prepare-load"}}],
		   "transition": {"nextState": "Load"}},
		  {"name": "Load", "type": "foreach", "inputCollection": "{{ $.prepare-load.files }}", "iterationParam": "item", "actions": [{"functionRef": {"refName": "load"}}],
		   "outputCollection": "{{ $.prepare-load.document.loads }}", "stateDataFilter": {"dataOutputPath": "{{ $.prepare-load.document }}"}, "end": {"kind": "default"}}]}`,
			"asl", "convert/helping-task", "Prepare Load"},
		{"trip.flow", "weigh → { :start → :end } :book → book → :book > book-output\n", "asl", "convert/helping-task", "book-output"},
		{"coat.step.json", `{"id": "coat", "name": "Coat", "steps": [
		  {"id": "fork", "name": "Fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["cut", "print"], "joinStep": "join"},
		  {"id": "cut", "name": "Cut", "type": "SERVICE_TASK", "jobType": "cut", "nextStep": "sew"},
		  {"id": "sew", "name": "Sew", "type": "SERVICE_TASK", "jobType": "sew", "nextStep": "dye"},
		  {"id": "dye", "name": "Dye", "type": "SERVICE_TASK", "jobType": "dye", "nextStep": "join"},
		  {"id": "print", "name": "Print", "type": "SERVICE_TASK", "jobType": "print", "nextStep": "join"},
		  {"id": "join", "name": "Join", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`,
			"arrow", "convert/shared-variables", "dye"},
	} {
		p, to := program(t, test.file, test.text), dialects.Named(all.Dialects(), test.to)
		raised := convert.Raise(all.Dialects(), to, p, inDomain(to, dialects.Raising{Format: source.JSON}))
		if !slices.ContainsFunc(raised.Losses, func(l *dialects.Loss) bool {
			return l.Rule.ID == test.rule && slices.ContainsFunc(l.From, func(e *workflow.Element) bool { return e.Name == test.about })
		}) {
			t.Errorf("%s lacks %s of %q:\n%s", test.file, test.rule, test.about, lost(raised.Losses))
		}
		target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		pair := &verify.Pair{Source: p, Target: target, Raised: raised, Domain: dialects.Domain{Objects: true, Typed: true, Disjoint: true}}
		v, err := pair.Verify(context.Background(), verify.InventWithin(pair.Domain, p, options(), 12, chance(1)))
		if err != nil || v.Failed() || v.Excused == 0 {
			t.Errorf("%s: %v, %+v", test.file, err, v)
			if v != nil && v.Difference != nil {
				t.Log(*v.Difference)
			}
		}
	}
}
