package cmd

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
)

// TestDropTrees lets go of the tree of a definition: neither its workflow nor the one for entities that no workflow is selected for has it.
func TestDropTrees(t *testing.T) {
	t.Parallel()
	const text = `{"version": "1", "name": "a", "initialState": "A", "active": true, "states": {"A": {"transitions": []}}}`
	loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{Options: dialects.Options{Printed: "asl"}})}
	d := loader.Read(load.Text("a.fsm.json", []byte(text)))
	s := &conversionSource{file: d.File, program: d.Lower()}
	if s.program.Fallback == nil || s.program.Fallback.File.Root == nil {
		t.Fatal("there is no workflow for other entities, or it has no tree to begin with")
	}
	s.dropTrees()
	for _, w := range append(s.program.Workflows, s.program.Fallback) {
		if w.File.Root != nil {
			t.Errorf("workflow %q keeps the tree", w.ID)
		}
	}
}
