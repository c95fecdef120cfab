package step

import (
	"bytes"
	"fmt"
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

// spelled is a definition in which everything is said that can be left out.
const spelled = `{
  "metadata": {"x": [1, 2.50, null]},
  "steps": [
    {"nextStep": "b", "boundaryEvents": [], "retryCount": 0, "jobType": "a", "delegateClass": "C", "description": "", "type": "SERVICE_TASK", "name": "A", "id": "a"},
    {"id": "b", "name": "B", "type": "SERVICE_TASK", "jobType": "work", "retryCount": 2.0},
    {"id": "c", "name": "C", "type": "USER_TASK", "jobType": "form", "boundaryEvents": [
      {"targetStepId": "a", "interrupting": false, "duration": "P0001D", "type": "TIMER"},
      {"type": "TIMER", "duration": "PT48H", "interrupting": true, "targetStepId": "d"}]},
    {"id": "d", "name": "D", "type": "DECISION_TABLE", "hitPolicy": "U", "decisionTable": {"rules": [
      {"outputs": {"z": 1.0, "a": "${x + 1}", "m": {"b": 1, "a": 2}}, "when": {"k": "  ", "c": "#x > 1"}}, {"when": {}, "outputs": {}}, {}]}, "nextStep": "e"},
    {"id": "e", "name": "E", "type": "TRANSFORMATION", "transformations": {"z": "${x", "a": 1e3, "n": null}, "nextStep": "p"},
    {"id": "p", "name": "P", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["w", "a", "j"], "joinStep": "j"},
    {"id": "w", "name": "W", "type": "WAIT", "nextStep": "j"},
    {"id": "j", "name": "J", "type": "JOIN_GATEWAY", "nextStep": "q"},
    {"id": "q", "name": "Q", "type": "DECISION", "conditionalNextSteps": {"z  >  1": "end", "a == 1": "end", "true": "a"}},
    {"id": "end", "name": "End", "type": "END", "description": "done"}
  ],
  "nextWorkflowId": "", "autoStartNextWorkflow": false, "name": "N", "id": "i"
}
`

// definitions are those in testdata, the fixed examples of the rules, and one in which everything is spelled out.
func definitions(t testing.TB) map[string][]byte {
	out := dialecttest.Definitions(t, Dialect{})
	out["spelled.step.json"] = []byte(spelled)
	return out
}

// TestModelLosesNothing prints every definition from its text and through the model: both are the same.
func TestModelLosesNothing(t *testing.T) {
	t.Parallel()
	compared := 0
	for name, text := range definitions(t) {
		d, f, wrong := load(name, text)
		if wrong || len(d.Lower().Start().Unsupported) > 0 {
			t.Errorf("%s has errors", name)
			continue
		}
		compared++
		want := d.Format()
		got, losses := dialecttest.Raise(Dialect{}, d.Lower(), f.Format)
		if f.Format == source.YAML { // the model does not hold comments
			want, got = source.Print(dialecttest.Bare(t, "x.yaml", want), source.JSON), source.Print(dialecttest.Bare(t, "x.yaml", got), source.JSON)
		}
		if len(losses) > 0 || !bytes.Equal(got, want) {
			t.Errorf("%s: through the model it is\n%s\nand from its text\n%s", name, got, want)
		}
		again, _, _ := load(name, d.Format())
		if !bytes.Equal(again.Format(), d.Format()) {
			t.Errorf("%s: formatting twice gives another text", name)
		}
	}
	if compared < 40 {
		t.Errorf("only %d definitions were compared", compared)
	}
}

// TestLower holds what steps become to the model.
func TestLower(t *testing.T) {
	t.Parallel()
	d, _, wrong := load("x.step.json", []byte(spelled))
	w := d.Lower().Start()
	if wrong || w.ID != "i" || w.Then != nil || !w.Root.Shared || w.Root.Start.Name() != "a" {
		t.Fatalf("the workflow is %+v", w)
	}
	var got []string
	for _, n := range w.Nodes {
		s := fmt.Sprintf("%s %s", n.Name(), n.Kind)
		if c := n.Data.Combine; c != nil {
			s += fmt.Sprintf(" combine %d", c.Mode)
		}
		if n.Call != nil {
			s += " calls " + n.Call.Task
		}
		for _, r := range n.Retry {
			s += fmt.Sprintf(" retries %d", r.Limit)
		}
		if n.Joins != nil {
			s += " joins " + n.Joins.Name()
		}
		for _, e := range n.Out {
			s += fmt.Sprintf(", %s %s", e.Kind, e.To.Name())
		}
		for _, x := range n.Timers {
			s += fmt.Sprintf("; %v %v", x.Length.Expr.(*expr.Literal).Value, x.Interrupting)
		}
		got = append(got, s)
	}
	want := []string{
		fmt.Sprintf("a task combine %d calls a, next b", workflow.MergeDeep),
		fmt.Sprintf("b task combine %d calls work retries 2", workflow.MergeDeep),
		fmt.Sprintf("c await combine %d, timer a, timer d; P0001D false; PT48H true", workflow.MergeDeep),
		fmt.Sprintf("d table combine %d, next e", workflow.MergeShallow),
		fmt.Sprintf("e pass combine %d, next p", workflow.MergeShallow),
		"p pass joins j, next w, next a, next j",
		fmt.Sprintf("w await combine %d, next j", workflow.MergeShallow),
		"j pass, next q", "q choice, choice end, choice end, choice a", "end end",
	}
	if g, x := strings.Join(got, "\n"), strings.Join(want, "\n"); g != x {
		t.Errorf("got\n%s\nwant\n%s", g, x)
	}
}

// TestUnsupported holds definitions that cannot be run to saying why, and to being drawn all the same.
func TestUnsupported(t *testing.T) {
	t.Parallel()
	const end = `{"id": "e", "name": "E", "type": "END"}]}`
	for step, want := range map[string]string{
		`{"name": "A", "type": "END"}`:            "a step without an id",
		`{"id": "a", "type": "what"}`:             "a step without a type",
		`{"id": "e", "name": "E", "type": "END"}`: "a step with a duplicate id",
		`7`:                           "a step that is not an object",
		`{"id": "a", "type": "WAIT"}`: "a step without a next step",
		`{"id": "a", "type": "WAIT", "nextStep": "x1"}`:                                        "a reference to a step that does not exist",
		`{"id": "a", "type": "DECISION", "conditionalNextSteps": {"true": 1}}`:                 "a branch without a target",
		`{"id": "a", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["e", "e"]}`:             "a gateway without a join",
		`{"id": "a", "type": "PARALLEL_GATEWAY", "joinStep": "e"}`:                             "a gateway whose join is not a JOIN_GATEWAY",
		`{"id": "a", "type": "DECISION_TABLE", "decisionTable": {}, "nextStep": "e"}`:          "a decision table without rules",
		`{"id": "a", "type": "USER_TASK", "nextStep": "e", "boundaryEvents": [{}]}`:            "an invalid boundary event",
		`{"id": "a", "type": "SERVICE_TASK", "nextStep": 7, "jobType": "x"}`:                   "a step without a next step",
		`{"id": "a", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["e"], "joinStep": "e"}`: "a gateway whose join is not a JOIN_GATEWAY",
	} {
		d, _, _ := load("x.step.json", []byte(`{"id": "i", "name": "N", "steps": [`+step+", "+end))
		w := d.Lower().Start()
		if len(w.Unsupported) == 0 || w.Unsupported[0].What != want {
			t.Errorf("%s: %+v, want %s", step, w.Unsupported, want)
		}
		if text, losses := dialecttest.Raise(Dialect{}, d.Lower(), source.JSON); text != nil || len(losses) == 0 {
			t.Errorf("%s is converted", step)
		}
	}
	for _, text := range []string{`{}`, `[]`, `{"steps": []}`, `{"steps": 5}`, ``} {
		if d, _, _ := load("x.step.json", []byte(text)); d.Lower() != nil {
			t.Errorf("%s is lowered", text)
		}
	}
}

// TestMergeShallow takes the option to where variables are merged.
func TestMergeShallow(t *testing.T) {
	t.Parallel()
	f := source.NewFile("x.step.json", []byte(spelled))
	source.Parse(f)
	for _, n := range (Dialect{}).Read(f, dialects.Options{Settings: dialects.Settings{mergeOption: "shallow"}}).Lower().Start().Nodes {
		if c := n.Data.Combine; c != nil && c.Mode != workflow.MergeShallow {
			t.Errorf("%s merges by mode %d", n.Name(), c.Mode)
		}
	}
}

func FuzzModel(f *testing.F) {
	for _, text := range definitions(f) {
		f.Add(text)
	}
	for _, tt := range findingTests {
		f.Add([]byte(tt.Text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"x.step.json", "x.step.yaml"} {
			d, file, wrong := load(name, text)
			once := d.Format()
			if p := d.Lower(); p != nil {
				raised, losses := dialecttest.Raise(Dialect{}, p, file.Format)
				if !wrong && (len(losses) > 0 || raised == nil) {
					t.Fatalf("losses: %+v", losses)
				}
			}
			if wrong {
				continue
			}
			if again, _, _ := load(name, once); !bytes.Equal(again.Format(), once) {
				t.Fatalf("formatting twice:\n%s\n%s", once, again.Format())
			}
		}
	})
}

func BenchmarkLower(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x.step.json", []byte(chain(n)))
			source.Parse(f)
			d := Dialect{}.Read(f, dialects.Options{})
			b.ReportAllocs()
			for b.Loop() {
				d.Lower()
			}
		})
	}
}
