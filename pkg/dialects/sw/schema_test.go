package sw

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
)

func TestSchema(t *testing.T) {
	t.Parallel()
	dialecttest.Schema(t, Dialect{},
		"wrong-type", "missing-field", "empty", "unknown-value", "out-of-range", "missing-start",
		"missing-transition", "transition-and-end", "switch-ends", "event-timeout", "exclusive-fields",
		"completion-count", "event-source", "duration", "retry-interval", "text-beside-expression",
		"alternate-name")
}
