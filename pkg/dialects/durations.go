package dialects

import (
	"math"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Duration8601 is a fixed length as a duration of ISO 8601. It reports false for one that depends on data, and for an instant.
func Duration8601(l *workflow.Length) (string, bool) {
	x, ok := l.Expr.(*expr.Literal)
	if !ok {
		return "", false
	}
	if v, ok := x.Value.(string); ok {
		_, err := iso8601.ParseDuration(v)
		return v, l.Unit == workflow.Duration && err == nil
	}
	seconds, ok := value.Float(x.Value)
	return Seconds8601(seconds), ok && l.Unit == workflow.Seconds && seconds >= 0
}

// Seconds8601 is a number of seconds as a duration of ISO 8601.
func Seconds8601(f float64) string {
	if d := time.Duration(f * float64(time.Second)); f < math.MaxInt32 {
		return iso8601.Format(d)
	}
	return "PT" + strconv.FormatFloat(f, 'f', -1, 64) + "S"
}
