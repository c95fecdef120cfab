package value

import "maps"

// MergeShallow returns an object with the members of both, those of b where both have one. What is no object counts as
// an empty one. Neither is changed.
func MergeShallow(a, b any) any {
	x, _ := a.(map[string]any)
	y, _ := b.(map[string]any)
	switch {
	case len(y) == 0 && x != nil:
		return x
	case len(x) == 0 && y != nil:
		return y
	}
	out := make(map[string]any, len(x)+len(y))
	maps.Copy(out, x)
	maps.Copy(out, y)
	return out
}

// MergeDeep returns an object with the members of both. Where both have one, two objects are merged in turn, and of
// anything else that of b is taken. What is no object counts as an empty one. Neither is changed.
func MergeDeep(a, b any) any { return mergeDeep(a, b, 0) }

func mergeDeep(a, b any, depth int) any {
	x, _ := a.(map[string]any)
	y, _ := b.(map[string]any)
	if len(x) == 0 || len(y) == 0 || depth >= MaxDepth {
		return MergeShallow(a, b)
	}
	out := make(map[string]any, len(x)+len(y))
	maps.Copy(out, x)
	for k, v := range y {
		_, inside := v.(map[string]any)
		if old, ok := out[k].(map[string]any); ok && inside {
			out[k] = mergeDeep(old, v, depth+1)
			continue
		}
		out[k] = v
	}
	return out
}
