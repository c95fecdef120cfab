package rewrite

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var retries = Rewrite{
	ID:     "rewrite/retry",
	What:   "a retry becomes the nearest one that the target has",
	When:   "cannot retry after those errors or delays, or not at all",
	Before: "up to 3 retries after 5 s, 10 s, 20 s",
	After:  "up to 3 retries at once",
	Losses: []*dialects.LossRule{&lossRetry, &lossRetryErrors, &lossRetryInterval, &lossRetryLength},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return eachNode(w, func(n *workflow.Node) bool {
			return len(n.Retry) > 0 && c.fitRetries(w, n)
		})
	},
}

// fitRetries has a node retried as the target can.
func (c *Conversion) fitRetries(w *workflow.Workflow, n *workflow.Node) bool {
	able := c.Able.Retries
	needs := dialects.RetryTasks
	if n.Kind != workflow.Task {
		needs = dialects.RetryScopes
	}
	if !able.Has(needs) {
		c.Lose(w, &lossRetry, retrySpan(n), n.Element, "", "%q is not retried%s", n.Name(), after(n.Retry))
		n.Retry = nil
		return true
	}
	changed := false
	fitted := make([]workflow.Retrier, len(n.Retry))
	for i := range n.Retry {
		fitted[i] = n.Retry[i]
		changed = c.fitRetry(w, n, &fitted[i]) || changed
	}
	n.Retry = fitted
	return changed
}

// fitRetry changes one retrier.
func (c *Conversion) fitRetry(w *workflow.Workflow, n *workflow.Node, r *workflow.Retrier) bool {
	changed := retryComputed(r) && c.countRetry(w, n, r)
	if !c.Able.Retries.Has(dialects.RetryByError) && !takesAll(r.On) {
		c.Lose(w, &lossRetryErrors, retrySpan(n), n.Element, "all errors", "%q is retried after %s only", n.Name(), names(r.On))
		r.On, changed = workflow.Matcher{{All: true}}, true
	}
	was := *r
	near, differs := c.otherDelays(&was)
	if *r = *near; !differs {
		return changed || !sameDelays(&was, r)
	}
	l := c.Lose(w, &lossRetryInterval, retrySpan(n), n.Element, delays(r), "%q is retried %s", n.Name(), delays(&was))
	if n.Kind == workflow.Task && n.Call != nil && c.attemptable(n) {
		l.Remedy = l.Rule.Remedy + ", or use --prefer exact"
	}
	return true
}

// retriesNearly reports whether the target retries the task of a node after other delays than the source, which a worker does not.
func (c *Conversion) retriesNearly(n *workflow.Node) bool {
	return slices.ContainsFunc(n.Retry, func(r workflow.Retrier) bool {
		_, differs := c.otherDelays(&r)
		return differs
	})
}

// otherDelays is a retrier with the nearest delays that the target has. It reports whether a run can show that they are others.
func (c *Conversion) otherDelays(r *workflow.Retrier) (*workflow.Retrier, bool) {
	near := c.nearestDelays(r)
	return near, (r.Limit > 0 || r.Most != nil) && !sameDelays(r, near)
}

// nearRetries notes the retries of a node that the target has after other delays.
func (c *Conversion) nearRetries(n *workflow.Node) {
	for i := range n.Retry {
		other, differs := c.otherDelays(&n.Retry[i])
		if !differs {
			continue
		}
		r, near := n.Retry[i], *other
		first, second := r, near
		if first.Limit, second.Limit = 1, 1; delays(&first) != delays(&second) { // which shows the difference
			r, near = first, second
		}
		c.Raised.Near = append(c.Raised.Near, dialects.Near{Element: c.Caller(n), Does: "retry", Target: delays(&near), Source: delays(&r)})
	}
}

// nearestDelays is a retrier with the nearest delays that the target has.
func (c *Conversion) nearestDelays(was *workflow.Retrier) *workflow.Retrier {
	able, r := c.Able.Retries, *was
	if r.Most != nil || r.Delay != nil && (r.Longer == nil || able.Has(dialects.RetryAddition)) {
		return &r
	}
	if r.Delay != nil {
		delay, longer := seconds(r.Delay), seconds(r.Longer)
		if delay == 0 {
			delay = longer
		}
		r.Interval, r.Factor, r.Delay, r.Longer = delay, (delay+longer)/delay, nil, nil
	}
	switch {
	case r.Interval > 0 && !able.Has(dialects.RetryDelay):
		r.Interval, r.Factor, r.Longest, r.Jitter = 0, 1, 0, false
	case r.Interval == 0 && !able.Has(dialects.RetryAtOnce):
		r.Interval, r.Factor = 1, 1
	case r.Limit > 1 && r.Factor != 1 && r.Factor != 0 && !able.Has(dialects.RetryFactor) && (r.Limit > 2 || !able.Has(dialects.RetryAddition)):
		r.Factor = 1
	}
	if r.Longest > 0 && !able.Has(dialects.RetryLongest) && r.Factor > 1 {
		r.Longest = 0
	}
	if c.Able.WholeDelays {
		r.Interval, r.Longest = math.Ceil(r.Interval), math.Ceil(r.Longest)
	}
	r.Jitter = r.Jitter && able.Has(dialects.RetryJitter)
	return &r
}

// sameDelays reports whether two retriers have the same delays.
func sameDelays(a, b *workflow.Retrier) bool {
	return (a.Delay == nil) == (b.Delay == nil) && a.Interval == b.Interval && a.Factor == b.Factor && a.Longest == b.Longest && a.Jitter == b.Jitter
}

func takesAll(m workflow.Matcher) bool {
	for i := range m {
		if m[i].All {
			return true
		}
	}
	return false
}

// names are the errors that a matcher takes, for people.
func names(m workflow.Matcher) string {
	var out []string
	for i := range m {
		switch {
		case m[i].All && m[i].If == nil && len(m[i].Except) > 0:
			return "any error but " + strings.Join(m[i].Except, " and ")
		case m[i].Name != "":
			out = append(out, m[i].Name)
		case m[i].All && len(m[i].Except) == 0:
			return "any error"
		case m[i].Text != "":
			out = append(out, m[i].Text)
		case m[i].All:
			return "any error"
		}
	}
	return strings.Join(out, ", ")
}

func after(list []workflow.Retrier) string {
	if len(list) == 1 && !takesAll(list[0].On) {
		return " after " + names(list[0].On)
	}
	return ""
}

// delays are the delays of a retrier, for people: "after 5 s, 10 s, 20 s", and how many they are, if more than those shown.
func delays(r *workflow.Retrier) string {
	text := firstDelays(r)
	if r.Limit > shownDelays && text != noDelay {
		text = fmt.Sprintf("%s, %d times", text, r.Limit)
	}
	if r.Jitter {
		text += ", or a part of that, drawn at random"
	}
	return text
}

// shownDelays is how many delays of a retrier are told.
const shownDelays = 3

// noDelay says that there is no delay.
const noDelay = "immediately"

// secondsText is a number of seconds, for people.
func secondsText(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) + " s" }

// firstDelays are the first delays of a retrier, for people: "after 5 s, 10 s, 20 s and so on", or "after 5 s each time".
func firstDelays(r *workflow.Retrier) string {
	delay, longer := r.Interval, 0.0
	if r.Delay != nil {
		delay = seconds(r.Delay)
	}
	if r.Longer != nil {
		longer = seconds(r.Longer)
	}
	if delay == 0 && longer == 0 {
		return noDelay
	}
	if longer == 0 && (r.Factor == 0 || r.Factor == 1) && r.Limit > 1 {
		if r.Longest > 0 {
			delay = min(delay, r.Longest)
		}
		return "after " + secondsText(delay) + " each time"
	}
	var out []string
	for range min(r.Limit, shownDelays) {
		if r.Longest > 0 {
			delay = min(delay, r.Longest)
		}
		out = append(out, secondsText(delay))
		if r.Factor > 0 {
			delay *= r.Factor
		}
		delay += longer
	}
	text := "after " + strings.Join(out, ", ")
	if r.Limit > shownDelays {
		text += " and so on"
	}
	return text
}

// retrySpan is where the first retrier of a node is in the source.
func retrySpan(n *workflow.Node) source.Span {
	if s := n.Retry[0].Span; s != (source.Span{}) {
		return s
	}
	return placeOf(n)
}
