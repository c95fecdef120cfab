package asl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/source"
)

// at are the options for a level.
func at(level string) dialects.Options {
	return dialects.Options{Settings: dialects.Settings{levelOption: level}}
}

// check reads a text as a file of that name and returns all findings in order.
func check(name, text, level string) (*source.File, []diag.Diagnostic) {
	return dialecttest.Check(Dialect{}, at(level), name, text)
}

// TestExamples holds each rule to what its documentation shows.
func TestExamples(t *testing.T) {
	t.Parallel()
	dialecttest.Examples(t, Dialect{}, dialects.Options{}, examples)
}

// TestFindings holds the findings of small definitions to their very places, at both levels.
func TestFindings(t *testing.T) {
	t.Parallel()
	var old, now []dialecttest.Case
	for _, tt := range findingTests {
		old = append(old, dialecttest.Case{Name: "2016: " + tt.name, Text: tt.text, Want: tt.old})
		now = append(now, dialecttest.Case{Name: "current: " + tt.name, Text: tt.text, Want: tt.now})
	}
	dialecttest.FindingsOf(t, Dialect{}, at("2016"), old)
	dialecttest.FindingsOf(t, Dialect{}, at("current"), now)
}

// TestMessages holds messages, helps and related places to their words.
func TestMessages(t *testing.T) {
	t.Parallel()
	for _, tt := range messageTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, found := check("x.asl.yaml", strings.TrimPrefix(tt.text, "\n"), tt.level)
			dialecttest.Messages(t, found, tt.want)
		})
	}
}

// TestManyMistakes looks for a cost that grows faster than the definition, which here would be that of suggestions.
func TestManyMistakes(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("StartAt: S0\nStates:\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, "  S%d: {Type: Pass, Next: Missing%d}\n", i, i)
	}
	_, found := check("x.asl.yaml", b.String(), "")
	if len(found) != 20_000 {
		t.Errorf("%d findings", len(found))
	}
}

// TestRecognises tells definitions of this dialect from others by their content.
func TestRecognises(t *testing.T) {
	t.Parallel()
	dialecttest.Recognises(t, Dialect{}, map[string]bool{
		`{"StartAt": "A", "States": {"A": {"Component": "Screen"}}}`:                                  false,
		`{"StartAt": "A", "States": {"A": {}}}`:                                                       true,
		`{"StartAt": "A", "States": {"A": {"Type": "Screen", "Next": "B"}, "B": {"Type": "Screen"}}}`: false,
		`{"StartAt": "A", "States": {"A": {"Html": "a.html", "Next": "B"}, "B": {"Html": "b.html"}}}`: false,
		`{"StartAt": "A", "States": {"A": {"Type": "Tsk", "Next": "B"}}}`:                             true,
		`{"StartAt": "A", "States": {"A": {"Comment": "to do", "Next": "B"}}}`:                        true,
		`{"StartAt": "B", "States": {"A": {"Type": "Pass"}}}`:                                         true,
		`{"States": {"A": {"Type": "Pass", "End": true}}}`:                                            true,
		`{"States": {"A": {"Type": "Pass"}}}`:                                                         false,
		`{"States": {"A": {"Type": "Midwest", "Next": "B"}}}`:                                         false,
		`{"StartAt": "A"}`:                                  false,
		`{"StartAt": "A", "States": ["A"]}`:                 false,
		`{"StartAt": "A", "States": {"A": "B"}}`:            false,
		`{"StartAt": 5, "States": {"A": {"Type": "Pass"}}}`: false,
		`{"states": [{"name": "a", "type": "end"}]}`:        false,
		`{"initialState": "a", "states": {}}`:               false,
		`{"steps": []}`:                                     false,
		`[]`:                                                false,
		`null`:                                              false,
	})
}

func FuzzCheck(f *testing.F) {
	texts := []string{"StartAt: A\nStates: &s\n  A: {Type: Parallel, Branches: [*s, {StartAt: A, States: *s}]}\n"}
	for _, tt := range findingTests {
		texts = append(texts, tt.text)
	}
	dialecttest.Fuzz(f, Dialect{}, []dialects.Options{at("2016"), at("current")}, nil, texts...)
}

// chain returns a definition of n states of several types, each of which goes to the next.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"StartAt\": \"S0\",\n  \"States\": {\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "    \"S%d\": {", i)
		switch i % 3 {
		case 0:
			fmt.Fprintf(&b, `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f%d", "ResultPath": "$.r[%d]",
      "Retry": [{"ErrorEquals": ["Busy"], "MaxAttempts": 2}, {"ErrorEquals": ["States.ALL"]}], "Next": "S%d"`, i, i, i+1)
		case 1:
			fmt.Fprintf(&b, `"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericLessThan": %d, "Next": "S%d"}], "Default": "S%d"`,
				i, n-1, i+1)
		default:
			fmt.Fprintf(&b, `"Type": "Pass", "Result": {"n": %d}, "Next": "S%d"`, i, i+1)
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(&b, "    \"S%d\": {\"Type\": \"Succeed\"}\n  }\n}\n", n-1)
	return b.String()
}

func BenchmarkCheck(b *testing.B) { dialecttest.BenchmarkCheck(b, Dialect{}, chain) }
