package verify

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// A comparison compares the observations of two sides. A difference that no loss covers ends it.
type comparison struct {
	cover          *cover
	source, target *observation
	excuses        []*dialects.Loss // that were needed, in the order of the differences
	difference     *difference
	// diverged is true if the target took another path, which a loss covers; nothing after that can be compared.
	diverged bool
	// waited means that the source waited longer because of an occurrence without effect, which the target was not given.
	waited bool
}

// A difference is something that was seen of one side and not of the other.
type difference struct {
	what string
	at   int // the index of the call of the source that it is about; -1 for none
}

// newComparison compares two observations. foreign is true if a document of the run was of a kind that the
// sides do not take alike.
func newComparison(p *Pair, source, target *observation, foreign bool) *comparison {
	return &comparison{cover: newCover(p, foreign), source: source, target: target}
}

// compare looks for differences, the calls first, in their order.
func (c *comparison) compare() {
	c.compareCalls()
	for _, step := range []func(){c.compareOutcomes, c.compareErrors, c.compareEvents, c.compareOutputs, c.compareElapsed} {
		if c.difference != nil || c.diverged {
			return
		}
		step()
	}
}

// report notes a difference, unless a loss covers it. element is that of the source at which it was seen, or empty. change
// reports whether data differs only as a loss of that kind allows; nil where it is not about data. It reports whether a loss
// covers it.
func (c *comparison) report(what string, at int, element string, a dialects.Aspect, change func(dialects.Change) bool) bool {
	losses := c.cover.covering(element, a, change)
	if len(losses) == 0 && change != nil && c.visitsDiffer() { // what another path adds or removes does not count for the loss
		losses = c.cover.covering(element, dialects.Outcome, nil)
		c.diverged = len(losses) > 0
	}
	if len(losses) == 0 {
		c.difference = &difference{what, at}
		return false
	}
	for _, l := range losses {
		if !slices.Contains(c.excuses, l) {
			c.excuses = append(c.excuses, l)
		}
	}
	return true
}

// visitsDiffer reports whether an element was visited more often on one side than on the other, and on both at all.
func (c *comparison) visitsDiffer() bool {
	for name, n := range c.source.visits {
		if m := c.target.visits[name]; m > 0 && m != n {
			return true
		}
	}
	return false
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
		both := min(len(source), len(target))
		for k := range both {
			c.align(source[k], target[k:both])
			pairs = append(pairs, pair{source[k], target[k], k})
		}
		if both < len(source) && (lone == nil || c.source.calls[source[both]].At < lone.At) {
			lone, at, what = &c.source.calls[source[both]], source[both], "is not called"
		}
		if both < len(target) && (lone == nil || c.target.calls[target[both]].At < lone.At) {
			lone, at, what = &c.target.calls[target[both]], -1, "is called, but the source does not call it"
		}
	}
	slices.SortStableFunc(pairs, func(x, y pair) int {
		return cmp.Compare(max(c.source.calls[x.source].At, c.target.calls[x.target].At), max(c.source.calls[y.source].At, c.target.calls[y.target].At))
	})
	until := time.Duration(math.MaxInt64)
	if lone != nil {
		until = lone.At
	}
	for _, p := range pairs {
		a, b := &c.source.calls[p.source], &c.target.calls[p.target]
		if max(a.At, b.At) >= until {
			continue
		}
		if c.compareCall(a, b, p.source, p.k); c.difference != nil {
			return
		}
		if c.diverged {
			return
		}
		if end := c.cut(a, b); end < until {
			until, lone = end, nil
		}
	}
	if lone != nil {
		c.reportLone(lone, at, what)
	}
}

// align puts that one before some calls of the target, all of a task, that is most like a call of the source among those
// that begin when the first of them does.
func (c *comparison) align(source int, target []int) {
	best, fits := 0, -1
	for i, at := range target {
		a, b := &c.source.calls[source], &c.target.calls[at]
		if b.At != c.target.calls[target[0]].At {
			break
		}
		x := 0
		if a.input == b.input {
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

// cut is when a call was cut short on one side only, or at different times: the sides took different paths, which a loss covers.
func (c *comparison) cut(a, b *call) time.Duration {
	switch {
	case cutShort(a) && (!cutShort(b) || a.Took < b.Took):
		c.diverged = true
		return a.At + a.Took
	case cutShort(b) && (!cutShort(a) || b.Took < a.Took):
		c.diverged = true
		return b.At + b.Took
	}
	return math.MaxInt64
}

// cutShort reports whether a call was cancelled.
func cutShort(x *call) bool { return x.Error != nil && x.Error.Name == machine.Cancelled }

// byTask are the indexes of the calls of each task, on both sides, and the tasks in the order of their first calls.
func (c *comparison) byTask() (tasks []string, source, target map[string][]int) {
	source, target = map[string][]int{}, map[string][]int{}
	for i := range c.source.calls {
		task := c.source.calls[i].Task
		if source[task] == nil {
			tasks = append(tasks, task)
		}
		source[task] = append(source[task], i)
	}
	for i := range c.target.calls {
		task := c.target.calls[i].Task
		if source[task] == nil && target[task] == nil {
			tasks = append(tasks, task)
		}
		target[task] = append(target[task], i)
	}
	return tasks, source, target
}

// reportLone reports a call that only one side makes, but not after a run was aborted.
func (c *comparison) reportLone(x *call, at int, what string) {
	if c.source.class == "aborted" || c.target.class == "aborted" {
		return
	}
	aspect := dialects.Outcome
	if x.Attempt > 1 {
		aspect |= dialects.Attempts
	}
	element := x.Node
	if at < 0 && !c.cover.known[element] {
		element = "" // it is one of the target alone
	}
	if c.report(fmt.Sprintf("%s %s at %s", x.Task, what, x.At), at, element, aspect, nil) {
		c.diverged = true
	}
}

// compareCall compares two calls. Those that begin at other times may be others: where one side takes another path, which a loss covers, what
// differs in them does not count.
func (c *comparison) compareCall(a, b *call, at, k int) {
	name := fmt.Sprintf("call %d of %s", k+1, a.Task)
	elsewhere := a.At != b.At && len(c.cover.covering(a.Node, dialects.Outcome, nil)) > 0
	differs := func(what string, aspect dialects.Aspect, change func(dialects.Change) bool) {
		switch {
		case c.difference != nil || c.diverged:
		case elsewhere && len(c.cover.covering(a.Node, aspect, change)) == 0:
			c.diverged = true
			c.report(what, at, a.Node, dialects.Outcome, nil)
		default:
			c.report(what, at, a.Node, aspect, change)
		}
	}
	if a.At != b.At {
		differs(fmt.Sprintf("%s begins at %s instead of %s", name, b.At, a.At), dialects.Time|dialects.Order, nil)
	}
	if !value.Equal(a.Input, b.Input) {
		differs(name+" gets another input", dialects.Inputs, changed(a.Input, b.Input))
	}
	if !value.Equal(a.Parameters, b.Parameters) {
		differs(name+" gets other parameters", dialects.Parameters, changed(a.Parameters, b.Parameters))
	}
	if (a.Error == nil) != (b.Error == nil) {
		differs(name+" ends differently", dialects.Time|dialects.Outcome, nil)
	}
	if a.Took != b.Took {
		aspect := dialects.Time
		if cutShort(a) || cutShort(b) {
			aspect |= dialects.Outcome
		}
		differs(fmt.Sprintf("%s takes %s instead of %s", name, b.Took, a.Took), aspect, nil)
	}
}

// changed reports whether data differs only by a change.
func changed(source, target any) func(dialects.Change) bool {
	return func(c dialects.Change) bool {
		switch c {
		case dialects.Includes:
			return value.Includes(source, target)
		case dialects.Part:
			return value.Includes(target, source)
		default:
			return true
		}
	}
}

func (c *comparison) compareOutcomes() {
	if c.source.class != c.target.class {
		if c.report(fmt.Sprintf("the run is %s instead of %s", c.target.class, c.source.class), -1, "", dialects.Outcome, nil) {
			c.diverged = true
		}
		return
	}
	// An entity that rests waits for nothing in particular.
	if a, b := c.source.waiting, c.target.waiting; len(a) > 0 && len(b) > 0 && !slices.Equal(a, b) {
		c.report(fmt.Sprintf("the run waits at %s instead of %s", strings.Join(b, ", "), strings.Join(a, ", ")), -1, "", dialects.Outcome, nil)
	}
}

// compareErrors compares the names of the errors with which both sides ended.
func (c *comparison) compareErrors() {
	a, b := c.source.error, c.target.error
	if a == nil || b == nil || c.source.class != c.target.class || a.Name == b.Name {
		return
	}
	x, hidden := c.source.roles(a.Name)
	y, hides := c.target.roles(b.Name)
	if hidden || hides || x&y != 0 {
		return
	}
	c.report(fmt.Sprintf("the error is %q instead of %q", b.Name, a.Name), -1, "", dialects.ErrorName, nil)
}

// compareEvents compares what was produced: the type, the source and the data of each event, in order.
func (c *comparison) compareEvents() {
	a, b := c.source.produced, c.target.produced
	if len(a) != len(b) {
		c.report(fmt.Sprintf("%d events are produced instead of %d", len(b), len(a)), -1, "", dialects.Events|dialects.Outcome, nil)
		return
	}
	for i := range a {
		for _, key := range []string{"type", "source", "data"} {
			x, _ := member(a[i], key)
			y, _ := member(b[i], key)
			if !value.Equal(x, y) {
				c.report(fmt.Sprintf("event %d has another %s", i+1, key), -1, "", dialects.Events, changed(x, y))
				return
			}
		}
	}
}

func (c *comparison) compareOutputs() {
	if c.source.class == "succeeded" && c.target.class == "succeeded" && !value.Equal(c.source.output, c.target.output) {
		c.report("the output differs", -1, "", dialects.Output, changed(c.source.output, c.target.output))
	}
}

func (c *comparison) compareElapsed() {
	a, b := c.source, c.target
	if c.waited && a.class == "stopped" {
		return
	}
	if a.class != "aborted" && b.class != "aborted" && a.elapsed != b.elapsed {
		c.report(fmt.Sprintf("the run takes %s instead of %s", b.elapsed, a.elapsed), -1, "", dialects.Time, nil)
	}
}
