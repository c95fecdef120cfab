package sw

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/source"
)

// check reads a text as a file of that name and returns all findings in order.
func check(name, text string) (*source.File, []diag.Diagnostic) {
	return dialecttest.Check(Dialect{}, dialects.Options{}, name, text)
}

// TestExamples holds each rule to what its documentation shows.
func TestExamples(t *testing.T) {
	t.Parallel()
	dialecttest.Examples(t, Dialect{}, dialects.Options{}, examples)
}

// TestFindings holds the findings of small definitions to their very places.
func TestFindings(t *testing.T) {
	t.Parallel()
	dialecttest.FindingsOf(t, Dialect{}, dialects.Options{}, findingTests)
}

// TestMessages holds messages, helps and related places to their words.
func TestMessages(t *testing.T) {
	t.Parallel()
	dialecttest.MessagesOf(t, Dialect{}, dialects.Options{}, messageTests)
}

// TestFixes applies the fixes of definitions and expects that nothing is found any more.
func TestFixes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"id: a\nname: A\nstates:\n  - {name: first, type: Delay, start: {kind: DEFAULT}, timeDelay: PT1S, transition: {nextState: finsih}}\n" +
			"  - {name: finish, type: inject, end: {kind: default}}\n",
		`{"id": "a", "name": "A", "version": 1.0, "states": [{"name": "w", "type": "switch", "start": {"kind": "default"},
			"dataConditions": [{"condition": "$.x", "transition": {"nextState": "e"}}], "default": {"nextStat": "e"}},
			{"name": "e", "type": "injekt", "end": {"kind": "default"}}]}`,
		`{"id": "a", "name": "A", "events": [{"name": "Rain", "type": "r", "source": "s"}], "states": [
			{"name": "e", "type": "event", "start": {"kind": "default"}, "exclusive": "true",
			"onEvents": [{"eventRefs": ["Rian"], "actions": [], "eventDataFilter": {"inputPath": "{{ $ }}"}}], "end": {"kind": "default"}}]}`,
	} {
		f, found := check("x", text)
		for _, d := range found {
			if d.Rule == "sw/unused-event" || d.Rule == "sw/missing-field" {
				continue // follows from a misspelled name
			}
			if d.Fix == nil {
				t.Errorf("no fix: %s", d.Message)
			}
		}
		text = dialecttest.Fixed(text, found)
		if _, left := check("x", text); len(found) == 0 || len(left) > 0 {
			t.Errorf("%s\nfixed to\n%s\nleft: %q", f.Text, text, dialecttest.Places(left))
		}
	}
}

// TestRecognises tells definitions of this dialect from others by their content.
func TestRecognises(t *testing.T) {
	t.Parallel()
	dialecttest.Recognises(t, Dialect{}, map[string]bool{
		`{"states": [{"name": "a", "type": "inject", "end": {"kind": "default"}}]}`:       true,
		`{"states": [{"name": "a", "type": "INJECT", "end": true}]}`:                      true,
		`{"states": [5, {"name": "a", "type": "operation", "actions": []}]}`:              true,
		`{"states": [{"name": "kitchen", "type": "switch", "start": "7 am"}]}`:            false,
		`{"states": [{"name": "a", "type": "inject"}]}`:                                   false,
		`{"states": [{"type": "inject", "end": true}]}`:                                   false,
		`{"states": [{"name": "Ohio", "type": "state", "end": {}}]}`:                      false,
		`{"initialState": "A", "states": [{"name": "a", "type": "inject", "end": true}]}`: false,
		`{"states": [{"name": "a", "transitions": []}]}`:                                  false,
		`{"id": "x", "states": []}`:                                                       false,
		`{"steps": []}`:                                                                   false,
		`{"StartAt": "A"}`:                                                                false,
		`[]`:                                                                              false,
		`null`:                                                                            false,
	})
}

func FuzzCheck(f *testing.F) {
	dialecttest.Fuzz(f, Dialect{}, []dialects.Options{{}}, findingTests,
		"id: a\nstates: &s\n  - {name: a, type: inject, end: {kind: default}, states: *s}\n  - *s\n")
}

// chain returns a definition of n states of several types, each of which goes to the next.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"id\": \"big\", \"name\": \"Big\",\n  \"functions\": [{\"name\": \"work\", \"resource\": \"w\"}],\n  \"states\": [\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "    {\"name\": \"s%d\", ", i)
		if i == 0 {
			b.WriteString(`"start": {"kind": "default"}, `)
		}
		switch i % 3 {
		case 0:
			fmt.Fprintf(&b, `"type": "operation", "actions": [{"functionRef": {"refName": "work"}}], "transition": {"nextState": "s%d"}`, i+1)
		case 1:
			fmt.Fprintf(&b, `"type": "switch", "dataConditions": [{"condition": "{{ $[?(@.n > %d)] }}", "transition": {"nextState": "s%d"}}], "default": {"nextState": "s%d"}`, i, n-1, i+1)
		default:
			fmt.Fprintf(&b, `"type": "delay", "timeDelay": "PT%dS", "transition": {"nextState": "s%d"}`, i, i+1)
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(&b, "    {\"name\": \"s%d\", \"type\": \"inject\", \"end\": {\"kind\": \"default\"}}\n  ]\n}\n", n-1)
	return b.String()
}

func BenchmarkCheck(b *testing.B) { dialecttest.BenchmarkCheck(b, Dialect{}, chain) }
