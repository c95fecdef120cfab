package page

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func TestPageEscapesWhatItShows(t *testing.T) {
	t.Parallel()
	const hostile = `<script>alert("x")</script>`
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	w := &workflow.Workflow{}
	n := w.AddNode(w.AddRegion(nil, source.Span{}), w.AddElement(hostile, "Task", source.Span{}, source.Span{}), workflow.Task, workflow.Primary)
	var r Recorder
	r.Observe(&machine.Trace{Kind: machine.RunStarted, At: start, Workflow: hostile, Data: valuetest.Object("a", hostile)})
	r.Observe(&machine.Trace{Kind: machine.Entered, At: start, Node: n, Data: valuetest.Object(hostile, int64(1))})
	r.Observe(&machine.Trace{Kind: machine.Raised, At: start.Add(time.Minute), Node: n, Error: &machine.Error{Name: hostile}})
	result := &run.Result{Workflow: hostile, Status: run.Failed, Start: start, End: start.Add(time.Minute), Error: &machine.Error{Name: hostile},
		Output: hostile, Calls: []run.Call{{Node: hostile, Task: hostile, Attempt: 1, Took: time.Minute, Error: &machine.Error{Name: "E"}}}}
	var out bytes.Buffer
	if err := r.Write(&out, hostile, result, []byte("<svg></svg>")); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if strings.Contains(page, "<script") {
		t.Errorf("the page has a script:\n%s", page)
	}
	for _, want := range []string{"<svg></svg>", `class="bad">failed`, "1 min", "attempt 1", `width="1000.0"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s:\n%s", want, page)
		}
	}
}

func TestPageBoundsWhatItShows(t *testing.T) {
	t.Parallel()
	var r Recorder
	w := &workflow.Workflow{}
	n := w.AddNode(w.AddRegion(nil, source.Span{}), w.AddElement("a", "Task", source.Span{}, source.Span{}), workflow.Task, workflow.Primary)
	for range mostEvents + 7 {
		r.Observe(&machine.Trace{Kind: machine.Entered, Node: n, Data: strings.Repeat("x", mostData+1)})
	}
	if len(r.events) != mostEvents || r.left != 7 || len(r.events[0].Data) > mostData+10 {
		t.Errorf("%d events, %d left, %d bytes of data", len(r.events), r.left, len(r.events[0].Data))
	}
}
