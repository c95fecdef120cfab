package step

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
)

func TestSchema(t *testing.T) {
	t.Parallel()
	dialecttest.Schema(t, Dialect{},
		"wrong-type", "missing-field", "empty", "unknown-field", "misplaced-field",
		"removed-field", "out-of-range", "workflow-id", "unknown-type", "too-few-branches",
		"hit-policy", "event-type", "duration")
}
