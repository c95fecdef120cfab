package convert_test

import (
	"os"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
)

// TestRewritesPage compares the table of docs/rewrites.md with the rewrites.
func TestRewritesPage(t *testing.T) {
	t.Parallel()
	const page, begins = "../../docs/rewrites.md", "<!-- rewrites -->\n\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(text), begins)
	if !ok {
		t.Fatal("the page has no place for the table")
	}
	want := before + begins + convert.RewriteTable()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Error("the table of rewrites is not up to date; -update writes it")
	}
}

// TestRewritesAreAlwaysApplied explains a rewrite that does not depend on the target.
func TestRewritesAreAlwaysApplied(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"rewrite/requirement":    "Always applied.",
		"rewrite/common-terms":   "Always applied, unless typed is not assumed.",
		"rewrite/decision-table": "Applied if the target has no decision tables.",
	} {
		if text := convert.ExplainRewrite(id); !strings.Contains(text, "\n"+want+"\n") {
			t.Errorf("%s is not explained with %q:\n%s", id, want, text)
		}
	}
}
