package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/svg"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/page"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var start = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// flow is a workflow of tasks with these names, one after the other.
func flow(names ...string) (*workflow.Workflow, []*workflow.Node) {
	w := &workflow.Workflow{ID: "flow"}
	root := w.AddRegion(nil, source.Span{})
	var nodes []*workflow.Node
	for i, name := range names {
		n := w.AddNode(root, w.AddElement(name, "Task", source.Span{}, source.Span{}), workflow.Task, workflow.Primary)
		n.Call = &workflow.Call{Task: "do-" + name}
		if i > 0 {
			w.Connect(nodes[i-1], n, workflow.Next, source.Span{})
		}
		nodes = append(nodes, n)
	}
	root.Start = nodes[0]
	return w, nodes
}

// recorded is a run in which n calls are made, by one node after the other, each of which takes a second.
func recorded(w *workflow.Workflow, nodes []*workflow.Node, n int) *page.Case {
	var r page.Recorder
	r.Observe(&machine.Trace{Kind: machine.RunStarted, At: start, Workflow: w.ID, Data: valuetest.Object("round", int64(0))})
	at := start
	for i := range n {
		node := nodes[i%len(nodes)]
		data := valuetest.Object("round", int64(i))
		r.Observe(&machine.Trace{Kind: machine.Entered, At: at, Node: node, Data: data})
		r.Observe(&machine.Trace{Kind: machine.Called, At: at, Node: node, Call: node.Call, Attempt: 1, Data: data})
		at = at.Add(time.Second)
		r.Observe(&machine.Trace{Kind: machine.Answered, At: at, Node: node, Call: node.Call, Attempt: 1, Data: data})
	}
	return r.Case(&run.Result{Workflow: w.ID, Status: run.Succeeded, Start: start, End: at, Steps: n, Output: true}, graph.Of(w, graph.Options{}))
}

func written(t *testing.T, p *page.Page) string {
	t.Helper()
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// caseData is a case as the script of a page reads it.
type caseData struct {
	Texts  []string `json:"texts"`
	Events [][]any  `json:"events"`
	Bars   [][]any  `json:"bars"`
	Left   int      `json:"left"`
	Output string   `json:"output"`
}

// data is what the script of a page reads.
func data(t *testing.T, text string) (d struct {
	Suite bool       `json:"suite"`
	Cases []caseData `json:"cases"`
}) {
	t.Helper()
	_, text, _ = strings.Cut(text, `id="page-data">`)
	text, _, _ = strings.Cut(text, "</script>")
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPageEscapesWhatItShows(t *testing.T) {
	t.Parallel()
	const hostile = `</script><script>alert("x")</script><!--`
	w, nodes := flow(hostile)
	var r page.Recorder
	r.Observe(&machine.Trace{Kind: machine.RunStarted, At: start, Workflow: hostile, Data: valuetest.Object("a", hostile)})
	r.Observe(&machine.Trace{Kind: machine.Entered, At: start, Node: nodes[0], Data: valuetest.Object(hostile, int64(1))})
	r.Observe(&machine.Trace{Kind: machine.Raised, At: start.Add(time.Minute), Node: nodes[0], Error: &machine.Error{Name: hostile}})
	d := graph.Of(w, graph.Options{})
	c := r.Case(&run.Result{Workflow: hostile, Status: run.Failed, Start: start, End: start.Add(time.Minute), Error: &machine.Error{Name: hostile}, Output: hostile}, d)
	c.Differences, c.Name = []string{hostile}, hostile
	p := page.ForSuite(hostile)
	c.Mark(p.Draw(svg.Print(d, svg.Options{})), d)
	p.Add(c)
	text := written(t, p)
	if n := strings.Count(text, "<script"); n != 2 || strings.Contains(text, "alert(\"x\")<") {
		t.Errorf("the page has %d scripts:\n%s", n, text)
	}
	if got := data(t, text).Cases[0]; got.Output == "" || got.Texts[got.int(t, 1, 3)] != hostile {
		t.Errorf("the data of the page is %+v", got)
	}
}

// int is a number of an event.
func (c caseData) int(t *testing.T, event, member int) int {
	t.Helper()
	return int(c.Events[event][member].(float64))
}

func TestPageBoundsWhatItShows(t *testing.T) {
	t.Parallel()
	w, nodes := flow("a")
	var r page.Recorder
	for range page.MostEvents + 7 {
		r.Observe(&machine.Trace{Kind: machine.Entered, At: start, Node: nodes[0], Data: strings.Repeat("x", page.MostData+1)})
	}
	c := r.Case(&run.Result{Workflow: w.ID, Status: run.Aborted, Start: start, End: start}, nil)
	if len(c.Events) != page.MostEvents || c.Left != 7 {
		t.Errorf("%d events are shown, and %d left out", len(c.Events), c.Left)
	}
	for _, text := range c.Texts {
		if len(text) > page.MostData+10 {
			t.Errorf("a text has %d bytes", len(text))
		}
	}
	p := page.ForRun("large")
	for i := range 40 {
		var r page.Recorder
		for k := range 200 {
			r.Observe(&machine.Trace{Kind: machine.Entered, At: start, Node: nodes[0], Data: fmt.Sprintf("%d %d %s", i, k, strings.Repeat("x", page.MostData-100))})
		}
		p.Add(r.Case(&run.Result{Workflow: w.ID, Status: run.Aborted, Start: start, End: start}, nil))
	}
	if n := len(written(t, p)); n > 80<<20 {
		t.Errorf("the page of 40 large runs has %d bytes", n)
	}
}

// TestTimeLine has a call that fails and is retried, one that is cut short, and a wait that goes on at the end.
func TestTimeLine(t *testing.T) {
	t.Parallel()
	w, nodes := flow("charge", "rest")
	charge, rest := nodes[0], nodes[1]
	second := func(n int) time.Time { return start.Add(time.Duration(n) * time.Second) }
	failed := &machine.Error{Name: "Busy"}
	var r page.Recorder
	for _, e := range []machine.Trace{
		{Kind: machine.RunStarted, At: second(0), Workflow: "flow", Data: true},
		{Kind: machine.Entered, At: second(0), Node: charge, Data: true},
		{Kind: machine.Called, At: second(0), Node: charge, Call: charge.Call, Attempt: 1, Data: true},
		{Kind: machine.Raised, At: second(2), Node: charge, Error: failed},
		{Kind: machine.Retrying, At: second(2), Node: charge, Attempt: 2, Until: second(5), Error: failed, Count: 1, Limit: 3},
		{Kind: machine.Called, At: second(5), Node: charge, Call: charge.Call, Attempt: 2, Data: true},
		{Kind: machine.CallCancelled, At: second(6), Node: charge, Attempt: 2, Error: &machine.Error{Name: machine.Cancelled}},
		{Kind: machine.Entered, At: second(6), Node: rest, Data: true},
		{Kind: machine.WaitStarted, At: second(6), Node: rest, Until: second(60)},
	} {
		r.Observe(&e)
	}
	c := r.Case(&run.Result{Workflow: w.ID, Status: run.Aborted, Start: start, End: second(30)}, nil)
	p := page.ForRun("flow")
	p.Add(c)
	got := data(t, written(t, p)).Cases[0]
	want := [][]any{{"bad", "charge", 0.0, 2.0}, {"retry", "charge", 2.0, 5.0}, {"cut", "charge", 5.0, 6.0}, {"wait", "rest", 6.0, 30.0}}
	if len(got.Bars) != len(want) {
		t.Fatalf("the time line is %v", got.Bars)
	}
	for i, b := range got.Bars {
		bar := []any{b[0], got.Texts[int(b[1].(float64))], b[3], b[4]}
		if fmt.Sprint(bar) != fmt.Sprint(want[i]) {
			t.Errorf("bar %d is %v, not %v", i+1, bar, want[i])
		}
	}
}

// BenchmarkWrite writes a page about a run.
func BenchmarkWrite(b *testing.B) {
	w, nodes := flow("a", "b", "c")
	for _, n := range []int{10, 1_000, 30_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				p := page.ForRun("flow")
				p.Add(recorded(w, nodes, n))
				var out bytes.Buffer
				if err := p.Write(&out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/step")
		})
	}
}
