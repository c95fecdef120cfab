package machine

import (
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// origin tells where a value was made, and whether it was handed on by a false guard since.
type origin struct {
	made   int32 // counts from 1 in the machine's makings; 0: it came from outside
	handed bool
}

// making is a place where a value was made: of values that were made at these others.
type making struct {
	of []int32
}

// made notes that a value was made of others.
func (m *Machine) made(of ...int32) origin {
	if !m.flow.Lineage {
		return origin{}
	}
	m.makings = append(m.makings, making{slices.Clone(of)})
	return origin{made: int32(len(m.makings))}
}

// descends reports whether something was made, directly or not, of what was made at ancestor.
func (m *Machine) descends(made, ancestor int32) bool {
	todo := []int32{made}
	seen := map[int32]bool{}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x <= ancestor || seen[x] { // what was made earlier cannot be made of it
			continue
		}
		seen[x] = true
		for _, y := range m.makings[x-1].of {
			if y == ancestor {
				return true
			}
			todo = append(todo, y)
		}
	}
	return false
}

// place is a node in a frame.
type place struct {
	frame int32
	life  uint32
	node  *workflow.Node
}

// meet has a token come to a node that waits for one on each of its edges. It reports whether all are there now: the
// token then stands for them, with their values combined.
func (m *Machine) meet(t *token) bool {
	n := t.node
	forward := 0
	for _, e := range n.In {
		if !e.Back {
			forward++
		}
	}
	if forward < 2 || t.via == nil || t.via.Back {
		t.data, t.origin = m.combine(n, []token{*t})
		return true
	}
	at := place{t.frame, t.life, n}
	if m.meets == nil {
		m.meets = map[place][]token{}
	}
	here := append(m.meets[at], *t)
	var first []token // the earliest of each edge, in the order of the edges
	for _, e := range n.In {
		if i := slices.IndexFunc(here, func(x token) bool { return x.via == e }); i >= 0 && !e.Back {
			first = append(first, here[i])
		}
	}
	if len(first) < forward {
		m.meets[at] = here
		if m.observe != nil {
			m.emit(Trace{Kind: Joined, Node: n, Count: forward - len(first), frame: t.frame})
		}
		return false
	}
	here = slices.DeleteFunc(here, func(x token) bool {
		i := slices.IndexFunc(first, func(y token) bool { return y.via == x.via && y.order == x.order })
		return i >= 0
	})
	if m.meets[at] = here; len(here) == 0 {
		delete(m.meets, at)
	}
	t.data, t.origin = m.combine(n, first)
	return true
}

// combine makes one input of the values that came to a node.
func (m *Machine) combine(n *workflow.Node, tokens []token) (any, origin) {
	kept := m.relevant(tokens)
	var full []token
	for _, t := range kept {
		if o, ok := t.data.(map[string]any); !ok || len(o) > 0 {
			full = append(full, t)
		}
	}
	if len(full) == 0 && len(kept) > 0 {
		full = kept[:1]
	}
	if n.Kind == workflow.End && n.Region.Scope == nil {
		m.sources = m.sources[:0]
		for _, t := range full {
			if t.via != nil && t.via.From.Role != workflow.Starting {
				m.sources = append(m.sources, t.via.From)
			}
		}
	}
	if n.Inputs == workflow.MergeValues {
		merged := map[string]any{}
		for _, t := range full {
			mergeInto(merged, t.data)
		}
		return merged, m.originOf(full)
	}
	if len(full) == 1 {
		return full[0].data, full[0].origin
	}
	list := make([]any, len(full))
	for i, t := range full {
		list[i] = t.data
	}
	return list, m.originOf(full)
}

// originOf is where a value that is made of those of tokens is made.
func (m *Machine) originOf(tokens []token) origin {
	if len(tokens) == 1 {
		return tokens[0].origin
	}
	of := make([]int32, len(tokens))
	for i, t := range tokens {
		of[i] = t.origin.made
	}
	return m.made(of...)
}

// relevant leaves out the values that were only handed on, where another says more or the same.
func (m *Machine) relevant(tokens []token) []token {
	var kept []token
	for i, t := range tokens {
		if t.origin.handed && slices.ContainsFunc(tokens, func(x token) bool {
			return x.origin.made != t.origin.made && m.descends(x.origin.made, t.origin.made)
		}) {
			continue
		}
		if t.origin.handed && slices.ContainsFunc(tokens[:i], func(x token) bool {
			return x.origin.handed && x.origin.made == t.origin.made && value.Equal(x.data, t.data)
		}) {
			continue
		}
		kept = append(kept, t)
	}
	return kept
}

// mergeInto merges a value into an object: of a list, its items, at any depth.
func mergeInto(o map[string]any, v any) {
	switch v := v.(type) {
	case map[string]any:
		maps.Copy(o, v)
	case []any:
		for _, x := range v {
			mergeInto(o, x)
		}
	}
}
