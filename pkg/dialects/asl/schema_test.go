package asl

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
)

func TestSchema(t *testing.T) {
	t.Parallel()
	dialecttest.Schema(t, Dialect{},
		"wrong-type", "missing-field", "unknown-field", "misplaced-field", "empty",
		"out-of-range", "unknown-value", "unknown-type", "wait-time", "missing-transition",
		"path", "choice-operator", "unknown-operator", "operand-type", "nested-next", "path-in-value")
}
