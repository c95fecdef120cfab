package asl

import (
	"math"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// retriers writes how often a state is retried (asl 2016: "Retrying after error").
func (m *machineWriter) retriers(s *source.Node, n *workflow.Node) {
	all := list()
	for i := range n.Retry {
		if r := m.retrier(n, &n.Retry[i]); r != nil {
			all.Items = append(all.Items, r)
			if takesAll(r) {
				break
			}
		}
	}
	if len(all.Items) > 0 {
		dialects.Put(s, "Retry", all)
	}
}

// retrier writes a retrier; nil, and a loss, if asl cannot express when or how often it applies.
func (m *machineWriter) retrier(n *workflow.Node, r *workflow.Retrier) *source.Node {
	names := m.errorEquals(r.On)
	seconds := r.Interval
	if r.Delay != nil {
		var ok bool
		if seconds, _, ok = fixedSeconds(r.Delay); !ok {
			names = nil
		}
	}
	limit, fixed := attempts(r)
	if names == nil || r.Longer != nil || !fixed {
		m.lose(&dialects.LossRetry, r.Span, n.Element, "", "a retry of %q is dropped: asl cannot express when it applies", n.Name())
		return nil
	}
	x := handlerOf(names)
	factor := r.Factor
	if factor == 0 || r.Delay != nil && factor < 1 {
		factor = 1
	}
	if whole := math.Ceil(max(seconds, 1)); whole != seconds || factor < 1 {
		m.lose(&dialects.LossRetryInterval, r.Span, n.Element, number(whole).Text+" s", "asl cannot retry %q after %v s", n.Name(), seconds)
		seconds, factor = whole, max(factor, 1)
	}
	if seconds != defaultInterval {
		dialects.Put(x, "IntervalSeconds", number(seconds))
	}
	if limit != defaultAttempts {
		dialects.Put(x, "MaxAttempts", number(float64(limit)))
	}
	if factor != defaultBackoff && limit > 1 {
		dialects.Put(x, "BackoffRate", number(factor))
	}
	if r.Longest > 0 && m.level == Current {
		dialects.Put(x, "MaxDelaySeconds", number(math.Ceil(r.Longest)))
	}
	if r.Jitter && m.level == Current {
		dialects.Put(x, "JitterStrategy", "FULL")
	}
	return x
}

// attempts is how many attempts follow the first, if that is known.
func attempts(r *workflow.Retrier) (int, bool) {
	if r.Most == nil {
		return r.Limit, true
	}
	l, ok := r.Most.(*expr.Literal)
	if !ok {
		return 0, false
	}
	n, ok := l.Value.(int64)
	return int(n), ok && n >= 0
}
