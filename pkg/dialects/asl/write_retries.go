package asl

import (
	"math"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// retriers writes how often a state is retried (asl 2016: "Retrying after error").
func (m *machineWriter) retriers(s *source.Node, n *workflow.Node) {
	var all []*source.Node
	for i := range n.Retry {
		if r := m.retrier(n, &n.Retry[i]); r != nil {
			all = append(all, r)
			if !m.own && takesAll(r) {
				break
			}
		}
	}
	dialects.Put(s, "Retry", dialects.SomeItems(all))
}

// retrier writes a retrier; nil, and a loss, if asl cannot express when or how often it applies.
func (m *machineWriter) retrier(n *workflow.Node, r *workflow.Retrier) *source.Node {
	names := m.errorEquals(r.On)
	if names == nil || r.Longer != nil {
		m.lose(&dialects.LossRetry, r.Span, n.Element, "", "a retry of %q is dropped: asl cannot express when it applies", n.Name())
		return nil
	}
	x := handlerOf(names)
	seconds, factor := r.Interval, r.Factor
	if factor == 0 {
		factor = 1
	}
	if whole := math.Ceil(max(seconds, 1)); whole != seconds || factor < 1 {
		m.lose(&dialects.LossRetryInterval, r.Span, n.Element, number(whole).Text+" s", "asl cannot retry %q after %v s", n.Name(), seconds)
		seconds, factor = whole, max(factor, 1)
	}
	if r.Limit <= 1 { // the second delay never comes
		factor = defaultBackoff
	}
	putDelays(x, seconds, r.Limit, factor)
	if r.Longest > 0 && m.level == Current {
		dialects.Put(x, "MaxDelaySeconds", number(math.Ceil(r.Longest)))
	}
	if r.Jitter && m.level == Current {
		dialects.Put(x, "JitterStrategy", "FULL")
	}
	m.addExtras(x, r.Extras)
	return x
}
