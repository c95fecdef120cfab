package cmd

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// broken is a definition with one error, in a file that every integration has to find.
const brokenOrder = `{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "B"}}}`

// shell runs a command line in a folder and returns what it prints and whether it succeeded. The binary is on the path.
func shell(t *testing.T, dir, line string, env ...string) (string, bool) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	c := exec.Command(bash, "-c", line)
	c.Dir = dir
	c.Env = append(append(os.Environ(), "GITHUB_ACTIONS="), env...)
	out, err := c.CombinedOutput()
	return string(out), err == nil
}

// ordersFolder returns a folder with a broken definition.
func ordersFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "order.asl.json"), []byte(brokenOrder), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// yamlFile reads a YAML file of the project.
func yamlFile(t *testing.T, path string) *source.Node {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f := source.NewFile(path, text)
	if p := source.Parse(f); len(p) > 0 {
		t.Fatalf("%s: %s", path, p[0].Message)
	}
	return f.Root
}

// TestPreCommitHooks runs the entry of each hook on the files that it asks for.
func TestPreCommitHooks(t *testing.T) {
	t.Parallel()
	hooks := yamlFile(t, "../.pre-commit-hooks.yaml").Items
	if len(hooks) != 2 {
		t.Fatalf("%d hooks", len(hooks))
	}
	for _, h := range hooks {
		files := regexp.MustCompile(h.Get("files").Text)
		for name, want := range map[string]bool{
			"order.asl.json": true, "a/b.sw.yml": true, "x.step.yaml": true, "x.fsm.json": true, "x.flow": true,
			"package.json": false, "asl.json": false, "x.flow.md": false,
		} {
			if files.MatchString(name) != want {
				t.Errorf("%s on %s: not %v", h.Get("id").Text, name, want)
			}
		}
		dir := ordersFolder(t)
		out, good := shell(t, dir, h.Get("entry").Text+" order.asl.json")
		switch h.Get("id").Text {
		case "flowglot-lint":
			if good || !strings.Contains(out, "asl/unknown-target") {
				t.Errorf("lint: %v %s", good, out)
			}
		case "flowglot-fmt":
			if !good {
				t.Errorf("fmt: %s", out)
			}
		}
	}
}

// TestGitHubAction runs what the action runs.
func TestGitHubAction(t *testing.T) {
	t.Parallel()
	action := yamlFile(t, "../action.yml")
	steps := action.Find("/runs/steps").Items
	last := steps[len(steps)-1]
	script, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := ordersFolder(t)
	summary := filepath.Join(dir, "summary.md")
	out, good := shell(t, dir, last.Get("run").Text, "ACTION_PATH="+script, "PATHS=. order.asl.json", "ARGS=--severity asl/unknown-target=warning --fail-on warning",
		"SARIF_FILE=out.sarif", "GITHUB_STEP_SUMMARY="+summary)
	if good || !strings.Contains(out, "::warning file=order.asl.json,line=1,col=") {
		t.Errorf("succeeded: %v\n%s", good, out)
	}
	for _, path := range []string{summary, filepath.Join(dir, "out.sarif")} {
		if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "asl/unknown-target") {
			t.Errorf("%s: %v %s", path, err, text)
		}
	}
}

// TestGitLabTemplate runs the script of the job, and looks for the reports that it names.
func TestGitLabTemplate(t *testing.T) {
	t.Parallel()
	job := yamlFile(t, "../integrations/gitlab.yml").Get("flowglot")
	dir := ordersFolder(t)
	out, good := shell(t, dir, job.Find("/script/0").Text, "FLOWGLOT_PATHS=.")
	if good {
		t.Errorf("succeeded: %s", out)
	}
	for _, m := range job.Find("/artifacts/reports").Members {
		if text, err := os.ReadFile(filepath.Join(dir, m.Value.Text)); err != nil || !strings.Contains(string(text), "asl/unknown-target") {
			t.Errorf("%s: %v %s", m.Key, err, text)
		}
	}
}

// TestProblemMatcher reads the concise form with the matcher.
func TestProblemMatcher(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../integrations/problem-matcher.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		ProblemMatcher []struct {
			Pattern []struct {
				Regexp                                      string
				File, Line, Column, Severity, Message, Code int
			}
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	p := file.ProblemMatcher[0].Pattern[0]
	for _, format := range []string{"concise", "text"} {
		_, stdout, _ := command("lint", "--format", format, "../testdata/broken/orders.asl.json")
		line, _, _ := strings.Cut(stdout, "\n")
		m := regexp.MustCompile(p.Regexp).FindStringSubmatch(line)
		if m == nil || m[p.File] != "../testdata/broken/orders.asl.json" || m[p.Line] == "" || m[p.Column] == "" || m[p.Severity] == "" ||
			!strings.Contains(m[p.Code], "asl/") || m[p.Message] == "" {
			t.Errorf("%s: %q of %q", format, m, line)
		}
	}
}

// TestManPages writes the pages and looks for one of each command. Where groff is installed, it reads them without a warning.
func TestManPages(t *testing.T) {
	t.Parallel()
	if detectsRacesOnly() {
		t.Skip("it runs in one goroutine")
	}
	dir := t.TempDir()
	if out, good := shell(t, dir, "flowglot man pages", "SOURCE_DATE_EPOCH=0"); !good {
		t.Fatal(out)
	}
	for _, name := range []string{"flowglot", "flowglot-lint", "flowglot-config-show"} {
		text, err := os.ReadFile(filepath.Join(dir, "pages", name+".1"))
		if err != nil || !strings.Contains(string(text), `"1970\-01\-01"`) || !strings.Contains(string(text), `.SH "SYNOPSIS"`) {
			t.Errorf("%s: %v %.300s", name, err, text)
		}
	}
	if _, err := exec.LookPath("groff"); err == nil {
		if out, good := shell(t, dir, "for page in pages/*; do groff -man -ww -Tutf8 $page 2>&1 >/dev/null; done"); !good || out != "" {
			t.Errorf("groff complains: %s", out)
		}
	}
}

// TestCompletionScripts has each shell that is there read its script.
func TestCompletionScripts(t *testing.T) {
	t.Parallel()
	if detectsRacesOnly() {
		t.Skip("it runs in one goroutine")
	}
	for _, name := range []string{"bash", "zsh", "fish"} {
		if _, err := exec.LookPath(name); err != nil {
			continue
		}
		if out, good := shell(t, t.TempDir(), "flowglot completion "+name+" > script && "+name+" -n script"); !good {
			t.Errorf("%s: %s", name, out)
		}
	}
	if out, good := shell(t, t.TempDir(), "flowglot completion powershell"); !good || !strings.Contains(out, "Register-ArgumentCompleter") {
		t.Errorf("powershell: %.200s", out)
	}
}

// completing are scripts with which a shell that has read "script" completes "flowglot lint --format s".
var completing = map[string]string{
	// Without the package bash-completion, of which the profile would be.
	"bash": `source ./script
COMP_WORDS=(flowglot lint --format s) COMP_CWORD=3 COMP_LINE="flowglot lint --format s" COMP_POINT=24
__start_flowglot 2> /dev/null # compopt works only in a completion that a user asked for
echo "${COMPREPLY[@]}"`,
	"fish": `source ./script
complete -C "flowglot lint --format s"`,
	// zsh completes only where somebody types, which is done in a terminal of its own.
	"zsh": `zmodload zsh/zpty
zpty typed zsh -f -i
zpty -w typed "fpath=($PWD \$fpath); autoload -Uz compinit && compinit -u -d $PWD/dump; print REA''DY"
zpty -r typed out '*READY*'
zpty -w -n typed $'flowglot lint --format s\t'
zpty -r typed out '*--format sarif*'
print -r -- $out
zpty -d typed`,
}

// TestCompletionsWork has each shell that is there complete a command line with its script.
func TestCompletionsWork(t *testing.T) {
	t.Parallel()
	if detectsRacesOnly() {
		t.Skip("it runs in one goroutine")
	}
	for name, script := range completing {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(name); err != nil {
				t.Skip("it is not installed")
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "try"), []byte(script), 0o644); err != nil {
				t.Fatal(err)
			}
			start := map[string]string{"bash": "bash --noprofile --norc", "fish": "fish --no-config", "zsh": "zsh -f"}[name]
			out, good := shell(t, dir, "flowglot completion "+name+" > script && cp script _flowglot && timeout 120 "+start+" try", "HOME="+dir)
			if !good || !strings.Contains(out, "sarif") {
				t.Errorf("%v\n%q", good, out)
			}
		})
	}
}
