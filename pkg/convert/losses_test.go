package convert_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// TestLossesPage holds the table of the causes of losses to the causes.
func TestLossesPage(t *testing.T) {
	t.Parallel()
	const page, begins, ends = "../../docs/convert.md", "<!-- losses -->\n", "<!-- end -->"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begins)
	_, after, okay := strings.Cut(rest, ends)
	if !ok || !okay {
		t.Fatal("the page has no place for the table")
	}
	want := before + begins + lossTable() + ends + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Error("the table of losses is not up to date; -update writes it")
	}
}

// lossTable is the table of all causes, in the order of their ids, with what to do about each.
func lossTable() string {
	var b strings.Builder
	b.WriteString("\n| cause | | loss | may differ | data | what to do |\n|---|---|---|---|---|---|\n")
	for _, r := range convert.LossRules(all.Dialects()) {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", r.ID, r.Level, r.What, strings.Join(r.Affects.Names(), ", "), r.Data, r.Remedy)
	}
	b.WriteString("\n")
	return b.String()
}
