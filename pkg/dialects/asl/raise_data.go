package asl

import (
	"fmt"
	"math"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeStages writes what a document goes through at a node.
func (m *machine) writeStages(s *source.Node, n *workflow.Node) {
	d := &n.Data
	m.writeSelection(s, "InputPath", n, d.Select)
	m.writeSelection(s, "OutputPath", n, d.Output)
	if d.Payload != nil {
		m.raising.lose(&dialects.LossPlace, n.Span, n.Element, "the document", "the input that %q computes for its task is dropped: the task gets the document", n.Name())
	}
	m.writeCombine(s, n)
}

// writeSelection writes a path that selects something of the document. Anything else is a loss.
func (m *machine) writeSelection(s *source.Node, key string, n *workflow.Node, x expr.Expr) {
	switch x := meaning(x).(type) {
	case nil:
		return
	case *expr.Path:
		if x.Root == expr.RootInput && !x.OrNull {
			if len(x.Steps) > 0 {
				dialects.Put(s, key, dialects.NewText(x.String()))
			}
			return
		}
	case *expr.Literal:
		if o, ok := x.Value.(*value.Object); ok && o.Len() == 0 {
			dialects.Put(s, key, nothing())
			return
		}
	}
	m.raising.lose(&dialects.LossPlace, x.Range(), n.Element, "all of the document", "an asl path cannot select the part of the document that %q selects", n.Name())
}

// writeCombine writes where an answer is put. One that would be merged replaces the document.
func (m *machine) writeCombine(s *source.Node, n *workflow.Node) {
	c := n.Data.Combine
	switch {
	case c == nil:
		return
	case c.Mode == workflow.Drop:
		dialects.Put(s, "ResultPath", nothing())
	case c.Mode == workflow.SetAt && (!c.Effective || n.Data.Select == nil):
		dialects.Put(s, "ResultPath", dialects.NewText(c.Path.String()))
	case c.Mode == workflow.MergeShallow || c.Mode == workflow.MergeDeep:
		m.raising.lose(&dialects.LossMergeIntoReplace, n.Element.NameSpan, n.Element, "the result alone",
			"the source merges each result into the document; in asl it replaces the document")
		if n.Data.Result != nil && n.Kind != workflow.Pass {
			m.raising.lose(&dialects.LossPlace, n.Data.Result.Range(), n.Element, "the result", "the transformation of the result of %q is dropped", n.Name())
		}
	case c.Mode == workflow.Replace:
		if n.Data.Select != nil { // without an answer, the document stays; a task that echoes its input would take its place
			m.raising.lose(&dialects.LossPlace, n.Span, n.Element, "the result alone", "without a result the source keeps the document; in asl the empty result replaces it")
		}
	default:
		m.raising.lose(&dialects.LossPlace, n.Element.NameSpan, n.Element, "the result alone", "a result is not stored at the same place of the document")
	}
}

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
	switch v := x.Value.(type) {
	case int64:
		return float64(v), true, v >= 0
	case float64:
		return v, true, v >= 0
	case string:
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

// writeWait adds a time that passes. One without length is none.
func (p *part) writeWait(n *workflow.Node) {
	l := n.Until
	if x, ok := l.Expr.(*expr.Path); ok && x.Root == expr.RootInput && x.Definite && l.Unit != workflow.Duration {
		s := p.addState(n, Wait)
		dialects.Put(s, waitField(l), dialects.NewText(x.String()))
		p.writeWaitLength(s, n)
		return
	}
	if x, ok := l.Expr.(*expr.Literal); ok && l.Unit == workflow.Instant {
		if text, ok := x.Value.(string); ok {
			s := p.addState(n, Wait)
			dialects.Put(s, "Timestamp", dialects.NewText(text))
			p.writeWaitLength(s, n)
			return
		}
	}
	length, _, _ := fixedSeconds(l)
	seconds, exact, ok := wholeSeconds(l)
	if !ok {
		p.raising.lose(&dialects.LossWait, n.Span, n.Element, "", "the wait of %q is dropped: asl cannot express its length", n.Name())
		p.raising.lose(&dialects.LossPathError, n.Span, n.Element, "", "a missing wait length of %q is not an error", n.Name())
	}
	if !ok || length == 0 {
		p.writeWaitLength(p.addState(n, Pass), n)
		return
	}
	if !exact {
		p.raising.lose(&lossWaitLength, n.Span, n.Element, fmt.Sprintf("%d s", seconds), "%q does not wait for a whole number of seconds", n.Name())
	}
	s := p.addState(n, Wait)
	dialects.Put(s, "Seconds", number(float64(seconds)))
	p.writeWaitLength(s, n)
}

func (p *part) writeWaitLength(s *source.Node, n *workflow.Node) {
	p.machine.writeStages(s, n)
	p.machine.lead(s, p.findNext(n))
}
