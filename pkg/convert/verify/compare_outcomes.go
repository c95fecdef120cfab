package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func (c *comparison) compareOutcomes() {
	if c.was.class != c.is.class && !c.outlastsCut() {
		c.reportPath(fmt.Sprintf("the run is %s instead of %s", c.is.class, c.was.class), -1, c.path("", c.end(), nil))
		return
	}
	// An entity that rests waits for nothing in particular.
	if a, b := c.was.waiting, c.is.waiting; len(a) > 0 && len(b) > 0 && !slices.Equal(a, b) && !slices.Equal(c.pair.waiters(c.was.awaited()), c.pair.waiters(c.is.awaited())) {
		c.report(fmt.Sprintf("the run waits at %s instead of %s", strings.Join(b, ", "), strings.Join(a, ", ")), -1, c.path("", c.end(), nil))
	}
}

// outlastsCut reports whether the source was cut short, and the target went on with calls that end after that, or waits for what would have come
// then: nobody knows what that is, and so how it has to end.
func (c *comparison) outlastsCut() bool {
	if c.was.class == "aborted" && c.is.class == "stopped" && c.is.elapsed >= c.was.elapsed && len(c.is.calls) >= len(c.was.calls) {
		return true
	}
	return c.was.class == "aborted" && c.is.elapsed > c.was.elapsed && slices.ContainsFunc(c.is.calls, func(x call) bool { return x.At+x.Took > c.was.elapsed })
}

// compareErrors compares the names of the errors with which both sides ended.
func (c *comparison) compareErrors() {
	a, b := c.was.error, c.is.error
	if a == nil || b == nil || c.was.class != c.is.class || a.Name == b.Name || cutShortBy(a) && cutShortBy(b) {
		return
	}
	if failsByItself(a) && (!ofTask(b) || a.Name == "") || failsByItself(b) && (!ofTask(a) || b.Name == "") {
		return
	}
	x, hidden := c.was.roles(a.Name)
	y, hides := c.is.roles(b.Name)
	if hidden || hides || x&y != 0 {
		return
	}
	if c.was.onPurpose(a) && c.is.onPurpose(b) && (a.Class&workflow.ClassFail == 0 || b.Class&workflow.ClassFail == 0) {
		return
	}
	l := c.direct("", c.end(), dialects.ErrorName)
	if l == nil {
		l = c.path("", c.end(), nil)
	}
	c.report(fmt.Sprintf("the error is %q instead of %q", b.Name, a.Name), -1, l)
}

// cutShortBy reports whether an error is that of a limit by which runs are cut short: which of these limits comes first says nothing of the
// definition.
func cutShortBy(e *machine.Error) bool {
	return e.Name == "MaxSteps" || e.Name == "MaxTime" || e.Name == machine.DataExceeded
}

// failsByItself reports whether a definition has a run fail, by a step that fails or by a choice of which nothing matches: where the other
// one has a run fail by other means, what it calls the error is not a difference; where the error has no name, the other one may have any.
// Nor is it where the step names none.
func failsByItself(e *machine.Error) bool {
	return e.Class&(workflow.ClassFail|workflow.ClassNoMatch) != 0
}

func ofTask(e *machine.Error) bool { return e.Class&workflow.ClassTask != 0 }

// compareEvents compares what was produced: the type, the source and the data of each event, in order.
func (c *comparison) compareEvents() {
	a, b := c.was.produced, c.is.produced
	if most := min(len(a), len(b)); c.was.class == "aborted" && (c.is.class == c.was.class || c.outlastsCut()) { // each of them as far as its steps got
		a, b = a[:most], b[:most]
	}
	if len(a) != len(b) {
		l := c.direct("", c.end(), dialects.Events)
		if l == nil {
			l = c.path("", c.end(), nil)
		}
		c.report(fmt.Sprintf("%d events are produced instead of %d", len(b), len(a)), -1, l)
		return
	}
	for i := range a {
		for _, key := range []string{"type", "source", "data"} {
			x, _ := member(a[i], key)
			y, _ := member(b[i], key)
			if value.Equal(x, y) {
				continue
			}
			l := c.direct("", c.end(), dialects.Events)
			if l == nil && key == "data" {
				l = c.data("", c.end(), c.end(), dialects.Output, x, y)
			}
			c.report(fmt.Sprintf("event %d has another %s", i+1, key), -1, l)
			return
		}
	}
}

func (c *comparison) compareOutputs() {
	if c.was.class == "succeeded" && c.is.class == "succeeded" && !value.Equal(c.was.output, c.is.output) {
		l := c.data("", c.end(), c.end(), dialects.Output, c.was.output, c.is.output)
		if l == nil && c.visitsDiffer() {
			l = c.path("", c.end(), nil)
		}
		c.report("the output differs", min(len(c.was.calls), mostShown), l)
	}
}

// visitsDiffer reports whether an element that both sides have was visited more often on one side than on the other: they took different
// paths.
func (c *comparison) visitsDiffer() bool {
	elements := inverse(c.pair.elements())
	for _, w := range c.pair.Target.Workflows {
		for _, e := range w.Elements {
			name := original(elements, shown(e))
			if len(c.net.byName[name]) > 0 && len(c.source.named[name]) != len(c.target.named[name]) {
				return true
			}
		}
	}
	return false
}

func (c *comparison) compareElapsed() {
	a, b := c.was, c.is
	if c.waited && a.class == "stopped" || a.class == "aborted" || b.class == "aborted" || a.elapsed == b.elapsed {
		return
	}
	l := c.direct("", c.end(), dialects.Time)
	if l == nil {
		l = c.path("", c.end(), nil)
	}
	c.report(fmt.Sprintf("the run takes %s instead of %s", b.elapsed, a.elapsed), -1, l)
}
