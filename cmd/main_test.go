package cmd

import (
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in scripts and documents")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"flowglot": func() { os.Exit(Main(os.Args[1:], System())) },
	})
}

// TestOurScenarios plays the scenarios of the definitions in testdata.
func TestOurScenarios(t *testing.T) {
	t.Parallel()
	w := System()
	var out, said strings.Builder
	w.Stdout, w.Stderr, w.StdoutIsTerminal, w.StderrIsTerminal = &out, &said, false, false
	if status := Main([]string{"test", "../testdata"}, w); status != 0 {
		t.Errorf("status %d\n%s%s", status, &out, &said)
	}
	if n := strings.Count(out.String(), "ok  "); n < 10 {
		t.Errorf("only %d cases were played:\n%s", n, &out)
	}
}

// TestInternalErrors has a command fail in a way that it must not: it is one line, and the status is 2.
func TestInternalErrors(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	w := World{Stderr: &said, Env: func(string) (string, bool) { return "", false }, Stdin: nil, Stdout: nil}
	if status := Main([]string{"version"}, w); status != 2 || !strings.HasPrefix(said.String(), "flowglot: internal error: ") ||
		strings.Count(said.String(), "\n") != 1 {
		t.Errorf("status %d: %s", status, &said)
	}
}

// concurrentScripts names the scripts whose commands share something between goroutines, and what.
var concurrentScripts = map[string]string{
	"config":            "workers of lint read the settings of folders, which all of them share",
	"coverage":          "workers of test cover places of one report",
	"fix":               "workers of lint rewrite files",
	"lint":              "workers of lint check files and print in order",
	"lint_explore":      "workers of lint explore the states of a machine",
	"process":           "tasks are answered by processes, several at a time and interrupted",
	"run_view":          "a live view is drawn while the run goes on",
	"serverless_shared": "workers of lint meet definitions of one file",
	"test":              "workers of test run cases",
	"test_page":         "workers of test write one page",
}

// TestScripts runs the scripts in testdata/script, each in a folder of its own. With -short, the race detector gets those that have
// something to race with: it makes each of the seven hundred commands ten times slower, most of which run in one goroutine.
func TestScripts(t *testing.T) {
	t.Parallel()
	p := testscript.Params{Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: true}
	if detectsRacesOnly() {
		p.Dir = ""
		for name := range concurrentScripts {
			p.Files = append(p.Files, filepath.Join("testdata", "script", name+".txtar"))
		}
		slices.Sort(p.Files)
	}
	testscript.Run(t, p)
}

// detectsRacesOnly reports whether the tests are run with -race and -short: those that have nothing to race with may be skipped.
func detectsRacesOnly() bool {
	b, ok := debug.ReadBuildInfo()
	return ok && testing.Short() && slices.Contains(b.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
