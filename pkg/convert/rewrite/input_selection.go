package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var inputSelection = Rewrite{
	ID:     "rewrite/input-selection",
	What:   "an input selection for a task is made by its worker, or by a task that calls it where the worker cannot",
	When:   "gives a task the whole document, or cannot select that",
	Before: "charge-card gets {\"customer\": $.order.customer}",
	After:  "charge-card gets the document, and reads $.order.customer of it",
	Losses: []*dialects.LossRule{&lossSelectedInput, &lossMergedResult},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return eachTask(w, c.newInputs(w).selectInput)
	},
}

// An inputs has the workers of a workflow select what they get of the document.
type inputs struct {
	*Conversion
	called map[callFor][]*workflow.Node // that call a task, by it and the element of the source
	chosen map[*workflow.Node]any       // the selections that workers make, by the nodes that call them
	agreed map[callFor][]selectedInput  // those of contracts that there are already
	reads  *memberReads
}

// A selectedInput is what a contract has a worker select for an element.
type selectedInput struct {
	element *workflow.Element
	from    any
}

func (c *Conversion) newInputs(w *workflow.Workflow) *inputs {
	s := &inputs{Conversion: c, called: callersOf(w), chosen: map[*workflow.Node]any{}, agreed: map[callFor][]selectedInput{}, reads: newMemberReads(w)}
	for i := range c.Raised.Contracts {
		if k := &c.Raised.Contracts[i]; k.From != nil {
			by := callFor{k.Task, k.Element.Name}
			s.agreed[by] = append(s.agreed[by], selectedInput{k.Element, k.From})
		}
	}
	return s
}

// selectInput makes a task get what the target can give it.
func (c *inputs) selectInput(w *workflow.Workflow, n *workflow.Node) bool {
	d := &n.Data
	if d.Select == nil && d.Payload == nil {
		return false
	}
	switch {
	case d.Payload == nil && isPath(d.Select) && c.Able.Inputs.Has(dialects.InputPath),
		d.Payload != nil && isPath(d.Payload) && d.Select == nil && c.Able.Inputs.Has(dialects.InputPath),
		isEmptyObject(d.Payload) && c.Able.Inputs.Has(dialects.InputNothing) && (d.Combine == nil || d.Combine.Mode == workflow.Drop),
		d.Payload != nil && makesObject(d.Payload) && c.Able.Inputs.Has(dialects.InputObject):
		return c.computeInput(w, n)
	}
	s := &selection{c: c.Conversion, w: w, n: n, reads: c.reads.about(n)}
	from, ok := s.of(d.Payload)
	other := ok && c.selectsOther(n, from)
	ok = ok && !other
	switch {
	case (!ok || s.computed != nil && observes(n)) && c.selectByTask(w, n):
		return true
	case other:
		c.Lose(w, &lossSelectedInput, placeOf(n), n.Element, "the whole document", "%q gets another part of the document at each place where it is called in %q", n.Call.Task, n.Name())
	case !ok:
		c.Lose(w, &lossSelectedInput, placeOf(n), n.Element, "the whole document", "%q gets an input that a worker cannot select by paths", n.Name())
	case s.computed != nil && observes(n):
		c.Lose(w, &lossMergedResult, placeOf(n), n.Element, "members of the document", "the input that is computed for %q stays in the document", n.Name())
	}
	if ok {
		s.prepare()
		c.chosen[n] = from
		c.Contract(dialects.Contract{Rule: &lossSelectedInput, Element: n.Element, Task: n.Call.Task, From: from})
	}
	d.Select, d.Payload = nil, nil
	return true
}

// selectByTask has a stand-in select what the task of a node gets, and call it, and reports whether one can.
func (c *Conversion) selectByTask(w *workflow.Workflow, n *workflow.Node) bool {
	if c.mergesOnly() && c.callInstead(w, n) != nil {
		return true
	}
	if !c.attemptable(n) {
		return false
	}
	c.callAttempts(w, n)
	return true
}

// selectsOther reports whether the worker of a task gets something else where an element of the same name calls it: it could not tell the
// two apart.
func (c *inputs) selectsOther(n *workflow.Node, from any) bool {
	by := callBy(n)
	for _, other := range c.called[by] {
		if other == n || other.Call == nil || other.Call.Task != n.Call.Task || other.Element == n.Element {
			continue
		}
		selects := other.Data.Select != nil || other.Data.Payload != nil // what it selects is compared when its turn comes
		if x, done := c.chosen[other]; done && !value.Equal(x, from) || !done && !selects {
			return true
		}
	}
	return slices.ContainsFunc(c.agreed[by], func(k selectedInput) bool {
		return k.element != n.Element.Original() && !value.Equal(k.from, from)
	})
}

// makesObject reports whether a payload is put together by the definition, and is not part of the document as it is.
func makesObject(x expr.Expr) bool {
	_, part := expr.Meant(x).(*expr.Path)
	return !part
}

func isPath(x expr.Expr) bool {
	p, ok := x.(*expr.Path)
	return ok && p.Definite
}

// A selection is what a worker selects of the document in place of the definition.
type selection struct {
	c *Conversion
	w *workflow.Workflow
	n *workflow.Node
	// computed are the values that have to be in the document for it.
	computed []expr.ObjectMember
	// reads are the members that the workflow reads, none of which is a free one; nil where names make no difference.
	reads *memberReads
}

// of is the selection of a payload as reports have it: a path, a fixed value, or an object of them. It reports false if there is none.
func (s *selection) of(payload expr.Expr) (any, bool) {
	if payload == nil {
		return s.path(s.n.Data.Select)
	}
	switch x := expr.CommonValue(payload, s.c.domain()).(type) {
	case *expr.Literal:
		return fixed(x.Value)
	case *expr.Path:
		return s.path(s.within(x))
	case *expr.Object:
		out := value.NewObject(len(x.Members))
		for _, m := range x.Members {
			v, ok := s.of(m.Value)
			if !ok {
				if v, ok = s.add(m); !ok {
					return nil, false
				}
			}
			out.Set(m.Key, v)
		}
		return out, true
	}
	return nil, false
}

// domain is what expressions are assumed to be asked of.
func (c *Conversion) domain() expr.Domain {
	return c.Options.Domain.Terms()
}

// fixed is a fixed value as a selection has it; a text that looks like a path cannot be one.
func fixed(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		return v, v == "" || v[0] != '$'
	case []any:
		return nil, false
	case *value.Object:
		for _, m := range v.All() {
			if _, ok := fixed(m); !ok {
				return nil, false
			}
		}
	}
	return v, true
}

// within is an expression of what was selected as one of the document.
func (s *selection) within(x expr.Expr) expr.Expr {
	selected, ok := s.n.Data.Select.(*expr.Path)
	if s.n.Data.Select == nil {
		return x
	}
	if !ok || !selected.Definite {
		return nil
	}
	out, known := expr.MapPaths(x, func(p *expr.Path) *expr.Path {
		if p.Root == expr.RootInput {
			p.Steps = slices.Concat(selected.Steps, p.Steps)
			p.Text = expr.Readable(p)
		}
		return p
	})
	if !known {
		return nil
	}
	return out
}

// path is a path of members and items as a selection has it.
func (s *selection) path(x expr.Expr) (any, bool) {
	p, ok := x.(*expr.Path)
	if !ok || p.Root != expr.RootInput || !p.Definite {
		return nil, false
	}
	for _, step := range p.Steps {
		if step.Kind != expr.StepChild && (step.Kind != expr.StepIndex || step.Index < 0) {
			return nil, false
		}
	}
	plain := *p
	return expr.Readable(&plain), true
}

// add has a value computed before the task, as a member of the document, and returns the path of it.
func (s *selection) add(m expr.ObjectMember) (any, bool) {
	x := s.within(m.Value)
	if x == nil || readsRun(x) {
		return nil, false
	}
	return expr.Readable(s.compute(m.Key, x)), true
}

// compute has a value computed before the task, as a member of the document.
func (s *selection) compute(name string, x expr.Expr) *expr.Path {
	if s.reads != nil && s.reads.has(name) {
		name = s.n.Name() + " " + name
	}
	s.computed = append(s.computed, expr.ObjectMember{Key: name, Value: x})
	return expr.NewPath(expr.RootInput, name)
}

// readsRun reports whether an expression looks at something other than the document: what the run itself provides, an item, an answer.
func readsRun(x expr.Expr) bool {
	reads := false
	eachLeaf(x, func(x expr.Expr) {
		p, ok := x.(*expr.Path)
		reads = reads || ok && p.Root != expr.RootInput
	})
	return reads
}

// computeInput has the members of what a task gets that the target cannot express computed before it, or a stand-in select all of it where
// that does not suffice.
func (c *inputs) computeInput(w *workflow.Workflow, n *workflow.Node) bool {
	o, ok := expr.CommonValue(n.Data.Payload, c.domain()).(*expr.Object)
	if !ok { // some of its members have no common terms
		o, ok = expr.Meant(n.Data.Payload).(*expr.Object)
	}
	if !ok || n.Data.Select != nil || c.writes(n.Data.Payload) {
		return false
	}
	s := &selection{c: c.Conversion, w: w, n: n, reads: c.reads.about(n)}
	out := &expr.Object{Members: slices.Clone(o.Members), Span: o.Span}
	for i, m := range o.Members {
		if !c.writes(m.Value) && !readsRun(m.Value) {
			out.Members[i].Value = s.compute(m.Key, m.Value)
		}
	}
	switch {
	case !c.writes(out): // as members of one object, or of the run
		return c.selectByTask(w, n)
	case observes(n) && c.mergesOnly() && c.callInstead(w, n) != nil:
		return true
	case observes(n):
		c.Lose(w, &lossMergedResult, placeOf(n), n.Element, "members of the document", "the input that is computed for %q stays in the document", n.Name())
	}
	s.prepare()
	n.Data.Payload = out
	return true
}

// prepare adds the node that computes what the selection needs: a task stands in for it where the target cannot.
func (s *selection) prepare() {
	if len(s.computed) == 0 {
		return
	}
	o := &expr.Object{Members: s.computed}
	e := s.c.NewElement(s.w, s.n.Element, "Prepare "+s.n.Name(), "")
	mode, merges := s.c.merges()
	if s.c.Able.Computes && s.c.writes(o) {
		pass := AddBefore(s.w, s.n, e, workflow.Pass)
		pass.Data = workflow.Stages{Result: o, Combine: &workflow.Combine{Mode: workflow.MergeShallow}}
		return
	}
	task := AddBefore(s.w, s.n, e, workflow.Task)
	by, what := dialects.Answerer(computed{Expr: o}), "answers `"+expr.Readable(o)+"`"
	if merges {
		task.Data.Combine = &workflow.Combine{Mode: mode}
	} else {
		by, what = mergedAnswer{of: by}, "answers its input with `"+expr.Readable(o)+"` merged in"
	}
	task.Call = &workflow.Call{Task: s.c.StandIn(s.w, s.n.Element, slug(e.Name), what)}
	s.c.Raised.StandIns[len(s.c.Raised.StandIns)-1].By = by
}
