package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/lint"
)

// fixExamples are definitions with findings that have a fix, by the names of files: the examples of rules, and those of
// testdata/fixes, named after rules whose own example has no fix.
func fixExamples(t *testing.T) map[string][]byte {
	t.Helper()
	examples := map[string][]byte{}
	entries, err := os.ReadDir("../testdata/fixes")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join("../testdata/fixes", entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		examples[entry.Name()] = text
	}
	for _, r := range lint.Rules(all.Dialects()) {
		if r.Fixable {
			_, suffix, _ := strings.Cut(filepath.Base(r.Example.Name), ".")
			examples[strings.ReplaceAll(r.ID, "/", "-")+".example."+suffix] = []byte(r.Example.Text)
		}
	}
	return examples
}

// fileForms are the forms in which people keep a file: how its folder is called, and what becomes of its text.
var fileForms = []struct {
	folder string
	change func(text []byte) []byte
}{
	{"plain", bytes.Clone},
	{"crlf", func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) }},
	{"no newline", func(text []byte) []byte { return bytes.TrimRight(text, "\n") }},
	{"Gebäude 1/ä ö", bytes.Clone},
}

// fixTree writes the examples in all forms, and those of asl inside templates as well, into a repository of git.
func fixTree(t *testing.T, examples map[string][]byte) string {
	t.Helper()
	root := t.TempDir()
	write := func(name string, text []byte) {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range examples {
		for _, form := range fileForms {
			write(filepath.Join(form.folder, name), form.change(text))
		}
		if base, found := strings.CutSuffix(name, ".asl.json"); found {
			for template, text := range aroundJSON(t, text) {
				write(filepath.Join("templates", base, template), text)
			}
		} else if base, found := strings.CutSuffix(name, ".asl.yaml"); found {
			write(filepath.Join("templates", base, "template.yaml"), aroundYAML(text))
		}
	}
	gitIn(t, root, "init", "-q", ".")
	return root
}

// aroundJSON returns templates with a definition in JSON.
func aroundJSON(t *testing.T, text []byte) map[string][]byte {
	t.Helper()
	quoted, err := json.Marshal(string(text))
	if err != nil {
		t.Fatal(err)
	}
	indented := func(by int) string {
		return strings.ReplaceAll(strings.TrimRight(string(text), "\n"), "\n", "\n"+strings.Repeat(" ", by))
	}
	return map[string][]byte{
		"template.json": fmt.Appendf(nil, `{"Resources": {"M": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"DefinitionString": %s}}}}`+"\n", quoted),
		"template.yaml": []byte("Resources:\n  M: # machine\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: |\n        " + indented(8) + "\n"),
		"main.tf":       []byte("resource \"aws_sfn_state_machine\" \"m\" {\n  definition = <<-EOT\n    " + indented(4) + "\n  EOT\n}\n"),
	}
}

// aroundYAML returns a template with a definition in YAML, which is a part of the template.
func aroundYAML(text []byte) []byte {
	lines := strings.ReplaceAll(strings.TrimRight(string(text), "\n"), "\n", "\n        ")
	return []byte("Resources:\n  M: # machine\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      Definition:\n        " + lines + "\n")
}

// gitIn runs git in a folder.
func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	c := exec.Command("git", args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// fixedIn are the folders and templates in which findings of each rule have a fix.
func fixedIn(t *testing.T, root string) map[string][]string {
	t.Helper()
	_, stdout, stderr := command("lint", "--no-explore", "--severity", "*=info", "--format", "jsonl", root)
	fixed := map[string][]string{}
	for line := range strings.Lines(stdout) {
		var f struct {
			File, Rule string
			Fix        *struct{}
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%v: %s%s", err, line, stderr)
		}
		name, err := filepath.Rel(root, f.File)
		if err != nil {
			t.Fatal(err)
		}
		where := filepath.ToSlash(filepath.Dir(name))
		if strings.HasPrefix(where, "templates/") {
			where = filepath.Base(name)
		}
		if f.Fix != nil && !slices.Contains(fixed[f.Rule], where) {
			fixed[f.Rule] = append(fixed[f.Rule], where)
		}
	}
	return fixed
}

// TestDiffOfEveryFix prints the fixes of all rules that have one as a patch, and the same of fmt, of files in all forms: git applies each,
// and what it gives is what --fix and --write do. A rule is known to have a fix by its documentation.
func TestDiffOfEveryFix(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	examples := fixExamples(t)
	root := fixTree(t, examples)
	fixed := fixedIn(t, root)
	for _, r := range lint.Rules(all.Dialects()) {
		checkFixedIn(t, r, fixed[r.ID])
	}
	for _, x := range []struct{ diff, write []string }{
		{[]string{"lint", "--no-explore", "--unsafe", "--diff"}, []string{"lint", "--no-explore", "--unsafe", "--fix"}},
		{[]string{"fmt", "--diff"}, []string{"fmt", "--write"}},
	} {
		by, patched := fixTree(t, examples), fixTree(t, examples)
		_, patch, stderr := command(append(x.diff, patched)...)
		if patch == "" {
			t.Fatalf("%v: no patch: %s", x.diff, stderr)
		}
		// The names in the patch are those of the command line, here with the whole path of the folder.
		file := filepath.Join(t.TempDir(), "p.patch")
		if err := os.WriteFile(file, []byte(patch), 0o644); err != nil {
			t.Fatal(err)
		}
		skip := fmt.Sprintf("-p%d", 1+strings.Count(strings.Trim(filepath.ToSlash(patched), "/"), "/")+1)
		gitIn(t, patched, "apply", "--check", "--whitespace=nowarn", skip, file)
		gitIn(t, patched, "apply", "--whitespace=nowarn", skip, file)
		command(append(x.write, by)...)
		sameTrees(t, strings.Join(x.diff, " "), by, patched)
	}
}

// checkFixedIn expects that a rule has an example of a fix in all forms of files if it is documented to have one, and none if it is not.
func checkFixedIn(t *testing.T, r diag.Rule, in []string) {
	t.Helper()
	if !r.Fixable {
		if len(in) > 0 {
			t.Errorf("%s has a fix in %v, and is not Fixable", r.ID, in)
		}
		return
	}
	for _, form := range fileForms {
		if !slices.Contains(in, form.folder) {
			t.Errorf("%s is Fixable, and there is no example with a fix in %q, but in %q; add one to testdata/fixes", r.ID, form.folder, in)
		}
	}
	if strings.HasPrefix(r.ID, "asl/") && !slices.ContainsFunc(in, func(name string) bool { return strings.Contains(name, ".") }) {
		t.Errorf("%s has no fix inside of a template", r.ID)
	}
}

// sameTrees expects the same files with the same texts below two folders.
func sameTrees(t *testing.T, what, want, got string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(want), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == ".git" {
				return fs.SkipDir
			}
			return nil
		}
		a, err := os.ReadFile(filepath.Join(want, path))
		if err != nil {
			return err
		}
		b, err := os.ReadFile(filepath.Join(got, path))
		if err != nil {
			return err
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s: %s is\n%s\nafter the patch, and should be\n%s", what, path, b, a)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
