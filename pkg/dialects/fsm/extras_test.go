package fsm

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestExtrasOfForeignPrograms lowers a definition for its own dialect and for another one: how its states and transitions are written is kept
// for the first only, and what the workflow has and the config of a processor, of which other dialects tell, for both.
func TestExtrasOfForeignPrograms(t *testing.T) {
	t.Parallel()
	const text = `{"version": "1", "name": "a", "metadata": {"flowglot": {}}, "initialState": "A", "active": true, "states": {"A": {"desc": "b", "transitions": [
		{"name": "GO", "next": "B", "manual": true, "processors": [{"type": "EXTERNAL", "name": "c", "config": {"attachEntity": true, "own": "d"}}]}]},
		"B": {"transitions": []}}}`
	for _, test := range []struct {
		printed string
		kept    bool
	}{{"", true}, {"fsm", true}, {"asl", false}, {dialects.NoDialect, false}} {
		f := source.NewFile("a.fsm.json", []byte(text))
		source.Parse(f)
		w := Dialect{}.Read(f, dialects.Options{Printed: test.printed}).Lower().Start()
		if w.Extras.Get("metadata") == nil {
			t.Errorf("printed as %q: the metadata of the workflow is lost", test.printed)
		}
		if kept := len(w.Elements[0].Extras) > 0; kept != test.kept {
			t.Errorf("printed as %q: what a state has is kept: %v", test.printed, kept)
		}
		kept, config := false, false
		for _, e := range w.Edges {
			kept = kept || e.Extras.Get("processors") != nil
			config = config || e.Extras.Get("own") != nil
		}
		if kept != test.kept || !config {
			t.Errorf("printed as %q: the processors of a transition are kept: %v, and the config of one: %v", test.printed, kept, config)
		}
	}
}
