package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A document that the target cannot have, such as a list, is kept in a member of an object instead, and the nodes after it read that
// member:
//
//	before: orders (the answer, a list, replaces the document) → ship, which gets $
//	after:  orders (the answer is put at $.list) → ship, which gets $.list

// A reader changes the nodes after an edge, up to where the document is replaced, so that they read a member in place of the document.
type reader struct {
	*Conversion
	flow  *workflow.Workflow
	at    *expr.Path
	list  []*workflow.Node        // the nodes that get the moved document
	along map[*workflow.Edge]bool // the edges along which it goes
	// shown are the ends at which the document is the output.
	shown []*workflow.Node
	// start is the start of a region that gets the moved document; nil if none does.
	start *workflow.Node
	// assigns reports that one of the nodes assigns variables.
	assigns bool
}

// readAt makes what comes after an edge read a member in place of the document. It reports false, and changes nothing, if that cannot be.
func (c *Conversion) readAt(w *workflow.Workflow, edge *workflow.Edge, at *expr.Path) bool {
	return c.readWhere(w, edge, at, func(*reader) bool { return true })
}

// readWhere does so if something is true of the nodes that would be changed.
func (c *Conversion) readWhere(w *workflow.Workflow, edge *workflow.Edge, at *expr.Path, wanted func(*reader) bool) bool {
	return c.readFrom(w, []*workflow.Edge{edge}, at, wanted)
}

// readFrom does so for what comes after several edges that bring such a document.
func (c *Conversion) readFrom(w *workflow.Workflow, edges []*workflow.Edge, at *expr.Path, wanted func(*reader) bool) bool {
	r := &reader{Conversion: c, flow: w, at: at, along: map[*workflow.Edge]bool{}}
	for _, e := range edges {
		r.along[e] = true
		if !r.add(e.To) {
			return false
		}
	}
	if !wanted(r) || !r.move() {
		return false
	}
	for _, end := range r.shown {
		r.show(end, edges[0].From.Element)
	}
	return true
}

// move makes the nodes read the member, and reports whether it could.
func (r *reader) move() bool {
	if !r.alone() || !r.visit(func(*expr.Expr, expr.Expr) {}) {
		return false
	}
	r.visit(func(at *expr.Expr, x expr.Expr) { *at = x })
	for _, n := range r.list {
		if n.Kind == workflow.Task || n.Kind == workflow.Scope {
			r.place(&n.Data)
		}
	}
	r.reread(r.flow, r.list...)
	return true
}

// show makes what an end shows the document again, or notes that it is not if the target cannot have such a document.
func (r *reader) show(end *workflow.Node, because *workflow.Element) {
	if r.Able.Documents == workflow.ObjectDocument || !r.Able.Answers.Has(dialects.AnswerReplaces) {
		r.Lose(r.flow, &lossOutputSelection, placeOf(end), because, "the whole document, which has it at "+expr.Readable(r.at),
			"the output is not the document that %q selects", because.Original().Name)
		return
	}
	r.putBack(end)
}

// putBack makes the member the document again before an end.
func (r *reader) putBack(end *workflow.Node) {
	for _, e := range slices.Clone(end.In) {
		if r.along[e] {
			pass := AddOn(r.flow, e, r.NewElement(r.flow, e.From.Element, outputPrefix+e.From.Name(), ""), workflow.Pass)
			pass.Data.Result = r.at
			if e.Kind == workflow.ToEnd {
				e.Kind, pass.Out[0].Kind = workflow.Next, workflow.ToEnd
			}
		}
	}
}

// add adds a node that gets the document, and the nodes that get it from there. It reports false if one of them cannot read a member
// instead.
func (r *reader) add(n *workflow.Node) bool {
	if slices.Contains(r.list, n) {
		return true
	}
	r.list = append(r.list, n)
	d := &n.Data
	r.assigns = r.assigns || d.Assign != nil
	stays := *d == workflow.Stages{Assign: d.Assign}
	switch n.Kind {
	case workflow.Task, workflow.Scope:
		if n.Kind == workflow.Scope && n.Body.Gather != workflow.GatherList { // whose regions change the document
			return false
		}
		stays = !replacing(d.Combine)
		if stays && (d.Output != nil || d.Combine.Mode != workflow.Drop && !r.holds(d.Combine)) {
			return false
		}
	case workflow.Pass:
		if !stays && (d.Result == nil || !replacing(d.Combine)) {
			return false
		}
	case workflow.End:
		r.shown = append(r.shown, n)
	case workflow.Choice, workflow.Wait, workflow.Fail:
		if !stays {
			return false
		}
	default:
		return false
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError && e.Data.Combine == nil {
			continue // the error is the document
		}
		if !e.Data.IsZero() {
			return false
		}
		if stays || e.Kind == workflow.OnError || e.Kind == workflow.OnTimer {
			r.along[e] = true
			if !r.add(e.To) {
				return false
			}
		}
	}
	return true
}

// holds reports whether an answer can get into the member, and not only into the document.
func (r *reader) holds(c *workflow.Combine) bool {
	_, plain := members(r.at)
	return plain && (c.Mode == workflow.MergeDeep || c.Mode == workflow.MergeShallow || c.Mode == workflow.SetAt && c.Path.Steps[0].Kind == expr.StepChild)
}

// place makes a task get the member, and its answer get into it.
func (r *reader) place(d *workflow.Stages) {
	if d.Payload == nil && d.Select == nil {
		d.Payload = r.at
	}
	if replacing(d.Combine) || d.Combine.Mode == workflow.Drop {
		return
	}
	into := *d.Combine
	into.Mode, into.Path = workflow.SetAt, r.at
	if path := d.Combine.Path; path != nil {
		p := *path
		p.Steps = slices.Concat(r.at.Steps, path.Steps)
		p.Text = p.String()
		into.Path = &p
	}
	d.Combine = &into
}

// alone reports whether nothing else leads to the nodes that read something.
func (r *reader) alone() bool {
	for _, n := range r.list {
		if n.Kind == workflow.End {
			continue
		}
		for _, e := range n.In {
			if !r.along[e] {
				return false
			}
		}
		if n.Region.Start == n && n != r.start {
			return false
		}
	}
	return true
}

// visit visits the expressions of the nodes, with what they become. It reports false if one cannot read the member.
func (r *reader) visit(see func(at *expr.Expr, becomes expr.Expr)) bool {
	ok := true
	read := func(at *expr.Expr) {
		x, can := replaceRoot(*at, expr.RootInput, r.at)
		if ok = ok && can; can {
			see(at, x)
		}
	}
	for _, n := range r.list {
		mapNode(n, read)
		for _, e := range n.Out {
			mapEdge(e, read)
		}
	}
	return ok
}
