package source

import (
	"sort"
	"strconv"
	"strings"
)

// Pointer returns the JSON pointer (RFC 6901) to the innermost value that contains a span; for a span within a key, or
// between a key and its value, it is that of the member. It is empty, which points to the root, if nothing smaller
// contains the span or the file has no tree.
func (f *File) Pointer(s Span) string {
	var b strings.Builder
	for n := f.Root; n != nil; {
		switch n.Kind {
		case Object:
			m := n.memberAt(s)
			if m == nil {
				return b.String()
			}
			b.WriteByte('/')
			b.WriteString(escapePointer(m.Key))
			n = m.Value
			if !n.Span.Contains(s) {
				return b.String()
			}
		case Array:
			i := n.itemAt(s, f.aliased)
			if i < 0 {
				return b.String()
			}
			b.WriteByte('/')
			b.WriteString(strconv.Itoa(i))
			n = n.Items[i]
		default:
			return b.String()
		}
	}
	return b.String()
}

// memberAt returns the member of the object itself that contains a span, or nil. Those that a merge key brought in are
// elsewhere.
func (n *Node) memberAt(s Span) *Member {
	own := sort.Search(len(n.Members), func(i int) bool { return n.Members[i].Merged() })
	i := sort.Search(own, func(i int) bool { return n.Members[i].KeySpan.Start > s.Start }) - 1
	if i < 0 || !n.Members[i].Span().Contains(s) {
		return nil
	}
	return &n.Members[i]
}

// itemAt returns the index of the item that contains a span, or -1. Aliases are elsewhere than the items they are, so
// that the items of a file that has some are in no order.
func (n *Node) itemAt(s Span, aliased bool) int {
	if aliased {
		for i, x := range n.Items {
			if x.Span.Contains(s) {
				return i
			}
		}
		return -1
	}
	i := sort.Search(len(n.Items), func(i int) bool { return n.Items[i].Span.Start > s.Start }) - 1
	if i < 0 || !n.Items[i].Span.Contains(s) {
		return -1
	}
	return i
}

// Find returns the node that a JSON pointer (RFC 6901) leads to from n, or nil. Of a key that appears twice it takes the
// last one.
func (n *Node) Find(pointer string) *Node {
	if pointer == "" {
		return n
	}
	if pointer[0] != '/' {
		return nil
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		if n == nil {
			return nil
		}
		switch n.Kind {
		case Object:
			n = n.Get(unescapePointer(token))
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(n.Items) || strconv.Itoa(i) != token {
				return nil
			}
			n = n.Items[i]
		default:
			return nil
		}
	}
	return n
}

// escapePointer returns a key as a part of a pointer (RFC 6901: "Syntax").
func escapePointer(key string) string {
	if !strings.ContainsAny(key, "~/") {
		return key
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}

func unescapePointer(token string) string {
	if !strings.Contains(token, "~") {
		return token
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
}
