package convert_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
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

// lossTable is the table of all causes, in the order of their ids.
func lossTable() string {
	type row struct {
		*dialects.LossRule
		to string
	}
	var rows []row
	for _, r := range dialects.LossRules() {
		rows = append(rows, row{r, "any"})
	}
	for _, d := range all.Dialects() {
		for _, r := range d.LossRules() {
			rows = append(rows, row{r, d.Name()})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.ID, b.ID) })
	var b strings.Builder
	b.WriteString("\n| cause | to | | loss | may differ | data |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", r.ID, r.to, r.Level, r.What, strings.Join(r.Affects.Names(), ", "), r.Data)
	}
	b.WriteString("\n")
	return b.String()
}
