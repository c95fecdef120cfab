package asl

import (
	"math"
	"unsafe"

	"github.com/flowglot/flowglot/pkg/value"
)

// JSON has no infinite numbers. Today's engine writes those that a JSONata expression computes as the strings "Infinity",
// "-Infinity" and "NaN" (asl today: "The dialect").

// withoutInfinities returns a value in which numbers that are not finite are strings: the value itself where it has none.
func withoutInfinities(v any) any {
	w := finiteWalk{}
	return w.value(v)
}

// A finiteWalk goes through a value whose parts may be shared, so that it looks at each part once.
type finiteWalk struct {
	objects map[*value.Object]*value.Object // what was made of each; itself where nothing changed
	lists   map[listPart][]any
}

// A listPart identifies an array by its place in memory.
type listPart struct {
	first *any
	size  int
}

func (w *finiteWalk) value(v any) any {
	switch v := v.(type) {
	case float64:
		switch {
		case math.IsNaN(v):
			return "NaN"
		case math.IsInf(v, 1):
			return "Infinity"
		case math.IsInf(v, -1):
			return "-Infinity"
		}
	case *value.Object:
		return w.object(v)
	case []any:
		if len(v) > 0 {
			return w.list(v)
		}
	}
	return v
}

func (w *finiteWalk) object(o *value.Object) *value.Object {
	if done, ok := w.objects[o]; ok {
		return done
	}
	out := o
	for i := range o.Len() {
		m := o.At(i)
		if x := w.value(m.Value); replaced(m.Value, x) {
			if out == o {
				out = o.Clone()
			}
			out.Set(m.Key, x)
		}
	}
	if w.objects == nil {
		w.objects = map[*value.Object]*value.Object{}
	}
	w.objects[o] = out
	return out
}

func (w *finiteWalk) list(items []any) []any {
	part := listPart{unsafe.SliceData(items), len(items)}
	if done, ok := w.lists[part]; ok {
		return done
	}
	out := items
	for i, x := range items {
		if y := w.value(x); replaced(x, y) {
			if &out[0] == &items[0] {
				out = append([]any(nil), items...)
			}
			out[i] = y
		}
	}
	if w.lists == nil {
		w.lists = map[listPart][]any{}
	}
	w.lists[part] = out
	return out
}

// replaced reports whether a part of a value was replaced by another.
func replaced(before, after any) bool {
	switch a := after.(type) {
	case *value.Object:
		return a != before.(*value.Object)
	case []any:
		return len(a) > 0 && &a[0] != &before.([]any)[0]
	case string:
		_, number := before.(float64)
		return number
	}
	return false
}
