package value

// HasText reports whether something holds of a value that is a text, or of a text in a list or an object. Keys do not count.
func HasText(v any, holds func(string) bool) bool {
	switch v := v.(type) {
	case string:
		return holds(v)
	case []any:
		for _, item := range v {
			if HasText(item, holds) {
				return true
			}
		}
	case *Object:
		for _, of := range v.All() {
			if HasText(of, holds) {
				return true
			}
		}
	}
	return false
}
