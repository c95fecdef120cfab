package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers are the packages of the project in the order in which they may know one another: each may import those of the
// rows above its own, and the ones that its row names besides. A picture of the same is in docs/architecture.md.
var layers = []struct {
	name string
	may  []string
}{
	{"pkg/source", nil},
	{"pkg/iso8601", nil},
	{"pkg/nearest", nil},
	{"pkg/find", nil},
	{"pkg/diag", []string{"pkg/source"}},
	{"pkg/value", []string{"pkg/source"}},
	{"pkg/expr", []string{"pkg/source", "pkg/value", "pkg/nearest"}},
	{"pkg/workflow", []string{"pkg/source", "pkg/diag", "pkg/expr"}},
	{"pkg/blocks", []string{"pkg/workflow"}},
	{"pkg/run", []string{"pkg/source", "pkg/diag", "pkg/value", "pkg/expr", "pkg/workflow", "pkg/iso8601", "pkg/nearest"}},
	{"pkg/terminal", []string{"pkg/expr", "pkg/iso8601", "pkg/run", "pkg/value", "pkg/workflow"}},
	{"pkg/graph", []string{"pkg/source", "pkg/expr", "pkg/workflow", "pkg/run", "pkg/iso8601", "pkg/value"}},
	{"pkg/dialects", []string{"pkg/source", "pkg/diag", "pkg/value", "pkg/expr", "pkg/workflow", "pkg/nearest"}},
	{"pkg/dialects/dialecttest", []string{"pkg/source", "pkg/diag", "pkg/dialects", "pkg/workflow"}},
	{"pkg/dialects/asl", []string{"pkg/source", "pkg/diag", "pkg/value", "pkg/expr", "pkg/workflow", "pkg/blocks", "pkg/dialects", "pkg/iso8601"}},
	{"pkg/dialects/step", []string{"pkg/source", "pkg/diag", "pkg/value", "pkg/expr", "pkg/workflow", "pkg/dialects", "pkg/nearest", "pkg/iso8601"}},
	{"pkg/dialects/arrow", []string{"pkg/source", "pkg/diag", "pkg/value", "pkg/expr", "pkg/workflow", "pkg/dialects"}},
	{"pkg/dialects/fsm", []string{"pkg/source", "pkg/diag", "pkg/value", "pkg/expr", "pkg/workflow", "pkg/blocks", "pkg/dialects"}},
	{"pkg/dialects/sw", []string{"pkg/source", "pkg/diag", "pkg/value", "pkg/expr", "pkg/workflow", "pkg/blocks", "pkg/dialects", "pkg/iso8601"}},
	{"pkg/dialects/all", []string{"pkg/dialects", "pkg/dialects/arrow", "pkg/dialects/asl", "pkg/dialects/fsm", "pkg/dialects/step", "pkg/dialects/sw"}},
	{"pkg/convert", []string{"pkg/source", "pkg/diag", "pkg/value", "pkg/expr", "pkg/workflow", "pkg/run", "pkg/dialects", "pkg/iso8601"}},
	{"pkg/lint", []string{"pkg/source", "pkg/diag", "pkg/workflow", "pkg/dialects", "pkg/nearest"}},
}

// TestImportsPointDownwards holds the packages to the table.
func TestImportsPointDownwards(t *testing.T) {
	t.Parallel()
	const module = "github.com/flowglot/flowglot/"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./pkg/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		name := strings.TrimPrefix(words[0], module)
		row := slices.IndexFunc(layers, func(l struct {
			name string
			may  []string
		}) bool {
			return l.name == name
		})
		if row < 0 {
			t.Errorf("%s is not in the table", name)
			continue
		}
		known++
		for _, w := range words[1:] {
			if other, ours := strings.CutPrefix(w, module); ours && !slices.Contains(layers[row].may, other) {
				t.Errorf("%s imports %s", name, other)
			}
		}
	}
	if known != len(layers) {
		t.Errorf("%d packages are in the table, and %d exist", len(layers), known)
	}
}
