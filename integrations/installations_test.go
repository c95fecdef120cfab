// Package integrations has the tests of how flowglot is installed where other tools run it: from a release that a proxy of Go modules
// serves, or from a clone.
package integrations

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// released is the version that the tests pretend to be released.
const released = "v0.1.0"

// brokenOrder is a definition with one error, which every integration has to find.
const brokenOrder = `{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "B"}}}`

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

// projectFiles are the files of the project, as a release has them.
func projectFiles(t *testing.T) []string {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Skip("this is not a git checkout")
	}
	var names []string
	for name := range strings.SplitSeq(string(out), "\x00") {
		if info, err := os.Stat(filepath.Join("..", name)); err == nil && info.Mode().IsRegular() && name != "" {
			names = append(names, name)
		}
	}
	return names
}

// moduleProxy returns a folder that is a proxy of Go modules (Go Modules Reference: "GOPROXY protocol") with the project as its
// only module.
func moduleProxy(t *testing.T) string {
	t.Helper()
	const module = "github.com/flowglot/flowglot"
	dir := filepath.Join(t.TempDir(), filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list": released + "\n", released + ".info": `{"Version": "` + released + `"}`, released + ".mod": string(mod),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Create(filepath.Join(dir, released+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(file)
	for _, name := range projectFiles(t) {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		to, err := w.Create(module + "@" + released + "/" + name)
		if err == nil {
			_, err = to.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "..", "..", "..", "..")
}

// goEnvironment is the environment of a machine that has Go and bash, and no flowglot: commands are installed into bin. What is compiled
// for one test is there for the next one, as no path of a folder is part of it (-trimpath).
func goEnvironment(t *testing.T, bin string) []string {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no Go")
	}
	return []string{
		"PATH=" + strings.Join([]string{bin, filepath.Dir(goTool), "/usr/bin", "/bin"}, string(filepath.ListSeparator)), "HOME=" + t.TempDir(),
		"GOBIN=" + bin, "GOPROXY=off", "GOSUMDB=off", "GOMODCACHE=" + goValue(t, "GOMODCACHE"), "GOCACHE=" + goValue(t, "GOCACHE"),
		"GOFLAGS=-modcacherw -trimpath " + goValue(t, "GOFLAGS"), "GOTOOLCHAIN=local",
	}
}

// goValue is a value of "go env".
func goValue(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// releaseEnvironment returns variables of the environment with which modules come from a proxy that has a release of the project, or from
// those that were downloaded for the project. They are unpacked into a folder of their own.
func releaseEnvironment(t *testing.T) []string {
	t.Helper()
	downloaded := filepath.Join(goValue(t, "GOMODCACHE"), "cache", "download")
	return []string{
		"GOPROXY=file://" + filepath.ToSlash(moduleProxy(t)) + ",file://" + filepath.ToSlash(downloaded),
		"GOMODCACHE=" + filepath.Join(t.TempDir(), "mod"),
	}
}

// bashIn runs a command line with bash in a folder and a whole environment, and returns what it prints and whether it succeeded.
func bashIn(t *testing.T, dir string, environment []string, line string) (string, bool) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	c := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", line) // as GitHub runs "shell: bash"
	c.Dir, c.Env = dir, environment
	out, err := c.CombinedOutput()
	return string(out), err == nil
}

// TestRelease installs a release as the action for GitHub and the job for GitLab do, one after the other: the second one takes what was
// compiled for the first.
func TestRelease(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the project")
	}
	release := releaseEnvironment(t)
	t.Run("GitHub action", func(t *testing.T) { testGitHubAction(t, release) })
	t.Run("GitLab job", func(t *testing.T) { testGitLabJob(t, release) })
}

// testGitHubAction runs the steps of the action from the first one on: it installs a release, and annotates a broken definition.
func testGitHubAction(t *testing.T, release []string) {
	action := yamlFile(t, "../action.yml")
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	environment := append(goEnvironment(t, bin), release...)
	dir := ordersFolder(t)
	for name, test := range map[string]struct {
		given map[string]string
		good  bool
		want  string
	}{
		"defaults": {nil, false, "::error file=order.asl.json,line=1,col="},
		"inputs": {map[string]string{"version": released, "paths": "order.asl.json .", "args": "--fail-on never", "sarif-file": "out.sarif"}, true,
			"::error file=order.asl.json,line=1,col="},
	} {
		summary := filepath.Join(dir, name+".md")
		out, good := runSteps(t, action, dir, root, append(environment, "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY="+summary), test.given)
		if good != test.good || !strings.Contains(out, test.want) {
			t.Errorf("%s: succeeded: %v\n%s", name, good, out)
		}
		if text, err := os.ReadFile(summary); err != nil || !strings.Contains(string(text), "asl/unknown-target") {
			t.Errorf("%s: %v %s", name, err, text)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "out.sarif")); err != nil || !strings.Contains(string(text), "asl/unknown-target") {
		t.Errorf("out.sarif: %v %s", err, text)
	}
	if out, _ := bashIn(t, dir, environment, "flowglot version"); !strings.Contains(out, "0.1.0") {
		t.Errorf("the installed version is %s", out)
	}
}

// runSteps runs the steps of an action that have a command, with its inputs, and returns what they print and whether all succeeded.
func runSteps(t *testing.T, action *source.Node, dir, root string, environment []string, given map[string]string) (string, bool) {
	t.Helper()
	replace := []string{"${{ github.action_path }}", root}
	for _, m := range action.Get("inputs").Members {
		value, ok := given[m.Key]
		if !ok {
			value = m.Value.Get("default").Text
		}
		replace = append(replace, "${{ inputs."+m.Key+" }}", value)
	}
	fill := strings.NewReplacer(replace...).Replace
	said := ""
	for _, step := range action.Find("/runs/steps").Items {
		run := step.Get("run")
		if run == nil {
			continue // it uses another action, here setup-go
		}
		env := environment
		for _, m := range step.Get("env").Members {
			value := fill(m.Value.Text)
			if strings.Contains(value, "${{") {
				t.Fatalf("%s of %q has an unknown expression: %s", m.Key, step.Get("name").Text, value)
			}
			env = append(env, m.Key+"="+value)
		}
		out, good := bashIn(t, dir, env, run.Text)
		said += out
		if !good {
			return said, false
		}
	}
	return said, true
}

// testGitLabJob runs the job of the template from the first line on.
func testGitLabJob(t *testing.T, release []string) {
	job := yamlFile(t, "gitlab.yml").Get("flowglot")
	environment := append(goEnvironment(t, t.TempDir()), release...)
	for _, m := range job.Get("variables").Members {
		environment = append(environment, m.Key+"="+m.Value.Text)
	}
	dir := ordersFolder(t)
	for _, line := range job.Get("before_script").Items {
		if out, good := bashIn(t, dir, environment, line.Text); !good {
			t.Fatalf("%s: %s", line.Text, out)
		}
	}
	if out, good := bashIn(t, dir, environment, job.Find("/script/0").Text); good || !strings.Contains(out, "asl/unknown-target") {
		t.Errorf("succeeded: %v\n%s", good, out)
	}
	for _, m := range job.Find("/artifacts/reports").Members {
		if text, err := os.ReadFile(filepath.Join(dir, m.Value.Text)); err != nil || !strings.Contains(string(text), "asl/unknown-target") {
			t.Errorf("%s: %v %s", m.Key, err, text)
		}
	}
}

// TestPreCommit has pre-commit itself install the hooks from a clone of the project and run them, where it is installed.
func TestPreCommit(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the project")
	}
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("there is no pre-commit")
	}
	environment := append(goEnvironment(t, t.TempDir()), "PRE_COMMIT_HOME="+t.TempDir(),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	environment = append(environment, "GOBIN=") // pre-commit has folders of its own
	project, dir := t.TempDir(), ordersFolder(t)
	for _, name := range projectFiles(t) {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(project, name)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(project, name), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const commit = "git init -q . && git add . && git commit -q -m first"
	if out, good := bashIn(t, project, environment, commit+" && git tag "+released); !good {
		t.Fatal(out)
	}
	config := "repos:\n  - repo: " + project + "\n    rev: " + released + "\n    hooks: [{id: flowglot-lint}, {id: flowglot-fmt}]\n"
	if err := os.WriteFile(filepath.Join(dir, ".pre-commit-config.yaml"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, good := bashIn(t, dir, environment, commit); !good {
		t.Fatal(out)
	}
	out, good := bashIn(t, dir, environment, "pre-commit run --all-files --color never")
	if good || !strings.Contains(out, "[asl/unknown-target]") || !strings.Contains(out, "flowglot lint...") || !strings.Contains(out, "files were modified by this hook") {
		t.Errorf("succeeded: %v\n%s", good, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "order.asl.json"))
	if err != nil {
		t.Fatal(err)
	}
	fixed := strings.Replace(string(text), `"Next": "B"`, `"End": true`, 1)
	if err := os.WriteFile(filepath.Join(dir, "order.asl.json"), []byte(fixed), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, good := bashIn(t, dir, environment, "git add . && pre-commit run --all-files --color never"); !good {
		t.Errorf("the fixed definition fails: %s", out)
	}
}
