package cmd

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// commands returns the commands that a user may give, with those below them.
func commands(c *cobra.Command) []*cobra.Command {
	var out []*cobra.Command
	for _, below := range c.Commands() {
		if below.Hidden || below.Name() == "help" || below.Name() == "completion" {
			continue
		}
		if below.Runnable() {
			out = append(out, below)
		}
		out = append(out, commands(below)...)
	}
	return out
}

// TestHelpExamples runs every example in the help of the commands, in a copy of testdata/examples.
func TestHelpExamples(t *testing.T) {
	t.Parallel()
	if detectsRacesOnly() {
		t.Skip("it runs in one goroutine")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	root, _ := newRoot(System())
	all := append(commands(root), root)
	if len(all) < 10 {
		t.Fatalf("only %d commands were found", len(all))
	}
	for _, c := range all {
		if c.Example == "" {
			t.Errorf("%s has no examples", c.CommandPath())
			continue
		}
		t.Run(c.CommandPath(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("testdata/examples")); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(c.Example) {
				line = strings.TrimSpace(line)
				if !strings.HasPrefix(line, c.CommandPath()+" ") && line != c.CommandPath() {
					t.Errorf("%q is not an example of %s", line, c.CommandPath())
				}
				run := exec.Command(shell, "-c", line)
				run.Dir = dir
				out, err := run.CombinedOutput()
				var exit *exec.ExitError
				if err != nil && (!errors.As(err, &exit) || exit.ExitCode() == statusNoLook) {
					t.Errorf("%s: %v\n%s", line, err, out)
				}
			}
		})
	}
}

// TestHelpShowsFlagsThatWork looks for shared flags in the help of commands that they do nothing for.
func TestHelpShowsFlagsThatWork(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		"run": "color dialect allow-net", "lint": "color dialect !allow-net", "fmt": "dialect !color !allow-net", "version": "!color !dialect",
		"completion bash": "!color !dialect", "explain": "!color !dialect", "fsm merge": "color !dialect",
	} {
		w := System()
		var out strings.Builder
		w.Stdout = &out
		if status := Main(append(strings.Fields(command), "--help"), w); status != statusGood {
			t.Errorf("%s: status %d", command, status)
		}
		for _, flag := range strings.Fields(want) {
			name, hidden := strings.CutPrefix(flag, "!")
			if shown := strings.Contains(out.String(), "--"+name+" "); shown == hidden {
				t.Errorf("%s shows --%s: %v", command, name, shown)
			}
		}
	}
}
