package graph

import (
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// names assigns names, each of them once. A name that is asked for again gets a number after it.
type names struct {
	reserved map[string]bool // names that somebody else has a better claim to
	taken    map[string]bool
	next     map[string]int // the number to try next for a name
	separate string         // between a name and its number
}

// newNames returns the ids of the elements of a workflow. The name of one element is never the numbered name of
// another, and none is the sign for the start and the end.
func newNames(w *workflow.Workflow) *names {
	ns := &names{
		reserved: make(map[string]bool, len(w.Elements)),
		taken:    make(map[string]bool, len(w.Elements)),
		next:     map[string]int{},
		separate: "#",
	}
	for _, e := range w.Elements {
		ns.reserved[valid(e.Name)] = true
	}
	for _, unusable := range []string{"", startOrEnd} {
		ns.reserved[unusable], ns.taken[unusable] = true, true
	}
	return ns
}

// take returns the name itself if nobody has it yet, and the first free numbered one otherwise.
func (ns *names) take(name string) string {
	if !ns.taken[name] {
		ns.taken[name] = true
		return name
	}
	for n := max(2, ns.next[name]); ; n++ {
		numbered := name + ns.separate + strconv.Itoa(n)
		if !ns.reserved[numbered] && !ns.taken[numbered] {
			ns.next[name] = n + 1
			ns.taken[numbered] = true
			return numbered
		}
	}
}

// valid returns a name as JSON can hold it.
func valid(name string) string { return strings.ToValidUTF8(name, "\ufffd") }
