package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Pair is a program and what it was raised to, read back and lowered.
type Pair struct {
	Source, Target *workflow.Program
	Raised         *dialects.Raised
	// Domain is what the conversion assumed of the data.
	Domain dialects.Domain
	// Measure is told of every part of a node of the source that is used in the runs that count; nil: nobody measures.
	Measure func(n *workflow.Node, part machine.Part, index int)

	known  *net
	called *names
	// adding are the elements of the source whose results the target adds to a list; nil until they are asked for.
	adding map[string]*expr.Path
	// inner are the elements of the source whose calls tasks of the target make by themselves; starts reports that such a task starts a
	// workflow that nothing waits for.
	inner  map[string]bool
	starts bool
}

// net is what can be reached in the source.
func (p *Pair) net() *net {
	if p.known == nil {
		p.known = newNet(p.Source)
	}
	return p.known
}

// names find what the names of the target are in the source.
func (p *Pair) names() *names {
	if p.called == nil {
		p.called = newNames(p)
	}
	return p.called
}

// Verify runs both sides of a pair with runs that were made up, and compares what can be observed; see [Pair.Compare].
func (p *Pair) Verify(ctx context.Context, made []run.Options) (*Verdict, error) {
	return p.Compare(ctx, nil, made)
}

// Compare runs both sides of a pair with the same input and the same answers, once for each of the given options and of those that were
// made up, and compares what can be observed. A loss has to excuse each difference.
//
// The answers to the tasks of the target are those that the source got: to the k-th call of a task what the k-th call of it
// was answered. Answers that processes give are not known beforehand; such runs cannot be compared.
//
// A difference in data outside of the domain is not one of the conversion. Where such a run was given, that is a loss, which is added to
// those of the pair; one that was made up is left out, also where nothing differs, and so is one that was made up and cannot be compared, as
// long as others can.
func (p *Pair) Compare(ctx context.Context, given, made []run.Options) (*Verdict, error) {
	v := &Verdict{ExcusedBy: []Excuse{}}
	var excused []*trial
	for i, o := range append(slices.Clone(given), made...) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		run, t := 0, newMadeTrial(p, o)
		if i < len(given) {
			run, t = i+1, newTrial(p, o)
		}
		if err := t.run(ctx); err != nil {
			return nil, err
		}
		if err := p.judge(ctx, v, t, run); err != nil {
			return nil, err
		}
		if t.excused {
			excused = append(excused, t)
		}
	}
	if v.Unproven() && v.Difference == nil {
		if err := p.settle(ctx, v, excused); err != nil {
			return nil, err
		}
	}
	// Without a run that counts, those which are left out and equal show nothing of the others.
	if v.madeOutside != nil && v.succeeded == 0 && (v.leftSucceeded == 0 || v.Runs == 0) {
		v.Outside = append(v.Outside, *v.madeOutside)
	}
	if v.Runs == 0 {
		v.Runs, v.NotComparable, v.LeftOut = v.unable, v.unable, v.LeftOut-v.unable
	}
	return v, nil
}

// judge counts a run. given is its number among those that were given, from 1; 0 for one that was made up.
func (p *Pair) judge(ctx context.Context, v *Verdict, t *trial, given int) error {
	switch {
	case t.incomparable == "":
	case t.refused && given > 0:
		v.excuse(LossRefusedRequest.ID, nil)
		v.count(t)
		p.lose(&LossRefusedRequest, "a given run requests a transition that the state of the entity does not have; nothing in the target refuses it", "")
		return nil
	case given == 0: // others are
		v.LeftOut++
		v.unable++
		return nil
	case t.book.foreign && p.claimsEqual() && outside(p.Domain, t) != nil:
		t.book.unknown = "" // what the target does with an answer that the source takes can be seen
		if err := t.runTarget(ctx); err != nil {
			return err
		}
		if t.differences().affects != 0 {
			p.beyond(v, t, given)
			return nil
		}
	default:
		v.Runs++
		v.NotComparable++
		return nil
	}
	c := newComparison(t)
	c.compare()
	if given == 0 {
		left, err := p.leaveOut(ctx, v, c, t)
		if left || err != nil {
			v.LeftOut++
			return err
		}
	}
	if given > 0 && c.difference != nil {
		known, err := p.explains(ctx, v, t, given)
		if known || err != nil {
			return err
		}
	}
	switch {
	case c.difference != nil:
		v.keepDifference(c, t.options)
	case len(c.excused) > 0:
		t.excused = true
		v.excuse(c.excused[0].Rule.ID, fromNames(c.excused[0].Loss))
	default:
		v.Equal++
	}
	v.count(t)
	return nil
}

// explains counts a given run that differs, if that shows nothing of the conversion: a worker takes time that it must not, or the data is
// outside of the domain. It reports whether it does.
func (p *Pair) explains(ctx context.Context, v *Verdict, t *trial, given int) (bool, error) {
	late, err := p.comesLate(ctx, t)
	if late {
		v.Runs++
		v.NotComparable++
		return true, err
	}
	return err == nil && p.beyond(v, t, given), err
}

// leaveOut reports whether a run that was made up and compared does not count: it depends on which of two tasks ends first at one instant, or
// its data is outside of the domain, so that a difference would show nothing.
func (p *Pair) leaveOut(ctx context.Context, v *Verdict, c *comparison, t *trial) (bool, error) {
	if c.difference != nil {
		tied, err := t.tied(ctx)
		if tied || err != nil {
			return true, err
		}
		out := outside(p.Domain, t)
		v.madeOutside = cmp.Or(v.madeOutside, out)
		return out != nil, nil
	}
	if p.serves(t) {
		return false, nil
	}
	if len(c.excused) == 0 {
		v.leftEqual++
	}
	if t.source.class == class(run.Succeeded) {
		v.leftSucceeded++
	}
	return true, nil
}

// claimsEqual reports whether no loss states that the sides differ in some run; what other given runs showed does not count.
func (p *Pair) claimsEqual() bool {
	return !slices.ContainsFunc(p.Raised.Losses, func(l *dialects.Loss) bool { return !shownByRun(l) })
}

// beyond counts a given run under an assumption if its data is outside of the domain, and adds that as a loss. It reports whether it is.
func (p *Pair) beyond(v *Verdict, t *trial, given int) bool {
	out := outside(p.Domain, t)
	if out == nil {
		return false
	}
	out.Run = given
	v.Outside = append(v.Outside, *out)
	v.excuse(LossAssumption.ID, nil)
	v.count(t)
	rule, seen := LossAssumption, t.differences()
	rule.Affects, rule.Data = seen.affects, seen.data
	p.lose(&rule, fmt.Sprintf("a given run has %s; the conversion assumes otherwise", out.What), seen.String())
	return true
}

// lose adds a loss that a given run shows, and what was seen to differ in it. Of several runs that show the same, the first counts, with
// all that differs in one of them.
func (p *Pair) lose(rule *dialects.LossRule, message, seen string) {
	for _, l := range p.Raised.Losses {
		if l.Rule.ID == rule.ID && l.Message == message {
			both := *rule
			both.Affects, both.Data = l.Rule.Affects|rule.Affects, max(l.Rule.Data, rule.Data)
			l.Rule = &both
			return
		}
	}
	w := p.Source.Start()
	p.Raised.Losses = append(p.Raised.Losses, &dialects.Loss{Rule: rule, File: w.File, Span: source.Span{Start: w.Span.Start, End: w.Span.Start}, Message: message, Instead: seen})
}

// shownByRun reports whether a loss is about one of the runs that were given, and not about what was converted: it excuses nothing in
// others.
func shownByRun(l *dialects.Loss) bool {
	return l.Rule.ID == LossAssumption.ID || l.Rule.ID == LossRefusedRequest.ID
}

// fromNames are the names of the elements from which on a loss counts.
func fromNames(l *dialects.Loss) []string {
	out := []string{}
	for _, e := range l.From {
		out = append(out, e.Name)
	}
	return out
}
