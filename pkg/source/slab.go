package source

// A slab hands out the nodes of a tree from larger pieces of memory, which is much faster than one by one.
type slab struct {
	nodes   []Node
	members []Member
	items   []*Node
	chunk   int
}

// newSlab returns a slab for the tree of a text of the given size in bytes.
func newSlab(size int) slab { return slab{chunk: max(4, min(size/32, 512))} }

// node returns a new node.
func (s *slab) node(kind Kind, span Span) *Node {
	if len(s.nodes) == cap(s.nodes) {
		s.nodes = make([]Node, 0, s.chunk)
	}
	s.nodes = s.nodes[:len(s.nodes)+1]
	n := &s.nodes[len(s.nodes)-1] // all of it is zero
	n.Kind, n.Span = kind, span
	return n
}

// keepMembers returns a copy of members that stays.
func (s *slab) keepMembers(m []Member) []Member {
	if len(m) == 0 {
		return nil
	}
	if len(m) > cap(s.members)-len(s.members) {
		s.members = make([]Member, 0, max(s.chunk, len(m)))
	}
	from := len(s.members)
	s.members = append(s.members, m...)
	return s.members[from:len(s.members):len(s.members)]
}

// keepItems returns a copy of items that stays.
func (s *slab) keepItems(n []*Node) []*Node {
	if len(n) == 0 {
		return nil
	}
	if len(n) > cap(s.items)-len(s.items) {
		s.items = make([]*Node, 0, max(s.chunk, len(n)))
	}
	from := len(s.items)
	s.items = append(s.items, n...)
	return s.items[from:len(s.items):len(s.items)]
}
