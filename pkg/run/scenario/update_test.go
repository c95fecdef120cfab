package scenario

import (
	"errors"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// busy is the result of a run that failed after a second.
func busy() *run.Result {
	start := time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC)
	return &run.Result{Status: run.Failed, Start: start, End: start.Add(time.Second), Output: valuetest.Object("a", int64(1), "b", "x: # y"),
		Error: &machine.Error{Name: "Busy"}, Visited: []string{"A"}, Calls: []run.Call{{Node: "A", Task: "do-a", Attempt: 1}}}
}

func TestUpdateRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"workflow: x": "it has no expect",
		"workflow: x\nexpect: {status: succeeded}\ncases: [{name: a}]":                           "its expect is shared by all cases; give the case its own",
		"workflow: x\nexpect: {chain: [{status: failed}]}":                                       "its chain is not updated",
		"workflow: x\ninput: &i {b: 1}\ncases: [{name: a, expect: {output: *i}}]":                "its output is an alias",
		"workflow: x\ncases: [{name: a, expect: &e {status: succeeded}}, {name: b, expect: *e}]": "",
	} {
		f := source.NewFile("x.scenario.yaml", []byte(text))
		source.Parse(f)
		all, findings := Read(f, nil)
		if len(findings) > 0 {
			t.Fatalf("%s: %s", text, findings[0].Message)
		}
		_, err := all[0].Update(f, busy())
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// FuzzUpdate checks that no scenario crashes an update, and that a new text expects the result.
func FuzzUpdate(f *testing.F) {
	f.Add("workflow: x\nexpect:\n  status: succeeded # why\n  output:\n    a: 2\n  calls: [{node: B, took: 3s}]\n")
	f.Add("workflow: x\ncases:\n  - name: y\n    expect: {error: null, elapsed: 5s, visits: [B], ended: [A]}\n")
	f.Add(`{"workflow": "x", "expect": {"outputIncludes": {"b": 1, "c": 2}, "produced": [{}]}}`)
	f.Add("workflow: x\nexpect:\n  output: |\n    text\n  visited:\n  - B\n  - C\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("x.scenario.yaml", []byte(text))
		if len(source.Parse(file)) > 0 {
			return
		}
		none := func(string) ([]byte, error) { return nil, errors.New("no such file") }
		all, findings := Read(file, none)
		if len(findings) > 0 || len(all) == 0 {
			return
		}
		edits, err := all[0].Update(file, busy())
		if err != nil || len(edits) == 0 {
			return
		}
		after, err := Updated(file, edits, map[int]*run.Result{0: busy()}, none)
		if err != nil {
			return // refused, and nothing is written
		}
		again := source.NewFile("x.scenario.yaml", after)
		source.Parse(again)
		if all, _ = Read(again, none); len(all) == 0 || len(all[0].Expect.Compare(busy())) > 0 {
			t.Errorf("%q becomes %q", text, after)
		}
	})
}

// FuzzCoverageFile checks that no file crashes the reader of coverage.
func FuzzCoverageFile(f *testing.F) {
	f.Add(`{"version": 1, "files": [{"workflow": "shop", "points": [{"kind": "node", "hits": 1}]}]}`)
	f.Add(`{"version": 1, "files": [{"workflow": "shop", "points": 5}, null]}`)
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := value.Parse([]byte(text))
		if err != nil {
			return
		}
		w := shop().Workflows[0]
		w.File = source.NewFile("shop", nil)
		_ = PointsOf(w).Load(doc)
	})
}
