package verify

import (
	"context"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Pair is a program and what it was raised to, read back and lowered.
type Pair struct {
	Source, Target *workflow.Program
	Raised         *dialects.Raised

	known *net
}

// net is what can be reached in the source.
func (p *Pair) net() *net {
	if p.known == nil {
		p.known = newNet(p.Source)
	}
	return p.known
}

// rewritten reports whether the target was written by rewriting, of which each loss states its direct effect alone.
func (p *Pair) rewritten() bool { return len(p.Raised.Rewrites) > 0 }

// Verify runs both sides of a pair with the same input and the same answers, once for each of the given options, and
// compares what can be observed. A loss has to excuse each difference.
//
// The answers to the tasks of the target are those that the source got: to the k-th call of a task what the k-th call of it
// was answered. Answers that processes give are not known beforehand; such runs cannot be compared.
func (p *Pair) Verify(ctx context.Context, runs []run.Options) (*Verdict, error) {
	v := &Verdict{ExcusedBy: []Excuse{}}
	for i := range runs {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t := newTrial(p, runs[i])
		if err := t.run(ctx); err != nil {
			return nil, err
		}
		v.Runs++
		if t.incomparable != "" {
			v.NotComparable++
			continue
		}
		c := newComparison(t)
		c.compare()
		switch {
		case c.difference != nil && v.Difference == nil:
			text := c.sideBySide()
			v.Difference = &text
		case c.difference != nil:
		case len(c.excused) > 0:
			v.excuse(c.excused[0].Rule.ID, fromNames(c.excused[0].Loss))
		default:
			v.Equal++
		}
	}
	return v, nil
}

// fromNames are the names of the elements from which on a loss counts.
func fromNames(l *dialects.Loss) []string {
	out := []string{}
	for _, e := range l.From {
		out = append(out, e.Name)
	}
	return out
}

// A trial is one run of both sides.
type trial struct {
	pair           *Pair
	options        run.Options
	book           *book
	source, target *observation
	// happened is what went on in the source, and answered in the target.
	happened, answered *history
	// incomparable is the reason why the two sides cannot be compared; empty if they can.
	incomparable string
}

func newTrial(p *Pair, o run.Options) *trial {
	return &trial{pair: p, options: o, book: newBook(p, o), happened: newHistory(), answered: newHistory()}
}

func (t *trial) run(ctx context.Context) error {
	o := t.options
	o.Progress, o.RealTime = nil, false
	o.Answer = t.book.answerSource
	o.Observe = func(e *machine.Trace) {
		t.book.record.note(e)
		t.happened.note(e)
	}
	r, err := run.Simulate(ctx, t.pair.Source, o)
	if err != nil {
		return err
	}
	t.source = observe(t.pair.Source, r)
	t.book.close(r)
	if t.incomparable = t.book.unknown; t.incomparable != "" {
		return nil
	}
	if o.Occurrences, t.incomparable = t.book.record.translate(t.options, r.Delivered); t.incomparable != "" {
		return nil
	}
	o.Answer, o.Observe = t.book.answerTarget, t.answered.note
	if r, err = run.Simulate(ctx, t.pair.Target, o); err != nil {
		return err
	}
	t.target = observe(t.pair.Target, r)
	t.target.rename(t.pair)
	t.incomparable = t.book.unknown
	return nil
}
