package scenario

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

func TestDifferences(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		want, got string
		part      bool
		out       string
	}{
		{`{"a": 1}`, `{"a": 1.0}`, false, ""},
		{`[1, 4]`, `[1, 2, 3]`, false, "x[1]: expected 4, got 2; x[2]: expected nothing, got 3"},
		// An item that was put in is the only difference.
		{`["a", "b", "c"]`, `["a", "new", "b", "c"]`, false, `x[1]: expected nothing, got "new"`},
		{`["a", "b", "c"]`, `["b", "c"]`, false, `x[0]: expected "a", got nothing`},
		{`{"items": [{"n": 1}, {"n": 2}]}`, `{"items": [{"n": 1}, {"n": 3}]}`, false, "x.items[1].n: expected 2, got 3"},
		{`{"unit price": 1, "b": {}}`, `{"unit price": 2, "b": []}`, false, `x["unit price"]: expected 1, got 2; x.b: expected {}, got []`},
		{`{"a": {"b": 1}}`, `{"a": {"b": 2, "c": 3}, "d": 4}`, true, "x.a.b: expected 1, got 2"},
		{`[1,2,3,4,5,6,7,8,9,10]`, `[0,0,0,0,0,0,0,0,0,0]`, false,
			"x[0]: expected 1, got 0; x[1]: expected 2, got 0; x[2]: expected 3, got 0; x[3]: expected 4, got 0; x[4]: expected 5, got 0; " +
				"x[5]: expected 6, got 0; x[6]: expected 7, got 0; x[7]: expected 8, got 0; x: expected no further differences, got more"},
	} {
		want, err := value.Parse([]byte(test.want))
		if err != nil {
			t.Fatal(err)
		}
		got, err := value.Parse([]byte(test.got))
		if err != nil {
			t.Fatal(err)
		}
		if out := lines(collect("x", want, got, test.part)); out != test.out {
			t.Errorf("%s and %s: %s\nwant %s", test.want, test.got, out, test.out)
		}
	}
}

func TestRunsWithoutExpectation(t *testing.T) {
	t.Parallel()
	var e *Expectation
	if d := e.Compare(&run.Result{Status: run.Waiting}); d != nil {
		t.Errorf("a run that waits: %s", lines(d))
	}
	failed := &run.Result{Status: run.Failed, Error: &machine.Error{Name: "Busy"}}
	if got := lines(e.Compare(failed)); got != "status: expected a run that does not fail, got failed (Busy)" {
		t.Error(got)
	}
}

func TestUnshownFailure(t *testing.T) {
	t.Parallel()
	status, output, cause := Difference{At: "status"}, Difference{At: "output.a"}, Difference{At: "error.name"}
	busy := &machine.Error{Name: "Busy", Cause: "no room"}
	for _, test := range []struct {
		result      run.Result
		differences []Difference
		want        string
	}{
		{run.Result{Status: run.Failed, Error: busy}, []Difference{output}, "the run failed: Busy: no room"},
		{run.Result{Status: run.Aborted, Error: busy}, []Difference{output}, "the run was aborted: Busy: no room"},
		{run.Result{Status: run.Failed, Error: busy}, []Difference{status, output}, ""},
		{run.Result{Status: run.Failed, Error: busy}, []Difference{cause}, ""},
		{run.Result{Status: run.Failed, Error: busy}, nil, ""}, // as expected
		{run.Result{Status: run.Succeeded}, []Difference{output}, ""},
	} {
		if got := UnshownFailure(&test.result, test.differences); got != test.want {
			t.Errorf("%s with %v: %q, want %q", test.result.Status, test.differences, got, test.want)
		}
	}
}

func TestWaitingHasACause(t *testing.T) {
	t.Parallel()
	e := &Expectation{Status: run.Succeeded}
	r := &run.Result{Status: run.Waiting, Waiting: []machine.Awaited{{Node: "Pay", Kind: "event", Name: "paid"}, {Node: "Ask", Kind: "userTask", Name: "Ask"},
		{Node: "Both", Kind: "join", Name: "Both"}, {Node: "X", Kind: "deadEnd"}}}
	want := "status: expected succeeded, got waiting for the event paid at Pay, the user task Ask, a branch that never arrives at Both and 1 more"
	if got := lines(e.Compare(r)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
