package cmd

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocuments runs every command that the README and the pages of docs show, in the root of the project, and compares
// what it prints with what they show. A command stands behind "$ " in a block marked as console, what it prints below it:
// stderr first, then stdout. A line "…" stands for any lines.
func TestDocuments(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it runs some two hundred commands")
	}
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, page := range append(pages, "../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		shown := strings.SplitAfter(string(text), "\n")
		var out []string
		for i := 0; i < len(shown); {
			out = append(out, shown[i])
			if strings.TrimSpace(shown[i]) != "```console" {
				i++
				continue
			}
			i++
			for i < len(shown) && !strings.HasPrefix(shown[i], "```") {
				line := shown[i]
				if !strings.HasPrefix(line, "$ ") {
					t.Fatalf("%s:%d: a block of the console begins with a command", page, i+1)
				}
				from := i + 1
				for i = from; i < len(shown) && !strings.HasPrefix(shown[i], "$ ") && !strings.HasPrefix(shown[i], "```"); i++ {
				}
				want := strings.Join(shown[from:i], "")
				got := play(t, strings.TrimSpace(strings.TrimPrefix(line, "$ ")))
				commands++
				out = append(out, line)
				if fits(want, got) {
					out = append(out, want)
					continue
				}
				out = append(out, got)
				if !*update {
					t.Errorf("%s:%d: %sprints\n%s\nand the page shows\n%s", page, from, line, got, want)
				}
			}
		}
		if after := strings.Join(out, ""); *update && after != string(text) {
			if err := os.WriteFile(page, []byte(after), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if commands < 50 {
		t.Errorf("only %d commands were found", commands)
	}
}

// play runs a command line in the root of the project and returns what it prints.
func play(t *testing.T, line string) string {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	c := exec.Command(shell, "-c", strings.Replace(line, "go run . ", "flowglot ", 1))
	c.Dir = ".."
	c.Env = append(os.Environ(), "NO_COLOR=1")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", line, err)
	}
	return stderr.String() + stdout.String()
}

// fits reports whether a text is what a page shows, in which a line "…" stands for any lines.
func fits(shown, text string) bool {
	parts := strings.Split("\n"+shown, "\n…\n")
	text = "\n" + text
	if !strings.HasPrefix(text, parts[0]) {
		return false
	}
	if len(parts) == 1 {
		return text == parts[0]
	}
	rest := text[len(parts[0]):]
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, p)
		if i < 0 {
			return false
		}
		rest = rest[i+len(p):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}
