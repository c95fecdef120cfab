package machine

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An origin describes where a value was made, and whether a false guard has handed it on since.
type origin struct {
	derivation *derivation // nil: it came from outside
	skipped    bool
}

// A derivation is a place at which a value was made of others. Copies of a machine share them; they are never changed.
type derivation struct {
	order   int64 // counts from 1
	parents []*derivation
}

// derive records that a value was made of others.
func (m *Machine) derive(of ...*derivation) origin {
	if !m.flow.Lineage {
		return origin{}
	}
	m.lineageCount++
	return origin{derivation: &derivation{m.lineageCount, slices.Clone(of)}}
}

// since returns the order of a derivation; nil, what came from outside, is the earliest.
func (d *derivation) since() int64 {
	if d == nil {
		return 0
	}
	return d.order
}

// descends reports whether a value was made, directly or not, of another.
func descends(made, ancestor *derivation) bool {
	todo := []*derivation{made}
	seen := map[*derivation]bool{}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x.since() <= ancestor.since() || seen[x] { // an earlier value cannot be made of it
			continue
		}
		seen[x] = true
		for _, y := range x.parents {
			if y == ancestor {
				return true
			}
			todo = append(todo, y)
		}
	}
	return false
}

// A joinKey is a node in a frame.
type joinKey struct {
	frame      int32
	generation uint32
	node       *workflow.Node
}

// joinEdges moves a token to a node that waits for one on each of its edges. It reports whether all are there now: the
// token then stands for them, with their values combined.
func (m *Machine) joinEdges(t *token) bool {
	n := t.node
	at := joinKey{t.frame, t.generation, n}
	count := m.tally(at)
	if count.forward < 2 || t.via == nil || t.via.Back {
		t.data, t.origin = m.combineInputs(n, []token{*t})
		return true
	}
	if m.pendingJoins == nil {
		m.pendingJoins = map[joinKey][]token{}
	}
	here := append(m.pendingJoins[at], *t)
	count.add(*t)
	if missing := count.forward - count.arrived.len(); missing > 0 {
		m.pendingJoins[at] = here
		if m.observe != nil {
			m.emit(Trace{Kind: Joined, Node: n, Count: missing, frame: t.frame})
		}
		return false
	}
	first, rest := earliest(n, here)
	m.dropJoin(at)
	if len(rest) > 0 {
		m.pendingJoins[at] = rest
	}
	t.data, t.origin = m.combineInputs(n, first)
	return true
}

// dropJoin forgets the tokens that wait at a node.
func (m *Machine) dropJoin(at joinKey) {
	delete(m.pendingJoins, at)
	delete(m.tallies, at)
}

// combineInputs makes one input of the values that came to a node.
func (m *Machine) combineInputs(n *workflow.Node, tokens []token) (any, origin) {
	kept := m.dropRedundant(tokens)
	var full []token
	for _, t := range kept {
		if o, ok := t.data.(*value.Object); !ok || o.Len() > 0 {
			full = append(full, t)
		}
	}
	if len(full) == 0 && len(kept) > 0 {
		full = kept[:1]
	}
	if n.Kind == workflow.End && n.Region.Scope == nil {
		m.endSources = m.endSources[:0]
		for _, t := range full {
			if t.via != nil && t.via.From.Role != workflow.Starting {
				m.endSources = append(m.endSources, t.via.From)
			}
		}
	}
	if n.Inputs == workflow.MergeValues {
		merged := value.NewObject(0)
		for _, t := range full {
			mergeInto(merged, t.data)
		}
		return merged, m.mergedOrigin(full)
	}
	if len(full) == 1 {
		return full[0].data, full[0].origin
	}
	list := make([]any, len(full))
	for i, t := range full {
		list[i] = t.data
	}
	return list, m.mergedOrigin(full)
}

// mergedOrigin is where a value that is made of those of tokens is made.
func (m *Machine) mergedOrigin(tokens []token) origin {
	if len(tokens) == 1 {
		return tokens[0].origin
	}
	of := make([]*derivation, len(tokens))
	for i, t := range tokens {
		of[i] = t.origin.derivation
	}
	return m.derive(of...)
}

// dropRedundant leaves out the values that were only handed on, where another has more or the same.
func (m *Machine) dropRedundant(tokens []token) []token {
	var kept []token
	for i, t := range tokens {
		if t.origin.skipped && slices.ContainsFunc(tokens, func(x token) bool {
			return x.origin.derivation != t.origin.derivation && descends(x.origin.derivation, t.origin.derivation)
		}) {
			continue
		}
		if t.origin.skipped && slices.ContainsFunc(tokens[:i], func(x token) bool {
			return x.origin.skipped && x.origin.derivation == t.origin.derivation && value.Equal(x.data, t.data)
		}) {
			continue
		}
		kept = append(kept, t)
	}
	return kept
}

// mergeInto merges a value into an object: of a list, its items, at any depth.
func mergeInto(o *value.Object, v any) {
	switch v := v.(type) {
	case *value.Object:
		for key, x := range v.All() {
			o.Set(key, x)
		}
	case []any:
		for _, x := range v {
			mergeInto(o, x)
		}
	}
}
