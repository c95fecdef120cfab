package step

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
		"id: a\nname: A\nsteps:\n  - {id: first, name: F, type: SERVICE_TASK, jobType: x, nextStep: finsih}\n  - {id: finish, name: E, type: END}\n",
		`{"id": "a", "name": "A", "steps": [{"id": "w", "name": "W", "type": "SERVICE_TASKS", "jobTyp": "x", "retryCount": "2", "nextStep": "e"},
			{"id": "e", "name": 5, "type": "END"}]}`,
		`{"id": "a", "name": "A", "steps": [{"id": "d", "name": "D", "type": "DECISION", "conditionalNextSteps": {"x = 1": "e", "y == null": "e", "true": "e"}},
			{"id": "e", "name": "E", "type": "END"}]}`,
	} {
		f, found := check("x", text)
		for _, d := range found {
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
		`{"steps": [{"id": "a", "type": "SERVICE_TASK"}]}`:                                                             true,
		`{"steps": [1, {"id": "a", "type": "WAIT", "nextStep": "b"}]}`:                                                 true,
		`{"steps": [{"id": "a", "type": "WAIT"}]}`:                                                                     false,
		`{"steps": [{"id": "a", "type": "USER_TASK", "outgoing": ["b"]}]}`:                                             false,
		`{"steps": [{"id": "a", "type": "USER_TASK", "nxtStep": "b"}, {"id": "b", "name": "B", "type": "USER_TASK"}]}`: true,
		`{"steps": [{"id": "a", "type": "wait", "nextStep": "b"}]}`:                                                    false,
		`{"steps": [{"type": "SERVICE_TASK"}]}`:                                                                        false,
		`{"steps": [{"id": 1, "type": "SERVICE_TASK"}]}`:                                                               false,
		`{"steps": [{"name": "gcr.io/cloud-builders/docker"}]}`:                                                        false,
		`{"steps": []}`: false,
		`{"steps": {"id": "a", "type": "SERVICE_TASK"}}`: false,
		`{"StartAt": "A"}`: false,
		`{"states": []}`:   false,
		`[]`:               false,
		`null`:             false,
	})
}

func FuzzCheck(f *testing.F) {
	dialecttest.Fuzz(f, Dialect{}, []dialects.Options{{}}, findingTests,
		"id: a\nsteps: &s\n  - {id: a, type: END, steps: *s}\n  - *s\n")
}

// chain returns a definition of n steps of several types, each of which goes to the next.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"id\": \"big\", \"name\": \"Big\",\n  \"steps\": [\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "    {\"id\": \"s%d\", \"name\": \"S %d\", ", i, i)
		switch i % 3 {
		case 0:
			fmt.Fprintf(&b, `"type": "SERVICE_TASK", "jobType": "work", "retryCount": 2, "nextStep": "s%d"`, i+1)
		case 1:
			fmt.Fprintf(&b, `"type": "DECISION", "conditionalNextSteps": {"#n < %d": "s%d", "true": "s%d"}`, i, n-1, i+1)
		default:
			fmt.Fprintf(&b, `"type": "TRANSFORMATION", "transformations": {"n": "${n + %d}"}, "nextStep": "s%d"`, i, i+1)
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(&b, "    {\"id\": \"s%d\", \"name\": \"End\", \"type\": \"END\"}\n  ]\n}\n", n-1)
	return b.String()
}

func BenchmarkCheck(b *testing.B) { dialecttest.BenchmarkCheck(b, Dialect{}, chain) }
