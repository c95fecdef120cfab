package explore

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mostCarried bounds how many nodes are looked at for where answers are carried to, so that the cost stays linear in the size of a net.
const mostCarried = 2_000_000

// A carrier follows what is known after a condition was answered: along all edges, into the regions of scopes and out of them, up to nodes
// that certainly replace what the condition looks at.
type carrier struct {
	seen  []int // by node: the condition for which it was looked at last
	round int
	left  int
	todo  []*workflow.Node
	ended map[*workflow.Node]bool // scopes in which an end was looked at
}

func newCarrier(w *workflow.Workflow) *carrier {
	return &carrier{seen: make([]int, len(w.Nodes)), left: mostCarried, ended: map[*workflow.Node]bool{}}
}

// carries reports whether an answer at a node may still be known at one of others. It is true where that is not looked at because there
// was too much to look at.
func (c *carrier) carries(from *workflow.Node, of *condition, to map[*workflow.Node]bool) bool {
	c.round++
	c.todo = c.todo[:0]
	clear(c.ended)
	c.after(from, false)
	for scope := from.Region.Scope; scope != nil; scope = scope.Region.Scope {
		c.after(scope, true)
	}
	for len(c.todo) > 0 {
		if c.left--; c.left < 0 {
			return true
		}
		n := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		if to[n] {
			return true
		}
		if n.Body != nil {
			for _, r := range n.Body.Regions {
				c.add(r.Start)
			}
		}
		c.after(n, replaces(n, of))
		scope := n.Region.Scope
		if n.Kind == workflow.End && scope != nil && !c.ended[scope] {
			c.ended[scope] = true
			c.after(scope, !handsOn(scope))
		}
		for ; scope != nil; scope = scope.Region.Scope { // an error or a time limit ends the region
			c.after(scope, true)
		}
	}
	return false
}

// after goes on after a node: along the edges of errors and timers alone if what is known is lost otherwise.
func (c *carrier) after(n *workflow.Node, gone bool) {
	for _, e := range n.Out {
		if !gone || e.Kind == workflow.OnError || e.Kind == workflow.OnTimer {
			c.add(e.To)
		}
	}
}

func (c *carrier) add(n *workflow.Node) {
	if n != nil && c.seen[n.ID] != c.round {
		c.seen[n.ID] = c.round
		c.todo = append(c.todo, n)
	}
}

// replaces reports whether a node that is left without an error certainly replaces what a condition looks at. That of others than tasks and
// scopes is not known here.
func replaces(n *workflow.Node, of *condition) bool {
	works := n.Kind == workflow.Task && n.Call != nil || n.Kind == workflow.Scope && n.Body != nil && !n.Body.Detached
	if !works || n.When != nil {
		return false
	}
	if x := n.Data.Output; x != nil && !isDocument(x) {
		return true
	}
	c := n.Data.Combine
	if c == nil {
		return true // the answer is the document
	}
	if c.Mode == workflow.Drop {
		return false
	}
	path, outside := keeps(c)
	return !outside || of.touches(path)
}

// handsOn reports whether what leaves a scope may be what leaves a region of it.
func handsOn(scope *workflow.Node) bool {
	if x := scope.Data.Output; x != nil && !isDocument(x) {
		return false
	}
	return scope.Data.Combine == nil || scope.Data.Combine.Mode == workflow.Drop || scope.When != nil
}

// isDocument reports whether an expression is the document as it is.
func isDocument(x expr.Expr) bool {
	p, ok := x.(*expr.Path)
	return ok && len(p.Steps) == 0
}
