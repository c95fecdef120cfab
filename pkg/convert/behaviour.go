package convert

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// behaviour is a text that two programs of one dialect share if they do the same, step by step: the nets as they are walked from
// their starts, without names of elements, texts, places, and nodes that do nothing but lead on or end. Programs that do the same in
// different steps have different ones.
func behaviour(p *workflow.Program) string {
	b := &walk{numbers: map[*workflow.Node]int{}}
	for _, w := range p.Workflows {
		b.printf("workflow %q", w.ID)
		b.writeValue(reflect.ValueOf(w.Timeout))
		b.writeValue(reflect.ValueOf(w.Then))
		b.writeValue(reflect.ValueOf(w.Limits))
		b.writeValue(reflect.ValueOf(w.Schedule))
		if w.Root != nil {
			b.printf("start %s", b.node(w.Root.Start))
		}
		b.writeRest()
	}
	return b.out.String()
}

// A walk goes through nets.
type walk struct {
	out     strings.Builder
	numbers map[*workflow.Node]int
	todo    []*workflow.Node
}

func (b *walk) printf(format string, args ...any) { fmt.Fprintf(&b.out, format+" ", args...) }

// node is what a node is called: by what it does where it only ends, else by a number.
func (b *walk) node(n *workflow.Node) string {
	for range 1000 {
		if n == nil {
			return "nothing"
		}
		if !idle(n) {
			break
		}
		n = n.Out[0].To
	}
	if n.Kind == workflow.End && n.Data.IsZero() && n.Join == workflow.JoinAny {
		return fmt.Sprintf("end %v", n.Terminates)
	}
	i, ok := b.numbers[n]
	if !ok {
		i = len(b.numbers) + 1
		b.numbers[n] = i
		b.todo = append(b.todo, n)
	}
	return fmt.Sprintf("#%d", i)
}

// idle reports whether a node does nothing but lead on.
func idle(n *workflow.Node) bool {
	if n.Kind != workflow.Pass || !n.Data.IsZero() || n.When != nil || n.Split != workflow.SplitOne || n.Join != workflow.JoinAny ||
		len(n.Timers) > 0 || len(n.Out) != 1 {
		return false
	}
	e := n.Out[0]
	return (e.Kind == workflow.Next || e.Kind == workflow.ToEnd) && e.Guard == nil && e.Require == nil && e.Data.IsZero() && !e.Back
}

// writeRest walks through all nodes that were met.
func (b *walk) writeRest() {
	for len(b.todo) > 0 {
		n := b.todo[0]
		b.todo = b.todo[1:]
		b.printf("\n#%d", b.numbers[n])
		b.writeFields(reflect.ValueOf(*n), "ID", "Role", "Number", "In")
	}
}

// writeFields writes those of a struct that are not zero, except for some.
func (b *walk) writeFields(v reflect.Value, but ...string) {
	t := v.Type()
next:
	for i := range t.NumField() {
		f := t.Field(i)
		for _, name := range but {
			if f.Name == name {
				continue next
			}
		}
		if f.IsExported() && !v.Field(i).IsZero() {
			b.printf("%s:", f.Name)
			b.writeValue(v.Field(i))
		}
	}
}

// writeValue writes what may be in a net.
func (b *walk) writeValue(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.printf("-")
			return
		}
	case reflect.Func, reflect.Map, reflect.Chan:
		return
	}
	switch x := v.Interface().(type) {
	case source.Span, *source.Node, workflow.Extras, *workflow.Element:
	case *workflow.Node:
		b.printf("%s", b.node(x))
	case *workflow.Region:
		b.printf("region %v %s", x.Shared, b.node(x.Start))
	case *workflow.Call:
		b.printf("{")
		b.writeFields(reflect.ValueOf(*x), "Resource") // another name of the task
		b.printf("}")
	case *workflow.Schedule:
		b.printf("%q %v %v", x.Text, x.Deny, x.ByEvents)
	case *workflow.Edge:
		b.writeEdge(x)
	case *expr.Literal:
		b.printf("%s", value.Append(nil, x.Value))
	case *expr.Foreign:
		b.printf("%s %q", x.Language, x.Text)
	case *expr.Path:
		b.writeFields(reflect.ValueOf(*x), "Text")
	default:
		b.writeParts(v)
	}
}

// writeEdge writes an edge. One to an end is as good as one to a node that only ends.
func (b *walk) writeEdge(e *workflow.Edge) {
	if e.Kind == workflow.ToEnd {
		b.writeFields(reflect.ValueOf(*e), "ID", "From", "Kind")
		return
	}
	b.writeFields(reflect.ValueOf(*e), "ID", "From")
}

func (b *walk) writeParts(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		b.writeValue(v.Elem())
	case reflect.Struct:
		b.printf("{")
		b.writeFields(v)
		b.printf("}")
	case reflect.Slice, reflect.Array:
		b.printf("[")
		for i := range v.Len() {
			b.writeValue(v.Index(i))
		}
		b.printf("]")
	default:
		b.printf("%v", v.Interface())
	}
}
