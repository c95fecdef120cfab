package rewrite

import (
	"strconv"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// freeMember returns the wished name, or that name with a number, of a member that no expression of a workflow reads and no node sets.
func (c *Conversion) freeMember(w *workflow.Workflow, wish string) string {
	return c.membersOf(w).free(wish)
}

// reread notes that a rewrite which asks for free members changed what nodes read or set. What it adds is looked at by itself.
func (c *Conversion) reread(w *workflow.Workflow, nodes ...*workflow.Node) {
	u := c.members[w]
	if u == nil {
		return
	}
	for _, n := range nodes {
		names, seen := u.by[n]
		if !seen {
			continue
		}
		for _, name := range names {
			u.uses[name]--
		}
		u.add(n)
		for _, name := range names {
			if u.uses[name] == 0 {
				u.release(name)
			}
		}
	}
}

// membersOf are the members that a workflow uses. They are collected when a rewrite asks for the first time. When it asks again, the nodes
// that it added are looked at, and no others: however often it asks, each node is looked at once, and again if it changes.
func (c *Conversion) membersOf(w *workflow.Workflow) *usedMembers {
	u := c.members[w]
	if u == nil || u.seen > len(w.Nodes) {
		u = &usedMembers{uses: map[string]int{}, within: map[string]int{}, by: make(map[*workflow.Node][]string, len(w.Nodes)), next: map[string]int{}}
		if c.members == nil {
			c.members = map[*workflow.Workflow]*usedMembers{}
		}
		c.members[w] = u
	}
	for ; u.seen < len(w.Nodes); u.seen++ {
		u.add(w.Nodes[u.seen])
	}
	return u
}

// usedMembers are the members of the document that a workflow uses while one rewrite is applied to it.
type usedMembers struct {
	uses   map[string]int              // how often each is read or set
	within map[string]int              // of those of which a part is read: where that is first in the text
	by     map[*workflow.Node][]string // what each node reads and sets
	seen   int                         // how many nodes of the workflow were looked at
	next   map[string]int              // by the wish: the first number that may be free
}

func (u *usedMembers) free(wish string) string {
	name := wish
	for i := max(u.next[wish], 1); ; i++ {
		if i > 1 {
			name = wish + strconv.Itoa(i)
		}
		if u.uses[name] == 0 {
			u.next[wish] = i
			return name
		}
	}
}

// addPart notes that a node reads what a path selects.
func (u *usedMembers) addPart(p *expr.Path, n *workflow.Node) {
	if len(p.Steps) < 2 {
		return
	}
	if first, known := u.within[p.Steps[0].Name]; !known || placeOf(n).Start < first {
		u.within[p.Steps[0].Name] = placeOf(n).Start
	}
}

// release notes that a name is free again, for all wishes that it is a number after.
func (u *usedMembers) release(name string) {
	u.next[name] = 1
	for at := len(name) - 1; at > 0 && '0' <= name[at] && name[at] <= '9'; at-- {
		if i, err := strconv.Atoi(name[at:]); err == nil && i < u.next[name[:at]] {
			u.next[name[:at]] = i
		}
	}
}

// add counts the members that a node, and the edges from it, read or set.
func (u *usedMembers) add(n *workflow.Node) {
	var names []string
	path := func(p *expr.Path) {
		if len(p.Steps) > 0 {
			names = append(names, p.Steps[0].Name)
		}
	}
	read := func(x *expr.Expr) {
		eachLeaf(meaningOrSelf(*x), func(x expr.Expr) {
			if p, ok := x.(*expr.Path); ok && p.Root == expr.RootInput {
				path(p)
				u.addPart(p, n)
			}
		})
	}
	mapNode(n, read)
	for _, e := range n.Out {
		mapEdge(e, read)
	}
	if into := n.Data.Combine; into != nil && into.Path != nil {
		path(into.Path)
	}
	if o, ok := n.Data.Result.(*expr.Object); ok && n.Kind == workflow.Pass {
		for i := range o.Members {
			names = append(names, o.Members[i].Key)
		}
	}
	for _, name := range names {
		u.uses[name]++
	}
	u.by[n] = names
}
