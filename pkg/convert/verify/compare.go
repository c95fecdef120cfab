package verify

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A comparison compares the observations of two sides. A difference that no loss excuses ends it.
type comparison struct {
	*excuses
	was, is    *observation // of the source and of the target
	excused    []*effect    // the losses that were needed, in the order of the differences
	difference *difference
	// diverged is true if the target took another path, which a loss excuses; nothing after that can be compared.
	diverged bool
	// waited means that the source waited longer because of an occurrence without effect, which the target was not given.
	waited bool
}

// A difference is something that was seen of one side and not of the other.
type difference struct {
	what string
	at   int // the index of the call of the source that it is about; -1 for none
}

// newComparison compares the two sides of a trial.
func newComparison(t *trial) *comparison {
	return &comparison{excuses: newExcuses(t), was: t.source, is: t.target, waited: t.book.record.leftOut}
}

// compare looks for differences: calls of tasks that an element does not call, the calls in their order, and the end.
func (c *comparison) compare() {
	for _, step := range []func(){c.compareCalls, c.compareOutcomes, c.compareErrors, c.compareEvents, c.compareOutputs, c.compareElapsed} {
		step()
		if c.difference != nil || c.diverged {
			break
		}
	}
	if c.difference == nil && len(c.excused) > 0 {
		c.findStrangers()
	}
}

// report notes a difference, unless a loss excuses it. It reports whether one does.
func (c *comparison) report(what string, at int, l *effect) bool {
	if l == nil {
		c.difference = &difference{what, at}
		return false
	}
	if !slices.Contains(c.excused, l) {
		c.excused = append(c.excused, l)
	}
	return true
}

// reportPath notes a difference of the paths, after which nothing can be compared.
func (c *comparison) reportPath(what string, at int, l *effect) {
	c.diverged = c.report(what, at, l)
}

// end is the instant after everything.
func (c *comparison) end() time.Time { return c.start.Add(max(c.was.elapsed, c.is.elapsed)) }

// findStrangers looks for a call of a task that the element does not call in the source. No loss excuses that.
func (c *comparison) findStrangers() {
	for i := range c.is.calls {
		if x := &c.is.calls[i]; c.strange(x) {
			c.difference = &difference{fmt.Sprintf("%s is called at %s, which the source does not call there", x.Task, x.At), -1}
			return
		}
	}
}

// strange reports whether a call of the target is one of a task that its element does not call in the source, or that none calls where
// the source does not have the element. The tasks of which the source gives the names to one that it calls are called in its place.
func (c *comparison) strange(x *call) bool {
	if slices.Contains(c.pair.Raised.Planned, x.Task) {
		return false
	}
	if c.net.callsTask(x.Node) {
		return !c.pair.calls(x.Node, x.Task)
	}
	return !c.net.tasks[x.Task]
}

// compareCalls compares the calls of each task, in the order in which they began. A call that only one side makes, covered by a loss, is
// where both take different paths: calls that begin after it cannot be compared.
func (c *comparison) compareCalls() {
	type pair struct{ source, target, k int }
	var pairs []pair
	var lone *call
	at, what := -1, ""
	tasks, ofSource, ofTarget := c.byTask()
	for _, task := range tasks {
		source, target := ofSource[task], ofTarget[task]
		both, same := min(len(source), len(target)), 0
		if c.inOtherOrder() {
			same = c.pairElements(source, target)
		}
		for k := range both {
			if k >= same {
				c.align(source[k], target[k:both])
			}
			pairs = append(pairs, pair{source[k], target[k], k})
		}
		if both < len(source) && precedes(&c.was.calls[source[both]], lone) {
			lone, at, what = &c.was.calls[source[both]], source[both], "is not called"
		}
		if both < len(target) && precedes(&c.is.calls[target[both]], lone) {
			lone, at, what = &c.is.calls[target[both]], -1, "is called, but the source does not call it"
		}
	}
	slices.SortStableFunc(pairs, func(x, y pair) int {
		return cmp.Compare(max(c.was.calls[x.source].At, c.is.calls[x.target].At), max(c.was.calls[y.source].At, c.is.calls[y.target].At))
	})
	until := time.Duration(math.MaxInt64)
	if lone != nil {
		until = lone.At
	}
	for _, p := range pairs {
		a, b := &c.was.calls[p.source], &c.is.calls[p.target]
		if max(a.At, b.At) >= until {
			continue
		}
		if c.compareCall(a, b, p.source, p.k); c.difference != nil || c.diverged {
			return
		}
	}
	if lone != nil {
		c.reportLone(lone, at, what)
	}
}

// precedes reports whether a call that only one side makes comes before another such call, which may be nil. Of two at one instant, a later
// attempt does: what a run does next may follow from it.
func precedes(x, other *call) bool {
	return other == nil || x.At < other.At || x.At == other.At && x.Attempt > other.Attempt
}

// inOtherOrder reports whether a loss has tasks called in another order.
func (c *comparison) inOtherOrder() bool {
	return slices.ContainsFunc(c.losses, func(l *effect) bool { return l.Rule.Affects&dialects.Order != 0 })
}

// pairElements puts those calls of a task first, on both sides, that the same elements make, in their order; of elements with the same
// name, those that give the task the same parameters, and before these those that begin at one instant with the same input. It returns how
// many there are.
func (c *comparison) pairElements(source, target []int) int {
	sameElement := func(a, b *call) bool { return a.Node == b.Node }
	alike := func(a, b *call) bool { return sameElement(a, b) && value.Equal(a.Parameters, b.Parameters) }
	same := func(a, b *call) bool { return alike(a, b) && a.At == b.At && a.input == b.input }
	return c.pairAs(source, target, c.pairAs(source, target, c.pairAs(source, target, 0, same), alike), sameElement)
}

// pairAs puts those calls of a task first, on both sides, for which a function is true, after as many that are there already.
func (c *comparison) pairAs(source, target []int, same int, fit func(a, b *call) bool) int {
	for k := same; k < len(source); k++ {
		call := &c.was.calls[source[k]]
		i := slices.IndexFunc(target[same:], func(at int) bool { return fit(call, &c.is.calls[at]) })
		if i < 0 {
			continue
		}
		a, b := source[k], target[same+i]
		copy(source[same+1:k+1], source[same:k])
		copy(target[same+1:same+i+1], target[same:same+i])
		source[same], target[same] = a, b
		same++
	}
	return same
}

// align puts that one before some calls of the target, all of a task, that is most like a call of the source among those
// that begin when the first of them does.
func (c *comparison) align(source int, target []int) {
	best, fits := 0, -1
	for i, at := range target {
		a, b := &c.was.calls[source], &c.is.calls[at]
		if b.At != c.is.calls[target[0]].At {
			break
		}
		x := 0
		if a.input == b.input {
			x += 4
		}
		if value.Equal(a.Parameters, b.Parameters) {
			x += 4
		}
		if a.Took == b.Took && (a.Error == nil) == (b.Error == nil) {
			x += 2
		}
		if a.Node == b.Node {
			x++
		}
		if x > fits {
			best, fits = i, x
		}
	}
	target[0], target[best] = target[best], target[0]
}

// cutShort reports whether a call was cancelled.
func cutShort(x *call) bool { return x.Error != nil && x.Error.Name == machine.Cancelled }

// cutByEnd reports whether a call was cancelled by the end of its run, so that it took longer where the run did, or had no answer when what
// carries out a part was aborted.
func cutByEnd(x *call, in *observation) bool {
	if in.class == class(run.Aborted) && !x.Answered && x.Error == nil {
		return true
	}
	return cutShort(x) && x.At+x.Took == in.elapsed
}

// untimely reports whether a call begins and ends at the instant at which both runs fail, in a branch beside one that fails then: the
// definition does not determine which of the branches comes first.
func (c *comparison) untimely(x *call, in *observation) bool {
	if !c.withFailure(x) || in == c.is && c.strange(x) {
		return false
	}
	end := c.was.elapsed
	for _, h := range []*history{c.source, c.target} {
		for name, at := range h.failed {
			if c.net.beside(x.Node, name) && slices.ContainsFunc(at, c.start.Add(end).Equal) {
				return true
			}
		}
	}
	return false
}

// withFailure reports whether a call begins and ends at the instant at which both runs fail.
func (c *comparison) withFailure(x *call) bool {
	return c.was.class == class(run.Failed) && c.is.class == c.was.class && c.is.elapsed == c.was.elapsed && x.At == c.was.elapsed && x.Took == 0
}

// byTask are the indexes of the calls of each task, on both sides, and the tasks in the order of their first calls.
func (c *comparison) byTask() (tasks []string, source, target map[string][]int) {
	source, target = map[string][]int{}, map[string][]int{}
	unpaired := map[string]int{} // by task: how many more calls of the source are untimely than of the target
	for i := range c.was.calls {
		task := c.was.calls[i].Task
		if c.untimely(&c.was.calls[i], c.was) {
			unpaired[task]++
			continue
		}
		if source[task] == nil {
			tasks = append(tasks, task)
		}
		source[task] = append(source[task], i)
	}
	untimely := make([]bool, len(c.is.calls))
	for i := range c.is.calls {
		if untimely[i] = c.untimely(&c.is.calls[i], c.is); untimely[i] {
			unpaired[c.is.calls[i].Task]--
		}
	}
	for i := range c.is.calls {
		task := c.is.calls[i].Task
		if untimely[i] {
			continue
		}
		if unpaired[task] > 0 && c.withFailure(&c.is.calls[i]) { // it is made by a part of an element, which has no name in the source
			unpaired[task]--
			continue
		}
		if source[task] == nil && target[task] == nil {
			tasks = append(tasks, task)
		}
		target[task] = append(target[task], i)
	}
	return tasks, source, target
}

// reportLone reports a call that only one side makes, but not after a run was aborted. at is its index on the side of the source; -1 if
// it is one of the target.
func (c *comparison) reportLone(x *call, at int, what string) {
	if c.was.class == "aborted" || c.is.class == "aborted" {
		return
	}
	when := c.start.Add(x.At)
	what = fmt.Sprintf("%s %s at %s", x.Task, what, x.At)
	switch {
	case at < 0 && c.strange(x):
		c.difference = &difference{what, at}
	case x.Attempt > 1 && c.tried(x, at >= 0):
		c.reportPath(what, at, c.attempts(x.Node, at >= 0))
	case at >= 0:
		c.reportPath(what, at, c.path(x.Node, when, func(p *parting) bool { return c.passes(p, x) }))
	default:
		c.reportPath(what, at, c.path(x.Node, when, nil))
	}
}

// tried reports whether the side that does not make a call made the attempt before it.
func (c *comparison) tried(x *call, missing bool) bool {
	calls := c.was.calls
	if missing {
		calls = c.is.calls
	}
	return slices.ContainsFunc(calls, func(y call) bool { return y.Task == x.Task && y.Node == x.Node && y.Attempt == x.Attempt-1 })
}

// passes reports whether the target, from a parting on, came to something that nothing leads to but the element of a call that it does
// not make: then the call was left out, and no other path was taken.
func (c *comparison) passes(p *parting, x *call) bool {
	nodes := c.net.byName[x.Node]
	if p.reach == nil || len(nodes) == 0 || len(p.nodes) == 0 {
		return false
	}
	if slices.ContainsFunc(c.is.calls, func(y call) bool { return y.Task == x.Task && !c.start.Add(y.At).Before(p.at) }) {
		return false
	}
	blocked := map[*workflow.Node]bool{}
	for _, n := range nodes {
		if slices.Contains(p.nodes, n) {
			return false
		}
		blocked[n] = true
	}
	after, around := c.net.reach(p.nodes, nil), c.net.reach(p.nodes, blocked)
	for i := range c.is.calls {
		y := &c.is.calls[i]
		if c.start.Add(y.At).Before(p.at) {
			continue
		}
		if others := c.net.byName[y.Node]; len(others) > 0 && !slices.ContainsFunc(others, func(n *workflow.Node) bool { return around[n] || !after[n] }) {
			return true
		}
	}
	return c.is.class == "succeeded" && !c.net.endsIn(around)
}

// compareCall compares two calls. Where the sides took different paths before the later one begins, that is the difference.
func (c *comparison) compareCall(a, b *call, at, k int) {
	name := fmt.Sprintf("call %d of %s", k+1, a.Task)
	when := c.start.Add(max(a.At, b.At))
	before := func(p *parting) bool { // what parts at the call itself does not change what it gets
		return slices.ContainsFunc(p.nodes, func(n *workflow.Node) bool { return n.Name() == a.Node })
	}
	differs := func(what string, l *effect, bars func(*parting) bool) {
		if c.difference != nil || c.diverged {
			return
		}
		if l != nil {
			c.report(what, at, l)
			return
		}
		c.reportPath(what, at, c.path(a.Node, when, bars))
	}
	if a.At != b.At {
		differs(fmt.Sprintf("%s begins at %s instead of %s", name, b.At, a.At), c.direct(a.Node, when, dialects.Time|dialects.Order), nil)
	}
	if !value.Equal(a.Input, b.Input) {
		differs(name+" gets another input", c.data(a.Node, when, c.start.Add(a.At), dialects.Inputs, a.Input, b.Input), before)
	}
	if !value.Equal(a.Parameters, b.Parameters) {
		differs(name+" gets other parameters", c.data(a.Node, when, c.start.Add(a.At), dialects.Parameters, a.Parameters, b.Parameters), before)
	}
	aborted := c.was.class == "aborted" || c.is.class == "aborted" // which cuts short what goes on
	if !(aborted && (cutByEnd(a, c.was) || cutByEnd(b, c.is))) && ((a.Error == nil) != (b.Error == nil) || a.Took != b.Took && !c.prompt(a, b)) {
		what := fmt.Sprintf("%s takes %s instead of %s", name, b.Took, a.Took)
		if a.Took == b.Took {
			what = name + " ends differently"
		}
		if most, limited := c.timeLimit(a.Node, a.Task); limited && a.Node == b.Node && a.Took <= most && b.Took > most {
			c.difference = &difference{what, at}
			return
		}
		ended := c.start.Add(max(a.At+a.Took, b.At+b.Took))
		if cutShort(a) != cutShort(b) { // the paths differ where it is cancelled
			if l := c.path("", ended, nil); l != nil && !c.diverged {
				c.reportPath(what, at, l)
				return
			}
		}
		when = ended
		l := c.direct(a.Node, ended, dialects.Time)
		if l == nil && cutByEnd(a, c.was) && cutByEnd(b, c.is) {
			l = c.direct("", c.end(), dialects.Time)
		}
		differs(what, l, nil)
	}
}
