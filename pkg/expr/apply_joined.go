package expr

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/value"
)

// spread are the items of the lists in a list, and its other items.
func spread(items []any) []any {
	out := make([]any, 0, len(items))
	for _, v := range items {
		if list, ok := v.([]any); ok {
			out = append(out, list...)
		} else {
			out = append(out, v)
		}
	}
	return out
}

// joinedAsOne are the items of a list without empty objects: the only one by itself, and an empty object where there is none.
func joinedAsOne(items []any) any {
	full := slices.DeleteFunc(slices.Clone(items), func(v any) bool {
		o, ok := v.(*value.Object)
		return ok && o.Len() == 0
	})
	switch len(full) {
	case 0:
		return value.NewObject(0)
	case 1:
		return full[0]
	}
	return full
}
