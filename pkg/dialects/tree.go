package dialects

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A definition that is raised from the model is made as a tree of source nodes. What its author wrote is the node that he
// wrote, so that the spelling of numbers and the order of data stay; the rest is made again.

// NewObject returns an object with the given members: see [Put].
func NewObject(members ...any) *source.Node {
	n := &source.Node{Kind: source.Object}
	if there := count(members); there > 0 {
		n.Members = make([]source.Member, 0, there)
	}
	Put(n, members...)
	return n
}

// NewObjectFor returns an object with room for so many members, of which the rest are put into it later.
func NewObjectFor(most int, members ...any) *source.Node {
	n := &source.Node{Kind: source.Object, Members: make([]source.Member, 0, most)}
	Put(n, members...)
	return n
}

// count is how many of the members there are that [Put] is given: a node of one that is left out is nil.
func count(members []any) int {
	there := 0
	for i := 1; i < len(members); i += 2 {
		if n, made := members[i].(*source.Node); !made || n != nil {
			there++
		}
	}
	return there
}

// NewList returns an array of what a function makes of each part that something has several of.
func NewList[T any](of []T, item func(T) *source.Node) *source.Node {
	n := &source.Node{Kind: source.Array}
	if len(of) > 0 {
		n.Items = make([]*source.Node, 0, len(of))
	}
	for _, x := range of {
		n.Items = append(n.Items, item(x))
	}
	return n
}

// SomeObject and SomeList are NewObject and NewList for what is left out if nothing would be in it: they return nil then.
func SomeObject(members ...any) *source.Node {
	if count(members) == 0 {
		return nil
	}
	return NewObject(members...)
}

func SomeList[T any](of []T, item func(T) *source.Node) *source.Node {
	if len(of) == 0 {
		return nil
	}
	return NewList(of, item)
}

// SomeItems returns an array of items, or nil for none.
func SomeItems(items []*source.Node) *source.Node {
	if len(items) == 0 {
		return nil
	}
	return &source.Node{Kind: source.Array, Items: items}
}

// Unempty returns an object or an array, or nil for one in which nothing is: see [Put].
func Unempty(n *source.Node) *source.Node {
	if len(n.Members)+len(n.Items) == 0 {
		return nil
	}
	return n
}

// NewText returns a string.
func NewText(s string) *source.Node { return &source.Node{Kind: source.String, Text: s} }

// TextOf returns a string, or nil for an empty one.
func TextOf(s string) *source.Node {
	if s == "" {
		return nil
	}
	return NewText(s)
}

// BranchTitle is the title of a branch of a choice as a text; nil if there is none, or the step that the branch leads to has that name.
func BranchTitle(e *workflow.Edge) *source.Node {
	if SamePlainName(e.Title, e.To.Name()) {
		return nil
	}
	return TextOf(e.Title)
}

// usualMembers is how many members most objects of a definition have at least.
const usualMembers = 2

// Put adds members to an object that is being made: keys and values in turn. A value is a node, and left out if that is nil, or a text, a
// boolean, or a number.
func Put(n *source.Node, members ...any) {
	for i := 0; i < len(members); i += 2 {
		v, made := members[i+1].(*source.Node)
		if !made {
			v = value.Node(members[i+1])
		} else if v == nil {
			continue
		}
		if n.Members == nil {
			n.Members = make([]source.Member, 0, max(usualMembers, len(members)/2))
		}
		n.Members = append(n.Members, source.Member{Key: members[i].(string), Value: v})
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

// Tree returns an expression as JSON: objects and lists with what a function makes of all other expressions in them. It is nil if that is
// nil for one of them.
func Tree(x expr.Expr, leaf func(expr.Expr) *source.Node) *source.Node {
	switch x := x.(type) {
	case *expr.Object:
		out := &source.Node{Kind: source.Object, Members: make([]source.Member, 0, len(x.Members))}
		for _, m := range x.Members {
			v := Tree(m.Value, leaf)
			if v == nil {
				return nil
			}
			out.Members = append(out.Members, source.Member{Key: m.Key, Value: v})
		}
		return out
	case *expr.List:
		out := &source.Node{Kind: source.Array, Items: make([]*source.Node, 0, len(x.Items))}
		for _, item := range x.Items {
			v := Tree(item, leaf)
			if v == nil {
				return nil
			}
			out.Items = append(out.Items, v)
		}
		return out
	}
	return leaf(x)
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

// PrintTree prints the tree of a definition.
func PrintTree(id string, tree *source.Node, format source.Format) Printed {
	return Printed{ID: id, Text: source.Print(tree, format), Tree: tree}
}

// PrintLike prints a tree that was raised to the dialect that it came from, laid out as the file that it came from.
func PrintLike(n *source.Node, from *source.File, format source.Format) []byte {
	if from != nil {
		source.LayOut(n, from.Root)
	}
	return source.Print(n, format)
}
