package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// A shape is what is known of a value without running anything. A nil shape is not known. An object has these members and no
// others; of a plain value or an array nothing else is known.
type shape struct {
	object  bool
	members map[string]*shape
	size    int // of an object, the number of members at all depths
}

// The bounds of shapes. What is beyond is not known, so that loops end and large definitions cost linear time.
const (
	mostMembers = 64
	deepestKept = 8
	mostKept    = 500 // members of an object at all depths
	mostRounds  = 12  // visits of one state
)

var plainShape = &shape{}

// sized is an object with its size; it is not known if it has too many members.
func (x *shape) sized() *shape {
	if len(x.members) > mostMembers {
		return nil
	}
	x.size = len(x.members)
	for _, m := range x.members {
		if m != nil {
			x.size += m.size
		}
	}
	if x.size > mostKept {
		return nil
	}
	return x
}

// shapeOf is the shape of a written value; in a template, fields whose keys end in ".$" are not known.
func shapeOf(n *source.Node, template bool, depth int) *shape {
	switch {
	case n.Kind == source.Invalid || depth > deepestKept || len(n.Members) > mostMembers:
		return nil
	case n.Kind == source.String && hasPlaceholder(n.Text):
		return nil
	case n.Kind != source.Object:
		return plainShape
	}
	out := &shape{object: true, members: make(map[string]*shape, len(n.Members))}
	for i := range n.Members {
		m := &n.Members[i]
		if hasPlaceholder(m.Key) {
			return nil
		}
		if name, dynamic := strings.CutSuffix(m.Key, ".$"); dynamic && template {
			out.members[name] = nil
			continue
		}
		out.members[m.Key] = shapeOf(m.Value, template, depth+1)
	}
	return out.sized()
}

// joined is what is known of a value that has either of two shapes. A member that only one has may be there.
func joined(a, b *shape) *shape {
	switch {
	case a == b:
		return a
	case a == nil || b == nil || a.object != b.object:
		return nil
	case !a.object:
		return a
	}
	out := &shape{object: true, members: make(map[string]*shape, len(a.members))}
	for name, x := range a.members {
		if y, both := b.members[name]; both {
			out.members[name] = joined(x, y)
		} else {
			out.members[name] = nil
		}
	}
	for name := range b.members {
		if _, both := a.members[name]; !both {
			out.members[name] = nil
		}
	}
	return out.sized()
}

// same reports whether two shapes are equal.
func same(a, b *shape) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.object != b.object || len(a.members) != len(b.members) {
		return false
	}
	for name, x := range a.members {
		if y, both := b.members[name]; !both || !same(x, y) {
			return false
		}
	}
	return true
}

// selected is what a path selects.
func (x *shape) selected(p *Path) *shape {
	switch {
	case p == nil:
		return x
	case p.Null:
		return &shape{object: true}
	case p.Path == nil || p.Path.Root != expr.RootInput:
		return nil
	}
	for _, s := range p.Path.Steps {
		if x == nil || s.Kind != expr.StepChild {
			return nil
		}
		x = x.members[s.Name]
	}
	return x
}

// with is a shape with a value put at a path.
func (x *shape) with(p *Path, v *shape) *shape {
	switch {
	case p == nil:
		return v
	case p.Null:
		return x
	case p.Path == nil:
		return nil
	}
	return x.put(p.Path.Steps, v, 0)
}

func (x *shape) put(steps []expr.Step, v *shape, depth int) *shape {
	if len(steps) == 0 {
		return v
	}
	if x == nil || !x.object || steps[0].Kind != expr.StepChild || depth > deepestKept || len(x.members) >= mostMembers {
		return nil
	}
	out := &shape{object: true, members: make(map[string]*shape, len(x.members)+1)}
	for name, m := range x.members {
		out.members[name] = m
	}
	inner, there := x.members[steps[0].Name]
	if !there {
		inner = &shape{object: true}
	}
	out.members[steps[0].Name] = inner.put(steps[1:], v, depth+1)
	return out.sized().within(deepestKept)
}

// within is a shape that is cut off below a depth.
func (x *shape) within(depth int) *shape {
	if x == nil || !x.object {
		return x
	}
	if depth == 0 {
		return nil
	}
	for name, m := range x.members {
		if cut := m.within(depth - 1); cut != m {
			out := &shape{object: true, members: make(map[string]*shape, len(x.members))}
			for name, m := range x.members {
				out.members[name] = m
			}
			out.members[name] = cut
			return out.sized().within(depth)
		}
	}
	return x
}

// lacks returns the first step of a path that selects nothing for sure, or nil.
func (x *shape) lacks(p *expr.Path) *expr.Step {
	if p.Root != expr.RootInput {
		return nil
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		if x == nil || s.Kind != expr.StepChild || !x.object {
			return nil
		}
		inner, there := x.members[s.Name]
		if !there {
			return s
		}
		x = inner
	}
	return nil
}
