package source

// Kind describes what sort of value a [Node] is.
type Kind uint8

// The kinds of JSON values. An Invalid node is where the text holds something that could not be read; it has been
// reported, and checks pass over it.
const (
	Invalid Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String returns the kind as it is named in messages: "an object", "a number".
func (k Kind) String() string {
	return [...]string{"nothing readable", "null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// A Node is a value of a JSON or YAML text. The nodes of a file are a tree, except that a YAML alias is the very node
// of its anchor. Nodes are not changed once they are made.
type Node struct {
	Kind  Kind
	Style Style // how YAML wrote it
	// distinct is how many members, from the first on, are known to have keys that all differ. A reader of a text that has compared
	// them notes it; members that are added later are not among them.
	distinct int32
	// Span is the range of the value, with its quotes or brackets.
	Span Span
	// Text is the content of a string, a number as it was written (one that JSON spells differently than YAML, as JSON
	// does), or "true" or "false".
	Text string
	// Members are those of an object in the order of the text, then those that a merge key brought in. A key that appears
	// twice is there twice.
	Members []Member
	// Items are those of an array.
	Items []*Node

	spelling *spelling // what only YAML has, or nil
}

// Comments are those of YAML around the value, or nil; those of a member are mostly around its key, see [Member.Comments].
func (n *Node) Comments() *Comments {
	if n.spelling == nil {
		return nil
	}
	return n.spelling.comments
}

// Anchor is the name that aliases of YAML refer to the node by, or "".
func (n *Node) Anchor() string {
	if n.spelling == nil {
		return ""
	}
	return n.spelling.anchor
}

// Merges are the mappings that a merge key of YAML (<<) brought in; their members are in Members, as Merged.
func (n *Node) Merges() []*Node {
	if n.spelling == nil {
		return nil
	}
	return n.spelling.merges
}

// A spelling is what hardly any node has, and mostly only the printer of YAML wants to know. Copies of a node share it.
type spelling struct {
	comments *Comments // around the value
	anchor   string
	merges   []*Node
	origin   *Node             // the node of an anchor, by which its copies are known to be the same
	tag      string            // a tag that is not of the core schema: "!Ref"
	document *Comments         // around the document that the node is the root of
	merge    *Comments         // around the merge key
	merged   *Comments         // around an alias that is the value of the merge key
	list     bool              // the value of the merge key was a list
	aliases  map[int]*Comments // around the items that are aliases, by index
	infinite bool              // a string that was written as an infinity without quotes, which JSON does not have
}

// Style is how a node was written, for printing it so again.
type Style uint8

// The styles. A node that was made and not read has the first.
const (
	PlainStyle Style = iota
	SingleQuoted
	DoubleQuoted
	Literal    // |
	Folded     // >
	Flow       // {…} […]
	Indentless // a list of YAML whose items begin in the column of the key above them
	OneLine    // {…} […] of JSON whose first part is on the line of the bracket
	Lines      // {…} […] of JSON whose first part is on another line
	Bare       // JSON: a placeholder without quotes, ${…}
)

// Comments are the comments of YAML around a node or member, with their # signs.
type Comments struct {
	Head, Line, Foot string
}

// A Member is a key and a value of an object.
type Member struct {
	Key     string
	KeySpan Span
	Value   *Node

	spelling *memberSpelling // what only YAML has, or nil
}

// A memberSpelling is what hardly any member has.
type memberSpelling struct {
	comments *Comments // around the key
	alias    *Comments // around an alias that is the value
	merged   bool      // a merge key brought the member in
}

// Comments are those of YAML around the key, or nil.
func (m *Member) Comments() *Comments {
	if m.spelling == nil {
		return nil
	}
	return m.spelling.comments
}

// Merged reports whether a merge key of YAML brought the member in.
func (m *Member) Merged() bool { return m.spelling != nil && m.spelling.merged }

// aliasComments are the comments of YAML around an alias that is the value, or nil.
func (m *Member) aliasComments() *Comments {
	if m.spelling == nil {
		return nil
	}
	return m.spelling.alias
}

// Span returns the range from the start of the key to the end of the value.
func (m *Member) Span() Span {
	return Span{m.KeySpan.Start, max(m.KeySpan.End, m.Value.Span.End)}
}

// Member returns the member with the given key, the last one if it is there several times, or nil.
func (n *Node) Member(key string) *Member {
	if n == nil {
		return nil
	}
	for i := len(n.Members) - 1; i >= 0; i-- {
		if n.Members[i].Key == key {
			return &n.Members[i]
		}
	}
	return nil
}

// Get returns the value of the member with the given key, or nil.
func (n *Node) Get(key string) *Node {
	if m := n.Member(key); m != nil {
		return m.Value
	}
	return nil
}
