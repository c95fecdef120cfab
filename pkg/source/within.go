package source

// An inner file is the text that a file was read from when that text is written inside another one.
type inner struct {
	file  *File           // the text by itself
	place func(Span) Span // where a range of it is in the other text
	spans map[Span]Span   // of the nodes: the range in the text by itself, by the one in the other text
}

// Within moves a parsed file to where its text is written in another one: place returns the range of outer that a range of the
// text comes from. The result has the text of outer, and the places of its tree are in that text. It takes the tree of f over.
func (f *File) Within(outer *File, place func(Span) Span) *File {
	in := &inner{file: f.WithoutTree(), place: place, spans: map[Span]Span{}}
	m := mover{inner: in, seen: map[*Node]bool{}}
	m.node(f.Root)
	return &File{Name: f.Name, path: outer.Name, Text: outer.Text, Format: f.Format, Root: f.Root, Incomplete: f.Incomplete, aliased: f.aliased, inner: in}
}

// Part returns the file with a tree that is a part of its own, or made of such parts: what a definition inside it is read from.
// contents are those of strings that the text spells differently than its format, by their places; see [File.Content].
func (f *File) Part(name string, root *Node, contents map[Span]Text) *File {
	return &File{Name: name, path: f.Path(), Text: f.Text, Format: f.Format, Root: root, Incomplete: f.Incomplete, aliased: f.aliased, contents: contents}
}

// A mover changes the places in a tree.
type mover struct {
	*inner
	seen map[*Node]bool // aliases are the node of their anchor, which is moved once
}

func (m *mover) span(s Span) Span {
	out := m.place(s)
	if _, taken := m.spans[out]; !taken {
		m.spans[out] = s
	}
	return out
}

func (m *mover) node(n *Node) {
	if n == nil || m.seen[n] {
		return
	}
	m.seen[n] = true
	n.Span = m.span(n.Span)
	for i := range n.Members {
		x := &n.Members[i]
		x.KeySpan = m.span(x.KeySpan)
		m.node(x.Value)
	}
	for _, x := range n.Items {
		m.node(x)
	}
	for _, x := range n.Merges() {
		m.node(x)
	}
}

// content returns the content of a node whose text is written inside another file; it reports false for a node that was made.
func (in *inner) content(n *Node) (Text, bool) {
	span, ok := in.spans[n.Span]
	if !ok {
		return Text{}, false
	}
	read := *n
	read.Span = span
	t := in.file.Content(&read)
	offsets := make([]int, len(t.String)+1)
	for i := range t.String {
		at := t.At(i, i+1).Start
		offsets[i] = in.place(Span{at, at + 1}).Start
	}
	end := t.At(len(t.String), len(t.String)).Start
	offsets[len(t.String)] = in.place(Span{span.Start, max(end, span.Start)}).End
	return Text{String: t.String, offsets: offsets}, true
}

// Mapped returns a Text whose bytes, and its end, come from the given offsets of a file: one more than the bytes of s.
func Mapped(s string, offsets []int) Text {
	if len(offsets) != len(s)+1 {
		panic("source.Mapped: every byte and the end need an offset")
	}
	return Text{String: s, offsets: offsets}
}

// Tag returns the tag that YAML gives a value, such as "!Ref". It is empty for the tags of the core schema.
func (n *Node) Tag() string {
	if n == nil || n.spelling == nil {
		return ""
	}
	return n.spelling.tag
}
