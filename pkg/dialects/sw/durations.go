package sw

import (
	"math"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// lengthOf is how long a timer runs; the longest time for one that depends on data.
func lengthOf(t *workflow.Timer) time.Duration {
	text, _ := dialects.Duration8601(&t.Length)
	d, err := iso8601.ParseDuration(text)
	if err != nil {
		return math.MaxInt64
	}
	return d.AddTo(time.Time{}).Sub(time.Time{})
}
