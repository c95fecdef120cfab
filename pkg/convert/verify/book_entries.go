package verify

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An entry is the answer to one call of the source.
type entry struct {
	at         time.Time
	input      string // as text
	parameters any    // nil: none
	element    string
	reply      run.Reply
	used       bool
}

// parametersOf are the parameters of a call; nil if there are none.
func parametersOf(c *workflow.Call) any {
	if c.Parameters == nil {
		return nil
	}
	return c.Parameters.Value
}

// next is the next entry of a task. Of those that the source called for at one instant, it is one with the same input, and of these one of
// the same element; where a loss has tasks called in another order, it is the next one of the same element, with
// the same parameters if there is one. One that the source called for
// at just that instant, by the same element, comes before those of earlier ones: what a task carries out is known at once, to its end.
func (b *book) next(task, element, input string, parameters any, at time.Time) *entry {
	list := b.entries[task]
	for len(list) > 0 && list[0].used {
		list = list[1:]
	}
	b.entries[task] = list
	if at.After(b.ahead) && !b.ahead.IsZero() { // those of other calls since the stand-in began are for these, which are yet to come
		list = slices.DeleteFunc(slices.Clone(list), func(x *entry) bool {
			return !x.used && x.input != input && x.element == element && !x.at.Before(b.ahead) && x.at.Before(at)
		})
		for len(list) > 0 && list[0].used {
			list = list[1:]
		}
	}
	if len(list) == 0 {
		return nil
	}
	first := list[0].at
	if own := slices.DeleteFunc(slices.Clone(list), func(x *entry) bool { return x.used || x.element != element }); b.reorders && len(own) > 0 {
		if same := slices.DeleteFunc(slices.Clone(own), func(x *entry) bool { return !value.Equal(x.parameters, parameters) }); len(same) > 0 {
			own = same
		}
		list, first = own, own[0].at
	}
	if slices.ContainsFunc(list, func(x *entry) bool { return !x.used && x.element == element && x.at.Equal(at) }) {
		list = slices.DeleteFunc(slices.Clone(list), func(x *entry) bool { return !x.at.Equal(at) })
		first = at
	}
	found, best := list[0], -1
	for _, x := range list {
		if !x.at.Equal(first) {
			break
		}
		fits := 0
		if x.input == input {
			fits += 2
		}
		if x.element == element {
			fits++
		}
		if !x.used && fits > best {
			found, best = x, fits
		}
	}
	if !found.used {
		b.unused[answerer{task, found.element}]--
	}
	found.used = true
	return found
}

// add adds an answer to a call of a task.
func (b *book) add(task string, x *entry) {
	b.entries[task] = append(b.entries[task], x)
	b.unused[answerer{task, x.element}]++
}

// calledThen reports whether the source called a task at an instant, by an element and with an input, and that answer is not used.
func (b *book) calledThen(task, element, input string, at time.Time) bool {
	return slices.ContainsFunc(b.entries[task], func(x *entry) bool { return !x.used && x.element == element && x.input == input && x.at.Equal(at) })
}

// spent reports whether the source called a task by an element, and all the answers to that are used.
func (b *book) spent(task, element string) bool {
	n, called := b.unused[answerer{task, element}]
	return called && n == 0
}

// giveBack makes an entry of a task that was used one for the next call again.
func (b *book) giveBack(task string, x *entry) {
	if !x.used {
		return
	}
	x.used = false
	b.unused[answerer{task, x.element}]++
	if list := b.entries[task]; !slices.Contains(list, x) {
		b.entries[task] = slices.Insert(slices.Clone(list), 0, x)
	}
}
