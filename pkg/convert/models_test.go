package convert_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

var update = flag.Bool("update", false, "write what the conversions of models come to")

// A model is a construct, in each of the dialects that can say it. Its file in testdata/models has a comment that says what it is,
// the definitions, and what becomes of each in each other dialect.
type model struct {
	path    string
	archive *txtar.Archive
}

const outcomes = "outcomes"

func models(t testing.TB) []*model {
	t.Helper()
	paths, err := filepath.Glob("testdata/models/*.txtar")
	if err != nil || len(paths) < 40 {
		t.Fatalf("%d models, %v", len(paths), err)
	}
	var out []*model
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, &model{path, a})
	}
	return out
}

// TestModels converts each definition of each model to each other dialect: what gets lost is what the file says, both sides
// behave the same but for that, and what comes back from an exact conversion is what was there.
func TestModels(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	for _, m := range models(t) {
		t.Run(strings.TrimSuffix(filepath.Base(m.path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			var got bytes.Buffer
			for _, f := range m.archive.Files {
				if f.Name == outcomes {
					continue
				}
				for _, d := range all.Dialects() {
					from := dialects.ByName(all.Dialects(), "x."+f.Name)
					if from.Name() != d.Name() {
						fmt.Fprintf(&got, "%s -> %s: %s\n", from.Name(), d.Name(), m.convert(t, f, d))
					}
				}
			}
			i := slices.IndexFunc(m.archive.Files, func(f txtar.File) bool { return f.Name == outcomes })
			if *update {
				m.archive.Files = append(slices.DeleteFunc(m.archive.Files, func(f txtar.File) bool { return f.Name == outcomes }),
					txtar.File{Name: outcomes, Data: got.Bytes()})
				if err := os.WriteFile(m.path, txtar.Format(m.archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if i < 0 || string(m.archive.Files[i].Data) != got.String() {
				t.Errorf("it comes to\n%s\nand the file says something else; -update writes it", got.String())
			}
		})
	}
}

// convert converts one definition of a model, and returns what came of it in a line.
func (m *model) convert(t *testing.T, f txtar.File, to dialects.Dialect) string {
	name := "x." + f.Name
	what := fmt.Sprintf("%s to %s", f.Name, to.Name())
	p := program(t, name, string(f.Data))
	raised := convert.Raise(all.Dialects(), to, p, written(to))
	if raised.Reason != "" {
		if len(raised.Definitions) > 0 || len(raised.Losses) == 0 {
			t.Errorf("%s is refused, with %d definitions and %d losses", what, len(raised.Definitions), len(raised.Losses))
		}
		return "refused: " + raised.Reason
	}
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Errorf("%s: %v\n%s", what, err, raised.Definitions[0].Text)
		return "broken"
	}
	pair := &verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}
	v, err := pair.Verify(context.Background(), verify.InventWithin(written(to).Domain, p, options(), 25, chance(11)))
	switch {
	case err != nil:
		t.Errorf("%s: %v", what, err)
	case v.Failed(): // a fault of the conversion that is known
		first, _, _ := strings.Cut(*v.Difference, "\n")
		return "differs without an excuse: " + first
	case len(raised.Losses) == 0 && v.Excused > 0:
		t.Errorf("%s has no loss, and runs are excused by %v", what, v.ExcusedBy)
	}
	if len(raised.Losses) == 0 {
		return convert.NewReport(p, p.Start().Dialect, to.Name(), raised, written(to).Domain).Class // exact, or by contract
	}
	var rules []string
	for _, l := range raised.Losses {
		rules = append(rules, strings.TrimPrefix(l.Rule.ID, "convert/")+" "+l.Rule.Level.String())
	}
	slices.Sort(rules)
	return strings.Join(slices.Compact(rules), ", ")
}
