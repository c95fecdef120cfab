package jsonata

// Children returns the nodes directly below a node, in the order of the text.
func Children(n Node) []Node {
	switch n := n.(type) {
	case *Path:
		return n.Steps
	case *Filter:
		return []Node{n.Target, n.Predicate}
	case *Keep:
		return []Node{n.Target}
	case *Sort:
		out := []Node{n.Target}
		for _, t := range n.Terms {
			out = append(out, t.Key)
		}
		return out
	case *Group:
		return append([]Node{n.Target}, ofPairs(n.Members)...)
	case *Focus:
		return []Node{n.Target, n.Name}
	case *Index:
		return []Node{n.Target, n.Name}
	case *Array:
		return n.Items
	case *Object:
		return ofPairs(n.Members)
	case *Block:
		return n.Expressions
	case *Negate:
		return []Node{n.Operand}
	case *Binary:
		return []Node{n.Left, n.Right}
	case *Conditional:
		return present(n.If, n.Then, n.Else)
	case *Bind:
		return []Node{n.Name, n.Value}
	case *Transform:
		return present(n.Pattern, n.Update, n.Delete)
	case *Call:
		return append([]Node{n.Function}, n.Arguments...)
	case *Lambda:
		out := make([]Node, 0, len(n.Params)+1)
		for _, p := range n.Params {
			out = append(out, p)
		}
		return append(out, n.Body)
	}
	return nil
}

func ofPairs(pairs []Pair) []Node {
	out := make([]Node, 0, 2*len(pairs))
	for _, p := range pairs {
		out = append(out, p.Key, p.Value)
	}
	return out
}

func present(nodes ...Node) []Node {
	out := nodes[:0]
	for _, n := range nodes {
		if n != nil {
			out = append(out, n)
		}
	}
	return out
}

// Walk visits a node and those below it, each before its children. Below a node for which visit returns false, it visits
// nothing.
func Walk(n Node, visit func(Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, c := range Children(n) {
		Walk(c, visit)
	}
}
