package workflow

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// A Fingerprint is by what a workflow is recognised again: it is the same as long as the workflow does the same, however its
// definition is formatted and whatever comments and documentation it has.
type Fingerprint struct {
	ID string `json:"workflow"`
	// Whole is that of what belongs to no element, such as limits and events, and of how the net is arranged.
	Whole string `json:"whole"`
	// Elements are those of the elements, in their order.
	Elements []ElementFingerprint `json:"elements"`
}

// An ElementFingerprint is by what an element is recognised again: the sum of its nodes, and of the edges that leave them.
type ElementFingerprint struct {
	Name string `json:"name"`
	Sum  string `json:"sum"`
}

// Fingerprints returns the fingerprints of the workflows of a program, in their order, and that of how an entity chooses one
// of them.
func (p *Program) Fingerprints() (list []Fingerprint, selection string) {
	for _, w := range p.Workflows {
		list = append(list, w.Fingerprint())
	}
	sum := sha256.New()
	x := &fingerprinting{to: sum, places: map[*Node]int{}}
	x.value(reflect.ValueOf(p.Select))
	x.value(reflect.ValueOf(p.Fallback))
	return list, shortened(sum)
}

// Fingerprint returns the fingerprint of a workflow.
func (w *Workflow) Fingerprint() Fingerprint {
	out := Fingerprint{ID: w.ID, Elements: make([]ElementFingerprint, len(w.Elements))}
	places := w.places()
	of := func(to io.Writer) *fingerprinting { return &fingerprinting{to: to, places: places} }
	whole := sha256.New()
	sums := make([]hash.Hash, len(w.Elements))
	for i, e := range w.Elements {
		sums[i] = sha256.New()
		out.Elements[i].Name = e.Name
		of(sums[i]).value(reflect.ValueOf(e).Elem())
	}
	of(whole).value(reflect.ValueOf(w).Elem())
	for _, r := range w.Regions {
		of(whole).value(reflect.ValueOf(r).Elem())
	}
	for _, n := range w.Nodes {
		of(whole).value(reflect.ValueOf(n))
		x := of(whole)
		if n.Element != nil {
			x = of(sums[n.Element.ID])
		}
		x.value(reflect.ValueOf(n).Elem())
		for _, e := range n.Out {
			x.value(reflect.ValueOf(e).Elem())
		}
	}
	for _, e := range w.Edges {
		of(whole).value(reflect.ValueOf(e))
	}
	for i := range sums {
		out.Elements[i].Sum = shortened(sums[i])
	}
	out.Whole = shortened(whole)
	return out
}

// SameExpr reports whether two expressions are the same but for where they are written.
func SameExpr(a, b expr.Expr) bool {
	var is, other strings.Builder
	(&fingerprinting{to: &is}).value(reflect.ValueOf(a))
	(&fingerprinting{to: &other}).value(reflect.ValueOf(b))
	return is.String() == other.String()
}

// places are the numbers of the nodes among those of their elements, which stay the same when another element is added.
func (w *Workflow) places() map[*Node]int {
	places, count := make(map[*Node]int, len(w.Nodes)), map[*Element]int{}
	for _, n := range w.Nodes {
		places[n] = count[n.Element]
		count[n.Element]++
	}
	return places
}

// shortened is as much of a sum as tells two versions of a definition apart.
func shortened(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:8]) }

// A fingerprinting writes down what a part of a workflow is. What it refers to by a pointer into the net is named. Fields with the tag
// fingerprint:"-" are left out: those for people, those that follow from others, and parts that have a sum of their own.
type fingerprinting struct {
	to     io.Writer
	places map[*Node]int
	depth  int
}

// deepest bounds how deep the parts of a part nest; no reader lets an author nest that deep.
const deepest = 100_000

// leftOut are the types of how and where something is written, and not what it does, or that are made of something else.
func leftOut(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[source.Span](), reflect.TypeFor[*source.File](), reflect.TypeFor[*regexp.Regexp](), reflect.TypeFor[Extras](),
		reflect.TypeFor[[]Unsupported]():
		return true
	}
	return false
}

// value writes a value.
func (x *fingerprinting) value(v reflect.Value) {
	if !v.IsValid() || leftOut(v.Type()) {
		return
	}
	if x.depth++; x.depth > deepest {
		return
	}
	defer func() { x.depth-- }()
	if v.Kind() == reflect.Pointer && x.reference(v) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			x.write("nil;")
			return
		}
		x.write(v.Elem().Type().String() + "(")
		x.value(v.Elem())
		x.write(")")
	case reflect.Struct:
		x.write("{")
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Tag.Get("fingerprint") != "-" {
				x.write(f.Name + ":")
				x.value(v.Field(i))
			}
		}
		x.write("}")
	case reflect.Slice, reflect.Array:
		x.write("[" + strconv.Itoa(v.Len()) + ":")
		for i := range v.Len() {
			x.value(v.Index(i))
		}
		x.write("]")
	case reflect.Map:
		x.mapping(v)
	case reflect.Func: // it is made of what is written besides it
		x.write(strconv.FormatBool(v.IsNil()) + ";")
	default:
		x.scalar(v)
	}
}

// reference writes a pointer into the net as the name of what it refers to, and one to data as JSON. It reports false for another one.
func (x *fingerprinting) reference(v reflect.Value) bool {
	if v.IsNil() || !v.CanInterface() {
		return false
	}
	switch p := v.Interface().(type) {
	case *Workflow:
		x.write(strconv.Quote(p.ID) + ";")
	case *Element:
		x.write(strconv.Quote(p.Name) + ";")
	case *Region:
		x.region(p)
	case *Node:
		x.node(p)
	case *Edge:
		x.node(p.From)
		x.write(strconv.Itoa(slices.Index(p.From.Out, p)) + ";")
	case *source.Node:
		x.write(string(value.Append(nil, value.Of(p))) + ";")
	case *value.Object:
		x.write(string(value.Append(nil, p)) + ";")
	default:
		return false
	}
	return true
}

func (x *fingerprinting) node(n *Node) {
	name := ""
	if n.Element != nil {
		name = n.Element.Name
	}
	x.write(strconv.Quote(name) + strconv.Itoa(x.places[n]) + ";")
}

func (x *fingerprinting) region(r *Region) {
	if r.Scope == nil {
		x.write("root;")
		return
	}
	x.node(r.Scope)
	if r.Scope.Body != nil {
		x.write(strconv.Itoa(slices.Index(r.Scope.Body.Regions, r)) + ";")
	}
}

// mapping writes a map in the order of what its keys are as text.
func (x *fingerprinting) mapping(v reflect.Value) {
	var entries []string
	for _, k := range v.MapKeys() {
		var text bytes.Buffer
		inner := &fingerprinting{to: &text, places: x.places, depth: x.depth}
		inner.value(k)
		inner.write("=")
		inner.value(v.MapIndex(k))
		entries = append(entries, text.String())
	}
	slices.Sort(entries)
	x.write("map[" + strings.Join(entries, ",") + "]")
}

func (x *fingerprinting) scalar(v reflect.Value) {
	switch {
	case v.Kind() == reflect.String:
		x.write(strconv.Quote(v.String()))
	case v.Kind() == reflect.Bool:
		x.write(strconv.FormatBool(v.Bool()))
	case v.CanInt():
		x.write(strconv.FormatInt(v.Int(), 10))
	case v.CanUint():
		x.write(strconv.FormatUint(v.Uint(), 10))
	case v.CanFloat():
		x.write(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	}
	x.write(";")
}

func (x *fingerprinting) write(s string) { _, _ = io.WriteString(x.to, s) }
