package machine

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// DataExceeded is the name of the error of a run whose data became larger than [Machine.LimitData] allows.
const DataExceeded = "MaxData"

// LimitData ends the run as exceeded where data is longer than so many bytes as JSON; 0 is no limit. Values share parts, so
// that one which is small in memory may be enormous when it is written: ten steps that double it make a thousand of it.
func (m *Machine) LimitData(bytes int) { m.sizes = sizes{most: bytes} }

// outgrown ends the run if data at a node is larger than the limit, and reports whether it did.
func (m *Machine) outgrown(n *workflow.Node, data any) bool {
	if m.sizes.most == 0 {
		return false
	}
	return m.measureData(n, data)
}

func (m *Machine) measureData(n *workflow.Node, data any) bool {
	if !m.sizes.exceeds(data) {
		return false
	}
	m.finish(Outcome{Exceeded: true, Error: &Error{Name: DataExceeded, Class: workflow.ClassData,
		Cause: fmt.Sprintf("the data at %q is longer than %d bytes as JSON", n.Name(), m.sizes.most)}})
	return true
}

// sizes measures values. It remembers the sizes of larger lists and objects, which occur again as parts of others: measuring a
// value costs what is new in it.
type sizes struct {
	most    int
	last    any // the value that was found to be small enough last
	objects map[*value.Object]int
	lists   map[list]int
	walked  int // parts that were looked at since the sizes were forgotten
}

// A list is the identity of a list.
type list struct {
	first *any
	len   int
}

const (
	memorable  = 32      // the size of a list or object in bytes from which on it is remembered
	mostWalked = 200_000 // parts, after which all is forgotten, so that little is kept alive
)

// exceeds reports whether a value is larger than the limit.
func (s *sizes) exceeds(v any) bool {
	if same(v, s.last) {
		return false
	}
	if s.walked > mostWalked {
		*s = sizes{most: s.most}
	}
	if s.of(v) > s.most {
		return true
	}
	s.last = v
	return false
}

// same reports whether two values are objects or lists that share their memory.
func same(a, b any) bool {
	switch a := a.(type) {
	case *value.Object:
		return a == b
	case []any:
		b, ok := b.([]any)
		return ok && len(a) > 0 && len(a) == len(b) && &a[0] == &b[0]
	}
	return false
}

// of returns about how many bytes a value has as JSON, or some number above the limit.
func (s *sizes) of(v any) int {
	s.walked++
	switch v := v.(type) {
	case string:
		return len(v) + 2
	case []any:
		return s.ofList(v)
	case *value.Object:
		return s.ofObject(v)
	}
	return 4
}

func (s *sizes) ofList(v []any) int {
	if len(v) == 0 {
		return 2
	}
	at := list{&v[0], len(v)}
	if size, ok := s.lists[at]; ok {
		return size
	}
	size := 1
	for _, x := range v {
		if size += 1 + s.of(x); size > s.most {
			break
		}
	}
	if size >= memorable {
		if s.lists == nil {
			s.lists = map[list]int{}
		}
		s.lists[at] = size
	}
	return size
}

func (s *sizes) ofObject(v *value.Object) int {
	if size, ok := s.objects[v]; ok {
		return size
	}
	size, first := 2, 0
	if last, ok := s.last.(*value.Object); ok && v.Extends(last) {
		if known, ok := s.objects[last]; ok {
			size, first = known, last.Len()
		}
	}
	for i := first; i < v.Len(); i++ {
		m := v.At(i)
		if size += len(m.Key) + 4 + s.of(m.Value); size > s.most {
			break
		}
	}
	if size >= memorable {
		if s.objects == nil {
			s.objects = map[*value.Object]int{}
		}
		s.objects[v] = size
	}
	return size
}
