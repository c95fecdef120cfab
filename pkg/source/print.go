package source

// Print returns the text of a tree in the canonical form of a format, with "\n" at the end of each line: JSON with a
// member or an item on each line, indented by two blanks, or YAML. Every member is there, those whose key stands twice
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
