package asl

import (
	"math"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// wholeSeconds returns a length in whole seconds, at least one, and whether it is that exactly. It reports false for one that
// depends on the data, or on when it begins.
func wholeSeconds(l *workflow.Length) (whole int64, exact, ok bool) {
	s, exact, ok := fixedSeconds(l)
	up := min(max(math.Ceil(s), 1), maxSeconds)
	return int64(up), exact && up == s, ok
}

// fixedSeconds returns a length in seconds, and whether it is that exactly: years and months are taken for 365 and 30 days. It
// reports false for a length that depends on the data, or on when it begins.
func fixedSeconds(l *workflow.Length) (seconds float64, exact, ok bool) {
	x, fixed := l.Expr.(*expr.Literal)
	if !fixed || l.Unit == workflow.Instant {
		return 0, false, false
	}
	if s, ok := value.Float(x.Value); ok {
		return s, true, s >= 0
	}
	if v, ok := x.Value.(string); ok {
		d, err := iso8601.ParseDuration(v)
		if err != nil || l.Unit != workflow.Duration {
			return 0, false, false
		}
		days := float64(d.Years)*365 + float64(d.Months)*30 + float64(d.Weeks)*7 + float64(d.Days)
		return days*24*60*60 + d.Clock.Seconds(), d.Years == 0 && d.Months == 0, true
	}
	return 0, false, false
}

// maxSeconds is the longest time that is written.
const maxSeconds = 99_999_999
