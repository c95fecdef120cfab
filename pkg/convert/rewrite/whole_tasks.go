package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var wholeTasks = Rewrite{
	ID:     "rewrite/whole-task",
	What:   "turns a step that computes data, a decision table, or an iteration, into one task that you have to write",
	When:   "cannot compute values",
	Before: "table Rate: score > 700 -> rate = 3",
	After:  "task Rate, calls rate",
	Losses: []*dialects.LossRule{&lossIterationTask, &lossResult, &lossScalarDocument},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Computes {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			if n.Kind == workflow.Task && n.Data.Result != nil && !c.Able.Results && !c.reshapes(n) {
				c.resultTask(w, n)
				changed = true
			}
			if n.Data.Output != nil && !c.Able.Outputs && n.Kind != workflow.Pass && onwardEdge(n) != nil {
				c.outputTask(w, n)
				changed = true
			}
			switch {
			case n.Kind == workflow.Pass && !n.Data.IsZero() && !passesOn(&n.Data) && !(c.Able.Sources && isSource(n)):
				c.computingTask(w, n)
				changed = true
			case n.Kind == workflow.Table && !c.Able.Kinds.Has(workflow.Table):
				c.wholeTask(w, n, "evaluates the decision table")
				changed = true
			case n.Kind == workflow.Scope && n.Body.Each && !c.Able.Each:
				c.iterationTask(w, n)
				changed = true
			}
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

var lossIterationTask = dialects.LossRule{ID: "convert/iteration-as-task", Level: dialects.Dropped,
	Affects: dialects.Inputs | dialects.Output | dialects.Order | dialects.Time | dialects.Attempts | dialects.Outcome | dialects.ErrorName | dialects.Events, Data: dialects.Any,
	What:   "one task does the work for all items of a list, but cannot end the run, wait for something, or produce events",
	Remedy: "iterate in a workflow that the worker starts"}

// passesOn reports whether a node leaves the document as it is.
func passesOn(s *workflow.Stages) bool {
	return s.Output == nil && s.Assign == nil && (s.Combine != nil && s.Combine.Mode == workflow.Drop ||
		s.Combine == nil && s.Select == nil && s.Payload == nil && s.Result == nil)
}

// isSource reports whether a node begins a workflow with a fixed object or list in place of the input, and something comes after it.
func isSource(n *workflow.Node) bool {
	l, fixed := meaningOrSelf(n.Data.Result).(*expr.Literal)
	if !fixed || !isNested(l.Value) || n.Data != (workflow.Stages{Result: n.Data.Result, Combine: n.Data.Combine}) || !replacing(n.Data.Combine) {
		return false
	}
	next := onwardEdge(n)
	return n.Region.Scope == nil && n.Region.Start == n && len(n.In) == 0 && next != nil && next.To.Kind != workflow.End
}

// computingTask makes a node that computes data a task that answers the document with it.
func (c *Conversion) computingTask(w *workflow.Workflow, n *workflow.Node) {
	by, answers := changedDocument{n.Data, c.Able.Documents}, "answers "+documentText(&n.Data)
	if !c.holds(&n.Data) {
		c.Lose(w, &lossScalarDocument, placeOf(n), n.Element, "the document as it is", "the document after %q may be a value that the target cannot have as its document", n.Name())
		if l, fixed := n.Data.Result.(*expr.Literal); fixed && n.Data.Output == nil && !c.Able.Documents.Holds(l.Value) {
			n.Data = workflow.Stages{}
			return
		}
		answers += ", or its input where that is not " + c.kindOfDocument()
	}
	n.Kind = workflow.Task
	n.Call = &workflow.Call{Task: c.StandIn(w, n.Element, slug(n.Element.Name), answers), Span: n.Span}
	if !ofRun(&n.Data) { // else the run of the source knows what it makes
		c.Raised.StandIns[len(c.Raised.StandIns)-1].By = by
	}
	given := givenData(&n.Data)
	if given == nil {
		given = c.toldValue(&n.Data)
	}
	if given != nil && c.Able.Parameters {
		n.Call.Parameters = &expr.Literal{Value: given, Span: n.Span}
	}
	n.Data = workflow.Stages{}
}

// ofRun reports whether something is made of what is known of a run besides its data.
func ofRun(s *workflow.Stages) bool {
	found := false
	for _, x := range []expr.Expr{s.Select, s.Payload, s.Result, s.Output} {
		eachLeaf(x, func(x expr.Expr) {
			switch x := x.(type) {
			case *expr.Path:
				found = found || x.Root == expr.RootContext
			case *expr.Foreign:
				if x.Reads != nil {
					r := x.Reads()
					found = found || r != nil && r.Run
				}
			}
		})
	}
	return found
}

var lossScalarDocument = dialects.LossRule{ID: "convert/scalar-document", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
	What: "a computed value that the target cannot have as its document is not taken", Remedy: "put the computed value into an object"}

// holds reports whether the document that leaves a node is one that the target can have, inside of the domain.
func (c *Conversion) holds(s *workflow.Stages) bool {
	if c.Able.Documents == workflow.AnyDocument || s.Combine != nil && s.Combine.Mode != workflow.Replace && s.Output == nil {
		return true
	}
	x := s.Output
	for _, before := range []expr.Expr{s.Result, s.Payload, s.Select} {
		if x == nil {
			x = before
		}
	}
	switch shapeOf(x) {
	case objectShape:
		return true
	case listShape:
		return c.Able.Documents == workflow.StructuredDocument
	case anyShape:
		return c.Options.Domain.Objects
	}
	return false
}

// kindOfDocument is what the document of the target is, for people.
func (c *Conversion) kindOfDocument() string {
	if c.Able.Documents == workflow.StructuredDocument {
		return "an object or a list"
	}
	return "an object"
}

// documentText is the document that leaves a node, for people.
func documentText(s *workflow.Stages) string {
	text := "its input"
	for _, x := range []expr.Expr{s.Select, s.Payload, s.Result} {
		if x != nil {
			text = meaningText(x)
		}
	}
	return combinedText(s, text, text)
}

// combinedText is the document that an answer becomes, for people. whole is the answer where it is the document, and part where it is put
// into one.
func combinedText(s *workflow.Stages, whole, part string) string {
	text := whole
	if c := s.Combine; c != nil {
		switch c.Mode {
		case workflow.Drop:
			text = "its input"
		case workflow.SetAt:
			text = "its input with " + part + " at `" + expr.Readable(c.Path) + "`"
		case workflow.AppendAt:
			text = "its input with " + part + " added to the list at `" + expr.Readable(c.Path) + "`"
		case workflow.MergeDeep, workflow.MergeShallow:
			text = "its input with " + part + " merged in"
		}
	}
	if s.Output != nil {
		text += ", and of that " + meaningText(s.Output)
	}
	return text
}

// resultTask makes a task make of an answer what goes on, where the answer is the document; else the answer stays as it is.
func (c *Conversion) resultTask(w *workflow.Workflow, n *workflow.Node) {
	result := n.Data.Result
	n.Data.Result = nil
	if n.Data.Combine != nil && n.Data.Combine.Mode == workflow.Drop {
		return
	}
	x, ok := replaceRoot(result, expr.RootAnswer, whole())
	if n.Data.Combine != nil || !ok || readsDocument(result) {
		c.Lose(w, &lossResult, placeOf(n), n.Element, "the whole answer", "the answer of %q is not reshaped by `%s`", n.Name(), expr.Readable(result))
		return
	}
	output := n.Data.Output
	n.Data.Output = nil
	added := AddAfter(w, n, c.NewElement(w, n.Element, n.Element.Name+" result", n.Element.Kind), workflow.Pass)
	added.Data = workflow.Stages{Result: x, Output: output}
	c.computingTask(w, added)
}

// readsDocument reports whether an expression reads something other than the answer.
func readsDocument(x expr.Expr) bool {
	reads := false
	_, ok := mapTree(x, func(p *expr.Path) (expr.Expr, bool) {
		reads = reads || p.Root != expr.RootAnswer
		return p, true
	})
	return reads || !ok
}

// outputTask makes a task select what goes on after a node; on each of its paths, if it waits for one of several events: by then it is known
// which one came, and the selection may drop that.
func (c *Conversion) outputTask(w *workflow.Workflow, n *workflow.Node) {
	output := n.Data.Output
	n.Data.Output = nil
	element := func() *workflow.Element {
		return c.NewElement(w, n.Element, n.Element.Name+" output", n.Element.Kind)
	}
	var added []*workflow.Node
	if n.Awaits != nil && slices.ContainsFunc(n.Awaits.For, func(t workflow.Trigger) bool { return t.Edge != nil }) {
		for _, e := range slices.Clone(n.Out) {
			if e.Kind != workflow.OnError && e.Kind != workflow.OnTimer {
				added = append(added, AddOn(w, e, element(), workflow.Pass))
			}
		}
	} else {
		added = append(added, AddAfter(w, n, element(), workflow.Pass))
	}
	added[0].Data.Result = output
	c.computingTask(w, added[0])
	for _, x := range added[1:] {
		call := *added[0].Call
		x.Kind, x.Call, x.Data = added[0].Kind, &call, added[0].Data
	}
}

var lossResult = dialects.LossRule{ID: "convert/result", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
	What: "an answer is not reshaped before it gets into the document", Remedy: "let the worker answer in the form that the workflow needs"}

// wholeTask makes a node a task that does what the node does by itself, and leaves what it makes in the document.
func (c *Conversion) wholeTask(w *workflow.Workflow, n *workflow.Node, what string) {
	n.Kind = workflow.Task
	n.Call = &workflow.Call{Task: c.StandIn(w, n.Element, slug(n.Element.Name), what), Span: n.Span}
	n.Rules, n.Body = nil, nil
	if _, merges := c.merges(); !merges && n.Data.Combine != nil && n.Data.Combine.Mode != workflow.Drop {
		c.Raised.StandIns[len(c.Raised.StandIns)-1].What += " and answers its input with the result merged in"
		n.Data.Combine = nil
	}
}

// iterationTask makes an iteration one task.
func (c *Conversion) iterationTask(w *workflow.Workflow, n *workflow.Node) {
	var inside []string
	for _, x := range nodesIn(n.Body.Regions[0]) {
		if x.Call != nil && !slices.Contains(inside, x.Call.Task) {
			inside = append(inside, x.Call.Task)
		}
	}
	does := "does all the work"
	if len(inside) > 0 {
		does = "calls " + strings.Join(inside, ", ")
	}
	if what := onlyInside(n); what != "" {
		c.Lose(w, &lossIterationTask, placeOf(n), n.Element, "one task for all items", "%q does not iterate: a task does it for all items, which cannot %s", n.Name(), what)
	}
	if d := &n.Data; c.Able.Documents == workflow.ObjectDocument && d.Result == nil && d.Output == nil && (d.Combine == nil || d.Combine.Mode == workflow.Replace) {
		c.Lose(w, &lossScalarDocument, placeOf(n), n.Element, "the document as it is", "the document after %q is the list of the results, which the target cannot have", n.Name())
	}
	n.Data.Payload = nil
	c.wholeTask(w, n, does+" for each item")
	c.Raised.StandIns[len(c.Raised.StandIns)-1].Calls = true
}

// inWholeTask reports whether a node lies in an iteration that one task takes the place of.
func (c *Conversion) inWholeTask(n *workflow.Node) bool {
	for at := n.Region.Scope; at != nil && !c.Able.Computes && !c.Able.Each; at = at.Region.Scope {
		if at.Body.Each {
			return true
		}
	}
	return false
}

// onlyInside is what an iteration does that a task in its place cannot; empty if there is nothing.
func onlyInside(n *workflow.Node) string {
	for _, x := range nodesIn(n.Body.Regions[0]) {
		switch {
		case x.Terminates:
			return "end the run"
		case x.Kind == workflow.Await || x.Awaits != nil:
			return "wait for something from outside"
		case x.Kind == workflow.Emit || x.Emits != nil:
			return "produce the events"
		}
	}
	return ""
}
