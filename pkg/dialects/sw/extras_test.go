package sw

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestExtrasOfForeignPrograms lowers a definition for its own dialect and for another one: what states have beside the model is kept for the
// first only, and the metadata of the workflow, where hints are, for both.
func TestExtrasOfForeignPrograms(t *testing.T) {
	t.Parallel()
	const text = `{"id": "a", "name": "a", "version": "1", "metadata": {"flowglot": {}}, "states": [{"id": "1", "name": "b", "type": "operation",
		"start": {"kind": "default"}, "actionMode": "sequential", "actions": [{"name": "c", "functionRef": {"refName": "d"}}],
		"metadata": {"owner": "e"}, "end": {"kind": "default"}}], "functions": [{"name": "d", "type": "x"}]}`
	for _, test := range []struct {
		printed string
		kept    bool
	}{{"", true}, {"sw", true}, {"asl", false}, {dialects.NoDialect, false}} {
		f := source.NewFile("a.sw.json", []byte(text))
		source.Parse(f)
		w := Dialect{}.Read(f, dialects.Options{Printed: test.printed}).Lower().Start()
		if w.Extras.Get("metadata") == nil {
			t.Errorf("printed as %q: the metadata of the workflow is lost", test.printed)
		}
		kept := 0
		for _, e := range w.Elements {
			kept += len(e.Extras)
		}
		if (kept > 0) != test.kept {
			t.Errorf("printed as %q: %d extras of elements are kept", test.printed, kept)
		}
	}
}
