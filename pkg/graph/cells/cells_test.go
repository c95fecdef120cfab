package cells_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/cells"
	"github.com/flowglot/flowglot/pkg/load"
)

var update = flag.Bool("update", false, "write the golden files")

func TestPrint(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file, golden string
		options      graph.Options
	}{
		{"asl/thermostat.asl.yaml", "thermostat.txt", graph.Options{}},
		{"asl/subscription.asl.json", "subscription.txt", graph.Options{}},
		{"asl/subscription.asl.json", "subscription.ascii.txt", graph.Options{ASCII: true}},
		{"step/claim.step.json", "claim.txt", graph.Options{}},
		{"fsm/claim.fsm.json", "entity.txt", graph.Options{}},
		{"arrow/orders.flow", "orders.lr.txt", graph.Options{Direction: graph.LeftRight}},
	} {
		t.Run(test.golden, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("../../../testdata", test.file))
			if err != nil {
				t.Fatal(err)
			}
			loader := &load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
			got, err := cells.Print(graph.OfProgram(loader.Read(load.Text(test.file, text)).Lower(), test.options), test.options)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Join("testdata", test.golden)
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s differs (-want +got):\n%s", name, diff)
			}
			for line := range strings.Lines(got) {
				if strings.TrimRight(line, " \n") != strings.TrimRight(line, "\n") {
					t.Errorf("spaces at the end of %q", line)
				}
			}
		})
	}
}
