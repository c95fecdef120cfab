package step

import (
	"math"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
)

// plain returns what an expression computed as a value; see package value. It reports false for what is none: a function,
// a number that is infinite. Times are written as seconds in UTC.
func plain(v any) (any, bool) {
	if isPlain(v) {
		return v, true
	}
	switch v := v.(type) {
	case int:
		return int64(v), true
	case []any:
		return plainItems(v)
	case map[string]any:
		return plainMembers(v)
	case []int:
		return plainItems(v)
	case []string:
		return plainItems(v)
	case []float64:
		return plainItems(v)
	case map[any][]any:
		return plainGroups(v)
	case time.Time:
		return v.UTC().Truncate(time.Second).Format(time.RFC3339), true
	case time.Duration:
		return v.String(), true
	case time.Month:
		return int64(v), true
	case time.Weekday:
		return int64(v), true
	case []byte:
		return string(v), true
	}
	return nil, false
}

// isPlain reports whether a value is one already, so that it need not be copied.
func isPlain(v any) bool {
	switch v := v.(type) {
	case nil, bool, string, int64:
		return true
	case float64:
		return !math.IsInf(v, 0) && !math.IsNaN(v)
	case []any:
		for _, x := range v {
			if !isPlain(x) {
				return false
			}
		}
		return true
	case map[string]any:
		for _, x := range v {
			if !isPlain(x) {
				return false
			}
		}
		return true
	}
	return false
}

func plainItems[T any](items []T) (any, bool) {
	out := make([]any, len(items))
	for i, x := range items {
		y, ok := plain(any(x))
		if !ok {
			return nil, false
		}
		out[i] = y
	}
	return out, true
}

func plainMembers(o map[string]any) (any, bool) {
	out := make(map[string]any, len(o))
	for k, x := range o {
		y, ok := plain(x)
		if !ok {
			return nil, false
		}
		out[k] = y
	}
	return out, true
}

// plainGroups makes an object of groups, whose keys may be any scalar. Keys that are written alike cannot both be there.
func plainGroups(groups map[any][]any) (any, bool) {
	out := make(map[string]any, len(groups))
	for k, items := range groups {
		key, ok := k.(string)
		if b, isBool := k.(bool); isBool {
			key, ok = strconv.FormatBool(b), true
		}
		if !ok {
			x, isValue := plain(k)
			if !isValue {
				return nil, false
			}
			key = string(value.Append(nil, x))
		}
		y, ok := plainItems(items)
		if _, twice := out[key]; twice || !ok {
			return nil, false
		}
		out[key] = y
	}
	return out, true
}
