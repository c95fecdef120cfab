package sw

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
)

func TestSchema(t *testing.T) {
	t.Parallel()
	dialecttest.Schema(t, Dialect{},
		"wrong-type", "missing-field", "empty", "unknown-value", "out-of-range", "no-start",
		"no-way-out", "both-ways-out", "switch-ends", "event-timeout", "alternatives",
		"completion-count", "event-source", "duration", "retry-interval", "text-beside-expression",
		"other-name")
}
