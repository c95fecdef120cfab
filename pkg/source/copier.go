package source

// A Copier copies the parts of trees that outlive them. The nodes of a tree are allocated many at once, so that a few that are kept
// keep most of it.
type Copier struct {
	slab   slab
	copied map[*Node]*Node // of nodes that have an anchor, which may be in a tree several times
}

// NewCopier returns a copier for so many nodes; there may be more or fewer.
func NewCopier(nodes int) *Copier { return &Copier{slab: slab{chunk: max(1, min(nodes, 512))}} }

// Copy returns a copy of a node with all that is in it, which prints the same; nil of nil.
func (c *Copier) Copy(n *Node) *Node {
	if n == nil {
		return nil
	}
	if n.Anchor() == "" {
		return c.copy(n)
	}
	if before := c.copied[n]; before != nil {
		return before
	}
	if c.copied == nil {
		c.copied = map[*Node]*Node{}
	}
	out := c.copy(n)
	c.copied[n] = out
	return out
}

func (c *Copier) copy(n *Node) *Node {
	out := c.slab.node(n.Kind, n.Span)
	*out = *n
	out.Members, out.Items = c.slab.keepMembers(n.Members), c.slab.keepItems(n.Items)
	for i := range out.Members {
		out.Members[i].Value = c.Copy(out.Members[i].Value)
	}
	for i := range out.Items {
		out.Items[i] = c.Copy(out.Items[i])
	}
	return out
}
