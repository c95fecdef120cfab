package verify

import (
	"context"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// contract returns the contract of the worker of a task, by the names of the source, where an element calls it; nil if there is none.
// Where the element is not known, one for the task elsewhere counts.
func (p *Pair) contract(task, element string) *dialects.Contract {
	var elsewhere *dialects.Contract
	for i := range p.Raised.Contracts {
		c := &p.Raised.Contracts[i]
		switch {
		case c.Task != task:
		case c.Element == nil || c.Element.Name == element:
			return c
		case elsewhere == nil:
			elsewhere = c
		}
	}
	if elsewhere != nil && !p.calls(element, task) {
		return elsewhere
	}
	return nil
}

// contractAt is the same for an element of the target, whose name in the source is known too.
func (p *Pair) contractAt(task, target, element string) *dialects.Contract {
	from := p.Raised.Callers[target]
	if len(from) == 0 {
		return p.contract(task, element)
	}
	for i := range p.Raised.Contracts {
		if c := &p.Raised.Contracts[i]; c.Task == task && slices.Contains(from, c.Element) {
			return c
		}
	}
	return nil
}

// calls reports whether an element of the source calls a task.
func (p *Pair) calls(element, task string) bool {
	for _, w := range p.Source.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil && n.Call.Task == task && n.Name() == element {
				return true
			}
		}
	}
	return false
}

// fulfil returns the answer of a worker that does what a contract asks for, to an input. One that has to answer at once takes no time, also
// where the worker of the source does.
func fulfil(c *dialects.Contract, input any, r run.Reply) run.Reply {
	if c != nil && c.AtOnce && !r.Never {
		r.After = iso8601.Duration{}
	}
	switch {
	case c == nil || r.Never:
	case r.Fail != nil:
		if slices.Contains(c.Fails, r.Fail.Name) {
			r.Return, r.Fail = failure(r.Fail), nil
		}
	case c.Under != "":
		members := strings.Split(c.Under, ".")
		for _, m := range slices.Backward(members) {
			r.Return = value.ObjectOf(value.Member{Key: m, Value: r.Return})
		}
	case c.WithInput && shallow(c):
		r.Return = value.MergeShallow(input, r.Return)
	case c.WithInput:
		r.Return = value.MergeDeep(input, r.Return)
	}
	return r
}

// An answering answers a call of a task by an element.
type answering func(element string, call *workflow.Call) run.Reply

// prompt makes the workers that a contract asks to answer at once take no time, on both sides. One that never answers would break it, too.
func (p *Pair) prompt(answer answering) answering {
	return func(element string, call *workflow.Call) run.Reply {
		r := answer(element, call)
		if c := p.contract(call.Task, element); c != nil && c.AtOnce {
			r.After, r.Echo, r.Never = iso8601.Duration{}, r.Echo || r.Never, false
		}
		return r
	}
}

// prompt reports whether a call of the target takes no time because a contract asks for that, where that of the source took some.
func (c *comparison) prompt(a, b *call) bool {
	k := c.pair.contract(a.Task, a.Node)
	return k != nil && k.AtOnce && b.Took == 0
}

// comesLate reports whether a given run differs only because the source waits for a worker that a contract asks to answer at once: if that
// took no time on both sides, nothing would differ that losses do not allow for.
func (p *Pair) comesLate(ctx context.Context, t *trial) (bool, error) {
	if !slices.ContainsFunc(t.source.calls, func(x call) bool {
		c := p.contract(x.Task, x.Node)
		return c != nil && c.AtOnce && (x.Took > 0 || !x.Answered)
	}) {
		return false, nil
	}
	bare := *p
	bare.Measure = nil
	prompt := newMadeTrial(&bare, t.options)
	if err := prompt.run(ctx); err != nil || prompt.incomparable != "" {
		return false, err
	}
	c := newComparison(prompt)
	c.compare()
	return c.difference == nil, nil
}

// failure is what a worker answers in place of an error.
func failure(e *machine.Error) any {
	return value.ObjectOf(value.Member{Key: "error", Value: value.ObjectOf(
		value.Member{Key: "name", Value: e.Name}, value.Member{Key: "cause", Value: e.Cause})})
}

// shallow reports whether the source merges the answer of a contract's task without looking into objects.
func shallow(c *dialects.Contract) bool {
	n := (*workflow.Node)(nil)
	if c.Element != nil {
		n = c.Element.Primary
	}
	return n != nil && n.Data.Combine != nil && n.Data.Combine.Mode == workflow.MergeShallow
}

// answeredFailure returns the error in place of which a worker answered, as a contract asks for; nil if it did not.
func answeredFailure(c *dialects.Contract, answer any) *machine.Error {
	if c == nil || len(c.Fails) == 0 {
		return nil
	}
	e, ok := member(answer, "error")
	if name := text(e, "name"); ok && slices.Contains(c.Fails, name) {
		return &machine.Error{Name: name, Cause: text(e, "cause")}
	}
	return nil
}

// selected returns what a worker reads of its input: what a path selects, or an object of what paths select and of fixed values. What
// is missing is null.
func selected(from, input any) any {
	switch from := from.(type) {
	case *value.Object:
		out := value.NewObject(from.Len())
		for key, x := range from.All() {
			out.Set(key, selected(x, input))
		}
		return out
	case string:
		if !strings.HasPrefix(from, "$") {
			return from
		}
		path, wrong := expr.ParseReference(source.Plain(from, 0))
		if wrong != nil {
			return nil
		}
		v, err := expr.Eval(path, &expr.Env{Input: input})
		if err != nil {
			return nil
		}
		return v
	}
	return from
}
