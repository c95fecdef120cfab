package verify

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Excuses are what losses allow for in one run. A loss has only direct effects: data, the input of a call, times, attempts, or the path
// at its element. What follows from other data is derived on the net of the source: other data reaches the inputs and outputs after it,
// and it excuses another path only from a node on that decides differently because of it.
type excuses struct {
	pair           *Pair
	net            *net
	source, target *history // by the names of the source
	start          time.Time
	calls          []call           // of the source
	answers        map[string][]any // of these, by element
	input          any              // of the run
	sent           []any            // what came with occurrences
	expired        bool             // a side ended because the time of the whole run was over
	standInFailed  bool             // a task of the target that stands in for something failed
	failed         time.Time        // when the run of the target failed; zero if it did not
	ended          time.Time        // when that of the source did

	losses  []*effect
	parting []parting // sorted by time
	found   bool      // parting is known
}

// An effect is a loss in a run in which it could show.
type effect struct {
	*dialects.Loss
	at    time.Time // from when on
	nodes []*workflow.Node
	reach map[*workflow.Node]bool // what comes after its elements; nil is everything
}

// A parting is where a loss may have the target take another path.
type parting struct {
	loss  *effect
	at    time.Time
	nodes []*workflow.Node // from which on; none is everywhere
	reach map[*workflow.Node]bool
}

func newExcuses(t *trial) *excuses {
	x := &excuses{pair: t.pair, net: t.pair.net(), source: t.happened, target: t.answered.renamed(t.pair), start: t.options.Start, input: t.options.Input, answers: map[string][]any{}}
	x.expired, x.standInFailed = x.ownExpiry(t), t.failsInStandIn()
	if t.target.class == class(run.Failed) {
		x.failed = x.start.Add(t.target.elapsed)
	}
	if t.source.class == class(run.Failed) {
		x.ended = x.start.Add(t.source.elapsed)
	}
	x.calls = t.source.calls
	for i := range x.calls {
		c := &x.calls[i]
		x.answers[c.Node] = append(x.answers[c.Node], c.Result)
	}
	for _, o := range t.options.Occurrences {
		x.sent = append(x.sent, payload(o.Value, o.Kind == "event"))
	}
	for _, l := range t.pair.Raised.Losses {
		if l.Rule.ID == dialects.LossDocument.ID && !t.book.record.foreign || shownByRun(l) {
			continue
		}
		if at, ok := x.occurs(l); ok {
			e := &effect{Loss: l, at: at, nodes: x.net.named(l.From)}
			if len(e.nodes) > 0 && !x.net.entity() {
				e.reach = x.net.reach(e.nodes, nil)
				x.share(e)
			}
			x.losses = append(x.losses, e)
		}
	}
	return x
}

// share adds what runs at the same time as the elements of a loss and shares data with them.
func (x *excuses) share(e *effect) {
	for _, n := range e.nodes {
		for region := n.Region; region != nil; {
			for _, fork := range region.Nodes {
				if region.Shared && fork.Split == workflow.SplitFork && x.net.reach([]*workflow.Node{fork}, nil)[n] {
					for m := range x.net.reach([]*workflow.Node{fork}, nil) {
						e.reach[m] = true
					}
				}
			}
			if region.Scope == nil {
				break
			}
			region = region.Scope.Region
		}
	}
}

// ownExpiry reports whether a side ended because its whole time was over.
func (x *excuses) ownExpiry(t *trial) bool {
	for _, o := range []*observation{t.source, t.target} {
		for _, table := range o.tables {
			if o.error != nil && o.error.Name != "" && o.error.Name == table.Expired.Name {
				return true
			}
		}
	}
	return false
}

// occurs returns from when on a loss can show in the run: an element of it was entered, or failed, on either side. One about the whole, or
// about a part without nodes, can from the start.
func (x *excuses) occurs(l *dialects.Loss) (at time.Time, ok bool) {
	if len(x.net.named(l.From)) == 0 || x.expired && l.Rule.Affects&(dialects.Time|dialects.Outcome) != 0 {
		return x.start, true
	}
	if l.Rule.OnVisits > 0 && x.source.entered() < l.Rule.OnVisits {
		return at, false
	}
	for _, e := range l.From {
		if _, entered := x.target.first(shown(e)); l.Rule.OnEntry && !entered && x.pair.inTarget(shown(e)) {
			continue
		}
		if l.Rule.OnFailure && l.Rule.Level == dialects.Approximated && x.hangs(shown(e)) {
			continue
		}
		for _, h := range []*history{x.source, x.target} {
			when, happened := h.first(shown(e))
			switch {
			case l.Rule.OnFailure:
				when, happened = h.firstFailure(shown(e))
			case l.Rule.OnArrival:
				when, happened = h.arrived[shown(e)]
			}
			if happened && (!ok || when.Before(at)) {
				at, ok = when, true
			}
		}
	}
	return at, ok
}

// hangs reports whether the target waits at an element for an answer that never comes, where the source does not: a loss that changes
// how a failure is handled does not do that.
func (x *excuses) hangs(element string) bool {
	visits := x.target.named[element]
	if len(visits) == 0 || len(x.target.failed[element]) > 0 || len(x.source.failed[element]) == 0 || visits[len(visits)-1].edge != nil {
		return false
	}
	return slices.ContainsFunc(x.calls, func(c call) bool { return c.Node == element && !c.Answered })
}

// shown is the name by which a run speaks of an element.
func shown(e *workflow.Element) string {
	if e.Whole != nil {
		return e.Whole.Name
	}
	return e.Name
}

// changesDocument reports whether a loss changes the document, and not only what one call gets.
func changesDocument(r *dialects.LossRule) bool {
	return r.Data != dialects.Same && r.Affects&dialects.Output != 0
}

// partings are where the target may take another path, in the order of time.
func (x *excuses) partings() []parting {
	if x.found {
		return x.parting
	}
	x.found = true
	for _, l := range x.losses {
		if l.Rule.Affects&dialects.Outcome != 0 || x.reordered(l) || x.delayed(l) {
			x.parting = append(x.parting, parting{loss: l, at: l.at, nodes: l.nodes, reach: l.reach})
			if at, ok := x.endsAlone(l); ok {
				x.parting = append(x.parting, parting{loss: l, at: at})
			}
		}
		if l.Rule.Affects&dialects.Order != 0 && !x.ended.IsZero() && !l.at.After(x.ended) { // what fails may do so later, while the rest goes on
			x.parting = append(x.parting, parting{loss: l, at: x.ended})
		}
		if changesDocument(l.Rule) {
			x.addDeciders(l)
		}
	}
	slices.SortStableFunc(x.parting, func(a, b parting) int { return a.at.Compare(b.at) })
	return x.parting
}

// endsAlone returns when the target failed at an element of a loss where the source did not, if that ended its run: what would come after that,
// or runs at the same time, does not happen.
func (x *excuses) endsAlone(l *effect) (at time.Time, ok bool) {
	for _, e := range l.From {
		if at, failed := x.target.firstFailure(shown(e)); failed && at.Equal(x.failed) && len(x.source.failed[shown(e)]) == 0 {
			return at, true
		}
	}
	return at, false
}

// delayed reports whether a loss changes times, in a run in which a timer runs down: then it may do so elsewhere.
func (x *excuses) delayed(l *effect) bool {
	return l.Rule.Affects&dialects.Time != 0 && (x.source.timed || x.target.timed)
}

// reordered reports whether a loss has things happen in another order, in a run in which something fails in the source, or time runs down:
// then it may happen before what would have come first, or after it. So it is where a task that the loss is about never answers: what comes
// after that in the target does not happen. What fails in the target alone does not do so because of the order, unless it stands in for
// something.
func (x *excuses) reordered(l *effect) bool {
	return l.Rule.Affects&dialects.Order != 0 && (len(x.source.failed) > 0 || x.target.timed || x.standInFailed || x.unanswered(l))
}

// unanswered reports whether the source waits for the answer of a task that a loss is about.
func (x *excuses) unanswered(l *effect) bool {
	return slices.ContainsFunc(x.calls, func(c call) bool { return !c.Answered && c.Error == nil && l.covers(x.net.byName[c.Node], c.Node) })
}

// failsInStandIn reports whether a task of the target failed that stands in for something, on the data that it got.
func (t *trial) failsInStandIn() bool {
	for _, w := range t.pair.Target.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil && slices.Contains(t.pair.Raised.Substitutes, n.Call.Task) && len(t.answered.failed[n.Name()]) > 0 {
				return true
			}
		}
	}
	return false
}

// addDeciders adds the nodes that decide differently because of the data that a loss changes.
func (x *excuses) addDeciders(l *effect) {
	for _, w := range x.pair.Source.Workflows {
		for _, n := range w.Nodes {
			if l.reach != nil && !l.reach[n] {
				continue
			}
			if at, ok, fails := x.decidesOtherwise(n, l); ok {
				p := parting{loss: l, at: at, nodes: []*workflow.Node{n}}
				if !x.net.entity() && !fails {
					p.reach = x.net.reach(p.nodes, nil)
				}
				x.parting = append(x.parting, p)
			}
		}
	}
}

// path returns the loss that excuses another path at an instant: the call of an element that only one side makes, or an end. An empty
// element is the end of the run.
func (x *excuses) path(element string, at time.Time, bars func(p *parting) bool) *effect {
	for i := range x.partings() {
		p := &x.parting[i]
		if p.at.After(at) {
			break
		}
		if p.includes(x.net.byName[element], element) && (bars == nil || !bars(p)) {
			return p.loss
		}
	}
	return nil
}

// includes reports whether an element comes after a parting. One that the source does not have may.
func (p *parting) includes(nodes []*workflow.Node, element string) bool {
	return element == "" || p.reach == nil || len(nodes) == 0 || slices.ContainsFunc(nodes, func(n *workflow.Node) bool { return p.reach[n] })
}

// direct returns the loss that allows an aspect to differ at an element by an instant. An empty element is the whole run.
func (x *excuses) direct(element string, at time.Time, a dialects.Aspect) *effect {
	for _, l := range x.losses {
		if l.Rule.Affects&a != 0 && !l.at.After(at) && l.covers(x.net.byName[element], element) {
			return l
		}
	}
	return nil
}

// attempts returns the loss that allows an element to be retried more often, or less often: then it may also fail.
func (x *excuses) attempts(element string, fewer bool) *effect {
	for _, l := range x.losses {
		if fewer && l.Rule.Affects&dialects.Outcome == 0 {
			continue
		}
		if l.Rule.Affects&dialects.Attempts != 0 && (len(l.From) == 0 || l.isAt(element)) {
			return l
		}
	}
	return nil
}

// isAt reports whether a loss is about an element itself.
func (l *effect) isAt(element string) bool {
	return slices.ContainsFunc(l.nodes, func(n *workflow.Node) bool { return n.Name() == element })
}

// covers reports whether an element is one of a loss, or comes after one.
func (l *effect) covers(nodes []*workflow.Node, element string) bool {
	return element == "" || l.reach == nil || slices.ContainsFunc(nodes, func(n *workflow.Node) bool { return l.reach[n] })
}
