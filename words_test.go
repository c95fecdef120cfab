package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// unwanted are words and turns of phrase that texts for people do not use, each with what to write instead.
var unwanted = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b(is|are|was) no \w+\b`), `"is not a", or "invalid"`},
	{regexp.MustCompile(`\b[Mm]end(s|ed|ing)?\b`), "fix"},
	{regexp.MustCompile(`\banew\b`), "again"},
	{regexp.MustCompile(`\bin vain\b`), "without effect"},
	{regexp.MustCompile(`\b(hear|hears|heard)\b`), "enable, or report"},
	{regexp.MustCompile(`\bstands? (twice|at|behind|beside|alone|here|where|there)\b`), `"duplicate", "is in", "means"`},
	{regexp.MustCompile(`\b(goes|go|went|going) round\b`), "loop"},
	{regexp.MustCompile(`\btried again\b`), "retried"},
	{regexp.MustCompile(`\b(gets?|got) lost\b`), "is dropped"},
	{regexp.MustCompile(`\bcomes? (of it|to nothing|back to where)\b`), "results in"},
	{regexp.MustCompile(`\bplay(s|ed)\b`), "run"},
	{regexp.MustCompile(`\bmisspelt\b`), "misspelled"},
	{regexp.MustCompile(`\bnone of the language\b`), "unknown"},
	{regexp.MustCompile(`\bbehind (the|it|its|them|a)\b`), "after"},
	{regexp.MustCompile(`\bin front of\b`), "before"},
	{regexp.MustCompile(`\b(it|that|this|which|field|loss|he|they) says?\b`), `"has", "declares", or "states"`},
	{regexp.MustCompile(`\bfor ever\b`), "forever"},
	{regexp.MustCompile(`\bnone of the dialect\b`), "unknown"},
	{regexp.MustCompile(`\b(no|two|both) ways? (on|out)\b`), `"transition", "path", "end"`},
	{regexp.MustCompile(`\bway in which\b`), `"how", or the thing that is meant`},
	{regexp.MustCompile(`\b(must|can|may|has to|have to) stand\b`), `"be", "come"`},
	{regexp.MustCompile(`\btold apart\b`), "distinguished"},
	{regexp.MustCompile(`\bwhat is (made of|done for|computed for|decided)\b`), "the value, the result, the decision"},
	{regexp.MustCompile(`\bwhat comes of\b`), "the result of"},
	{regexp.MustCompile(`\bit goes on with\b`), "continue"},
	{regexp.MustCompile(`\bthat (hears|nobody)\b`), "name who does it, or use the passive"},
	{regexp.MustCompile(`\b(tells?|told) (that|whether|how|which|what|when|where)\b`), `"reports", "describes", or "means"`},
}

// allowed are phrases in which an unwanted word is right.
var allowed = regexp.MustCompile(`(?i)\bthere (is|are|was) no\b|\b(it|is|are) no (longer|more)\b`)

// TestWords keeps the texts that people read in plain English: messages and help in the code, and the documents.
func TestWords(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("git", "ls-files", "*.go", "*.md", "*.schema.json").Output()
	if err != nil {
		t.Skip("this is not a git checkout")
	}
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		switch {
		case strings.HasSuffix(path, "_test.go"), strings.Contains(path, "testdata/"):
		case strings.HasSuffix(path, ".go"):
			checkStrings(t, path)
		default:
			text, err := os.ReadFile(filepath.FromSlash(path))
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(text), "\n") {
				checkWords(t, path, i+1, line)
			}
		}
	}
}

// checkStrings checks the string literals of a Go file.
func checkStrings(t *testing.T, path string) {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, filepath.FromSlash(path), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if s, err := strconv.Unquote(l.Value); err == nil {
				checkWords(t, path, files.Position(l.Pos()).Line, s)
			}
		}
		return true
	})
}

func checkWords(t *testing.T, path string, line int, text string) {
	t.Helper()
	text = allowed.ReplaceAllString(text, "")
	for _, u := range unwanted {
		if found := u.pattern.FindString(text); found != "" {
			t.Errorf("%s:%d: %q: write %s", path, line, found, u.instead)
		}
	}
}
