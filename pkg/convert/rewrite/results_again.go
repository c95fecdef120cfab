package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// resultPrefix is how the name begins of a step that makes members of the document of the answer of a task.
const resultPrefix = "Result of "

var resultsAgain = Rewrite{
	ID:     "rewrite/result-again",
	What:   "a step that was written to compute members of the document from the answer of the task before becomes what the task makes of its answer again",
	When:   "can reshape an answer",
	Before: "quote, merged as {\"quote\": …}; then \"Result of quote\", which makes $.quote the price in it",
	After:  "quote, of whose answer the price becomes $.quote",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.Able.Results && c.Options.Domain.Disjoint && editNodes(w, c.reshapeAgain)
	},
}

// reshapeAgain has a task compute itself what the step after it makes of its answer, if that step does nothing else, is reached from
// nowhere else, and has the name that it gets where it is written by itself. It reports false for others.
func (c *Conversion) reshapeAgain(n *workflow.Node) bool {
	d := &n.Data
	if n.Kind != workflow.Task || d.Select != nil || d.Result != nil || d.Output != nil || d.Assign != nil || d.Combine == nil {
		return false
	}
	pass := stepWrittenAfter(n, resultPrefix)
	if pass == nil || pass.Data.Combine == nil || pass.Data.Combine.Mode != workflow.MergeShallow {
		return false
	}
	rest := pass.Data
	rest.Result, rest.Combine = nil, nil
	made, ok := expr.CommonValue(orWhole(pass.Data.Result), c.domain()).(*expr.Object)
	if !ok || !rest.IsZero() {
		return false
	}
	result := madeOfAnswer(n, made)
	if result == nil {
		return false
	}
	if out, _ := c.writtenValue(result, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings, Answer: true}); out == nil {
		return false
	}
	d.Result = result
	Splice(pass)
	return true
}

// stepWrittenAfter is the pass node that follows a node and has the name of one that was written for what the node does after its task; nil
// if an author may have written it: it has another name, is described, is reached from elsewhere, or leads to more than one node.
func stepWrittenAfter(n *workflow.Node, prefix string) *workflow.Node {
	next := onwardEdge(n)
	if next == nil || !next.Data.IsZero() {
		return nil
	}
	pass := next.To
	if pass.Kind != workflow.Pass || len(pass.In) != 1 || onwardEdge(pass) == nil || len(pass.Out) != 1 || len(pass.Timers) > 0 || pass.Element.Doc != "" ||
		!sameName(pass.Name(), prefix+n.Name()) {
		return nil
	}
	return pass
}

// madeOfAnswer is what members of the document that a step after a task sets are, of the answer of the task; nil if it is not known which
// parts of the document the answer gave.
func madeOfAnswer(n *workflow.Node, made *expr.Object) expr.Expr {
	at, set := placeOfMember(&n.Data)
	into := n.Data.Combine
	switch {
	case set && len(made.Members) == 1 && made.Members[0].Key == at:
		x, ok := readThrough(made.Members[0].Value, at, expr.NewPath(expr.RootAnswer))
		if !ok {
			return nil
		}
		return x
	case set, into.Mode != workflow.MergeDeep && into.Mode != workflow.MergeShallow, into.Omit != "":
		return nil
	}
	at, ok := memberOfAnswer(n, made)
	if !ok {
		return nil
	}
	x, ok := readThrough(made, at, expr.NewPath(expr.RootAnswer, at))
	if !ok {
		return nil
	}
	return &expr.Apply{Do: expr.Merge, Args: []expr.Expr{expr.NewPath(expr.RootAnswer), x}}
}

// memberOfAnswer is the member under which the answer of a task is in the document, where a step after the task reads it: one that is named
// after the task, or the only one that is read, if the step sets it.
func memberOfAnswer(n *workflow.Node, made *expr.Object) (string, bool) {
	usual := memberName(slug(n.Element.Name))
	if readsMember(made, usual) {
		return usual, true
	}
	var read []string
	plain := true
	eachLeaf(made, func(x expr.Expr) {
		p, ok := x.(*expr.Path)
		switch {
		case !ok || p.Root == expr.RootItem:
		case p.Root != expr.RootInput || len(p.Steps) == 0 || p.Steps[0].Kind != expr.StepChild:
			plain = false
		case !slices.Contains(read, p.Steps[0].Name):
			read = append(read, p.Steps[0].Name)
		}
	})
	if !plain || len(read) != 1 || !slices.ContainsFunc(made.Members, func(m expr.ObjectMember) bool { return m.Key == read[0] }) {
		return "", false
	}
	return read[0], true
}

// readThrough is an expression in which what is read of a member of the document is read of something else.
func readThrough(x expr.Expr, member string, of *expr.Path) (expr.Expr, bool) {
	return mapTree(x, func(p *expr.Path) (expr.Expr, bool) {
		if p.Root != expr.RootInput || len(p.Steps) == 0 || p.Steps[0].Kind != expr.StepChild || p.Steps[0].Name != member {
			return p, true
		}
		return continued(of, pathAfter(p, 1))
	})
}
