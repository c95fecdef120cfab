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

// unwantedInComments are further ones that comments in the code do not use.
var unwantedInComments = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b[Tt]ells? (that|whether|how|which|what|when|where|why)\b`), `"means that", "reports whether", or "describes"`},
	{regexp.MustCompile(`\bsays (what|how|which|when|where|why|who|whether)\b`), `"describes", or "reports"`},
	{regexp.MustCompile(`\b(can|cannot) (say|be said)\b`), "express"},
	{regexp.MustCompile(`\b[Ii]n vain\b|\banew\b|\b[Mm]end(s|ed)?\b`), `"without result", "again", "fix"`},
	{regexp.MustCompile(`\b[Bb]ehind\b|\bin front of\b`), `"after", "before", or "to the right of"`},
	{regexp.MustCompile(`\b[Ss]tands?( (at|in|on|before|after|here|there|first|twice|alone|between|under)\b|\.)`), `"is", or "appears"`},
	{regexp.MustCompile(`\bon the way (of|to)\b|\bways? out of\b`), `"along", "path", or "transition"`},
	{regexp.MustCompile(`\b[Nn]othing is said\b`), "nothing is reported"},
	{regexp.MustCompile(`\b(is|are) gone\b|\bgone through\b|\b(get|gets) lost\b|\bgo(es)? round\b`), `"is dropped", "visited", "loop"`},
	{regexp.MustCompile(`^\w+ has (a|an|the|each|what) [^.,:;]{1,60} (be|come|go|take|get|make|begin|lead|wait|fail|answer) `), `"makes it ...", or an active verb`},
}

// standsIn are the uses of "stand" that are right in comments.
var standsIn = regexp.MustCompile(`\bstands? in for\b`)

// allowed are phrases in which an unwanted word is right.
var allowed = regexp.MustCompile(`(?i)\bthere (is|are|was) no\b|\b(it|is|are) no (longer|more)\b`)

// TestWords keeps the texts that people read in plain English: messages, help and comments in the code, and the documents.
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
			checkCode(t, path)
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

// checkCode checks the string literals and the comments of a Go file.
func checkCode(t *testing.T, path string) {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, filepath.FromSlash(path), nil, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range f.Comments {
		text := standsIn.ReplaceAllString(strings.Join(strings.Fields(group.Text()), " "), "")
		for _, u := range unwantedInComments {
			if found := u.pattern.FindString(text); found != "" {
				t.Errorf("%s:%d: %q in a comment: write %s", path, files.Position(group.Pos()).Line, found, u.instead)
			}
		}
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
