package graph

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, diff)
	}
}

func TestMermaid(t *testing.T) {
	t.Parallel()
	empty, _ := newModel("")
	tests := []struct {
		file     string
		workflow *workflow.Workflow
		options  Options
	}{
		{"order.mmd", order(), Options{}},
		{"order.lr.mmd", order(), Options{Direction: LeftRight}},
		{"order.ascii.mmd", order(), Options{ASCII: true}},
		{"order.md", order(), Options{Markdown: true}},
		{"strange.mmd", strange(), Options{}},
		{"loops.mmd", loops(), Options{}},
		{"loops.ascii.mmd", loops(), Options{ASCII: true}},
		{"nested.mmd", nested(3), Options{}},
		{"chain.mmd", chain(3), Options{}},
		{"gateways.mmd", gateways(), Options{}},
		{"gateways.ascii.mmd", gateways(), Options{ASCII: true}},
		{"empty.mmd", empty.Workflow, Options{}},
		{"nothing.mmd", nil, Options{}},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			t.Parallel()
			golden(t, test.file, Of(test.workflow, test.options).Mermaid(test.options))
		})
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	for file, w := range map[string]*workflow.Workflow{
		"order.json": order(), "strange.json": strange(), "loops.json": loops(), "gateways.json": gateways(), "nothing.json": {},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			got, err := Of(w, Options{}).JSON()
			if err != nil {
				t.Fatal(err)
			}
			golden(t, file, string(got))
		})
	}
}
