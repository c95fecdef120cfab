package value

// Join makes values one value, as an arrow flow does with the results of branches: empty objects are left out, one value that is left is
// itself, and several are a list. Where none is left, it is an empty object.
func Join(list []any) any {
	full := make([]any, 0, len(list))
	for _, v := range list {
		if o, ok := v.(*Object); !ok || o.Len() > 0 {
			full = append(full, v)
		}
	}
	switch len(full) {
	case 0:
		return NewObject(0)
	case 1:
		return full[0]
	}
	return full
}

// Spread returns a list with the items of the lists in it in the place of these.
func Spread(list []any) []any {
	out := make([]any, 0, len(list))
	for _, v := range list {
		if items, ok := v.([]any); ok {
			out = append(out, items...)
		} else {
			out = append(out, v)
		}
	}
	return out
}
