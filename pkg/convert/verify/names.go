package verify

import (
	"cmp"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// names find the elements and the tasks of the source by those of the target.
type names struct {
	pair            *Pair
	elements, tasks map[string]string // what names became, by what they were; of several that became one, the first
	several         map[string]bool   // elements of the target that are those of several of the source
	// written are the elements of the source by what runs of the target call them, and by what its text does; empty: several.
	written map[[2]string]string
	aliased map[string]bool     // what runs call elements of the target that have other names in its text
	shared  map[string][]string // the tasks of the source that became a task, where elements have other names in the text
}

func newNames(p *Pair) *names {
	x := &names{pair: p, elements: inverse(p.elements()), tasks: inverse(p.Raised.Tasks), several: ambiguous(p.elements()),
		written: map[[2]string]string{}, aliased: map[string]bool{}, shared: map[string][]string{}}
	for _, w := range p.Target.Workflows {
		for _, n := range w.Nodes {
			if n.Element.Given != "" {
				x.aliased[n.Name()] = true
			}
		}
	}
	if len(x.aliased) == 0 {
		return x
	}
	text := make(map[string]string, len(p.Raised.Elements))
	for _, r := range p.Raised.Elements {
		text[r.From] = r.To
	}
	add := func(r dialects.Renaming) {
		key := [2]string{r.To, cmp.Or(text[r.From], r.From)}
		if from, taken := x.written[key]; taken && from != r.From {
			r.From = ""
		}
		x.written[key] = r.From
	}
	for _, r := range p.elements() {
		if x.aliased[r.To] {
			add(r)
		}
	}
	for name := range x.aliased {
		if _, renamed := x.written[[2]string{name, name}]; !renamed && p.net().callsTask(name) {
			add(dialects.Renaming{From: name, To: name})
		}
	}
	for _, r := range p.Raised.Tasks {
		x.shared[r.To] = append(x.shared[r.To], r.From)
	}
	return x
}

// element is the element of the source that an element of the target is, of which the names are known that runs have and that its author
// gave it, if that is another one. It reports false, with the name that runs have, where it may be one of several.
func (x *names) element(name, given string) (string, bool) {
	if from := x.written[[2]string{name, cmp.Or(given, name)}]; from != "" {
		return from, true
	}
	if x.several[name] {
		return name, false
	}
	return original(x.elements, name), true
}

// task is the task of the source that a task of the target is, which an element of the source calls.
func (x *names) task(name, element string) string {
	for _, from := range x.shared[name] {
		if x.pair.calls(element, from) {
			return from
		}
	}
	return original(x.tasks, name)
}
