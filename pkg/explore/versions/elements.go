package versions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// compareElements compares the elements of two versions that have one name. Of several with one name, the first is paired with the
// first, and so on.
func compareElements(before, after *workflow.Workflow) []Element {
	was, is := elementsOf(before), elementsOf(after)
	var out []Element
	for _, key := range is.order {
		e := is.by[key]
		old := was.by[key]
		if old == nil {
			out = append(out, Element{Change: Gained, Name: e.Name, Kind: e.Kind, After: e})
			continue
		}
		if aspects := elementAspects(old, e); len(aspects) > 0 {
			out = append(out, Element{Change: Changed, Name: e.Name, Kind: e.Kind, Aspects: aspects, Before: old, After: e})
		}
	}
	for _, key := range was.order {
		if is.by[key] == nil {
			e := was.by[key]
			out = append(out, Element{Change: Lost, Name: e.Name, Kind: e.Kind, Before: e})
		}
	}
	slices.SortStableFunc(out, func(a, b Element) int { return rank(a.Change) - rank(b.Change) })
	return out
}

// elements are those of a workflow, by their names.
type elements struct {
	order []string
	by    map[string]*workflow.Element
}

func elementsOf(w *workflow.Workflow) elements {
	out := elements{by: map[string]*workflow.Element{}}
	count := map[string]int{}
	for _, e := range w.Elements {
		if e.Primary == nil {
			continue
		}
		count[e.Name]++
		key := e.Name + "\x00" + strconv.Itoa(count[e.Name])
		out.order = append(out.order, key)
		out.by[key] = e
	}
	return out
}

// elementAspects are what differs of an element.
func elementAspects(before, after *workflow.Element) []Aspect {
	was, is := describe(before), describe(after)
	var out []Aspect
	for _, name := range is.order {
		out = addListed(out, name, was.texts[name], is.texts[name])
	}
	for _, name := range was.order {
		if is.texts[name] == nil {
			out = addListed(out, name, was.texts[name], nil)
		}
	}
	return out
}

// addListed adds an aspect that has several parts, such as the choices of a state: those that differ, from the first to the last.
func addListed(list []Aspect, name string, before, after []string) []Aspect {
	for len(before) > 0 && len(after) > 0 && alike(before[0], after[0]) {
		before, after = before[1:], after[1:]
	}
	for len(before) > 0 && len(after) > 0 && alike(before[len(before)-1], after[len(after)-1]) {
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	return addAspect(list, name, strings.Join(before, "; "), strings.Join(after, "; "))
}
