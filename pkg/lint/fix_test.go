package lint

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/patch"
)

// reader reads texts as a file of a name, at a level of its language.
func reader(name, level string) func(text []byte) *load.Definition {
	settings := load.Settings{}
	if d := dialects.ByName(all.Dialects(), name); d != nil {
		settings.Options.Settings = dialects.AtLevel(d, level)
	}
	l := &load.Loader{Dialects: all.Dialects(), Settings: load.Always(settings)}
	return func(text []byte) *load.Definition { return l.Read(load.Text(name, text)) }
}

// TestFixesOfRules fixes the example of every rule that has a fix: no finding is new, a second fix changes nothing, and git
// applies the patch.
func TestFixesOfRules(t *testing.T) {
	t.Parallel()
	_, missing := exec.LookPath("git")
	l := &Linter{}
	fixed := 0
	for _, r := range Rules(all.Dialects()) {
		t.Run(r.ID, func(t *testing.T) {
			read := reader(r.Example.Name, r.Example.Level)
			before := []byte(r.Example.Text)
			if len(before) > 100<<10 {
				return
			}
			after, n := l.Fix(before, true, read)
			if n == 0 {
				return
			}
			fixed++
			holdsFix(t, l, read, before, after)
			if missing == nil {
				applies(t, filepath.Base(r.Example.Name), before, after)
			}
		})
	}
	if fixed < 15 {
		t.Errorf("only %d rules have a fix for their example", fixed)
	}
}

// holdsFix expects that a fix made nothing worse, and that a second one changes nothing.
func holdsFix(t *testing.T, l *Linter, read func([]byte) *load.Definition, before, after []byte) {
	t.Helper()
	findings := func(text []byte) []diag.Diagnostic { return l.Check(read(text)).Findings }
	if worse(findings(before), findings(after)) {
		t.Errorf("a finding is new after the fix of\n%s\nto\n%s\n%s", before, after, brief(findings(after)))
	}
	if again, n := l.Fix(after, true, read); n > 0 || !bytes.Equal(again, after) {
		t.Errorf("a second fix changes\n%s\nto\n%s", after, again)
	}
}

// applies has git check the patch from one text to another.
func applies(t *testing.T, name string, before, after []byte) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), before, 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("git", "apply", "--check", "--whitespace=nowarn", "-")
	c.Dir, c.Stdin = dir, bytes.NewReader(patch.Unified(name, before, after))
	c.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("git apply: %v: %s\n%s", err, out, patch.Unified(name, before, after))
	}
}

// TestFixRejectsWhatMakesWorse has a fix that would add a finding.
func TestFixRejectsWhatMakesWorse(t *testing.T) {
	t.Parallel()
	text := []byte(`{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "Bb", "End": "yes"}, "B": {"Type": "Succeed",}}}`)
	l := &Linter{}
	read := reader("x.asl.json", "")
	after, _ := l.Fix(text, false, read)
	holdsFix(t, l, read, text, after)
}

// FuzzFix fixes texts of all dialects: no finding is new, and a second fix changes nothing.
func FuzzFix(f *testing.F) {
	names := []string{"x.asl.json", "x.asl.yaml", "x.sw.json", "x.sw.yaml", "x.step.json", "x.step.yaml", "x.fsm.json", "x.fsm.yaml", "x.flow"}
	for _, r := range Rules(all.Dialects()) {
		for i, name := range names {
			if d := dialects.ByName(all.Dialects(), name); len(r.Example.Text) < 2000 && d == dialects.ByName(all.Dialects(), r.Example.Name) &&
				filepath.Ext(name) == filepath.Ext(r.Example.Name) {
				f.Add(uint8(i), []byte(r.Example.Text))
			}
		}
	}
	for i, name := range names {
		lists, _ := filepath.Glob("../../testdata/typos/*" + strings.TrimPrefix(name, "x") + ".typos")
		for _, list := range lists {
			base, err := os.ReadFile(strings.TrimSuffix(list, ".typos"))
			if err != nil {
				f.Fatal(err)
			}
			for _, x := range readTypos(f, list) {
				f.Add(uint8(i), bytes.Replace(base, []byte(x.old), []byte(x.new), 1))
			}
		}
	}
	l := &Linter{}
	f.Fuzz(func(t *testing.T, name uint8, text []byte) {
		if len(text) > 4000 {
			return
		}
		read := reader(names[int(name)%len(names)], "")
		after, n := l.Fix(text, true, read)
		if n == 0 {
			if !bytes.Equal(after, text) {
				t.Error("no fix, and another text")
			}
			return
		}
		holdsFix(t, l, read, text, after)
	})
}
