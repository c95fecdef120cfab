package workflow

import (
	"fmt"
	"slices"
	"strings"
)

// Difference describes what of a workflow has changed since it had another fingerprint, in the words of a message: `"Charge" has changed`;
// empty: nothing.
func (f Fingerprint) Difference(before Fingerprint) string {
	now, was := f.sums(), before.sums()
	var changed, added, removed []string
	for _, e := range before.Elements {
		switch sums, kept := now[e.Name]; {
		case !kept:
			removed = append(removed, e.Name)
		case !slices.Equal(sums, was[e.Name]):
			changed = append(changed, e.Name)
		}
	}
	for _, e := range f.Elements {
		if was[e.Name] == nil {
			added = append(added, e.Name)
		}
	}
	var parts []string
	for _, p := range []struct {
		names     []string
		one, many string
	}{{changed, "has changed", "have changed"}, {removed, "was removed", "were removed"}, {added, "was added", "were added"}} {
		if text := listed(slices.Compact(p.names)); text != "" && len(slices.Compact(p.names)) == 1 {
			parts = append(parts, text+" "+p.one)
		} else if text != "" {
			parts = append(parts, text+" "+p.many)
		}
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case f.Whole != before.Whole:
		return "what holds for all of it has changed, such as its start, its time limit or its options"
	case !slices.Equal(f.Elements, before.Elements):
		return "the order of its elements has changed"
	}
	return ""
}

// sums are those of the elements of each name.
func (f Fingerprint) sums() map[string][]string {
	out := map[string][]string{}
	for _, e := range f.Elements {
		out[e.Name] = append(out[e.Name], e.Sum)
	}
	return out
}

// listed names the first few of a list, and counts the others.
func listed(names []string) string {
	const most = 5
	var quoted []string
	for _, n := range names[:min(most, len(names))] {
		quoted = append(quoted, fmt.Sprintf("%q", n))
	}
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(quoted, ", "), more)
	}
	if n := len(quoted); n > 1 {
		return strings.Join(quoted[:n-1], ", ") + " and " + quoted[n-1]
	}
	return strings.Join(quoted, "")
}
