package convert_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestOnlyDocumentedFields converts ordinary definitions to asl as people deploy it: what is written has only what the service's
// documents have, and without anything else it does what the source does.
func TestOnlyDocumentedFields(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/ordinary/*")
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d definitions: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			to := dialects.Named(all.Dialects(), "asl")
			p := today(t, authored{path, filepath.Base(path), string(text)})
			raised := convert.Raise(all.Dialects(), to, p, inDomain(to, dialects.Raising{Format: source.JSON}))
			if len(raised.Definitions) == 0 {
				t.Fatal(raised.Reason)
			}
			stripped := withoutUndocumented(t, raised)
			target, err := convert.Read(to, stripped, source.JSON, dialects.Options{})
			if err != nil {
				t.Fatal(err)
			}
			domain := inDomain(to, dialects.Raising{}).Domain
			pair := &verify.Pair{Source: p, Target: target, Raised: raised, Domain: domain}
			v, err := pair.Verify(context.Background(), verify.InventWithin(domain, p, options(), 30, chance(5)))
			if err != nil {
				t.Fatal(err)
			}
			if v.Failed() {
				t.Fatal(*v.Difference)
			}
			if v.Equal < v.Runs/2 {
				t.Errorf("of %d runs, %d are equal and %d are excused by %v", v.Runs, v.Equal, v.Excused, v.ExcusedBy)
			}
		})
	}
}

// TestModelsOnlyDocumentedFields converts each definition of each model, which have what is rare, too.
func TestModelsOnlyDocumentedFields(t *testing.T) {
	t.Parallel()
	to := dialects.Named(all.Dialects(), "asl")
	for _, x := range definitions(t) {
		if dialects.ByName(all.Dialects(), x.name).Name() == to.Name() {
			continue
		}
		t.Run(x.path, func(t *testing.T) {
			t.Parallel()
			raised := convert.Raise(all.Dialects(), to, workflow.Clone(today(t, x)), inDomain(to, dialects.Raising{Format: source.JSON}))
			withoutUndocumented(t, raised)
		})
	}
}

// withoutUndocumented are definitions without what the documents do not have, which is a fault.
func withoutUndocumented(t *testing.T, raised *dialects.Raised) []dialects.Printed {
	var out []dialects.Printed
	for _, x := range raised.Definitions {
		text, faults := documented(x.Text)
		if len(faults) > 0 {
			t.Errorf("%s\n%s", strings.Join(faults, "\n"), x.Text)
		}
		x.Text = text
		out = append(out, x)
	}
	return out
}
