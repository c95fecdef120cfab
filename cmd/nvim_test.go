package cmd

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const edited = `{
      "StartAt": "Päckchen 😀",
  "States": {
    "Päckchen 😀": {"Type": "Pass", "Next": "Shp"},
    "Ship": {"Type": "Pass", "Next": "Done"},
    "Done": {"Type": "Succeed"}
  }
}
`

const answered = `findings 1
  4:48 asl/unknown-target state "Päckchen 😀" transitions to "Shp", which does not exist; did you mean "Ship"?
action write "Ship"
findings 0
line     "Päckchen 😀": {"Type": "Pass", "Next": "Ship"},
definition 5
references 2
symbols 3
hover **Ship** (Pass)
line     "Päckchen 😀": {"Type": "Pass", "Next": "Send"},
line     "Send": {"Type": "Pass", "Next": "Done"},
findings 1
  5:22 asl/unknown-type state "Send" has the type "", which does not exist; the types are Pass, Task, Choice, Wait, Succeed, Fail, Parallel and Map
completion Choice,Fail,Map,Parallel,Pass,Succeed,Task,Wait
findings 0
line   "StartAt": "Päckchen 😀",
drawing <svg
stopped true
`

// TestNeovim has Neovim drive the language server. It is skipped only where Neovim is not installed.
func TestNeovim(t *testing.T) {
	t.Parallel()
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("Neovim is not installed")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "flowglot")
	if out, err := exec.Command("go", "build", "-o", program, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	definition, result := filepath.Join(dir, "order.asl.json"), filepath.Join(dir, "result.txt")
	if err := os.WriteFile(definition, []byte(edited), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // far longer than it takes: it ends what hangs
	defer cancel()
	c := exec.CommandContext(ctx, nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile testdata/nvim/drive.lua")
	c.Env = append(os.Environ(), "FLOWGLOT="+program, "DEFINITION="+definition, "RESULT="+result, "XDG_STATE_HOME="+dir, "XDG_DATA_HOME="+dir)
	out, err := c.CombinedOutput()
	got, readErr := os.ReadFile(result)
	if err != nil || readErr != nil {
		t.Fatalf("%v, %v: %s\n%s", err, readErr, out, got)
	}
	if diff := cmp.Diff(answered, string(got)); diff != "" {
		t.Errorf("the answers (-want +got):\n%s", diff)
	}
}
