package value

import (
	"maps"
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/source"
)

// Node returns a value as a tree that can be printed: the inverse of [Of]. Members are sorted by their names. The nodes
// stand at no place in a file.
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
	case map[string]any:
		n := &source.Node{Kind: source.Object}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			n.Members = append(n.Members, source.Member{Key: k, Value: Node(v[k])})
		}
		return n
	default:
		return &source.Node{Kind: source.Null}
	}
}
