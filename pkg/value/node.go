package value

import (
	"strconv"

	"github.com/flowglot/flowglot/pkg/source"
)

// Node returns a value as a tree that can be printed: the inverse of [Of]. Members keep their order. The nodes
// have no place in a file.
func Node(v any) *source.Node {
	switch v := v.(type) {
	case bool:
		return &source.Node{Kind: source.Bool, Text: strconv.FormatBool(v)}
	case int64, float64:
		return &source.Node{Kind: source.Number, Text: string(Append(nil, v))}
	case string:
		return &source.Node{Kind: source.String, Text: v}
	case []any:
		n := &source.Node{Kind: source.Array}
		for _, x := range v {
			n.Items = append(n.Items, Node(x))
		}
		return n
	case *Object:
		n := &source.Node{Kind: source.Object}
		for k, x := range v.All() {
			n.Members = append(n.Members, source.Member{Key: k, Value: Node(x)})
		}
		return n
	default:
		return &source.Node{Kind: source.Null}
	}
}
