package diag

import (
	"cmp"
	"slices"
)

// Apply applies the fixes of findings about one text, in the order of their places, and returns the new text and how many
// fixes it holds. A fix is applied as a whole or not at all: one whose edits overlap those of an earlier one, or lie
// outside of the text, is left for a later round. Fixes that are not safe are applied only if unsafe is set.
//
// The text itself is not changed; if nothing is applied it is returned.
func Apply(text []byte, ds []Diagnostic, unsafe bool) (fixed []byte, applied int) {
	var taken []Edit // in the order of their places, none overlapping
	for i := range ds {
		fix := ds[i].Fix
		if fix == nil || len(fix.Edits) == 0 || fix.Unsafe && !unsafe {
			continue
		}
		if merged, ok := merge(taken, fix.Edits, len(text)); ok {
			taken = merged
			applied++
		}
	}
	if applied == 0 {
		return text, 0
	}
	done := 0
	for _, e := range taken {
		fixed = append(fixed, text[done:e.Span.Start]...)
		fixed = append(fixed, e.Text...)
		done = e.Span.End
	}
	return append(fixed, text[done:]...), applied
}

// merge adds the edits of a fix to those of earlier ones. It reports false if one of them overlaps another. Two that are
// the same count as one: two findings may have one remedy.
func merge(taken, edits []Edit, length int) ([]Edit, bool) {
	if n := len(taken); len(edits) == 1 && inText(edits[0], length) && (n == 0 || taken[n-1].Span.End <= edits[0].Span.Start && !overlap(taken[n-1], edits[0])) {
		return append(taken, edits[0]), true // the usual case, which has to be cheap
	}
	out := slices.Clone(taken)
	for _, e := range edits {
		if !inText(e, length) {
			return nil, false
		}
		i, _ := slices.BinarySearchFunc(out, e, func(a, b Edit) int {
			return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
		})
		switch {
		case i < len(out) && out[i] == e && e.Span.Start < e.Span.End:
			continue
		case i < len(out) && overlap(e, out[i]), i > 0 && overlap(out[i-1], e):
			return nil, false
		}
		out = slices.Insert(out, i, e)
	}
	return out, true
}

func inText(e Edit, length int) bool {
	return 0 <= e.Span.Start && e.Span.Start <= e.Span.End && e.Span.End <= length
}

// overlap reports whether two edits touch the same text, where the first begins no later. Two insertions at one place do
// too: it is not clear which comes first.
func overlap(a, b Edit) bool {
	return b.Span.Start < a.Span.End || a.Span.Start == b.Span.Start
}
