package expr

import "time"

// Neighbors returns a constant of a comparison and the values next to it, which the comparison distinguishes from it: a number with one
// that is greater and one that is less, an instant with one an hour later and one an hour earlier, both booleans. A value that has no
// neighbors is returned alone.
func Neighbors(v any) []any {
	switch v := v.(type) {
	case int64:
		return []any{v, v + 1, v - 1}
	case float64:
		return []any{v, v + 0.5, v - 0.5}
	case string:
		if at, ok := ParseTimestamp(v); ok {
			return []any{v, at.Add(time.Hour).Format(time.RFC3339), at.Add(-time.Hour).Format(time.RFC3339)}
		}
		return []any{v, v + "z", ""}
	case bool:
		return []any{true, false}
	}
	return []any{v}
}
