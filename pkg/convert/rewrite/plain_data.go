package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var plainData = Rewrite{
	ID:     "rewrite/plain-data",
	What:   "what a node selects of the document becomes part of the expressions that read it, and selections of nodes without a task become pass nodes",
	When:   "always",
	Before: `pass: select $.a, put it at $.b`,
	After:  `pass: merge {"b": $.a}`,
	Apply:  makeDataPlain,
}

// makeDataPlain gives the nodes of a workflow data stages in the form of plain nets.
func makeDataPlain(c *Conversion, w *workflow.Workflow) bool {
	p := &plainer{c: c, w: w}
	for _, n := range w.Nodes {
		switch n.Kind {
		case workflow.Pass:
			p.pass(n)
		case workflow.Task, workflow.Scope:
			p.body(n)
		case workflow.Fail:
			p.fail(n)
		case workflow.Choice, workflow.Wait, workflow.End:
			p.around(n)
		}
		for _, e := range slices.Clone(n.Out) {
			p.edge(n, e)
		}
	}
	if p.added {
		Compact(w)
	}
	return p.changed
}

type plainer struct {
	c              *Conversion
	w              *workflow.Workflow
	changed, added bool
}

// whole is the path to the whole input.
func whole() *expr.Path { return &expr.Path{Definite: true, Text: "$"} }

func isWhole(x expr.Expr) bool {
	p, ok := x.(*expr.Path)
	return ok && p.Root == expr.RootInput && len(p.Steps) == 0
}

// pass makes what a pass node answers its Result, and a result that is set at a member of the document an object that is merged.
func (p *plainer) pass(n *workflow.Node) {
	d := &n.Data
	if !p.assignAnswer(d) { // what it answers is still read
		return
	}
	if d.Combine != nil && d.Combine.Effective || d.Select == nil && d.Payload == nil && !setsMember(d.Combine) && !isWhole(d.Result) && d.Output == nil {
		return
	}
	result := d.Result
	if result == nil {
		if result = d.Payload; result == nil {
			result = whole()
		}
	}
	result, ok := within(d.Select, result)
	assign, ok2 := p.assign(d.Select, d.Assign)
	if !ok || !ok2 {
		return
	}
	output := d.Output
	if output != nil && d.Combine == nil {
		if result, ok = within(result, output); !ok {
			return
		}
		output = nil
	}
	p.changed = true
	*d = workflow.Stages{Result: result, Combine: d.Combine, Output: output, Assign: assign}
	switch {
	case d.Combine == nil && isWhole(result), d.Combine != nil && d.Combine.Mode == workflow.Drop:
		d.Result, d.Combine = nil, nil
	case setsMember(d.Combine) && output == nil:
		d.Result = &expr.Object{Members: []expr.ObjectMember{{Key: d.Combine.Path.Steps[0].Name, Value: result}}, Span: result.Range()}
		d.Combine = &workflow.Combine{Mode: workflow.MergeShallow, Span: d.Combine.Span}
	}
}

// assignAnswer makes the assignments of a node without a body read what the body would get of the document in place of an answer, which is the
// same. It reports false where they cannot.
func (p *plainer) assignAnswer(d *workflow.Stages) bool {
	if d.Assign == nil {
		return true
	}
	assign := &workflow.Assign{Variables: slices.Clone(d.Assign.Variables), Node: d.Assign.Node}
	for i := range assign.Variables {
		v := &assign.Variables[i]
		if !readsRoot([]expr.ObjectMember{{Value: v.Value}}, expr.RootAnswer) {
			continue
		}
		x, ok := replaceRoot(v.Value, expr.RootAnswer, orWhole(d.Payload))
		if !ok {
			return false
		}
		v.Value, p.changed = x, true
	}
	d.Assign = assign
	return true
}

// setsMember reports whether an answer is set at a member of the document itself.
func setsMember(c *workflow.Combine) bool {
	return c != nil && c.Mode == workflow.SetAt && !c.Effective && len(c.Path.Steps) == 1 && c.Path.Steps[0].Kind == expr.StepChild
}

// assign returns assignments that see the raw document in place of what is selected of it.
func (p *plainer) assign(on expr.Expr, a *workflow.Assign) (*workflow.Assign, bool) {
	if a == nil {
		return nil, true
	}
	out := &workflow.Assign{Variables: slices.Clone(a.Variables)}
	for i := range out.Variables {
		v := &out.Variables[i]
		x, ok := within(on, v.Value)
		switch {
		case ok:
			v.Value = x
		case on != nil:
			return nil, false
		}
	}
	return out, true
}

// body makes the expressions of a node with a body read the raw document, and makes what is selected for the body its Payload.
func (p *plainer) body(n *workflow.Node) {
	d := &n.Data
	if d.Combine != nil && d.Combine.Effective {
		return
	}
	if x, ok := unfocused(d.Result); ok && d.Select == nil {
		d.Result = x
	}
	if f, focused := d.Payload.(*expr.Focus); focused {
		x, ok := unfocused(f)
		if !ok { // parts may mean something in the domain only
			x, ok = within(f.On, expr.CommonValue(f.Of, p.c.domain()))
		}
		if ok {
			d.Payload, p.changed = x, true
		}
	}
	if isWhole(meaningOrSelf(d.Result)) && d.Combine == nil && d.Select == nil { // the document takes its own place
		d.Result, d.Combine, p.changed = nil, &workflow.Combine{Mode: workflow.Drop}, true
	}
	if a, ok := p.assign(nil, d.Assign); ok && d.Select == nil {
		d.Assign = a
	}
	if d.Select == nil {
		return
	}
	s := selecting{on: d.Select, ok: true}
	payload := s.expr(d.Payload)
	if d.Payload == nil {
		payload = d.Select
	}
	moved := workflow.Stages{Payload: payload, Result: s.expr(d.Result), Combine: d.Combine, Output: d.Output}
	moved.Assign, _ = p.assign(d.Select, d.Assign)
	timers := slices.Clone(n.Timers)
	for i := range timers {
		timers[i].Length.Expr = s.expr(timers[i].Length.Expr)
	}
	results := make([]expr.Expr, len(n.Out))
	for i, e := range n.Out {
		results[i] = s.expr(e.Data.Result)
	}
	body := s.body(n.Body)
	if !s.ok || d.Assign != nil && moved.Assign == nil {
		return
	}
	p.changed = true
	n.Data, n.Timers, n.Body = moved, timers, body
	for i, e := range n.Out {
		e.Data.Result = results[i]
	}
}

// A selecting has expressions see the raw document, of which they saw a part.
type selecting struct {
	on expr.Expr
	ok bool
}

func (s *selecting) expr(x expr.Expr) expr.Expr {
	if x == nil {
		return nil
	}
	out, ok := within(s.on, x)
	s.ok = s.ok && ok
	return out
}

func (s *selecting) body(b *workflow.Body) *workflow.Body {
	if b == nil {
		return nil
	}
	out := *b
	out.Most = s.expr(b.Most)
	if b.Items != nil {
		items := *b.Items
		items.Select, items.Tolerated, items.Share = s.expr(items.Select), s.expr(items.Tolerated), s.expr(items.Share)
		s.ok = s.ok && items.Reader == nil && items.Writer == nil && items.Batch == nil
		out.Items = &items
	}
	return &out
}

// fail makes the error of a fail node read the raw document.
func (p *plainer) fail(n *workflow.Node) {
	if n.Data.Select == nil {
		return
	}
	s := selecting{on: n.Data.Select, ok: true}
	raises := &workflow.Raises{Name: s.expr(n.Raises.Name), Cause: s.expr(n.Raises.Cause)}
	if s.ok {
		n.Raises, n.Data, p.changed = raises, workflow.Stages{}, true
	}
}

// around takes the selections of a node that only looks at the document out of it, into pass nodes before and after it.
func (p *plainer) around(n *workflow.Node) {
	if n.Kind == workflow.Wait {
		p.assignAnswer(&n.Data)
	}
	d := n.Data
	if d.Select == nil && (d.Output == nil || p.c.isHeld(d.Output)) && (n.Kind == workflow.Choice || d.Output == nil && d.Result == nil) {
		return
	}
	before, after := d.Select, d.Output
	switch n.Kind {
	case workflow.End:
		x, ok := within(before, orWhole(d.Result))
		if ok {
			x, ok = within(x, after)
		}
		if !ok || d.Combine != nil {
			return
		}
		before, after = x, nil
	case workflow.Wait:
		if d.Combine != nil || d.Result != nil && after != nil {
			return
		}
		if d.Result != nil {
			after = d.Result
		}
	}
	p.changed = true
	n.Data.Select, n.Data.Output, n.Data.Result = nil, nil, nil
	if before != nil && !isWhole(before) {
		p.adds(AddBefore(p.w, n, p.c.NewElement(p.w, n.Element, "Input of "+n.Name(), ""), workflow.Pass), before)
	}
	if after == nil || isWhole(after) {
		return
	}
	if n.Kind == workflow.Wait {
		pass := AddAfter(p.w, n, p.c.NewElement(p.w, n.Element, outputPrefix+n.Name(), ""), workflow.Pass)
		p.adds(pass, after)
		pass.Data.Assign, n.Data.Assign = n.Data.Assign, nil
		return
	}
	for _, e := range n.Out {
		if x, ok := within(orWhole(e.Data.Result), after); ok {
			e.Data.Result = x
		} else {
			p.adds(AddOn(p.w, e, p.c.NewElement(p.w, n.Element, outputPrefix+n.Name(), ""), workflow.Pass), after)
		}
	}
}

func orWhole(x expr.Expr) expr.Expr {
	if x == nil {
		return whole()
	}
	return x
}

func (p *plainer) adds(n *workflow.Node, result expr.Expr) {
	n.Data.Result = result
	p.added, p.changed = true, true
}

// edge takes what an edge of a choice does to the document, and the assignments of one, out of it, into a pass node on that path, and so what
// the edge of a timer selects of it, or that of an error which does not get into it, or which the target puts there.
func (p *plainer) edge(n *workflow.Node, e *workflow.Edge) {
	if output := e.Data.Output; output != nil && (e.Kind == workflow.OnTimer || e.Kind == workflow.OnError && p.goesOn(e)) {
		e.Data.Output, p.changed = nil, true
		if !isWhole(output) && !p.selectsAnswer(e, output) {
			p.adds(AddOn(p.w, e, p.c.NewElement(p.w, n.Element, outputPrefix+n.Name(), ""), workflow.Pass), output)
		}
	}
	if n.Kind != workflow.Choice || e.Data.Result == nil && e.Data.Assign == nil {
		return
	}
	result := e.Data.Result
	if isWhole(meaningOrSelf(result)) {
		result = nil
	}
	if result != nil || e.Data.Assign != nil {
		pass := AddOn(p.w, e, p.c.NewElement(p.w, n.Element, outputPrefix+n.Name(), ""), workflow.Pass)
		p.adds(pass, result)
		mergeOutput(&pass.Data, expr.RootInput)
		pass.Data.Assign = e.Data.Assign
		p.assignAnswer(&pass.Data)
	}
	e.Data, p.changed = workflow.Stages{}, true
}

// goesOn reports whether what an error handler selects can be a step of its own: the error leaves the document alone, or the target puts it there
// before that step. An error of which the selection leaves nothing leaves the document alone.
func (p *plainer) goesOn(e *workflow.Edge) bool {
	into := e.Data.Combine
	if into != nil && into.Mode == workflow.Drop {
		return true
	}
	if !p.c.Able.Handlers.Has(dialects.HandleData) {
		return false
	}
	if member := memberSet(into); member != "" && !mayLeave(e.Data.Output, member) {
		e.Data.Result, e.Data.Combine = nil, &workflow.Combine{Mode: workflow.Drop, Span: into.Span}
	}
	return true
}

// selectsAnswer reports whether an expression selects an answer that takes the place of the document, and else the whole document, after an error
// that got into it: where the task has failed, its answer is not there.
func (p *plainer) selectsAnswer(e *workflow.Edge, output expr.Expr) bool {
	at, ok := filterPath(output)
	into := e.Data.Combine
	return ok && p.c.Options.Domain.Disjoint && into != nil && into.Mode != workflow.Drop &&
		expr.Readable(at) == expr.Readable(expr.NewPath(expr.RootInput, heldAt...))
}

// mayLeave reports whether a selection of the document may leave something of a member.
func mayLeave(output expr.Expr, member string) bool {
	leaves := false
	eachLeaf(meaningOrSelf(output), func(x expr.Expr) {
		of, ok := x.(*expr.Path)
		leaves = leaves || !ok || of.Root == expr.RootInput && (len(of.Steps) == 0 || of.Steps[0].Kind != expr.StepChild || of.Steps[0].Name == member)
	})
	return leaves
}

// meaningOrSelf is what a foreign expression means, if that is known, and any other expression itself.
func meaningOrSelf(x expr.Expr) expr.Expr {
	if f, ok := x.(*expr.Foreign); ok {
		if m := meaningOf(f); m != nil {
			return m
		}
	}
	return x
}
