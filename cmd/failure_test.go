package cmd

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
)

// printed is what a command prints, and its exit status.
type printed struct {
	out, errors string
	status      int
}

// perform runs a command line with an environment.
func perform(stdin string, env map[string]string, args ...string) printed {
	w := System()
	var out, said strings.Builder
	w.Stdin, w.Stdout, w.Stderr, w.StdoutIsTerminal, w.StderrIsTerminal = strings.NewReader(stdin), &out, &said, false, false
	w.Env = func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}
	status := Main(args, w)
	return printed{out.String(), said.String(), status}
}

// commandsWithJSON are the commands that have --format json, with the arguments that each needs besides files, and where FILE stands
// for the file.
func commandsWithJSON() map[string][]string {
	return map[string][]string{
		"lint":    {"lint", "FILE"},
		"graph":   {"graph", "FILE"},
		"run":     {"run", "FILE"},
		"test":    {"test", "FILE"},
		"explore": {"explore", "FILE"},
		"diff":    {"diff", "FILE", "FILE"},
		"convert": {"convert", "FILE", "--to", "step"},
		"eval":    {"eval", "--language", "jsonata", "--expression-file", "FILE"},
		"rules":   {"rules"},
	}
}

// TestFailuresAreDocuments has each command fail in each way, and wants one JSON document on standard output that has the error.
func TestFailuresAreDocuments(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("good.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}`)
	broken := write("broken.asl.json", `{"StartAt": "A", "States": {`)
	foreign := write("package.json", `{"name": "x"}`)
	missing := filepath.Join(dir, "missing.asl.json")
	for name, words := range commandsWithJSON() {
		with := func(file string, more ...string) []string {
			out := slices.Clone(words)
			for i := range out {
				if out[i] == "FILE" {
					out[i] = file
				}
			}
			return append(out, more...)
		}
		cases := map[string][]string{
			"unknown flag":     with(good, "--bogus", "--format", "json"),
			"unknown before":   append([]string{words[0], "--bogus", "--format=json"}, with(good)[1:]...),
			"invalid color":    with(good, "--format", "json", "--color", "pink"),
			"invalid dialect":  with(good, "--dialect=latin", "--format=json"),
			"flag without use": with(good, "--format", "json", "--max-visits"),
		}
		if slices.Contains(words, "FILE") {
			cases["missing file"] = with(missing, "--format", "json")
		}
		switch name {
		case "eval":
		case "rules":
			cases["argument"] = with(good, "x", "--format", "json")
		default:
			cases["broken file"] = with(broken, "--format=json")
			cases["foreign file"] = with(foreign, "--format=json")
			cases["folder"] = with(dir+"/none", "--format=json")
		}
		if name != "lint" && name != "test" && name != "rules" { // which need no argument
			cases["no argument"] = []string{words[0], "--format", "json"}
		}
		for kind, args := range cases {
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				got := perform("", nil, args...)
				lintsBroken := name == "lint" && kind == "broken file"
				checkFailure(t, got, !lintsBroken)
			})
		}
		t.Run(name+"/environment", func(t *testing.T) {
			t.Parallel()
			checkFailure(t, perform("", map[string]string{"FLOWGLOT_FORMAT": "json"}, with(good, "--bogus")...), true)
			wrong := perform("", map[string]string{"FLOWGLOT_FORMAT": "json", "FLOWGLOT_COLOR": "pink"}, with(good)...)
			checkFailure(t, wrong, true)
		})
		t.Run(name+"/other format", func(t *testing.T) {
			t.Parallel()
			if got := perform("", nil, with(good, "--format", "xyzzy")...); got.out != "" || got.status != statusNoLook {
				t.Errorf("status %d, output %s", got.status, got.out)
			}
		})
	}
}

// checkFailure wants one JSON document, and in it the error that was also printed for people.
func checkFailure(t *testing.T, got printed, wantsError bool) {
	t.Helper()
	var document struct{ Error *diag.Failure }
	d := json.NewDecoder(strings.NewReader(got.out))
	if err := d.Decode(&document); err != nil {
		t.Fatalf("status %d, %v in %q\n%s", got.status, err, got.out, got.errors)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Errorf("something follows the document: %s", got.out)
	}
	if got.status == statusGood {
		t.Errorf("the status is 0: %s", got.out)
	}
	if !wantsError {
		return
	}
	if document.Error == nil || document.Error.Message == "" {
		t.Fatalf("no error in %s", got.out)
	}
	if document.Error.ExitStatus != got.status {
		t.Errorf("status %d, and the document has %d", got.status, document.Error.ExitStatus)
	}
	if first, _, _ := strings.Cut(document.Error.Message, "\n"); !strings.Contains(got.errors, first) {
		t.Errorf("the document has %q, and people are shown %q", document.Error.Message, got.errors)
	}
}

// TestCommandsWithJSON keeps the table of commands complete.
func TestCommandsWithJSON(t *testing.T) {
	t.Parallel()
	root, _ := newRoot(System())
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		f := c.LocalFlags().Lookup(formatFlag)
		if _, known := commandsWithJSON()[c.Name()]; f != nil && !known {
			t.Errorf("%s has --format, and no test has it fail", c.CommandPath())
		}
		for _, below := range c.Commands() {
			visit(below)
		}
	}
	visit(root)
}

// TestFailuresInOtherFormats has lint and test fail where other programs read the result.
func TestFailuresInOtherFormats(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"nothing.asl.json"}, {"--bogus"}, {"--baseline", "nothing.json"}} {
		lint := func(format string) printed {
			got := perform("", nil, append([]string{"lint", "--format", format}, args...)...)
			if got.status != statusNoLook {
				t.Errorf("%s: status %d", format, got.status)
			}
			return got
		}
		checkFailure(t, lint("jsonl"), true)
		var log struct {
			Runs []struct {
				Invocations []struct {
					ExecutionSuccessful        *bool
					ToolExecutionNotifications []struct{ Message struct{ Text string } }
				}
			}
		}
		if err := json.Unmarshal([]byte(lint("sarif").out), &log); err != nil || len(log.Runs) != 1 || len(log.Runs[0].Invocations) != 1 ||
			*log.Runs[0].Invocations[0].ExecutionSuccessful || log.Runs[0].Invocations[0].ToolExecutionNotifications[0].Message.Text == "" {
			t.Errorf("sarif: %v, %+v", err, log)
		}
		var suites struct {
			Errors int `xml:"errors,attr"`
			Suites []struct {
				Cases []struct {
					Error struct {
						Message string `xml:"message,attr"`
					} `xml:"error"`
				} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal([]byte(lint("junit").out), &suites); err != nil || suites.Errors != 1 || suites.Suites[0].Cases[0].Error.Message == "" {
			t.Errorf("junit: %v, %+v", err, suites)
		}
		if got := lint("gitlab").out; got != "[]\n" {
			t.Errorf("gitlab: %s", got)
		}
		if got := lint("checkstyle").out; !strings.Contains(got, `severity="error"`) {
			t.Errorf("checkstyle: %s", got)
		}
		if got := lint("text").out; got != "" {
			t.Errorf("text: %s", got)
		}
	}
	if got := perform("", nil, "test", "nothing.scenario.yaml", "--format", "junit"); !strings.Contains(got.out, "<error ") || got.status != statusNoLook {
		t.Errorf("test: status %d, %s", got.status, got.out)
	}
}

// A faultyReader panics.
type faultyReader struct{}

func (faultyReader) Read([]byte) (int, error) { panic("read") }

// TestInternalErrorIsADocument has a command panic where a program reads the result.
func TestInternalErrorIsADocument(t *testing.T) {
	t.Parallel()
	w := System()
	var out, said strings.Builder
	w.Stdout, w.Stderr = &out, &said
	w.Env = func(string) (string, bool) { return "", false }
	w.Stdin = faultyReader{}
	status := Main([]string{"lint", "-", "--format", "json"}, w)
	checkFailure(t, printed{out.String(), said.String(), status}, true)
	if !strings.HasPrefix(said.String(), "flowglot: internal error: ") {
		t.Errorf("people are shown %s", &said)
	}
}
