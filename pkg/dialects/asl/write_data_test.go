package asl

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestContinued writes what goes on of a document that is computed: a member of it, or what an expression makes of it, which names it once.
func TestContinued(t *testing.T) {
	t.Parallel()
	m := &machineWriter{document: &document{flow: &workflow.Workflow{}}}
	merged := "$merge([$states.input, $states.result])"
	for _, test := range []struct{ text, path, want string }{
		{merged, "$", merged},
		{merged, "$.order.id", "(" + merged + ").order.id"},
		{"$states.input", "$.lines[?(@.qty > 1)]", "[$states.input.lines[qty > 1]]"},
		{merged, "$.lines[?(@.qty > 1)]", "($document := " + merged + "; [$document.lines[qty > 1]])"},
	} {
		p, err := expr.ParsePath(source.Plain(test.path, 0))
		if err != nil {
			t.Fatal(test.path, err.Message)
		}
		if got, ok := m.continued(test.text, p); got != test.want || !ok {
			t.Errorf("%s of %s is\n\t%s (%v), want\n\t%s", test.path, test.text, got, ok, test.want)
		}
	}
}
