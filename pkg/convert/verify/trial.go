package verify

import (
	"context"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A trial is one run of both sides.
type trial struct {
	pair           *Pair
	options        run.Options
	book           *book
	source, target *observation
	// happened is what went on in the source, and answered in the target.
	happened, answered *history
	// delivered is what reached the source from outside.
	delivered []run.Delivery
	// incomparable is the reason why the two sides cannot be compared; empty if they can.
	incomparable string
	// excused reports that something differs that losses allow for.
	excused bool
	// refused reports that the source refuses a request, which the target takes no notice of.
	refused bool
	// used are the parts of nodes that the source uses, if somebody measures.
	used map[usedPart]bool
}

// sameToken is the token of all calls, of both sides: which call of a run has which token is not compared.
const sameToken = "token"

// A usedPart is a part of a node, as [machine.Machine.Measure] reports it.
type usedPart struct {
	node  *workflow.Node
	part  machine.Part
	index int
}

func newTrial(p *Pair, o run.Options) *trial {
	o.Settings.Token, o.Settings.DrawsAlike = sameToken, true
	t := &trial{pair: p, options: o, book: newBook(p, o), happened: newHistory(), answered: newHistory()}
	t.answered.passes = true
	return t
}

// mostMadeData is how many bytes any data of a run that was made up has as JSON, at most. In a loop without an end, each round may have several
// times the data of the one before, and what a run gives to tasks is compared as text.
const mostMadeData = 1 << 20

// newMadeTrial is a trial that was made up: the workers do what contracts ask for, also in the time that they take.
func newMadeTrial(p *Pair, o run.Options) *trial {
	if o.MaxData == 0 || o.MaxData > mostMadeData {
		o.MaxData = mostMadeData
	}
	t := newTrial(p, o)
	t.book.stubs = p.prompt(t.book.stubs)
	return t
}

// run runs both sides, first the source and then the target with the answers of the source.
func (t *trial) run(ctx context.Context) error {
	if err := t.runSource(ctx); err != nil || t.incomparable != "" {
		return err
	}
	return t.runTarget(ctx)
}

// runSource runs the source, and notes what the target is to be given.
func (t *trial) runSource(ctx context.Context) error {
	o := t.options
	o.Progress, o.RealTime = nil, false
	o.Answer = t.book.answerSource
	o.Observe = func(e *machine.Trace) {
		t.book.record.note(e)
		t.happened.note(e)
	}
	if t.pair.Measure != nil {
		t.used = map[usedPart]bool{}
		o.Measure = func(n *workflow.Node, part machine.Part, index int) { t.used[usedPart{n, part, index}] = true }
	}
	r, err := run.Simulate(ctx, t.pair.Source, o)
	if err != nil {
		return err
	}
	t.source = observe(t.pair.Source, r, t.book.texts)
	t.source.produced = append(t.source.produced, producedByCalls(t.pair.Source, t.source.calls, producers(t.pair.Target, inverse(t.pair.Raised.Tasks)))...)
	t.source.leaveOut(t.pair)
	t.delivered = delivered(r)
	t.book.close(r)
	if t.refused = t.source.requestRefused() && t.pair.Target.Start().Errors.Request.Name == ""; t.refused {
		t.incomparable = "a transition is requested that the state does not have"
		return nil
	}
	t.incomparable = t.book.unknown
	return nil
}

// Where the source came to an end, the target may take some times as many steps as the source might have, up to a number: what is one step of
// the one can be several of the other.
const timesSteps, mostTargetSteps = 4, 40_000

// runTarget runs the target with the answers of the source.
func (t *trial) runTarget(ctx context.Context) error {
	o := t.options
	o.Progress, o.RealTime = nil, false
	if t.source.class != class(run.Aborted) {
		o.MaxSteps = max(o.MaxSteps, min(timesSteps*o.MaxSteps, mostTargetSteps))
	}
	if o.Occurrences, t.incomparable = t.book.record.translate(t.options, t.delivered); t.incomparable != "" {
		return nil
	}
	if len(t.pair.Source.Select) == 0 {
		o.Occurrences, o.Occur = askedInTurn(o.Occurrences)
	}
	o.Occur = t.pair.askedAtOnce(o.Occur)
	endless := t.waitsForGood(&o)
	o.Answer = t.book.answerTarget
	o.Observe = func(e *machine.Trace) {
		t.book.note(e)
		t.answered.note(e)
	}
	r, err := run.Simulate(ctx, t.pair.Target, o)
	if err != nil {
		return err
	}
	t.target = observe(t.pair.Target, r, t.book.texts)
	if endless && r.Status == run.Aborted && r.Error != nil && r.Error.Name == "MaxTime" {
		t.target.class, t.target.error = t.source.class, nil
	}
	for _, element := range t.book.failed {
		t.answered.data[element] = true
	}
	if t.target.class == class(run.Waiting) { // a part that hangs has done something until then
		t.target.elapsed = max(t.target.elapsed, t.book.stuckAt(r.Start))
	}
	if t.book.aborted && t.target.class == class(run.Waiting) { // what carries out the part never ends either
		t.target.class = class(run.Aborted)
	}
	made := t.book.madeCalls(t.target.calls, r.Start)
	t.target.rename(t.pair)
	t.target.waitInside(t.book.worked)
	if t.outlasts() {
		t.target.class, t.target.error = t.source.class, t.source.error
	}
	t.target.produced = append(t.target.produced, t.book.published...)
	t.target.produced = append(t.target.produced, producedByCalls(t.pair.Target, t.target.calls, producers(t.pair.Source, nil))...)
	t.target.calls, t.target.byNode = append(t.target.calls, made...), nil
	t.target.sort()
	t.incomparable = t.book.unknown
	return nil
}

// waitsForGood reports whether the source waits for what never comes, and lets the target wait for a year more then: there, a time limit that
// is longer is none. A dialect may ask for a limit where its authors mean none.
func (t *trial) waitsForGood(o *run.Options) bool {
	if t.source.class != class(run.Waiting) {
		return false
	}
	most := iso8601.Duration{Years: 1, Clock: t.source.elapsed}
	if o.MaxTime.IsZero() || most.AddTo(o.Start).Before(o.MaxTime.AddTo(o.Start)) {
		o.MaxTime = most
	}
	return true
}
