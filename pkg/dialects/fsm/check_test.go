package fsm

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

// TestManyMistakes looks for a cost that grows faster than the definition, which here would be that of suggestions.
func TestManyMistakes(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("name: x\ninitialState: S0\nstates:\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, "  S%d: {transitions: [{name: T, next: Missing%d, manual: true}]}\n", i, i)
	}
	_, found := check("x.fsm.yaml", b.String())
	if len(found) != 20_000 {
		t.Errorf("%d findings", len(found))
	}
}

// TestRecognises tells definitions of this dialect from others by their content.
func TestRecognises(t *testing.T) {
	t.Parallel()
	dialecttest.Recognises(t, Dialect{}, map[string]bool{
		`{"initialState": "A", "states": {"A": {"transitions": [{"next": "B"}]}}}`:                                          false,
		`{"initialState": "A", "states": {"A": {"transitions": [{"name": "t", "next": "B"}]}}}`:                             true,
		`{"initialState": 1, "states": {"B": {}, "A": {"transitions": [1, {"name": "go", "next": "B"}]}}}`:                  true,
		`[1, {"initialState": "A", "states": {"A": {"transitions": [{"name": "go", "next": "B"}]}}}]`:                       true,
		`{"workflows": [{"initialState": "A", "states": {"A": {"transitions": [{"name": "go", "next": "B"}]}}}]}`:           true,
		`{"initialState": "A", "states": {"A": {}}}`:                                                                        false,
		`{"initialState": "A", "states": {"A": {"transitions": [{"target": "B"}]}}}`:                                        false,
		`{"states": {"A": {"transitions": [{"name": "go", "next": "B"}]}}}`:                                                 false,
		`{"initialState": "A", "states": {"A": {"entry": "x", "transitions": [{"name": "go", "next": "B"}]}}}`:              false,
		`{"initialState": "A", "states": {"A": {"transitions": [{"name": "go", "if": "x", "next": "B"}]}}}`:                 false,
		`{"initialState": "A", "states": {"A": {"transitions": [{"nmae": "t", "next": "B"}, {"name": "u", "next": "B"}]}}}`: true,
		`{"initialState": "A"}`:                               false,
		`{"importMode": "MERGE", "workflows": []}`:            false,
		`{"workflows": {}}`:                                   false,
		`{"initialState": "A", "states": []}`:                 false,
		`{"states": [{"name": "a", "type": "end"}]}`:          false,
		`{"StartAt": "A", "States": {"A": {"Type": "Pass"}}}`: false,
		`{"steps": []}`:                                       false,
		`[]`:                                                  false,
		`null`:                                                false,
	})
}

func FuzzCheck(f *testing.F) {
	dialecttest.Seed(f, Dialect{})
	for _, tt := range findingTests {
		f.Add([]byte(tt.Text))
	}
	f.Add([]byte("name: x\ninitialState: A\ncriterion: &c {type: group, operator: AND, conditions: [*c]}\nstates: &s\n  A: *s\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"x.fsm.json", "x.fsm.yaml"} {
			file, found := check(name, string(text))
			dialecttest.Inside(t, found)
			dialecttest.FixesAreDocumented(t, Dialect{}, found)
			d := Dialect{}.Read(file, dialects.Options{})
			if p := d.Lower(); p != nil && diag.Worst(found) < diag.Error {
				dialecttest.Raise(Dialect{}, p, file.Format)
			}
		}
	})
}

// chain returns a definition of n states, each of which goes to the next: by hand, by a criterion, and by processors.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"name\": \"chain\",\n  \"initialState\": \"S0\",\n  \"states\": {\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "    \"S%d\": {\"transitions\": [{\"name\": \"GO\", \"next\": \"S%d\"", i, i+1)
		switch i % 3 {
		case 0:
			b.WriteString(`, "manual": true`)
		case 1:
			fmt.Fprintf(&b, `, "manual": false, "criterion": {"type": "simple", "jsonPath": "$.n", "operatorType": "GREATER_THAN", "value": %d}`, i)
		default:
			b.WriteString(`, "manual": false, "processors": [{"type": "EXTERNAL", "name": "p", "executionMode": "SYNC", "config": {"attachEntity": true}}]`)
		}
		fmt.Fprintf(&b, "}, {\"name\": \"BACK\", \"next\": \"S%d\", \"manual\": true}]},\n", i/2)
	}
	fmt.Fprintf(&b, "    \"S%d\": {}\n  }\n}\n", n-1)
	return b.String()
}

func BenchmarkCheck(b *testing.B) { dialecttest.BenchmarkCheck(b, Dialect{}, chain) }

func BenchmarkLower(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x.fsm.json", []byte(chain(n)))
			source.Parse(f)
			d := Dialect{}.Read(f, dialects.Options{})
			b.ReportAllocs()
			for b.Loop() {
				d.Lower()
			}
		})
	}
}
