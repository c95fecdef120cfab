package cmd

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in scripts and documents")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"flowglot": func() { os.Exit(Main(os.Args[1:], System())) },
	})
}

// TestScripts runs the scripts in testdata/script, each in a folder of its own.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: true})
}
