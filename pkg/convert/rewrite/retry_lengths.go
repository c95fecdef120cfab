package rewrite

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var retryLengths = Rewrite{
	ID:     "rewrite/retry-lengths",
	What:   "the delays of a retry that are written as durations become numbers of seconds, and its limit a number",
	When:   "has retries",
	Before: "retry after PT5S, then PT10S (PT5S more each time), up to 2 times",
	After:  "retry after 5 s, then twice as long, up to 2 times",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		if c.Able.Retries == 0 { // whoever has them retried does so as they are
			return false
		}
		for _, n := range w.Nodes {
			for i := range n.Retry {
				if r := &n.Retry[i]; !retryComputed(r) { // else a task may retry in its place, and [retries] has the nearest numbers
					changed = c.countRetry(w, n, r) || changed
				}
			}
		}
		return changed
	},
}

// retryComputed reports whether the delays or the limit of a retrier depend on data.
func retryComputed(r *workflow.Retrier) bool {
	if r.Most != nil {
		if _, known := fixedCount(r.Most); !known {
			return true
		}
	}
	return slices.ContainsFunc([]*workflow.Length{r.Delay, r.Longer}, func(l *workflow.Length) bool {
		if l == nil {
			return false
		}
		_, known := FixedSeconds(l)
		return !known
	})
}

var lossRetryLength = dialects.LossRule{ID: "convert/retry-length", Level: dialects.Approximated, Affects: dialects.Time | dialects.Attempts | dialects.Outcome, Data: dialects.Same, OnFailure: true,
	What:   "the delay or the number of retries depends on data in the source, and is fixed in the target",
	Remedy: "adjust the delay and the number of the retries"}

// countRetry makes the delays and the limit of a retrier numbers.
func (c *Conversion) countRetry(w *workflow.Workflow, n *workflow.Node, r *workflow.Retrier) bool {
	if r.Delay == nil && r.Longer == nil && r.Most == nil {
		bounded := !c.Able.Retries.Has(dialects.RetryLongest) && boundDelays(r)
		return c.addDelays(r) || bounded
	}
	if r.Most != nil {
		limit, known := fixedCount(r.Most)
		r.Limit, r.Most = limit, nil
		if !known {
			r.Limit = 1
			c.Lose(w, &lossRetryLength, r.Span, n.Element, "one retry", "how often %q is retried depends on its data", n.Name())
		}
	}
	delay, longer := c.fixedDelay(w, n, r, r.Delay), c.fixedDelay(w, n, r, r.Longer)
	if longer == 0 || r.Limit < 2 {
		r.Interval, r.Factor, r.Delay, r.Longer = delay, 1, nil, nil
		return true
	}
	if r.Limit == 2 && delay > 0 {
		r.Interval, r.Factor, r.Delay, r.Longer = delay, (delay+longer)/delay, nil, nil
		return true
	}
	if longest := delay + 2*longer; r.Limit == 3 && delay > 0 && c.Able.Retries.Has(dialects.RetryFactor|dialects.RetryLongest) && longest == math.Trunc(longest) {
		r.Interval, r.Factor, r.Longest, r.Delay, r.Longer = delay, (delay+longer)/delay, longest, nil, nil // a third delay by that factor would be longer
		return true
	}
	if !c.Able.Retries.Has(dialects.RetryAddition) { // a task may retry in its place: see [callingTasks] and [retries]
		r.Delay, r.Longer = lengthOf(delay, r.Span), lengthOf(longer, r.Span)
	}
	return true
}

// boundDelays has a retrier whose longest delay is no longer than the first one always wait for the longest. It reports whether it is one.
func boundDelays(r *workflow.Retrier) bool {
	if r.Longest == 0 || r.Longest > r.Interval {
		return false
	}
	r.Interval, r.Factor, r.Longest = r.Longest, 1, 0
	return true
}

// addDelays has the delays of a retrier grow by the same each time where they do, for a target that has no others. It reports false for
// delays that grow otherwise.
func (c *Conversion) addDelays(r *workflow.Retrier) bool {
	const most = 100
	if c.Able.Retries.Has(dialects.RetryFactor) || !c.Able.Retries.Has(dialects.RetryAddition) || r.Limit < 3 || r.Limit > most || r.Longest == 0 || r.Jitter || r.Factor <= 1 {
		return false
	}
	delay := func(used int) float64 { return min(r.Interval*math.Pow(r.Factor, float64(used)), r.Longest) }
	longer := delay(1) - delay(0)
	for i := 2; i < r.Limit; i++ {
		if delay(i)-delay(i-1) != longer {
			return false
		}
	}
	r.Delay, r.Interval, r.Factor, r.Longest = lengthOf(r.Interval, r.Span), 0, 1, 0
	if longer > 0 {
		r.Longer = lengthOf(longer, r.Span)
	}
	return true
}

// lengthOf is a number of seconds as a length.
func lengthOf(seconds float64, at source.Span) *workflow.Length {
	return &workflow.Length{Expr: &expr.Literal{Value: "PT" + strconv.FormatFloat(seconds, 'f', -1, 64) + "S", Span: at}, Unit: workflow.Duration, Span: at}
}

// seconds is a length in seconds that is the same for all data: see [FixedSeconds].
func seconds(l *workflow.Length) float64 {
	s, _ := FixedSeconds(l)
	return s
}

// fixedCount is a number that an expression has for all data.
func fixedCount(x expr.Expr) (int, bool) {
	l, ok := x.(*expr.Literal)
	if !ok {
		return 0, false
	}
	switch v := l.Value.(type) {
	case int64:
		return int(v), v >= 0
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil && n >= 0
	}
	return 0, false
}

// fixedDelay is the seconds of a length, which is 0 if there is none. One that depends on data is a second.
func (c *Conversion) fixedDelay(w *workflow.Workflow, n *workflow.Node, r *workflow.Retrier, l *workflow.Length) float64 {
	if l == nil {
		return 0
	}
	if s, ok := FixedSeconds(l); ok {
		return s
	}
	c.Lose(w, &lossRetryLength, r.Span, n.Element, "a second", "after how long %q is retried depends on its data", n.Name())
	return 1
}

// FixedSeconds is a length in seconds, if it is the same for all data and at any time: years and months are not.
func FixedSeconds(l *workflow.Length) (float64, bool) {
	x, ok := l.Expr.(*expr.Literal)
	if !ok {
		return 0, false
	}
	switch v := x.Value.(type) {
	case string:
		if l.Unit != workflow.Duration {
			return 0, false
		}
		d, err := iso8601.ParseDuration(v)
		if err != nil {
			return 0, false
		}
		january, march := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)
		length := d.AddTo(january).Sub(january)
		return length.Seconds(), length == d.AddTo(march).Sub(march)
	case int64:
		return float64(v), l.Unit == workflow.Seconds
	case float64:
		return v, l.Unit == workflow.Seconds
	}
	return 0, false
}
