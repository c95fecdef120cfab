package stepfunctions

import (
	"context"
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// exceeded is the error of a Map of which more iterations failed than it tolerates.
const exceeded = "States.ExceedToleratedFailureThreshold"

// A tolerance is how many iterations of a Map may fail, and what the API shows of it.
type tolerance struct {
	count, share, most any // numbers; nil: the state does not have it
	items              int // -1: not known
}

// failIterations makes the Map fail if more of its iterations fail than it tolerates (mapIterationFailureCount). More than it has items is
// refused.
func (t *StateTest) failIterations(s *stateRun) error {
	switch {
	case t.IterationFailures == 0:
		return nil
	case !s.items:
		return fmt.Errorf("%q is not a Map state: it has no iterations that could fail", t.State)
	case s.bounds.items >= 0 && t.IterationFailures > s.bounds.items:
		return fmt.Errorf("%d iterations of %q cannot fail: it has %d items", t.IterationFailures, t.State, s.bounds.items)
	}
	tolerated := s.bounds.tolerates(t.IterationFailures)
	if !tolerated {
		t.Mock = &run.Reply{Fail: &machine.Error{Name: exceeded, Cause: "The specified tolerated failure threshold was exceeded"}}
	}
	return nil
}

// tolerates reports whether so many iterations may fail. Without both bounds none may, and one that is exceeded decides.
func (b *tolerance) tolerates(failures int) bool {
	if b.count == nil && b.share == nil {
		return failures == 0
	}
	if n, ok := value.Float(b.count); ok && float64(failures) > n {
		return false
	}
	if n, ok := value.Float(b.share); ok && b.items > 0 && 100*float64(failures)/float64(b.items) > n {
		return false
	}
	return true
}

// toleranceOf evaluates the bounds of a Map on its input.
func (t *StateTest) toleranceOf(n *workflow.Node, lookup func(string) (any, bool)) tolerance {
	b := tolerance{items: -1}
	env := &expr.Env{Input: t.Input, Now: t.Options.Start, Context: t.Options.Settings.Context, Lookup: lookup}
	of := func(x expr.Expr) any {
		if x == nil {
			return nil
		}
		v, err := expr.Eval(x, env)
		if err != nil {
			return nil // the run reports what is wrong with the state
		}
		return v
	}
	if n.Data.Select != nil {
		env.Input = of(n.Data.Select)
	}
	b.most = of(n.Body.Most)
	items := env.Input
	if n.Data.Payload != nil {
		items = of(n.Data.Payload)
	}
	if x := n.Body.Items; x != nil {
		b.count, b.share = of(x.Tolerated), of(x.Share)
		if x.Reader != nil {
			items = t.ReaderItems
		}
	}
	if list, ok := items.([]any); ok {
		b.items = len(list)
	}
	return b
}

// inspectItems finds what the iterations of a Map get: it runs the Map of the whole program with a region that hands on what it gets.
func (s *stateRun) inspectItems(ctx context.Context, whole *workflow.Program) error {
	of := s.mapped
	if of == nil {
		return nil
	}
	var err error
	if of.Select != nil {
		if s.selected, err = s.iterated(ctx, whole, false); err != nil {
			return err
		}
	}
	if of.Batch != nil {
		s.batched, err = s.iterated(ctx, whole, true)
	}
	return err
}

// iterated is the list of what the iterations get, with or without batches; nil if the Map fails before them.
func (s *stateRun) iterated(ctx context.Context, whole *workflow.Program, batched bool) (any, error) {
	p := workflow.Clone(whole)
	w := p.Start()
	n, err := s.test.find(w)
	if err != nil {
		return nil, err
	}
	alone := &stateRun{test: s.test, node: n, next: map[*workflow.Edge]string{}}
	alone.alone(w)
	items := *n.Body.Items
	if items.Reader != nil {
		n.Data.Payload = &expr.Literal{Value: s.test.ReaderItems}
	}
	items.Reader, items.Writer, items.Collect, items.Runs, items.Tolerated, items.Share = nil, nil, nil, false, nil, nil
	if !batched {
		items.Batch = nil
	}
	inner := w.AddRegion(n, source.Span{})
	inner.Start = w.AddNode(inner, n.Element, workflow.End, workflow.Ending)
	n.Body.Regions, n.Body.Items = []*workflow.Region{inner}, &items
	n.Data.Result, n.Data.Combine, n.Data.Output, n.Data.Assign = nil, nil, nil, nil
	n.Retry, n.Timers = nil, nil
	n.Out = slices.DeleteFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError })
	o := s.test.Options
	o.Input = s.test.Input
	r, err := run.Simulate(ctx, p, o)
	if err != nil || r.Status != run.Succeeded {
		return nil, err
	}
	return r.Output, nil
}

// show adds the bounds to the inspection.
func (b *tolerance) show(out *value.Object) {
	for _, x := range []struct {
		name string
		v    any
	}{{"toleratedFailureCount", b.count}, {"toleratedFailurePercentage", b.share}, {"maxConcurrency", b.most}} {
		if x.v != nil {
			out.Set(x.name, x.v)
		}
	}
}
