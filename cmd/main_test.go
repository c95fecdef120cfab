package cmd

import (
	"flag"
	"os"
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

// TestScripts runs the scripts in testdata/script, each in a folder of its own.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: true})
}
