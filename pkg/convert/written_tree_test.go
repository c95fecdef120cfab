package convert_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestWrittenTrees lints the trees of converted definitions and their texts: who has the tree need not read the text.
func TestWrittenTrees(t *testing.T) {
	t.Parallel()
	found := func(s load.Source, to dialects.Dialect) []string {
		loader := load.Loader{Settings: load.Always(load.Settings{Dialect: to})}
		var out []string
		for _, x := range (&lint.Linter{}).Check(loader.Read(s)).Findings {
			out = append(out, fmt.Sprint(x.Severity, " ", x.Rule))
		}
		slices.Sort(out)
		return slices.Compact(out) // without places, of several findings of a rule one may be left
	}
	for i, x := range definitions(t) {
		p := today(t, x)
		for j, to := range all.Dialects() {
			name := "x" + to.Suffixes()[(i+j)%len(to.Suffixes())]
			o := inDomain(to, dialects.Raising{Format: source.FormatOf(name, nil), Settings: p.Start().Settings, CarryHints: true})
			for _, d := range convert.Raise(all.Dialects(), to, p, o).Definitions {
				if d.Tree == nil {
					continue
				}
				got, want := found(load.Tree(name, d.Text, d.Tree), to), found(load.Text(name, d.Text), to)
				if !slices.Equal(got, want) {
					t.Errorf("%s as %s: the tree has %q, the text %q", x.path, to.Name(), got, want)
				}
			}
		}
	}
}
