//go:build unix

package cmd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// gated is a definition of a task whose command waits until the gate is opened.
const gated = `{"StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "urn:charge", "End": true}}}`

// programAt returns a command that runs this program.
func programAt(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "flowglot") // the name by which the tests know that they are to be the program
	if err := os.Symlink(self, program); err != nil && !os.IsExist(err) {
		t.Fatal(err)
	}
	c := exec.Command(program, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=1")
	return c
}

// TestLiveOnATerminal runs a definition on a pseudo terminal: while a command goes on, the tree shows it; when that has ended, the tree
// is removed.
func TestLiveOnATerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "a.asl.json", gated)
	gate := filepath.Join(dir, "gate")
	if err := syscall.Mkfifo(gate, 0o600); err != nil {
		t.Fatal(err)
	}
	c := programAt(t, dir, "run", "a.asl.json", "--exec", "Charge=cat gate")
	terminal, err := pty.StartWithSize(c, &pty.Winsize{Rows: 24, Cols: 60})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	var shown bytes.Buffer
	readUntil := func(text string) {
		t.Helper()
		part := make([]byte, 4096)
		for !strings.Contains(shown.String(), text) {
			n, err := terminal.Read(part)
			shown.Write(part[:n])
			if err != nil {
				t.Fatalf("%v: %q is not shown, but\n%q", err, text, shown.String())
			}
		}
	}
	readUntil("▏ → Charge, call urn:charge\r\n")
	if err := os.WriteFile(gate, []byte(`{"receipt": 7}`), 0o600); err != nil {
		t.Fatal(err)
	}
	readUntil(`"receipt": 7`)
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	_, after, removed := strings.Cut(shown.String(), "\x1b[2A\x1b[J")
	if !removed || strings.Contains(after, "▏ → Charge") || !strings.Contains(after, "succeeded after") {
		t.Errorf("after the command it shows\n%q", shown.String())
	}
}

// TestNoControlsElsewhere prints to a file, and to a terminal that cannot be steered: lines, and no control sequence.
func TestNoControlsElsewhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "a.asl.json", gated)
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	c := programAt(t, dir, "run", "a.asl.json", "--exec", "Charge=echo 7")
	c.Stdout = out
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out.Name())
	if err != nil || !bytes.Contains(text, []byte("succeeded")) || bytes.ContainsRune(text, 0x1b) || bytes.Contains(text, []byte("▏")) {
		t.Errorf("%v: the file has\n%q", err, text)
	}
	c = programAt(t, dir, "run", "a.asl.json", "--exec", "Charge=echo 7")
	c.Env = append(c.Env, "TERM=dumb")
	terminal, err := pty.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	var shown bytes.Buffer
	_, _ = shown.ReadFrom(terminal) // a terminal ends with an error
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	if text := shown.String(); !strings.Contains(text, "succeeded") || strings.ContainsRune(text, 0x1b) {
		t.Errorf("the terminal has\n%q", text)
	}
}
