package sw

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// load reads a text and tells whether it has errors.
func load(name string, text []byte) (d dialects.Definition, f *source.File, wrong bool) {
	f = source.NewFile(name, text)
	wrong = len(source.Parse(f)) > 0
	d = Dialect{}.Read(f, dialects.Options{})
	return d, f, wrong || diag.Worst(d.Check(0)) == diag.Error
}

// TestDefinitions holds definitions that are right to having no finding, and to being printed twice the same, with
// everything that they say.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	for name, text := range dialecttest.Definitions(t, Dialect{}) {
		d, f, _ := load(name, text)
		if found := d.Check(0); len(found) > 0 {
			t.Errorf("%s: %q", name, dialecttest.Places(found))
		}
		once := d.Format()
		again, printed, wrong := load(name, once)
		if wrong || !bytes.Equal(again.Format(), once) {
			t.Errorf("%s: formatting twice gives another text", name)
		}
		if !sameData(f.Root, printed.Root) {
			t.Errorf("%s: formatting changes what it says", name)
		}
	}
}

// through prints a definition from its text and through the model, without comments.
func through(t testing.TB, d dialects.Definition, f *source.File) (want, got []byte) {
	t.Helper()
	want = d.Format()
	got, losses := dialecttest.Raise(Dialect{}, d.Lower(), f.Format)
	if len(losses) > 0 {
		t.Errorf("%s: %s", f.Name, losses[0].Message)
	}
	if f.Format == source.YAML { // the model does not hold comments
		want, got = source.Print(dialecttest.Bare(t, "x.yaml", want), source.JSON), source.Print(dialecttest.Bare(t, "x.yaml", got), source.JSON)
	}
	return want, got
}

// TestModelLosesNothing prints every definition from its text and through the model: both are the same.
func TestModelLosesNothing(t *testing.T) {
	t.Parallel()
	compared := 0
	for name, text := range dialecttest.Definitions(t, Dialect{}) {
		d, f, wrong := load(name, text)
		if wrong || len(d.Lower().Start().Unsupported) > 0 {
			continue
		}
		compared++
		if want, got := through(t, d, f); !bytes.Equal(got, want) {
			t.Errorf("%s: through the model it is\n%s\nand from its text\n%s", name, got, want)
		}
	}
	if compared < 20 {
		t.Errorf("only %d definitions were compared", compared)
	}
}

// TestRaiseKeepsWhatTheModelHasNoPartFor has a definition say everything that changes nothing, or is spelled otherwise than
// the model would.
func TestRaiseKeepsWhatTheModelHasNoPartFor(t *testing.T) {
	t.Parallel()
	const text = `{"colour": 1, "id": "i", "name": "N", "version": "{{ $.v }}", "schemaVersion": "1", "metadata": {"b": "1", "a": "2"}, "functions": [
		{"name": "f", "resource": "r", "type": "t", "metadata": {"x": "y"}}], "events": [
		{"name": "E", "type": "e", "source": "s", "kind": "consumed", "correlation": [{"contextAttributeName": "k", "contextAttributeValue": "v {{ $.v }}"}], "metadata": {}},
		{"name": "P", "type": "p", "source": "s", "kind": "Produced"}], "states": [
		{"id": "a", "name": "A", "type": "Operation", "start": {"kind": "default"}, "actionMode": "sequential", "metadata": {"m": "n"}, "stateDataFilter": {},
			"actions": [{"name": "f", "functionRef": {"refName": "f", "parameters": {"z": "{{ $.b }} ", "a": [1, {"x": 2.50}]}}, "timeout": "PT1M", "colour": "red"}],
			"retry": [{"expression": "{{ $.error }}", "interval": "R2/PT1M"}, {"expression": "{{$.error}}", "maxAttempts": "3", "interval": "R3/PT1M"}, {"expression": "$.error", "interval": "PT0S"}],
			"onError": [{"expression": "{{ $.error }}", "errorDataFilter": {}, "transition": {"nextState": "b", "weight": 3}}],
			"transition": {"nextState": "b", "expression": " {{ $.x }}", "produceEvent": {"eventRef": "P", "data": "{{ $ }}", "contextAttributes": [{"a": "1"}]}}},
		{"id": "b", "name": "B", "type": "switch", "dataConditions": [{"condition": "{{ $.x }}", "metadata": {"k": "v"}, "transition": {"nextState": "C"}}], "default": {"nextState": "C"}},
		{"name": "C", "type": "event", "onEvents": [{"eventRefs": ["E"], "actionMode": "parallel", "actions": [{"functionRef": {"refName": "f"}}],
			"eventDataFilter": {"inputPath": "{{ $.data }}"}}], "exclusive": true, "timeout": "PT1M", "transition": {"nextState": "D"}},
		{"name": "D", "type": "parallel", "completionType": "and", "branches": [{"name": "x", "subflowId": "other", "note": 1}, {"name": "y", "actions": []}],
			"transition": {"nextState": "G"}},
		{"name": "G", "type": "foreach", "inputCollection": "{{$.list}}", "iterationParam": "p", "outputCollection": "{{$.out}}", "max": "0", "actions": [],
			"transition": {"nextState": "H"}},
		{"name": "H", "type": "subflow", "waitForCompletion": false, "workflowId": "w", "end": {"kind": "default", "why": null}}]}`
	d, f, _ := load("x.sw.json", []byte(text))
	if u := d.Lower().Start().Unsupported; len(u) > 0 {
		t.Fatal(u[0].Message("run"))
	}
	if want, got := through(t, d, f); !bytes.Equal(got, want) {
		t.Errorf("through the model it is\n%s\nand from its text\n%s", got, want)
	}
}

// sameData compares trees but for the order of members.
func sameData(a, b *source.Node) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Members) != len(b.Members) || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Members {
		if x := b.Get(a.Members[i].Key); x == nil || !sameData(a.Members[i].Value, x) {
			return false
		}
	}
	for i := range a.Items {
		if !sameData(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

// TestFormat prints the fields of every kind of object in their order.
func TestFormat(t *testing.T) {
	t.Parallel()
	const text = `{"states": [{"end": {"produceEvent": {"data": "{{ $ }}", "eventRef": "E"}, "kind": "event"}, "colour": 1, "actions": [
		{"functionRef": {"parameters": {"z": 1, "a": 2}, "refName": "f"}, "name": "x"}], "type": "operation", "start": {"kind": "default"}, "name": "S",
		"retry": [{"maxAttempts": 1, "expression": "{{ $ }}"}]}], "metadata": {"z": "1", "a": "2"}, "name": "N", "id": "i"}`
	const want = `{
  "id": "i",
  "name": "N",
  "states": [
    {
      "name": "S",
      "type": "operation",
      "start": {"kind": "default"},
      "actions": [{"name": "x", "functionRef": {"refName": "f", "parameters": {"z": 1, "a": 2}}}],
      "colour": 1,
      "retry": [{"expression": "{{ $ }}", "maxAttempts": 1}],
      "end": {"kind": "event", "produceEvent": {"eventRef": "E", "data": "{{ $ }}"}}
    }
  ],
  "metadata": {"z": "1", "a": "2"}
}
`
	d, _, _ := load("x.sw.json", []byte(text))
	f := source.NewFile("x.json", []byte(want))
	source.Parse(f)
	if got := string(d.Format()); got != string(source.Print(f.Root, source.JSON)) {
		t.Errorf("got\n%s", got)
	}
}

// TestLower holds what states become to the model.
func TestLower(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../testdata/sw/harvest.sw.yaml")
	if err != nil {
		t.Fatal(err)
	}
	d, _, wrong := load("harvest.sw.yaml", text)
	w := d.Lower().Start()
	if wrong || w.ID != "harvest" || w.Title != "From the bed to the market" || w.Root.Start.Name() != "Ripe" {
		t.Fatalf("the workflow is %+v", w)
	}
	var got []string
	for _, n := range w.Nodes {
		s := strings.Repeat("  ", n.Region.Depth()) + n.Element.Name + " " + n.Kind.String()
		if n.Call != nil {
			s += " calls " + n.Call.Task
		}
		if n.Awaits != nil {
			for _, t := range n.Awaits.For {
				s += " hears " + t.Name
			}
		}
		for _, r := range n.Retry {
			s += fmt.Sprintf(" retries %d after %s", r.Limit, expr.Readable(r.Delay.Expr))
		}
		for _, e := range n.Out {
			s += fmt.Sprintf(", %s %s", e.Kind, e.Target().Element.Name)
		}
		got = append(got, s)
	}
	want := []string{
		"Ripe scope, next Plan",
		"  Ripe await hears BedRipe, next Ripe",
		"  Ripe end",
		"Plan pass, next Pick",
		"Pick scope, next Weather, error Sell",
		"  pick task calls pick, next weigh",
		"  weigh task calls weigh, end Pick",
		"  Pick end",
		"Weather await hears Sun hears Rain, choice Dry, choice Wash, timer Dry",
		`Wash scope retries 2 after "PT1M30S", next Dry`,
		"  wash task calls wash, end Wash",
		"  Wash end",
		"Dry wait, next Sort",
		"Sort scope, next Enough",
		"  Left task calls wash, next twice",
		"  twice task calls wash, end Sort",
		"  Sort end",
		"  Sort task calls sorting, end Sort",
		"  Sort end",
		"Enough choice, choice Ask, default Sell",
		"Ask scope, next Sell",
		"  offer task calls offer, next Ask",
		"  Ask await hears OfferAnswered, end Ask",
		"  Ask end",
		"Sell task calls market, end Sell",
		"Sell emit, end Sell",
		"Sell end",
	}
	if g, x := strings.Join(got, "\n"), strings.Join(want, "\n"); g != x {
		t.Errorf("got\n%s\nwant\n%s", g, x)
	}
	if len(w.Unsupported) > 0 {
		t.Errorf("not supported are %v", w.Unsupported)
	}
}

// TestEndThatNamesNoEvent ends a workflow all the same, so that nothing else is found about it.
func TestEndThatNamesNoEvent(t *testing.T) {
	t.Parallel()
	d, _, _ := load("x.sw.json", []byte(`{"id": "i", "name": "N", "states": [{"name": "a", "type": "inject", "start": {}, "end": {"kind": "event"}}]}`))
	root := d.Lower().Start().Root
	if out := root.Start.Out; len(out) != 1 || out[0].To.Kind != workflow.End {
		t.Errorf("%d ways lead on from the last state", len(out))
	}
}

// TestMistakesWithoutEffect has what is wrong, and means nothing to a run, not keep a definition from being run.
func TestMistakesWithoutEffect(t *testing.T) {
	t.Parallel()
	for _, field := range []string{`"stateDataFilter": {"dataOutputPath": "{{ $.a[?(@.b = 1)] }}"}`, `"metadata": {"weight": 5}`, `"metadata": []`, `"dataInputSchema": {}`, `"id": 7`,
		`"branches": [{"name": 1, "actions": [{"name": "", "functionRef": {"refName": "f"}}]}]`} {
		d, _, wrong := load("x.sw.json", []byte(`{"id": "i", "name": "N", "functions": [{"name": "f", "resource": "r"}], "states": [
			{"name": "a", "type": "parallel", "start": {"kind": "default"}, "end": {"kind": "default"}, `+field+`}]}`))
		if u := d.Lower().Start().Unsupported; !wrong || len(u) > 0 {
			t.Errorf("%s: wrong %t, %v", field, wrong, u)
		}
	}
}

// TestUnsupported holds definitions to saying why they are not run, and at which place.
func TestUnsupported(t *testing.T) {
	t.Parallel()
	const end = `{"name": "e", "type": "inject", "end": {"kind": "default"}}]}`
	for state, want := range map[string]string{
		`{"type": "inject"}`:            "a state without a name",
		`{"name": "a", "type": "what"}`: "a state without a type",
		`{"name": "a", "type": "inject", "start": {}, "end": {"kind": "event"}}`:                           "an event that is not named",
		`{"name": "a", "type": "inject", "start": {}, "transition": {"nextState": "x1"}}`:                  "a transition to a state that does not exist",
		`{"name": "a", "type": "inject", "start": {}, "transition": {}}`:                                   "a transition without a state",
		`{"name": "a", "type": "inject", "start": {}}`:                                                     "a state with neither a transition nor an end",
		`{"name": "a", "type": "inject", "end": {}}`:                                                       "a workflow without a start",
		`{"name": "e", "type": "inject", "start": {}, "end": {}}`:                                          "a state with a duplicate name",
		`{"name": "a", "type": "switch", "start": {}, "default": {}}`:                                      "a transition without a state",
		`{"name": "a", "type": "foreach", "start": {}, "end": {}, "onError": [{"expression": "{{ $ }}"}]}`: "a transition without a state",
	} {
		d, _, _ := load("x.sw.json", []byte(`{"id": "i", "name": "N", "states": [`+state+", "+end))
		p := d.Lower()
		var got []string
		for i := range p.Start().Unsupported {
			got = append(got, p.Start().Unsupported[i].What)
		}
		if !strings.Contains(strings.Join(got, "\n"), strings.TrimPrefix(want, "the ")) {
			t.Errorf("%s: %q, want %s", state, got, want)
		}
		if text, losses := dialecttest.Raise(Dialect{}, p, source.JSON); text != nil || len(losses) == 0 {
			t.Errorf("%s is converted", state)
		}
	}
	for _, text := range []string{`{}`, `[]`, `{"states": []}`, `{"states": 5}`, `{"states": [1]}`, ``} {
		if d, _, _ := load("x.sw.json", []byte(text)); d.Lower() != nil {
			t.Errorf("%s is lowered", text)
		}
	}
}

func FuzzFormat(f *testing.F) {
	for _, text := range dialecttest.Definitions(f, Dialect{}) {
		f.Add(text)
	}
	for _, tt := range findingTests {
		f.Add([]byte(tt.Text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"x.sw.json", "x.sw.yaml"} {
			d, file, wrong := load(name, text)
			once := d.Format()
			if p := d.Lower(); p != nil {
				dialecttest.Raise(Dialect{}, p, file.Format)
			}
			if wrong {
				continue
			}
			if again, _, _ := load(name, once); !bytes.Equal(again.Format(), once) {
				t.Fatalf("formatting twice:\n%s\n%s", once, again.Format())
			}
			if p := d.Lower(); p == nil || len(p.Start().Unsupported) > 0 {
				continue
			}
			if want, got := through(t, d, file); !bytes.Equal(got, want) {
				t.Fatalf("through the model it is\n%s\nand from its text\n%s", got, want)
			}
		}
	})
}

func BenchmarkLower(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x.sw.json", []byte(chain(n)))
			source.Parse(f)
			d := Dialect{}.Read(f, dialects.Options{})
			b.ReportAllocs()
			for b.Loop() {
				d.Lower()
			}
		})
	}
}
