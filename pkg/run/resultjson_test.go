package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

func TestResultAsJSON(t *testing.T) {
	t.Parallel()
	r := &Result{Workflow: "a<b", Dialect: "test", Status: Failed, Start: epoch, End: epoch.Add(90 * time.Second), Steps: 2,
		Output: value.ObjectOf(value.Member{Key: "z", Value: []any{int64(1), value.NewObject(0), []any{}}}, value.Member{Key: "a", Value: 1.5}),
		Error:  &machine.Error{Name: "Busy"}, Visited: []string{"A", "B"},
		Calls:   []Call{{Node: "A", Task: "do", Attempt: 1, At: time.Second, Took: 1500 * time.Millisecond, Input: "in"}},
		Waiting: []machine.Awaited{{Node: "B", Kind: "event", Name: "e"}}, Chain: []*Result{{Status: Succeeded, Start: epoch, End: epoch}}}
	one, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := json.Indent(&want, one, "", "  "); err != nil {
		t.Fatal(err)
	}
	want.WriteByte('\n')
	var got bytes.Buffer
	if err := r.WriteJSON(&got); err != nil || got.String() != strings.ReplaceAll(want.String(), `\u003c`, "<") {
		t.Errorf("%v\n%s\nwant\n%s", err, got.String(), want.String())
	}
	for _, part := range []string{`"output": {
    "z": [
      1,
      {},
      []
    ],
    "a": 1.5
  },`, `"error": {
    "name": "Busy",
    "cause": null
  },`, `"ended": [],`, `"start": "2025-01-01T00:00:00Z",`, `"elapsed": "PT1M30S",`, `"took": 1.5,`} {
		if !strings.Contains(got.String(), part) {
			t.Errorf("there is no %s in\n%s", part, got.String())
		}
	}
}

// TestDeepResults prints data that nests deeper than encoding/json allows.
func TestDeepResults(t *testing.T) {
	t.Parallel()
	var deep any
	for range 10_000 {
		deep = []any{deep}
	}
	var out bytes.Buffer
	if err := (&Result{Output: deep, Start: epoch, End: epoch}).WriteJSON(&out); err != nil || out.Len() > 100_000 {
		t.Errorf("%v, %d bytes", err, out.Len())
	}
	if json.Valid(out.Bytes()) {
		t.Error("encoding/json accepts the text: it does not nest deep enough for this test")
	}
}

// TestResultsAreWrittenAsTheyGo writes a result that is a thousand times larger as text than in memory.
func TestResultsAreWrittenAsTheyGo(t *testing.T) {
	shared := make([]any, 1000)
	for i := range shared {
		shared[i] = "0123456789"
	}
	r := &Result{Start: epoch, End: epoch, Calls: make([]Call, 5_000)}
	for i := range r.Calls {
		r.Calls[i].Input, r.Calls[i].Result = shared, shared
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := r.WriteJSON(discard{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

// TestWriteErrorsEndTheResult gives back what the writer says.
func TestWriteErrorsEndTheResult(t *testing.T) {
	t.Parallel()
	full := errors.New("no space left")
	if err := (&Result{}).WriteJSON(failing{full}); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
