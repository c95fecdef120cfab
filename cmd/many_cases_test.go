package cmd

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// manyCases writes a scenario file of n cases that call a task, retry it and choose, and returns its path. One case in a hundred fails.
func manyCases(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "charge.asl.json"), `{"StartAt": "Charge", "States": {
  "Charge": {"Type": "Task", "Resource": "urn:charge", "ResultPath": "$.payment", "Next": "Large?",
    "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 5, "MaxAttempts": 2}], "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Refused"}]},
  "Large?": {"Type": "Choice", "Choices": [{"Variable": "$.total", "NumericGreaterThan": 500, "Next": "Rest"}], "Default": "Done"},
  "Rest": {"Type": "Wait", "Seconds": 3600, "Next": "Done"}, "Done": {"Type": "Succeed"}, "Refused": {"Type": "Fail", "Error": "Refused"}}}`)
	var b strings.Builder
	b.WriteString("workflow: charge.asl.json\ncases:\n")
	for i := range n {
		status := "succeeded"
		if i%100 == 99 {
			status = "failed"
		}
		fmt.Fprintf(&b, "  - {name: case %d, input: {total: %d}, tasks: {Charge: [{fail: {error: Busy}}, {return: {id: %d}}]}, expect: {status: %s}}\n", i, i, i, status)
	}
	path := filepath.Join(dir, "charge.scenario.yaml")
	writeFile(t, path, b.String())
	return path
}

// TestManyCases runs a thousand cases, or two hundred with -short, with one and with several at a time: the text, the report and the
// page are the same, byte for byte.
func TestManyCases(t *testing.T) {
	t.Parallel()
	n := 1000
	if testing.Short() {
		n = 200
	}
	failed := n / 100
	path := manyCases(t, n)
	page := filepath.Join(t.TempDir(), "page.html")
	for _, args := range [][]string{{"--coverage"}, {"--format", "json"}, {"-q", "--report", page}} {
		var first []byte
		for _, jobs := range []string{"1", "2", "7", "64"} {
			w := System()
			var out, said bytes.Buffer
			w.Stdout, w.Stderr, w.StdoutIsTerminal, w.StderrIsTerminal = &out, &said, false, false
			if status := Main(append([]string{"test", path, "--jobs", jobs}, args...), w); status != statusFound {
				t.Fatalf("%v: status %d: %s", args, status, &said)
			}
			got := out.Bytes()
			if args[len(args)-1] == page {
				got = append(got, readFile(t, page)...)
			}
			if first == nil {
				first = got
			}
			if !bytes.Equal(first, got) {
				t.Errorf("%v: with --jobs %s another text is printed than with --jobs 1", args, jobs)
			}
		}
		if !bytes.Contains(first, fmt.Appendf(nil, "%d passed, %d failed", n-failed, failed)) && !bytes.Contains(first, fmt.Appendf(nil, `"passed": %d`, n-failed)) {
			t.Errorf("%v prints\n%.500s", args, first)
		}
	}
}

// BenchmarkTest runs cases: a thousand take well below two seconds.
func BenchmarkTest(b *testing.B) {
	for _, n := range []int{10, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			path := manyCases(b, n)
			for b.Loop() {
				w := System()
				var out bytes.Buffer
				w.Stdout, w.StdoutIsTerminal, w.StderrIsTerminal = &out, false, false
				Main([]string{"test", path, "-q"}, w)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/case")
		})
	}
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
