package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mostMisread is how many of the deletions are more than one finding, or one elsewhere: mostly marks beside {{ and {% , and brackets
// between others in one line. It may only become less.
const mostMisread = 25

// TestDeletions deletes each bracket, comma, colon and quotation mark of definitions in JSON: each deletion is one mistake, and one
// finding in its line or in the one beside it. A deletion inside a string need not be a mistake.
func TestDeletions(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it checks a thousand definitions")
	}
	files, err := filepath.Glob("../../testdata/typos/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all, misread := 0, []string{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		l := &Linter{ExploreBudget: -1}
		inside := false
		for i, c := range text {
			if c == '"' {
				inside = !inside
			}
			if !strings.ContainsRune(`{}[],:"`, rune(c)) || inside && c != '"' {
				continue
			}
			all++
			without := append(append([]byte{}, text[:i]...), text[i+1:]...)
			found := l.Check(reader(name, "")(without)).Findings
			line := 1 + strings.Count(string(text[:i]), "\n")
			if len(found) == 1 {
				if at := found[0].File.Position(found[0].Span.Start).Line; at >= line-1 && at <= line+1 {
					continue
				}
			}
			misread = append(misread, fmt.Sprintf("%s:%d without %q: %s", name, line, c, brief(found)))
		}
	}
	if all < 1000 || len(misread) > mostMisread {
		t.Errorf("%d of %d deletions are not one finding:\n%s", len(misread), all, strings.Join(misread, "\n"))
	}
}
