package dialects

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A definition that is raised from the model is made as a tree of source nodes. What its author wrote is the node that he
// wrote, so that the spelling of numbers and the order of data stay; the rest is made again.

// NewObject returns an object without members.
func NewObject() *source.Node { return &source.Node{Kind: source.Object} }

// NewText returns a string.
func NewText(s string) *source.Node { return &source.Node{Kind: source.String, Text: s} }

// usualMembers is how many members most objects of a definition have at least.
const usualMembers = 2

// Put adds a member to an object that is being made, unless the value is nil.
func Put(n *source.Node, key string, v *source.Node) {
	if v != nil {
		if n.Members == nil {
			n.Members = make([]source.Member, 0, usualMembers)
		}
		n.Members = append(n.Members, source.Member{Key: key, Value: v})
	}
}

// PutExtras adds the extras of a definition that came from the same dialect. One that the model has a part for, with the
// same key, is the value as it was spelled.
func PutExtras(n *source.Node, extras workflow.Extras) {
	for _, x := range extras {
		if m := n.Member(x.Key); m != nil {
			m.Value = x.Value
			continue
		}
		Put(n, x.Key, x.Value)
	}
}

// Written returns an expression as it was written, or, where nobody wrote it, as its value is.
func Written(x expr.Expr) *source.Node {
	switch x := x.(type) {
	case *expr.Literal:
		if x.Node != nil {
			return x.Node
		}
		return value.Node(x.Value)
	case *expr.Path:
		return NewText(x.Text)
	case *expr.Foreign:
		if x.Node != nil {
			return x.Node
		}
		return NewText(x.Text)
	}
	return NewText(expr.Readable(x))
}

// PrintLike prints a tree that was raised to the dialect that it came from, laid out as the file that it came from.
func PrintLike(n *source.Node, from *source.File, format source.Format) []byte {
	if from != nil {
		source.LayOut(n, from.Root)
	}
	return source.Print(n, format)
}
