package fsm

import (
	"bytes"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestModelLosesNothing prints every definition from its text and through the model: both are the same. What was printed
// is printed again as it is.
func TestModelLosesNothing(t *testing.T) {
	t.Parallel()
	compared := 0
	for name, text := range dialecttest.Definitions(t, Dialect{}) {
		f := parsed(t, name, string(text))
		d := Dialect{}.Read(f, dialects.Options{})
		if diag.Worst(d.Check(0)) == diag.Error {
			t.Errorf("%s has errors", name)
			continue
		}
		compared++
		want := d.Format()
		again := Dialect{}.Read(parsed(t, name, string(want)), dialects.Options{}).Format()
		if !bytes.Equal(again, want) {
			t.Errorf("%s: formatted twice it is\n%s\nand once\n%s", name, again, want)
		}
		got, losses := dialecttest.Raise(Dialect{}, d.Lower(), f.Format)
		if f.Format == source.YAML { // the model does not hold comments
			want, got = source.Print(parsed(t, "x.yaml", string(want)).Root, source.JSON), source.Print(parsed(t, "x.yaml", string(got)).Root, source.JSON)
		}
		if len(losses) > 0 || !bytes.Equal(got, want) {
			t.Errorf("%s: through the model it is\n%s\nand from its text\n%s", name, got, want)
		}
	}
	if compared < 30 {
		t.Errorf("only %d definitions were compared", compared)
	}
}

// TestFormat has what the canonical form leaves out and what it keeps, in each shape.
func TestFormat(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"x.json", `{"states":{"B":{"transitions":[]},"A":{"transitions":[{"processors":[],"disabled":false,"next":"B","name":"GO"}]}},
"desc":"","criterion":null,"initialState":"A","name":"x","own":1}`,
			`{"name":"x","initialState":"A","criterion":null,"own":1,"states":{"B":{},"A":{"transitions":[{"name":"GO","next":"B"}]}}}`},
		{"x.json", `{"workflows":[{"name":"x","states":{}}],"modelVersion":1,"entityName":"e"}`,
			`{"entityName":"e","modelVersion":1,"workflows":[{"name":"x","states":{}}]}`},
		{"x.json", `{"workflows":[],"importMode":"MERGE"}`, `{"importMode":"MERGE","workflows":[]}`},
		{"x.json", `[{"desc":"d","name":"x"}]`, `[{"name":"x","desc":"d"}]`},
		{"x.json", `[{"name":"x","states":{"A":{"transitions":[{"disabled":true,"disabled":false,"criterion":
{"value":1,"operatorType":"EQUALS","jsonPath":"$.a","type":"simple"}}]}}}]`,
			`[{"name":"x","states":{"A":{"transitions":[{"disabled":true,"disabled":false,"criterion":` +
				`{"type":"simple","jsonPath":"$.a","operatorType":"EQUALS","value":1}}]}}}]`},
		{"x.json", `5`, `5`},
	} {
		got := Dialect{}.Read(parsed(t, tt.name, tt.in), dialects.Options{}).Format()
		want := source.Print(parsed(t, tt.name, tt.want).Root, source.JSON)
		if !bytes.Equal(got, want) {
			t.Errorf("%s\n is %s\nwant %s", tt.in, got, want)
		}
	}
	const commented = "name: x\nstates:\n  A:\n    # none yet\n    transitions: []\n"
	if got := (Dialect{}).Read(parsed(t, "x.yaml", commented), dialects.Options{}).Format(); !strings.Contains(string(got), "# none yet") {
		t.Errorf("a comment is gone:\n%s", got)
	}
}

// TestRaiseAnew raises a program as if it came from another dialect, so that nothing is left but the model, and compares
// what the two say.
func TestRaiseAnew(t *testing.T) {
	t.Parallel()
	const text = `{"version":"1","name":"x","desc":"d","initialState":"A","active":true,"states":{
"A":{"transitions":[
{"name":"ONE","next":"B","manual":true,"processors":[
{"type":"EXTERNAL","name":"p","executionMode":"SYNC","config":{"attachEntity":true,"responseTimeoutMs":1500}},
{"type":"EXTERNAL","name":"q","executionMode":"ASYNC_NEW_TX","config":{"attachEntity":false}}]},
{"name":"TWO","next":"B","manual":false,"disabled":true,"criterion":{"type":"group","operator":"OR","conditions":[
{"type":"simple","jsonPath":"$.a[0].b","operatorType":"INOT_CONTAINS","value":"x"},
{"type":"lifecycle","field":"previousTransition","operatorType":"IS_NULL"},
{"type":"simple","jsonPath":"$.n","operatorType":"BETWEEN","value":[1,2.50]},
{"type":"array","jsonPath":"$.l","values":["a",null]}]}},
{"name":"ASK","next":"B","manual":false,"criterion":{"type":"function","function":{"name":"f"}}}]},"B":{}}}`
	f := parsed(t, "x.fsm.json", text)
	d := Dialect{}.Read(f, dialects.Options{})
	p := d.Lower()
	w := p.Workflows[0]
	w.Dialect, w.Extras = "other", nil
	r := Dialect{}.Write(p, dialects.Raising{})
	want := dialecttest.Spread(d.Format())
	if len(r.Losses) > 0 || len(r.Definitions) != 1 || !bytes.Equal(dialecttest.Spread(r.Definitions[0].Text), want) {
		t.Errorf("it is\n%s\nwant\n%s", r.Definitions[0].Text, want)
	}
	w.AddNode(w.Root, w.AddElement("P", "Pass", source.Span{}, source.Span{}), workflow.Pass, workflow.Primary)
	if r = (Dialect{}).Write(p, dialects.Raising{}); r.Definitions != nil || len(r.Losses) != 1 || r.Reason == "" {
		t.Errorf("a pass is written as %v with %v", r.Definitions, r.Losses)
	}
}

// TestLower looks at what becomes of a definition in the model.
func TestLower(t *testing.T) {
	t.Parallel()
	const text = `[{"name":"a","active":false,"initialState":"A","states":{"A":{}}},
{"name":"b","criterion":{"type":"function","function":{"name":"f"}},"initialState":"A","states":{
"A":{"transitions":[{"name":"GO","next":"B","manual":true,"processors":[{"type":"EXTERNAL","name":"p","executionMode":"SYNC","config":{"responseTimeoutMs":250}}]},
{"name":"BAD","next":"C","manual":true},{"name":"IF","next":"B","criterion":{"type":"nothing"}}]},"B":{}}}]`
	p := Dialect{}.Read(parsed(t, "x.fsm.json", text), dialects.Options{Settings: dialects.Settings{visitsOption: "3"}}).Lower()
	if len(p.Workflows) != 2 || len(p.Select) != 1 || p.Select[0].Workflow != p.Workflows[1] || p.Select[0].Ask.Task != "f" || p.Fallback == nil {
		t.Fatalf("%+v", p)
	}
	w := p.Workflows[1]
	if w.ID != "b" || w.Limits != (workflow.Limits{Visits: 3, Transitions: 100}) || w.Root.Start.Name() != "A" {
		t.Errorf("%+v", w)
	}
	if len(w.Unsupported) != 1 || !w.Root.Dangling {
		t.Errorf("the state that does not exist: %+v", w.Unsupported)
	}
	e := w.Root.Start.Out[0]
	if e.Kind != workflow.Manual || e.Name != "GO" || e.To.Role != workflow.Processing || e.To.Out[0].To.Name() != "B" {
		t.Errorf("the transition: %+v", e)
	}
	task := e.To.Body.Regions[0].Start
	if task.Call.Task != "p" || task.Data.Select == nil || len(task.Timers) != 1 || task.Name() != "A" {
		t.Errorf("the processor: %+v", task)
	}
	if bad := w.Root.Start.Out[1]; bad.Kind != workflow.Guarded || bad.Guard == nil {
		t.Errorf("the condition that is not understood: %+v", bad)
	}
	p = Dialect{}.Read(parsed(t, "x.fsm.json", `{"name":"x","active":false,"initialState":"A","states":{"A":{}}}`), dialects.Options{}).Lower()
	if len(p.Select) != 1 || p.Select[0].Workflow != p.Fallback {
		t.Errorf("the selection among inactive ones: %+v", p.Select)
	}
	for _, text := range []string{``, `5`, `[]`, `{"workflows":[]}`, `{"name":"x","initialState":"A","states":{}}`, `[5]`} {
		if p := (Dialect{}).Read(parsed(t, "x.fsm.json", text), dialects.Options{}).Lower(); p != nil {
			t.Errorf("%s is %+v", text, p)
		}
	}
}

func FuzzFormat(f *testing.F) {
	for _, text := range dialecttest.Definitions(f, Dialect{}) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"x.fsm.json", "x.fsm.yaml"} {
			file := source.NewFile(name, text)
			if len(source.Parse(file)) > 0 {
				continue
			}
			once := Dialect{}.Read(file, dialects.Options{}).Format()
			again := source.NewFile(name, once)
			if found := source.Parse(again); len(found) > 0 {
				t.Fatalf("%s in\n%s", found[0].Message, once)
			}
			if twice := (Dialect{}).Read(again, dialects.Options{}).Format(); !bytes.Equal(once, twice) {
				t.Errorf("formatted once\n%s\ntwice\n%s", once, twice)
			}
		}
	})
}
