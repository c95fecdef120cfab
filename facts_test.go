package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// allowedFacts are the texts that name a dialect, or a field, a level or an option of one, in packages that may know it.
var allowedFacts = map[string][]string{
	"cmd/fsm.go":                                  {"fsm"},                           // a command about that dialect alone
	"cmd/run_flags.go":                            {"step"},                          // a flag of the debugger
	"cmd/run_answers.go":                          {"step"},                          // a command of the debugger
	"pkg/convert/behaviour.go":                    {"Resource"},                      // a part of the model
	"pkg/load/embedded/reference.go":              {"Parameters"},                    // a section of a template
	"pkg/load/embedded/cloudformation.go":         {"Type"},                          // of a resource
	"pkg/load/embedded/values.go":                 {"Parameters", "Type", "Default"}, // of a template
	"pkg/load/embedded/conditions.go":             {"Condition"},                     // of a template
	"pkg/dialects/asl/stepfunctions/statetest.go": {"nextState"},                     // of an answer of the TestState API
	"pkg/dialects/arrow/dialect.go":               {"step"},                          // a word of arrow too
	"pkg/dialects/arrow/write_names.go":           {"step"},                          // the same
	"pkg/dialects/step/write_transitions.go":      {"End"},                           // the title of a step that is added
	"pkg/dialects/sw/dialect.go":                  {"initialState"},                  // which shows that a file is not a definition of sw
	"pkg/dialects/fsm/rules_fields.go":            {"ProcessorConfig"},               // a heading of the specification of fsm
}

// TestFactsAboutDialects looks outside the folders of dialects for texts that are the name of a dialect, of a field that only
// one dialect has, of an option, or of a level of a language, and for names of fields within texts. What other packages need to
// know, a dialect returns through its interface. Examples of rules are definitions of some dialect, and sources name specifications.
func TestFactsAboutDialects(t *testing.T) {
	t.Parallel()
	facts := factsAboutDialects(t)
	for _, root := range []string{"cmd", "pkg"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			path = filepath.ToSlash(path)
			files := token.NewFileSet()
			f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if _, ok := n.(*ast.ImportSpec); ok {
					return false
				}
				x, ok := n.(*ast.BasicLit)
				if !ok || x.Kind != token.STRING {
					return true
				}
				text, err := strconv.Unquote(x.Value)
				if err != nil {
					t.Errorf("%s: %v", files.Position(x.Pos()), err)
				}
				if of, ok := facts[text]; ok && !mayKnow(path, of, text) {
					t.Errorf("%s: %q is a fact about %s", files.Position(x.Pos()), text, of)
				}
				if hasExamples.MatchString(path) || strings.HasPrefix(path, "cmd/") {
					return true // commands have examples and flags of dialects in their help
				}
				for _, word := range longWords.FindAllString(text, -1) {
					of, ok := facts[word]
					if ok && word != text && strings.ContainsFunc(word[1:], unicode.IsUpper) && !mayKnow(path, of, word) {
						t.Errorf("%s: %q has %s, which is a fact about %s", files.Position(x.Pos()), text, word, of)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// hasExamples are the files of rules that are not those of a dialect, with examples in some dialect.
var hasExamples = regexp.MustCompile(`^pkg/(lint|load/embedded)/rules\w*\.go$`)

var longWords = regexp.MustCompile(`[A-Za-z][A-Za-z0-9]{4,}`)

func mayKnow(path, dialect, text string) bool {
	if strings.HasPrefix(path, "pkg/dialects/"+dialect+"/") {
		return true
	}
	for _, allowed := range allowedFacts[path] {
		if allowed == text {
			return true
		}
	}
	return false
}

// factsAboutDialects are the texts that one dialect alone knows, with the dialect.
func factsAboutDialects(t *testing.T) map[string]string {
	facts, twice := map[string]string{}, map[string]bool{}
	add := func(text, dialect string) {
		if other, ok := facts[text]; ok && other != dialect {
			twice[text] = true
		}
		facts[text] = dialect
	}
	for _, d := range all.Dialects() {
		add(d.Name(), d.Name())
		for _, o := range d.Options() {
			if strings.Contains(o.Name, "-") { // plain words, such as merge, are nobody's alone
				add(o.Name, d.Name())
				add(o.Key(), d.Name())
			}
			if o.Level {
				for _, v := range o.Values {
					add(v, d.Name())
				}
			}
		}
		if d.Schema() == nil {
			continue
		}
		var schema any
		if err := json.Unmarshal(d.Schema(), &schema); err != nil {
			t.Fatal(err)
		}
		for _, field := range fieldsOf(schema) {
			if strings.ContainsFunc(field, unicode.IsUpper) { // the same
				add(field, d.Name())
			}
		}
	}
	for text := range twice {
		delete(facts, text)
	}
	if len(facts) < 100 {
		t.Errorf("only %d facts are known", len(facts))
	}
	return facts
}

// fieldsOf are the names of the properties in a schema.
func fieldsOf(schema any) []string {
	var out []string
	switch x := schema.(type) {
	case map[string]any:
		for key, v := range x {
			if properties, ok := v.(map[string]any); ok && key == "properties" {
				for name := range properties {
					out = append(out, name)
				}
			}
			out = append(out, fieldsOf(v)...)
		}
	case []any:
		for _, v := range x {
			out = append(out, fieldsOf(v)...)
		}
	}
	return out
}
