package source

// Print returns the text of a tree in the canonical form of a format, with "\n" at the end of each line: JSON with a
// member or an item on each line, indented by two blanks, or YAML. Every member is there, those whose key appears twice
// included, in the order of the tree. Printing what was printed changes nothing.
//
// YAML keeps comments, quotes, anchors and merge keys. The first of the nodes of an anchor in the order of the text
// carries it, the others are aliases. JSON has nothing of that: aliases are expanded. An Invalid node is printed as null.
//
// For a format without a tree, and without a root, the result is nil.
func Print(root *Node, format Format) []byte {
	if root == nil {
		return nil
	}
	switch format {
	case JSON:
		return printJSON(root)
	case YAML:
		return printYAML(root)
	default:
		return nil
	}
}

// LayOut gives the objects and lists of a tree that was made the styles that they have in another tree, where both have a
// part at the same place. It is for a tree that was made from what the other says.
func LayOut(n, like *Node) {
	if n == nil || like == nil || n == like || n.Kind != like.Kind {
		return
	}
	if n.Style == PlainStyle {
		n.Style = like.Style
	}
	const few = 16 // members that are found by looking at all of them
	var index map[string]*Node
	if len(like.Members) > few {
		index = make(map[string]*Node, len(like.Members))
		for i := range like.Members {
			index[like.Members[i].Key] = like.Members[i].Value
		}
	}
	for i := range n.Members {
		m := &n.Members[i]
		if index != nil {
			LayOut(m.Value, index[m.Key])
		} else {
			LayOut(m.Value, like.Get(m.Key))
		}
	}
	for i := range min(len(n.Items), len(like.Items)) {
		LayOut(n.Items[i], like.Items[i])
	}
}
