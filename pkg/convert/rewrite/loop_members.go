package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// name chooses the members of the document in which a written-out loop keeps its item, its answer, its index and its results. It reuses the
// member in which the iteration puts its results, if the loop can fill that in place.
func (l *loop) name() {
	of := l.n.Body.Item
	l.bare = of != "" && l.readsItemOnly(of)
	if l.item = of; !l.bare {
		l.item = l.freeMember(l.flow, "item")
	}
	l.answer, l.results = l.freeMember(l.flow, "answer"), l.freeMember(l.flow, "index")
	if !l.collects {
		return
	}
	l.results = l.freeMember(l.flow, "results")
	d := &l.n.Data
	if at, plain := placeOfMember(d); plain && d.Result == nil && d.Output == nil && !readsMember(l.list, at) {
		l.results, l.placed = at, true
	}
}

// placeOfMember returns the member of the document at which a node puts its result; false if it puts it elsewhere.
func placeOfMember(d *workflow.Stages) (string, bool) {
	c := d.Combine
	if c == nil || c.Mode != workflow.SetAt || len(c.Path.Steps) != 1 || c.Path.Steps[0].Kind != expr.StepChild || c.Effective && d.Select != nil {
		return "", false
	}
	return c.Path.Steps[0].Name, true
}

// readsMember reports whether an expression reads a member of the document.
func readsMember(x expr.Expr, name string) bool {
	found := false
	eachLeaf(meaningOrSelf(x), func(x expr.Expr) {
		if p, ok := x.(*expr.Path); ok && p.Root == expr.RootInput && len(p.Steps) > 0 && p.Steps[0].Name == name {
			found = true
		}
	})
	return found
}

// readsItemOnly reports whether the steps are a task alone which reads nothing but the member that its item is in.
func (l *loop) readsItemOnly(member string) bool {
	x := l.region.Start
	for _, other := range l.region.Nodes {
		if other != x && (other.Kind != workflow.End || other.Terminates) {
			return false
		}
	}
	if x == nil || x.Kind != workflow.Task || x.Data.Payload == nil || x.Data.Select != nil || x.Data.Output != nil ||
		x.Data.Combine != nil && x.Data.Combine.Mode != workflow.Drop {
		return false
	}
	for _, of := range []expr.Expr{x.Data.Payload, x.Data.Result} {
		_, ok := mapTree(of, func(p *expr.Path) (expr.Expr, bool) {
			return p, p.Root != expr.RootInput || len(p.Steps) > 0 && p.Steps[0].Name == member
		})
		if of != nil && !ok {
			return false
		}
	}
	return true
}

// path is the path to a member of the document of the loop.
func (l *loop) path(member string) *expr.Path { return expr.NewPath(expr.RootInput, member) }
