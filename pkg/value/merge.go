package value

// MergeShallow returns an object with the members of both, those of b where both have one. The members of a come first,
// in their order. What is not an object counts as an empty one. Neither is changed.
func MergeShallow(a, b any) any {
	x, _ := a.(*Object)
	y, _ := b.(*Object)
	switch {
	case y.Len() == 0 && x != nil:
		return x
	case x.Len() == 0 && y != nil:
		return y
	}
	out := x.extended(y.Len())
	for k, v := range y.All() {
		out.Set(k, v)
	}
	return out
}

// MergeDeep returns an object with the members of both, those of a first, in their order. Where both have one, two objects
// are merged in turn, and of anything else that of b is taken. What is not an object counts as an empty one. Neither is
// changed.
func MergeDeep(a, b any) any { return mergeDeep(a, b, 0) }

func mergeDeep(a, b any, depth int) any {
	x, _ := a.(*Object)
	y, _ := b.(*Object)
	if x.Len() == 0 || y.Len() == 0 || depth >= MaxDepth {
		return MergeShallow(a, b)
	}
	out := x.extended(y.Len())
	for k, v := range y.All() {
		_, inside := v.(*Object)
		if old, ok := out.Get(k).(*Object); ok && inside {
			v = mergeDeep(old, v, depth+1)
		}
		out.Set(k, v)
	}
	return out
}
