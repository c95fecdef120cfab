package convert_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

const constructsPage = "../../docs/constructs.md"

// TestConstructsPage holds the table of what becomes of constructs to what the models come to.
func TestConstructsPage(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	b.WriteString(`# What becomes of each construct

Each row is a small definition with one construct, in a dialect that has it. A test converts it to the other dialects, runs
both sides with the same data, and checks that they differ only by the losses in the cell. [convert](convert.md#losses)
explains the losses. **exact** means that nothing else is needed, and contract that workers have to do what the report says, or to be
written, without any loss; ≈ marks an approximated loss, ✗ a dropped one.

| construct | in |`)
	for _, d := range all.Dialects() {
		fmt.Fprintf(&b, " to %s |", d.Name())
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(all.Dialects())) + "\n")
	for _, m := range models(t) {
		m.rows(t, &b)
	}
	if *update {
		if err := os.WriteFile(constructsPage, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(constructsPage)
	if err != nil || !bytes.Equal(got, b.Bytes()) {
		t.Errorf("%s is not what the models come to (%v); -update writes it, after the models", constructsPage, err)
	}
}

// rows writes a row for each definition of a model.
func (m *model) rows(t *testing.T, b *bytes.Buffer) {
	i := slices.IndexFunc(m.archive.Files, func(f txtar.File) bool { return f.Name == outcomes })
	if i < 0 {
		t.Fatalf("%s has no outcomes", m.path)
	}
	cells := map[string]string{}
	for line := range strings.Lines(string(m.archive.Files[i].Data)) {
		pair, outcome, _ := strings.Cut(strings.TrimSpace(line), ": ")
		cells[pair] = outcome
	}
	what := strings.TrimSuffix(strings.TrimSpace(string(m.archive.Comment)), ".")
	for _, f := range m.archive.Files {
		if f.Name == outcomes {
			continue
		}
		from := dialects.ByName(all.Dialects(), "x."+f.Name)
		fmt.Fprintf(b, "| %s | %s |", what, from.Name())
		for _, to := range all.Dialects() {
			cell := "·"
			if to.Name() != from.Name() {
				cell = shown(cells[from.Name()+" -> "+to.Name()])
			}
			fmt.Fprintf(b, " %s |", cell)
		}
		b.WriteString("\n")
	}
}

// shown is an outcome as a cell of the table.
func shown(outcome string) string {
	switch {
	case outcome == convert.Exact:
		return "**exact**"
	case outcome == convert.ByContract:
		return outcome
	case strings.HasPrefix(outcome, "refused: "):
		return "*" + strings.ReplaceAll(outcome, "|", `\|`) + "*"
	}
	var parts []string
	for _, part := range strings.Split(outcome, ", ") {
		name, level, _ := strings.Cut(part, " ")
		parts = append(parts, map[string]string{"approximated": "≈ ", "dropped": "✗ "}[level]+name)
	}
	return strings.Join(parts, ", ")
}
