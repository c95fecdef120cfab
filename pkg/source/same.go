package source

import "strings"

// Same reports whether two trees have the same values and tags, whatever their spelling and the order of members. Of the parts of the
// first for which except is true, only the kind is compared; nil is for none.
func Same(a, b *Node, except func(*Node) bool) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil:
		return false
	case a.Kind != b.Kind || a.Tag() != b.Tag():
		return false
	case except != nil && except(a):
		return true
	case a.Text != b.Text || len(a.Items) != len(b.Items) || len(a.Members) != len(b.Members):
		return false
	}
	for i := range a.Items {
		if !Same(a.Items[i], b.Items[i], except) {
			return false
		}
	}
	rest := make(map[string][]*Node, len(b.Members))
	for i := range b.Members {
		m := &b.Members[i]
		rest[m.Key] = append(rest[m.Key], m.Value)
	}
	for i := range a.Members {
		m := &a.Members[i]
		if len(rest[m.Key]) == 0 || !Same(m.Value, rest[m.Key][0], except) {
			return false
		}
		rest[m.Key] = rest[m.Key][1:]
	}
	return true
}

// sameValue reports whether two trees have the same meaning, whatever their spelling and the order of their members. What could
// not be read is null, as it is printed, and so is a byte that is not UTF-8 the character for such.
func sameValue(a, b *Node) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil:
		return false
	case max(a.Kind, Null) != max(b.Kind, Null) || len(a.Items) != len(b.Items) || len(a.Members) != len(b.Members):
		return false
	case !sameText(a.Text, b.Text):
		return false
	}
	for i := range a.Items {
		if !sameValue(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return sameMembers(a.Members, b.Members)
}

func sameText(a, b string) bool {
	return a == b || strings.ToValidUTF8(a, "\uFFFD") == strings.ToValidUTF8(b, "\uFFFD")
}

// sameMembers compares the members of two objects. Those of one key are compared in their order.
func sameMembers(a, b []Member) bool {
	ordered := true
	for i := range a {
		ordered = ordered && sameText(a[i].Key, b[i].Key)
	}
	if ordered {
		for i := range a {
			if !sameValue(a[i].Value, b[i].Value) {
				return false
			}
		}
		return true
	}
	rest := make(map[string][]*Node, len(b))
	for i := range b {
		key := strings.ToValidUTF8(b[i].Key, "\uFFFD")
		rest[key] = append(rest[key], b[i].Value)
	}
	for i := range a {
		key := strings.ToValidUTF8(a[i].Key, "\uFFFD")
		if len(rest[key]) == 0 || !sameValue(a[i].Value, rest[key][0]) {
			return false
		}
		rest[key] = rest[key][1:]
	}
	return true
}
