package all_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/dialects/fsm"
	"github.com/flowglot/flowglot/pkg/source"
)

// asFSM writes a definition as an entity state machine.
func asFSM(t testing.TB, name string, text []byte) *dialects.Raised {
	t.Helper()
	return convert.Raise(all.Dialects(), fsm.Dialect{}, mustRead(t, txtar.File{Name: name, Data: text}), dialects.Raising{Format: source.JSON, Domain: dialects.Domain{Objects: true, Typed: true, Disjoint: true}})
}

// fsmRow is a definition of step in which so many workers follow one another.
func fsmRow(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"id":"row","name":"Row","steps":[`)
	for i := range n {
		fmt.Fprintf(&b, `{"id":"s%d","name":"s","type":"SERVICE_TASK","jobType":"s%d","nextStep":"s%d"},`, i, i, i+1)
	}
	fmt.Fprintf(&b, `{"id":"s%d","name":"s","type":"END"}]}`, n)
	return []byte(b.String())
}

// fsmChoices is a definition of asl in which so many choices follow one another.
func fsmChoices(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"StartAt":"c0","States":{`)
	for i := range n {
		fmt.Fprintf(&b, `"c%d":{"Type":"Choice","Choices":[{"Variable":"$.a","NumericEquals":%d,"Next":"c%d"}],"Default":"end"},`, i, i, i+1)
	}
	fmt.Fprintf(&b, `"c%d":{"Type":"Succeed"},"end":{"Type":"Succeed"}}}`, n)
	return []byte(b.String())
}

// TestRaiseFSMLong has more tasks follow one another than a request may take transitions, which are put on fewer then; and
// more choices, which cannot be.
func TestRaiseFSMLong(t *testing.T) {
	t.Parallel()
	for _, n := range []int{99, 100, 101, 500, 1000} {
		r := asFSM(t, "x.step.json", fsmRow(n))
		if r.Reason != "" {
			t.Fatalf("%d: %s", n, r.Reason)
		}
		text := r.Definitions[0].Text
		if found := flaws("x.fsm.json", text); len(found) > 0 {
			t.Errorf("%d: %q", n, found)
		}
		for i := range n {
			called, adapted := fmt.Appendf(nil, `"name": "s%d",`, i), fmt.Appendf(nil, `"name": "call-s%d",`, i)
			if !bytes.Contains(text, called) && !bytes.Contains(text, adapted) {
				t.Errorf("of %d tasks, s%d is gone", n, i)
			}
		}
		if folded := n > 100; slices.ContainsFunc(r.Parts, func(p dialects.Renaming) bool { return p.From != p.To }) != folded {
			t.Errorf("of %d steps, %d are parts of others", n, len(r.Parts))
		}
	}
	for n, want := range map[int]bool{100: false, 101: true} { // the last of which may be too far
		r := asFSM(t, "x.asl.json", fsmChoices(n))
		if got := slices.ContainsFunc(r.Losses, func(l *dialects.Loss) bool { return l.Rule.ID == "convert/cascade-limit" }); got != want {
			t.Errorf("%d choices: a request may take too many transitions, %t", n, got)
		}
	}
	// A choice, or somebody who asks, in front of a row is one transition more.
	for n := 97; n < 103; n++ {
		for _, first := range []string{
			`{"id":"first","name":"f","type":"USER_TASK","nextStep":"s0"}`,
			`{"id":"first","name":"f","type":"DECISION","conditionalNextSteps":{"a == 1":"s0","a == 2":"s1"}}`,
		} {
			text := bytes.Replace(fsmRow(n), []byte(`"steps":[`), []byte(`"steps":[`+first+","), 1)
			found := flaws("x.fsm.json", asFSM(t, "x.step.json", text).Definitions[0].Text)
			if len(found) > 0 {
				t.Errorf("%d behind %s: %q", n, first, found)
			}
		}
	}
}
