package graph

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
	"github.com/google/go-cmp/cmp"
)

// failedRun is a run of [order] in which Charge fails in a branch at its third attempt, and its error is caught.
const failedRun = `{"seq":1,"at":0,"kind":"started","workflow":"Order","data":{}}
{"at":0,"kind":"entered","node":"ValidateOrder"}
{"at":0,"kind":"called","node":"ValidateOrder","attempt":1}
{"at":1,"kind":"failed","node":"ValidateOrder","error":{"name":"States.TaskFailed"}}
{"at":1,"kind":"retrying","node":"ValidateOrder","attempt":2}
{"at":2,"kind":"called","node":"ValidateOrder","attempt":2}
{"at":3.4,"kind":"took","node":"ValidateOrder","to":"Is it valid?","by":"next"}
{"at":3.4,"kind":"entered","node":"Is it valid?"}
{"at":3.4,"kind":"took","node":"Is it valid?","to":"Prepare","by":"choice"}
{"at":3.4,"kind":"entered","node":"Prepare"}
{"at":3.4,"kind":"entered","node":"ReserveStock","path":[{"node":"Prepare","branch":0}]}
{"at":3.6,"kind":"took","node":"ReserveStock","path":[{"node":"Prepare","branch":0}],"to":null,"by":"end"}
{"at":3.4,"kind":"entered","node":"Charge","path":[{"node":"Prepare","branch":1}]}

{"at":33.4,"kind":"failed","node":"Charge","path":[{"node":"Prepare","branch":1}],"error":{"name":"States.Timeout"}}
{"at":33.4,"kind":"entered","node":"Settle","path":[{"node":"Prepare","branch":1}]}
{"at":35.4,"kind":"abandoned","node":"Settle","path":[{"node":"Prepare","branch":1}]}
{"at":33.4,"kind":"failed","node":"Prepare","error":{"name":"States.Timeout"}}
{"at":33.4,"kind":"took","node":"Prepare","to":"NotifyFailure","by":"error"}
{"at":33.4,"kind":"entered","node":"NotifyFailure"}
{"at":34,"kind":"awaiting","node":"NotifyFailure"}
{"at":34,"kind":"stalled"}
`

// traced returns the overlay of a trace of a workflow.
func traced(t *testing.T, w *workflow.Workflow, trace string, o Options) *Overlay {
	t.Helper()
	over, err := Trace(strings.NewReader(trace), &workflow.Program{Workflows: []*workflow.Workflow{w}}, o)
	if err != nil {
		t.Fatal(err)
	}
	return over
}

func TestTrace(t *testing.T) {
	t.Parallel()
	w := order()
	d := Of(w, Options{Overlays: []*Overlay{traced(t, w, failedRun, Options{})}})
	if want := "Order · starts at ValidateOrder · run stalled after 34 s"; d.Title != want {
		t.Errorf("the title is %q, not %q", d.Title, want)
	}
	var got []string
	for _, n := range d.Nodes {
		got = append(got, strings.Join(append([]string{n.ID, n.State.String()}, n.Notes...), " "))
	}
	want := []string{
		"ValidateOrder done ✓ 3.4 s, 2 attempts",
		"Is it valid? done ✓",
		"Prepare failed ✗ States.Timeout after 30 s",
		"Done idle",
		"Rejected idle",
		"NotifyFailure waiting ⏱ waiting",
		"ReserveStock done ✓ 200 ms",
		"Charge failed ✗ States.Timeout after 30 s",
		"Settle warned ⊘ cancelled after 2 s",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
	var taken []string
	for _, e := range d.Edges {
		if e.State > StateIdle {
			taken = append(taken, end(e.From)+" "+string(e.Kind)+" "+end(e.To)+" "+e.State.String())
		}
	}
	slices.Sort(taken)
	want = []string{
		"Is it valid? choice Prepare done",
		"Prepare error NotifyFailure failed",
		"ReserveStock end [*] done",
		"ValidateOrder next Is it valid? done",
		"[*] start Charge done",
		"[*] start ReserveStock done",
		"[*] start ValidateOrder done",
	}
	if diff := cmp.Diff(want, taken); diff != "" {
		t.Errorf("edges (-want +got):\n%s", diff)
	}
}

func TestTraceErrors(t *testing.T) {
	t.Parallel()
	p := &workflow.Program{Workflows: []*workflow.Workflow{order()}}
	for _, test := range []struct{ trace, want string }{
		{"", "the trace is empty"},
		{"\n\n", "the trace is empty"},
		{"{\"kind\":\"started\"}\nnothing", `line 2 is not an event of a trace: an object with "kind" is needed`},
		{"[]", `line 1 is not an event of a trace: an object with "kind" is needed`},
		{`{"kind":"entered","node":"Brew"}`, `the trace is of another definition: this one has no "Brew"`},
	} {
		if _, err := Trace(strings.NewReader(test.trace), p, Options{}); err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, want %s", test.trace, err, test.want)
		}
	}
}

func TestFindings(t *testing.T) {
	t.Parallel()
	m, root := newModel("W")
	a := m.pass(root, "A")
	a.Element.Span = source.Span{Start: 10, End: 90}
	b := m.pass(root, "B")
	b.Element.NameSpan, b.Element.Span = source.Span{Start: 20, End: 23}, source.Span{Start: 25, End: 50}
	m.next(a, b)
	all := []diag.Diagnostic{
		{Severity: diag.Warning, Span: source.Span{Start: 20, End: 23}, Message: "B is odd"},
		{Severity: diag.Error, Span: source.Span{Start: 60, End: 65}, Message: "A is wrong"},
		{Severity: diag.Info, Span: source.Span{Start: 60, End: 65}, Message: "A is long"},
		{Severity: diag.Error, Span: source.Span{Start: 0, End: 1}, Message: "the file is odd"},
	}
	p := &workflow.Program{Workflows: []*workflow.Workflow{m.Workflow}}
	d := Of(m.Workflow, Options{Overlays: []*Overlay{Findings(all, p, nil, Options{})}})
	if d.Title != "W · starts at A · 1 finding outside of the boxes" {
		t.Errorf("the title is %q", d.Title)
	}
	var got []string
	for _, n := range d.Nodes {
		got = append(got, n.ID+" "+n.State.String()+" "+strings.Join(n.Notes, "|"))
	}
	if diff := cmp.Diff([]string{"A failed ✗ A is wrong|ⓘ A is long", "B warned ⚠ B is odd"}, got); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
}

func TestOverlaysInEveryForm(t *testing.T) {
	t.Parallel()
	w := order()
	o := Options{Overlays: []*Overlay{traced(t, w, failedRun, Options{})}}
	d := Of(w, o)
	text, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "run.mmd", d.Mermaid(o))
	golden(t, "run.flow.mmd", d.Flowchart(o))
	golden(t, "run.dot", d.DOT(o))
	golden(t, "run.json", string(text))
	checkMermaid(t, d.Mermaid(o))
}

func FuzzTrace(f *testing.F) {
	f.Add(failedRun)
	f.Add(`{"kind":"took","node":"Prepare","to":null,"by":"error","number":-1,"at":1e300}`)
	f.Fuzz(func(t *testing.T, trace string) {
		w := order()
		over, err := Trace(strings.NewReader(trace), &workflow.Program{Workflows: []*workflow.Workflow{w}}, Options{})
		if err != nil {
			return
		}
		o := Options{Overlays: []*Overlay{over}}
		checkMermaid(t, Of(w, o).Mermaid(o))
	})
}
