package fsm

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
)

func TestSchema(t *testing.T) {
	t.Parallel()
	dialecttest.Schema(t, Dialect{},
		"wrong-type", "missing-field", "empty", "out-of-range", "import-mode",
		"unknown-condition-type", "unknown-operator", "group-operator", "function-in-group",
		"lifecycle-field", "path", "between", "unknown-processor-type", "execution-mode")
}
