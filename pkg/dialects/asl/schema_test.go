package asl

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
)

func TestSchema(t *testing.T) {
	t.Parallel()
	dialecttest.Schema(t, Dialect{},
		"wrong-type", "missing-field", "unknown-field", "misplaced-field", "empty-list",
		"out-of-range", "unknown-value", "unknown-state-type", "wait-time", "no-transition",
		"path", "choice-operator", "unknown-operator", "operand-type", "nested-next")
}
