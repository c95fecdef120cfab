package source

import "slices"

// An Order ranks the members of one kind of object by their keys, for printing them canonically. Those of rank 0, and so
// all that are not listed, stay in the order of the text, between the ones with a negative rank and the ones with a
// positive one.
type Order map[string]int

// Arranged returns an object with its members in order, each value mapped by then, if that is not nil. Anything else, and an object in
// which nothing changes, is returned as it is. Members that a merge key brought in are not mapped: they are elsewhere.
func (o Order) Arranged(n *Node, then func(m Member) *Node) *Node {
	if n.Kind != Object {
		return n
	}
	members := n.Members
	own := false // members are not those of n
	if !o.holds(members) {
		members, own = slices.Clone(members), true
		slices.SortStableFunc(members, func(a, b Member) int { return o[a.Key] - o[b.Key] })
	}
	for i := range members {
		if then == nil || members[i].Merged() {
			continue
		}
		x := then(members[i])
		if x == members[i].Value {
			continue
		}
		if !own {
			members, own = slices.Clone(members), true
		}
		members[i].Value = x
	}
	if !own {
		return n
	}
	out := *n
	out.Members = members
	return &out
}

// holds reports whether members are in order.
func (o Order) holds(members []Member) bool {
	before := 0
	for i := range members {
		at := o[members[i].Key]
		if i > 0 && at < before {
			return false
		}
		before = at
	}
	return true
}

// Each returns an array with its items mapped, or an object with its values mapped, in the same order. Anything else, and what does not
// change, is returned as it is.
func Each(n *Node, then func(*Node) *Node) *Node {
	out := n
	changed := func() *Node {
		if out == n {
			c := *n
			c.Items, c.Members = slices.Clone(n.Items), slices.Clone(n.Members)
			out = &c
		}
		return out
	}
	switch n.Kind {
	case Array:
		for i, x := range n.Items {
			if y := then(x); y != x {
				changed().Items[i] = y
			}
		}
	case Object:
		for i := range n.Members {
			if y := then(n.Members[i].Value); y != n.Members[i].Value {
				changed().Members[i].Value = y
			}
		}
	}
	return out
}

// LastMembers returns the members of an object in order, of those with the same key only the last.
func (n *Node) LastMembers() []*Member {
	members := make([]*Member, 0, len(n.Members))
	for m := range n.EachLastMember {
		members = append(members, m)
	}
	return members
}

// EachLastMember yields what LastMembers returns.
func (n *Node) EachLastMember(yield func(*Member) bool) {
	var last map[string]int // of objects with so many members that a search would take long
	const many = 8
	distinct := int(n.distinct) == len(n.Members)
	if !distinct && len(n.Members) > many {
		last = make(map[string]int, len(n.Members))
		for i := range n.Members {
			last[n.Members[i].Key] = i
		}
	}
	for i := range n.Members {
		m := &n.Members[i]
		switch {
		case distinct:
		case last != nil && last[m.Key] != i, last == nil && n.hasKeyAfter(i):
			continue
		}
		if !yield(m) {
			return
		}
	}
}

// hasKeyAfter reports whether a member after one has its key.
func (n *Node) hasKeyAfter(i int) bool {
	key := n.Members[i].Key
	for k := i + 1; k < len(n.Members); k++ {
		if n.Members[k].Key == key {
			return true
		}
	}
	return false
}
