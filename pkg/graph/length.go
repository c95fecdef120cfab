package graph

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// until returns a length of time, spelled the same in all dialects: "5 s", "1 min 30 s", "2 d", "1 mo 2 d"; an expression as
// it was written, "$.seconds s"; an instant as "until 2016-03-14T01:59:00Z".
func (t texts) until(l *workflow.Length) string {
	text := t.value(l.Expr)
	switch {
	case text == "":
		return ""
	case l.Unit == workflow.Instant:
		return "until " + text
	case l.Unit == workflow.Duration:
		return isoLength(text)
	}
	if fixed, ok := l.Expr.(*expr.Literal); ok {
		if n, ok := value.Float(fixed.Value); ok {
			return inSeconds(n)
		}
	}
	return text + " s"
}

// inSeconds writes a number of seconds as people read it.
func inSeconds(n float64) string {
	const most = float64(math.MaxInt64) / float64(time.Second)
	if n < 0 || n >= most || math.IsNaN(n) {
		return decimal(n) + " s"
	}
	return iso8601.Human(time.Duration(n * float64(time.Second)))
}

// isoLength writes a duration of ISO 8601 as people read it. What is not one, such as an expression, stays as it is.
func isoLength(text string) string {
	d, err := iso8601.ParseDuration(text)
	if err != nil {
		return text
	}
	var parts []string
	for _, p := range []struct {
		n    int
		unit string
	}{{d.Years, "y"}, {d.Months, "mo"}} {
		if p.n > 0 {
			parts = append(parts, strconv.Itoa(p.n)+" "+p.unit)
		}
	}
	const day = 24 * time.Hour
	days := d.Weeks*7 + d.Days
	switch fixed := d.Clock; {
	case days < 0 || days > int((math.MaxInt64-fixed)/day):
		return text // longer than anybody waits
	case days > 0 || fixed > 0 || len(parts) == 0:
		parts = append(parts, iso8601.Human(time.Duration(days)*day+fixed))
	}
	return strings.Join(parts, " ")
}
