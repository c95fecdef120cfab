package lint

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/diag"
)

// A typo is a typing mistake in a definition without mistakes.
type typo struct {
	what, old, new string
	finding, fix   string // what has to be found, and what the fix does
}

// readTypos reads a list of typing mistakes: what it is, the text, the mistake, the finding, and what the fix does.
func readTypos(t testing.TB, path string) []typo {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []typo
	unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		mark, rest, _ := strings.Cut(line, " ")
		if mark == "#" {
			out = append(out, typo{what: rest})
			continue
		}
		if line == "" {
			continue
		}
		if len(out) == 0 {
			t.Fatalf("%s: %q comes before the first mistake", path, line)
		}
		last := &out[len(out)-1]
		switch mark {
		case "-":
			last.old = unescape.Replace(rest)
		case "+":
			last.new = unescape.Replace(rest)
		case "=":
			last.finding = rest
		case "fix:":
			last.fix = rest
		default:
			t.Fatalf("%s: a line begins with %q", path, mark)
		}
	}
	return out
}

// TestTypos makes typing mistakes in definitions that have none, each of which has to be one finding with a remedy, at its place. A
// safe fix does not make the definition worse; where it is said to restore it, it gives the text without the mistake.
func TestTypos(t *testing.T) {
	t.Parallel()
	lists, err := filepath.Glob("../../testdata/typos/*.typos")
	if err != nil || len(lists) < 7 {
		t.Fatalf("%d lists of mistakes, %v", len(lists), err)
	}
	all := 0
	for _, list := range lists {
		base := strings.TrimSuffix(list, ".typos")
		text, err := os.ReadFile(base)
		if err != nil {
			t.Fatal(err)
		}
		typos := readTypos(t, list)
		all += len(typos)
		name := filepath.Base(base)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &Linter{}
			if found := l.Check(reader(name, "")(text)).Findings; len(found) > 0 {
				t.Fatalf("the definition without a mistake has findings: %s", brief(found))
			}
			for i := range typos {
				checkTypo(t, name, text, &typos[i])
			}
		})
		if *update {
			t.Cleanup(func() { writeTypos(t, list, typos) })
		}
	}
	if all < 190 {
		t.Errorf("only %d mistakes", all)
	}
}

func checkTypo(t *testing.T, name string, base []byte, x *typo) {
	t.Helper()
	if !bytes.Contains(base, []byte(x.old)) {
		t.Errorf("%s: %s: the definition has no %q", name, x.what, x.old)
		return
	}
	l, read := &Linter{}, reader(name, "")
	text := bytes.Replace(base, []byte(x.old), []byte(x.new), 1)
	report := l.Check(read(text))
	if len(report.Findings) != 1 {
		t.Errorf("%s: %s is %d findings: %s", name, x.what, len(report.Findings), brief(report.Findings))
		return
	}
	d := &report.Findings[0]
	if d.Help == "" && !strings.Contains(d.Message, " must be ") {
		t.Errorf("%s: %s has no remedy: %s", name, x.what, d.Message)
	}
	finding, fix := line(report, d), "none"
	if d.Fix != nil {
		fixed, n := l.Fix(text, true, alone(read))
		switch {
		case n == 0 && !d.Fix.Unsafe:
			t.Errorf("%s: the fix of %s is not applied: %s", name, x.what, d.Fix.Description)
		case n == 0:
			fix = "would make a new finding"
		case bytes.Equal(fixed, base):
			fix = "restores"
		case len(l.Check(read(fixed)).Findings) == 0:
			fix = "repairs"
		default:
			fix = "changes"
		}
		if d.Fix.Unsafe {
			fix += ", to be reviewed"
		}
		holdsFix(t, l, read, text, fixed)
		if _, err := exec.LookPath("git"); err == nil && n > 0 {
			applies(t, name, text, fixed)
		}
	}
	if *update {
		x.finding, x.fix = finding, fix
		return
	}
	if diff := cmp.Diff(x.finding+"\nfix: "+x.fix, finding+"\nfix: "+fix); diff != "" {
		t.Errorf("%s: %s (-want +got):\n%s", name, x.what, diff)
	}
}

// line is a finding on one line.
func line(r *Report, d *diag.Diagnostic) string {
	at := r.File.Position(d.Span.Start)
	help := ""
	if d.Help != "" {
		help = "; " + d.Help
	}
	return fmt.Sprintf("%d:%d %s: %s%s [%s]", at.Line, at.Column, d.Severity, d.Message, help, d.Rule)
}

func writeTypos(t *testing.T, path string, typos []typo) {
	escape := strings.NewReplacer("\n", `\n`, "\t", `\t`)
	var out strings.Builder
	for i, x := range typos {
		if i > 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "# %s\n- %s\n+ %s\n= %s\nfix: %s\n", x.what, escape.Replace(x.old), escape.Replace(x.new), x.finding, x.fix)
	}
	if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
		t.Error(err)
	}
}
