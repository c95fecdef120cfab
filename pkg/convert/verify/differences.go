package verify

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
)

// Differences are all that can be seen to differ in a run, whatever excuses it.
type differences struct {
	affects dialects.Aspect
	data    dialects.Change
	seen    []string // in words, each kind once
}

// differences compares both sides of a trial. Of a run of which the target cannot be known, everything may differ.
func (t *trial) differences() differences {
	d := differences{}
	if t.target == nil || t.incomparable != "" {
		d.affects, d.data = LossAssumption.Affects, LossAssumption.Data
		return d
	}
	was, is := t.source, t.target
	d.compareCalls(newComparison(t))
	switch {
	case was.class != is.class:
		d.add(dialects.Outcome, fmt.Sprintf("the run is %s instead of %s", is.class, was.class))
	case was.class == "failed" && was.error != nil && is.error != nil && was.error.Name != is.error.Name:
		d.add(dialects.ErrorName, fmt.Sprintf("the error %q", is.error.Name))
	case was.class == "succeeded" && !value.Equal(was.output, is.output):
		d.addData(dialects.Output, was.output, is.output, "another output")
	}
	if !value.Equal(was.produced, is.produced) {
		d.addData(dialects.Events, was.produced, is.produced, "other events")
	}
	if was.elapsed != is.elapsed {
		d.add(dialects.Time, "other times")
	}
	return d
}

// compareCalls compares the calls of each task in their order.
func (d *differences) compareCalls(c *comparison) {
	tasks, ofSource, ofTarget := c.byTask()
	for _, task := range tasks {
		source, target := ofSource[task], ofTarget[task]
		if len(source) != len(target) {
			d.add(dialects.Outcome, "other calls")
		}
		both := min(len(source), len(target))
		for k := range both {
			c.align(source[k], target[k:both])
			a, b := &c.was.calls[source[k]], &c.is.calls[target[k]]
			if !value.Equal(a.Input, b.Input) {
				d.addData(dialects.Inputs, a.Input, b.Input, fmt.Sprintf("another input of %q", task))
			}
			if !value.Equal(a.Parameters, b.Parameters) {
				d.addData(dialects.Parameters, a.Parameters, b.Parameters, fmt.Sprintf("other parameters of %q", task))
			}
			if a.At != b.At || a.Took != b.Took && !c.prompt(a, b) {
				d.add(dialects.Time, "other times")
			}
		}
	}
}

func (d *differences) add(a dialects.Aspect, seen string) {
	if d.affects&a == 0 && seen != "" {
		d.seen = append(d.seen, seen)
	}
	d.affects |= a
}

// addData adds data that differs: by more, by less, or otherwise.
func (d *differences) addData(a dialects.Aspect, was, is any, seen string) {
	d.add(a, seen)
	change := dialects.Any
	switch {
	case includes(is, was):
		change = dialects.Includes
	case includes(was, is):
		change = dialects.Part
	}
	if d.data != dialects.Same && d.data != change {
		change = dialects.Any
	}
	d.data = change
}

// String is what differs, for people; empty if it is not known.
func (d *differences) String() string { return strings.Join(d.seen, ", ") }
