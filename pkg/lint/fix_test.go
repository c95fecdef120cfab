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

// alone is a reader of files with one definition.
func alone(read func(text []byte) *load.Definition) func(text []byte) []*load.Definition {
	return func(text []byte) []*load.Definition { return []*load.Definition{read(text)} }
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
			after, n := l.Fix(before, true, alone(read))
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
	if again, n := l.Fix(after, true, alone(read)); n > 0 || !bytes.Equal(again, after) {
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

// TestFixInsideOtherFiles fixes definitions inside files of other tools, of which every other byte stays.
func TestFixInsideOtherFiles(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ what, name, text, want string }{
		{"an object in YAML", "template.yaml", "Resources:\n  M: # machine\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      Definition:\n        StartAt: Pack\n" +
			"        States:\n          Pack: {Type: Pass, Next: Shp} # «\n          Ship: {Type: Succeed}\n",
			"Resources:\n  M: # machine\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      Definition:\n        StartAt: Pack\n" +
				"        States:\n          Pack: {Type: Pass, Next: \"Ship\"} # «\n          Ship: {Type: Succeed}\n"},
		{"a block scalar", "template.yaml", "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: !Sub |\n        {\n          \"StartAt\": \"Pack\",\n" +
			"          \"States\": {\n            \"Pack\": {\"Type\": \"Task\", \"Resource\": \"${Pack.Arn}\", \"next\": \"Shp\",},\n            \"Ship\": {\"Type\": \"Wait\", \"Seconds\": \"3\", \"End\": true}\n          }\n        }\n  Pack:\n    Type: AWS::Serverless::Function\n",
			"Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: !Sub |\n        {\n          \"StartAt\": \"Pack\",\n" +
				"          \"States\": {\n            \"Pack\": {\"Type\": \"Task\", \"Resource\": \"${Pack.Arn}\", \"Next\": \"Ship\"},\n            \"Ship\": {\"Type\": \"Wait\", \"Seconds\": 3, \"End\": true}\n          }\n        }\n  Pack:\n    Type: AWS::Serverless::Function\n"},
		{"a string in JSON", "template.json", `{"Resources": {"M": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"DefinitionString": "{\"StartAt\": \"A\",\n \"States\": {\"A\": {\"Type\": \"Pass\", \"Next\": \"Bo\"}, \"Boo\": {\"Type\": \"Succed\",}}}"}}}}`,
			`{"Resources": {"M": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"DefinitionString": "{\"StartAt\": \"A\",\n \"States\": {\"A\": {\"Type\": \"Pass\", \"Next\": \"Boo\"}, \"Boo\": {\"Type\": \"Succeed\"}}}"}}}}`},
		{"a heredoc", "main.tf", "resource \"aws_sfn_state_machine\" \"m\" { # m\n  name = \"m\"\n  definition = <<-EOT\n    {\n      \"StartAt\": \"Pack\",\n      \"States\": {\n        \"Pack\": {\"Type\": \"Pass\", \"Next\": \"Shp\"}\n        \"Ship\": {\"Type\": \"Succeed\"}\n      }\n    }\n  EOT\n}\n",
			"resource \"aws_sfn_state_machine\" \"m\" { # m\n  name = \"m\"\n  definition = <<-EOT\n    {\n      \"StartAt\": \"Pack\",\n      \"States\": {\n        \"Pack\": {\"Type\": \"Pass\", \"Next\": \"Ship\"},\n        \"Ship\": {\"Type\": \"Succeed\"}\n      }\n    }\n  EOT\n}\n"},
		{"an object in jsonencode", "main.tf", "resource \"aws_sfn_state_machine\" \"m\" {\n  definition = jsonencode({\n    StartAt = \"Pack\" # first\n    States = {\n      Pack = { Type = \"Pass\", Nxt = \"Ship\" }\n      Ship = { Type = \"Wait\", Seconds = \"3\", End = true }\n    }\n  })\n}\n",
			"resource \"aws_sfn_state_machine\" \"m\" {\n  definition = jsonencode({\n    StartAt = \"Pack\" # first\n    States = {\n      Pack = { Type = \"Pass\", Next = \"Ship\" }\n      Ship = { Type = \"Wait\", Seconds = 3, End = true }\n    }\n  })\n}\n"},
		{"pieces that are joined", "template.yaml", "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: !Join\n        - \"\"\n        - - '{\"StartAt\": \"Ä\", \"States\": {\"Ä\": {\"Type\": \"Pass\", \"Next\": \"Bakr''s\"},'\n" +
			"          - '\"Baker''s\": {\"Type\": \"Succed\"}}}' # «\n",
			"Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: !Join\n        - \"\"\n        - - '{\"StartAt\": \"Ä\", \"States\": {\"Ä\": {\"Type\": \"Pass\", \"Next\": \"Baker''s\"},'\n" +
				"          - '\"Baker''s\": {\"Type\": \"Succeed\"}}}' # «\n"},
		{"two machines", "serverless.yml", "stepFunctions:\n  stateMachines:\n    a:\n      definition: {StartAt: A, States: {A: {Type: Pas, End: true}}}\n    b:\n      definition: {StartAt: A, States: {A: {Type: Pass, End: yes}}}\n",
			"stepFunctions:\n  stateMachines:\n    a:\n      definition: {StartAt: A, States: {A: {Type: \"Pass\", End: true}}}\n    b:\n      definition: {StartAt: A, States: {A: {Type: Pass, End: true}}}\n"},
	} {
		t.Run(x.what, func(t *testing.T) {
			t.Parallel()
			l := &load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
			read := func(text []byte) []*load.Definition { return l.ReadAll(load.Text(x.name, text)) }
			got, n := (&Linter{}).Fix([]byte(x.text), false, read)
			if string(got) != x.want {
				t.Errorf("got %d fixes\n%s\nwant\n%s", n, got, x.want)
				for _, r := range (&Linter{}).CheckFile(read(got)) {
					t.Logf("%s", brief(r.Findings))
				}
			}
		})
	}
}

// TestFixRejectsWhatMakesWorse has a fix that would add a finding.
func TestFixRejectsWhatMakesWorse(t *testing.T) {
	t.Parallel()
	text := []byte(`{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "Bb", "End": "yes"}, "B": {"Type": "Succeed",}}}`)
	l := &Linter{}
	read := reader("x.asl.json", "")
	after, _ := l.Fix(text, false, alone(read))
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
		after, n := l.Fix(text, true, alone(read))
		if n == 0 {
			if !bytes.Equal(after, text) {
				t.Error("no fix, and another text")
			}
			return
		}
		holdsFix(t, l, read, text, after)
	})
}

// FuzzFixInside fixes definitions inside files of other tools: no finding is new, and a second fix changes nothing.
func FuzzFixInside(f *testing.F) {
	names := []string{"template.yaml", "template.json", "main.tf", "serverless.yml", "order.asl.json.tpl"}
	for i, name := range names {
		found, _ := filepath.Glob("../../testdata/embedded/*/" + name)
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(uint8(i), text)
		}
	}
	f.Add(uint8(0), []byte("Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: !Sub |\n        {\"StartAt\": \"A\",\n         \"States\": {\"A\": {\"Type\": \"Pas\", \"End\": \"true\",}}\n"))
	f.Add(uint8(1), []byte(`{"Resources": {"M": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"DefinitionString": "{\"StartAt\": \"A\" \"States\": {\"A\": {\"Type\": 'Pass', \"Next\": \"Bo\"}, \"Boo\": {\"Type\": \"Succed\",}}}"}}}}`))
	f.Add(uint8(3), []byte("stepFunctions:\n  stateMachines:\n    b:\n      definition: {StartAt: A, States: {A: {Type: Pass, End: yes}}}\n"))
	f.Add(uint8(4), []byte(`{"StartAt": "${Start}", "States": {"A": {"Type": "Pas", "End": true,}}}`))
	f.Fuzz(func(t *testing.T, name uint8, text []byte) {
		if len(text) > 4000 {
			return
		}
		loader := &load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
		read := func(text []byte) []*load.Definition {
			return loader.ReadAll(load.Text(names[int(name)%len(names)], text))
		}
		l := &Linter{}
		after, n := l.Fix(text, true, read)
		if n == 0 && !bytes.Equal(after, text) {
			t.Error("no fix, and another text")
		}
		if again, more := l.Fix(after, true, read); more > 0 || !bytes.Equal(again, after) {
			t.Errorf("a second fix changes\n%q\nto\n%q", after, again)
		}
	})
}
