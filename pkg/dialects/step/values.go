package step

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
)

// plain returns what an expression computed as a value; see package value. It reports false for what is not data: a function,
// a number that is infinite. Times are written as seconds in UTC. What is a value already is returned as it is.
func plain(v any) (any, bool) {
	if isScalar(v) {
		return v, true
	}
	var f finisher
	out, _, ok := f.finish(v, 0)
	return out, ok
}

// isPlain reports whether a value is one already, so that nothing need be copied.
func isPlain(v any) bool {
	if isScalar(v) {
		return true
	}
	var f finisher
	_, same, ok := f.finish(v, 0)
	return ok && same
}

// isScalar reports whether a value is one already that has no parts.
func isScalar(v any) bool {
	switch v := v.(type) {
	case nil, bool, string, int64:
		return true
	case float64:
		return !math.IsInf(v, 0) && !math.IsNaN(v)
	}
	return false
}

// A finisher turns what an expression computed into values. A list or an object may hold a list many times, so that there
// are far more paths to one than lists: from some number of them on it remembers what became of each.
type finisher struct {
	count int
	known map[any]finished // by listID and *unfinished
}

// mostForgotten is how many lists and objects are worked on before they are remembered.
const mostForgotten = 1000

type listID struct {
	first *any
	count int
}

type finished struct {
	v        any
	same, ok bool
}

// finish returns what became of a value, whether that is the value as it was, and whether it is one at all. Objects of
// package value hold values only.
func (f *finisher) finish(v any, depth int) (out any, same, ok bool) {
	if isScalar(v) {
		return v, true, true
	}
	if depth > value.MaxDepth {
		return nil, false, true // as everywhere in package value
	}
	switch v := v.(type) {
	case *value.Object:
		return v, true, true
	case []any:
		return f.list(v, depth)
	case *unfinished:
		return f.object(v, depth)
	case *groups:
		out, ok = f.groups(v, depth)
	case int:
		out, ok = int64(v), true
	case []int:
		out, ok = f.items(anyItems(v), depth)
	case []string:
		out, ok = f.items(anyItems(v), depth)
	case []float64:
		out, ok = f.items(anyItems(v), depth)
	case time.Time:
		out, ok = v.UTC().Truncate(time.Second).Format(time.RFC3339), true
	case time.Duration:
		out, ok = v.String(), true
	case time.Month:
		out, ok = int64(v), true
	case time.Weekday:
		out, ok = int64(v), true
	case []byte:
		out, ok = string(v), true
	}
	return out, false, ok
}

func anyItems[T any](items []T) []any {
	out := make([]any, len(items))
	for i, x := range items {
		out[i] = x
	}
	return out
}

func (f *finisher) list(items []any, depth int) (out any, same, ok bool) {
	if len(items) == 0 {
		return items, true, true
	}
	id := listID{&items[0], len(items)}
	if x, known := f.remembered(id); known {
		return x.v, x.same, x.ok
	}
	made, ok := f.items(items, depth)
	same = ok && &made[0] == &items[0]
	if f.count++; f.count > mostForgotten {
		f.remember(id, finished{made, same, ok})
	}
	return made, same, ok
}

// remembered does not make an interface of a list for nothing.
func (f *finisher) remembered(id listID) (finished, bool) {
	if f.known == nil {
		return finished{}, false
	}
	x, ok := f.known[id]
	return x, ok
}

func (f *finisher) remember(id any, x finished) {
	if f.known == nil {
		f.known = map[any]finished{}
	}
	f.known[id] = x
}

// items finishes the items of a list. It returns the list itself if nothing in it changes.
func (f *finisher) items(items []any, depth int) ([]any, bool) {
	out, copied := items, false
	for i, x := range items {
		y, same, ok := f.finish(x, depth+1)
		if !ok {
			return nil, false
		}
		if !same && !copied {
			out, copied = slices.Clone(items), true
		}
		if copied {
			out[i] = y
		}
	}
	return out, true
}

func (f *finisher) object(u *unfinished, depth int) (out any, same, ok bool) {
	if x, known := f.known[u]; known {
		return x.v, x.same, x.ok
	}
	o := value.NewObject(u.members.Len())
	ok = true
	for k, x := range u.members.All() {
		y, _, is := f.finish(x, depth+1)
		ok = ok && is
		o.Set(k, y)
	}
	if f.count++; f.count > mostForgotten {
		f.remember(u, finished{o, false, ok})
	}
	return o, false, ok
}

// groups makes an object of groups, whose keys may be any scalar. Keys that are written alike cannot both be there.
func (f *finisher) groups(g *groups, depth int) (any, bool) {
	out := value.NewObject(len(g.keys))
	for _, k := range g.keys {
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
		y, ok := f.items(g.items[k], depth+1)
		if !ok || out.Has(key) {
			return nil, false
		}
		out.Set(key, y)
	}
	return out, true
}
