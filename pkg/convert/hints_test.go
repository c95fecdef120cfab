package convert_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const bakery = `{
  "id": "bakery",
  "name": "The bakery",
  "description": "Bakes at night.",
  "steps": [
    {"id": "knead", "name": "Knead the dough", "type": "SERVICE_TASK", "description": "By hand.", "jobType": "kneader", "nextStep": "bake", "delegateClass": "Ada"},
    {"id": "bake", "name": "Bake", "type": "SERVICE_TASK", "jobType": "oven", "nextStep": "sold"},
    {"id": "sold", "name": "Sold out", "type": "END"}
  ],
  "metadata": {"team": "night"}
}`

// to converts a program, and reads what comes of it.
func to(t *testing.T, p *workflow.Program, dialect string) (string, *workflow.Program, *dialects.Raised) {
	t.Helper()
	d := dialects.Named(all.Dialects(), dialect)
	r := convert.Raise(all.Dialects(), d, p, written(d))
	if len(r.Definitions) != 1 {
		t.Fatalf("to %s: %d definitions, %s", dialect, len(r.Definitions), r.Reason)
	}
	next, err := convert.Read(d, r.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatalf("to %s: %v\n%s", dialect, err, r.Definitions[0].Text)
	}
	return string(dialecttest.Spread(r.Definitions[0].Text)), next, r
}

// withoutHints is a definition without what it carries for the way back to others.
func withoutHints(t *testing.T, text string) string {
	t.Helper()
	var d map[string]any
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	if m, ok := d["metadata"].(map[string]any); ok {
		delete(m, dialects.HintsKey)
	}
	out, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestHintsOverOthers hands hints on over a definition of another dialect, and tells where they are lost. A flow hands on names and
// shapes of its own, which its notation decides, and not hints.
func TestHintsOverOthers(t *testing.T) {
	t.Parallel()
	p := program(t, "bakery.step.json", bakery)
	want, _, _ := to(t, p, "step")
	for _, way := range []string{"sw"} {
		on := p
		for _, d := range strings.Fields(way) {
			_, on, _ = to(t, on, d)
		}
		if got, _, _ := to(t, on, "step"); withoutHints(t, got) != withoutHints(t, want) {
			t.Errorf("over %s it comes back as\n%s", way, got)
		}
	}
	_, sw, _ := to(t, p, "sw")
	_, _, r := to(t, sw, "asl")
	lost := false
	for _, note := range r.Notes {
		lost = lost || strings.Contains(note, "hints for a conversion back to step")
	}
	if !lost {
		t.Error("hints that have no place in asl are not lost")
	}
}

// TestHintsOfOthers changes a definition on the way: hints count as long as their element is what it was.
func TestHintsOfOthers(t *testing.T) {
	t.Parallel()
	p := program(t, "bakery.step.json", bakery)
	text, _, _ := to(t, p, "sw")
	for _, c := range []struct{ name, old, new, want, gone string }{
		{"a text in its place", "Bakes at night.", "Bakes by day.", `"description": "Bakes by day."`, "Bakes at night."},
		{"a text of an element", `"description": "By hand."`, `"description": "By machine."`, `"description": "By machine."`, "By hand."},
		{"a task", `"refName": "oven"`, `"refName": "kneader"`, `"delegateClass": "Ada"`, `"jobType": "oven"`},
		{"a name", `"bake"`, `"toast"`, `"delegateClass": "Ada"`, `"bake"`},
		{"no hints", `"flowglot": "{`, `"flowglot": "[`, `"By hand."`, `"delegateClass": "Ada"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			changed := strings.ReplaceAll(text, c.old, c.new)
			if changed == text {
				t.Fatalf("there is no %s in\n%s", c.old, text)
			}
			got, _, _ := to(t, program(t, "bakery.sw.json", changed), "step")
			if !strings.Contains(got, c.want) || strings.Contains(got, c.gone) {
				t.Errorf("it comes back as\n%s", got)
			}
		})
	}
}

// TestHintsOfNobody reads hints that no converter wrote: they are of no effect, and nothing breaks.
func TestHintsOfNobody(t *testing.T) {
	t.Parallel()
	p := program(t, "bakery.step.json", bakery)
	plain, _, _ := to(t, p, "asl")
	for _, hints := range []string{`null`, `[]`, `{"asl": 1}`, `{"asl": {"bakery": []}}`, `{"asl": {"bakery": {"elements": [], "was": 3, "workflow": "x"}}}`,
		`{"asl": {"bakery": {"structure": {"of": 1, "elements": 2, "order": 3, "gone": {}}}}}`,
		`{"asl": {"bakery": {"elements": {"knead": {"Type": "Fail"}, "nobody": {"Comment": "x"}}}}}`} {
		text := strings.Replace(bakery, `{"team"`, `{"flowglot": `+hints+`, "team"`, 1)
		got, _, _ := to(t, program(t, "bakery.step.json", text), "asl")
		if got != plain {
			t.Errorf("with %s it becomes\n%s", hints, got)
		}
	}
}

// TestManyHints converts a long definition there and back.
func TestManyHints(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	b.WriteString(`{"id": "long", "name": "long", "steps": [`)
	for i := range 2000 {
		b.WriteString(strings.NewReplacer("#", strconv.Itoa(i), "%", strconv.Itoa(i+1)).Replace(
			`{"id": "s#", "name": "Step #", "type": "SERVICE_TASK", "jobType": "t#", "nextStep": "s%", "description": "The #th."},`))
	}
	b.WriteString(`{"id": "s2000", "name": "Done", "type": "END"}]}`)
	p := program(t, "long.step.json", b.String())
	want, _, _ := to(t, p, "step")
	_, sw, _ := to(t, p, "sw")
	if got, _, _ := to(t, sw, "step"); got != want {
		t.Error("a long definition comes back otherwise")
	}
}

// TestEventsAreGivenAsTheDefinitionOfBeforeAwaitsThem has an event become the completion of a step, and that the event again.
func TestEventsAreGivenAsTheDefinitionOfBeforeAwaitsThem(t *testing.T) {
	t.Parallel()
	p := program(t, "order.sw.json", `{"id": "order", "name": "Order", "version": "1", "functions": [{"name": "ship", "resource": "urn:ship"}],
	  "events": [{"name": "paid", "type": "bank.paid", "source": "bank"}], "states": [{"name": "payment", "type": "event", "start": {"kind": "default"},
	   "eventsActions": [{"eventRefs": ["paid"], "actions": [{"functionRef": {"refName": "ship"}}]}], "end": {"kind": "default"}}]}`)
	_, steps, _ := to(t, p, "step")
	text, again, r := to(t, steps, "sw")
	if !strings.Contains(text, `"bank.paid"`) || len(r.Occurrences) != 1 || r.Occurrences[0].To.Name != "bank.paid" || r.Occurrences[0].To.Source != "bank" {
		t.Errorf("it is given %+v, and awaits\n%s", r.Occurrences, text)
	}
	v, err := (&verify.Pair{Source: steps, Target: again, Raised: r}).Verify(context.Background(), verify.Invent(steps, options(), 12, chance(1)))
	if err != nil || v.Failed() || v.Equal == 0 {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestWorkersThatSelectTheirInputKeepIt has a task whose worker came to read its input of the document get the document after the way back,
// too.
func TestWorkersThatSelectTheirInputKeepIt(t *testing.T) {
	t.Parallel()
	p := program(t, "billing.sw.json", `{"id": "billing", "name": "Billing", "version": "1", "functions": [{"name": "bill", "resource": "urn:bill"}], "states": [
	  {"name": "bill", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "bill", "parameters": {"who": "{{ $.customer.name }}"}}}],
	   "end": {"kind": "default"}}]}`)
	_, steps, there := to(t, p, "step")
	if len(there.Contracts) != 1 || there.Contracts[0].From == nil {
		t.Errorf("the contracts are %+v", there.Contracts)
	}
	text, again, r := to(t, steps, "sw")
	v, err := (&verify.Pair{Source: steps, Target: again, Raised: r}).Verify(context.Background(), verify.Invent(steps, options(), 12, chance(1)))
	if err != nil || v.Failed() || v.Equal == 0 {
		t.Errorf("%+v, %v\n%s", v, err, text)
	}
}
