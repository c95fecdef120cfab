package stepfunctions

import (
	"fmt"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
)

const sharedMocks = `{
  "StateMachines": {"M": {"TestCases": {
    "both": {"A": "r", "B": "r"},
    "one": {"B": "r"},
    "other": {"A": "s"}}}},
  "MockedResponses": {
    "r": {"0": {"Return": 0}, "1-2": {"Return": 1}, "3": {"Return": 3}},
    "s": {"0": {"Return": 0}, "1": {"Return": 1}}}
}`

// TestMockUse counts the calls of states over runs. A response is used as far as the state that was called most often.
func TestMockUse(t *testing.T) {
	t.Parallel()
	type use struct {
		test   string
		called []string
		chain  []string // what a next workflow called
	}
	for _, c := range []struct {
		name string
		uses []use
		want []string
	}{
		{"nothing is used", []use{{test: "other"}}, []string{
			`8:11: the entry "0" of the response "s" was not used: "A" was never called`,
			`8:31: the entry "1" of the response "s" was not used: "A" was never called`}},
		{"one call", []use{{test: "other", called: []string{"A"}}}, []string{
			`8:31: the entry "1" of the response "s" was not used: "A" was called once`}},
		{"a range that is used in part", []use{{test: "both", called: []string{"A", "B", "B"}}}, []string{
			`7:53: the entry "3" of the response "r" was not used: "B" was called 2 times`}},
		{"calls of a next workflow count", []use{{test: "other", called: []string{"A"}, chain: []string{"A"}}}, nil},
		{"the most of two runs", []use{{test: "both", called: []string{"A", "A", "A"}}, {test: "one", called: []string{"B"}}}, []string{
			`7:53: the entry "3" of the response "r" was not used: "A" was called at most 3 times in each case`}},
		{"used by the second run", []use{{test: "one"}, {test: "one", called: []string{"B", "B", "B", "B"}}}, nil},
		{"once in each", []use{{test: "other", called: []string{"A"}}, {test: "other", called: []string{"A"}}}, []string{
			`8:31: the entry "1" of the response "s" was not used: "A" was called at most once in each case`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := source.NewFile("mocks.json", []byte(sharedMocks))
			source.Parse(file)
			mocks, findings := ReadMocks(file)
			if len(findings) > 0 {
				t.Fatal(findings)
			}
			var u MockUse
			for _, x := range c.uses {
				test, err := mocks.ForScenario(x.test)
				if err != nil {
					t.Fatal(err)
				}
				r := &run.Result{Calls: calls(x.called)}
				if x.chain != nil {
					r.Chain = []*run.Result{{Calls: calls(x.chain)}}
				}
				u.Add(test, r)
			}
			var got []string
			for _, d := range u.Unused() {
				at := file.Position(d.Span.Start)
				got = append(got, fmt.Sprintf("%d:%d: %s", at.Line, at.Column, d.Message))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n\t%q\nwant\n\t%q", got, c.want)
			}
		})
	}
}

// calls are calls of nodes.
func calls(nodes []string) []run.Call {
	var out []run.Call
	for _, n := range nodes {
		out = append(out, run.Call{Node: n})
	}
	return out
}
