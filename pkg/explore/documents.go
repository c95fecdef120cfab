package explore

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What a document is like without running anything: an object that a definition writes out has these members and no others. Of the
// values of members nothing is known, or that they are objects of that kind, or constants. A path that selects nothing of such a document
// fails, whatever the input of the run is.

// anything stands for a value of which nothing is known, in an object whose members are known.
type anything struct{}

// The bounds of what is known. Beyond them nothing is, so that loops end.
const (
	deepestKnown = 8
	mostMembers  = 64
	mostKnown    = 4_000 // bytes of the text by which a document is known
)

// Unwritten is a read of data that nothing has written.
type Unwritten struct {
	At   source.Span
	What string // the path or the variable, as it is written
	// Name is the member of the document that is missing; empty for a variable.
	Name string
}

// Error is the message of a run that fails for it.
func (u *Unwritten) Error() string { return u.What + " selects nothing" }

// A reader evaluates expressions on what is known of documents.
type reader struct {
	isSet func(name string) bool // reports whether a variable has a value
}

// value is what is known of the value of an expression on what is known of a document: anything, a constant, or an object whose members are
// known. The error is an *Unwritten.
func (r *reader) value(x expr.Expr, doc any) (any, error) {
	switch x := x.(type) {
	case *expr.Literal:
		return constant(x.Value, 0), nil
	case *expr.Path:
		return r.path(x, doc, x.Span)
	case *expr.Object:
		return r.object(x, doc)
	case *expr.Focus:
		on, err := r.value(x.On, doc)
		if err != nil {
			return nil, err
		}
		return r.value(x.Of, on)
	case *expr.List:
		return anything{}, r.all(x.Items, doc)
	case *expr.Call:
		return anything{}, r.all(x.Args, doc)
	case *expr.Foreign:
		return r.foreign(x, doc)
	}
	return anything{}, nil
}

// all reads several expressions of which each is evaluated.
func (r *reader) all(list []expr.Expr, doc any) error {
	for _, x := range list {
		if _, err := r.value(x, doc); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) object(x *expr.Object, doc any) (any, error) {
	out := value.NewObject(len(x.Members))
	for _, m := range x.Members {
		v, err := r.value(m.Value, doc)
		if err != nil {
			return nil, err
		}
		if filledIn(m.Key) {
			return anything{}, nil
		}
		out.Set(m.Key, v)
	}
	if out.Len() > mostMembers {
		return anything{}, nil
	}
	return out, nil
}

// foreign reads an expression of a language that means a path of the document, and the variables of any other.
func (r *reader) foreign(x *expr.Foreign, doc any) (any, error) {
	for _, of := range []func() expr.Expr{x.Means, x.MeansTyped} {
		if of == nil {
			continue
		}
		if p, ok := of().(*expr.Path); ok && !p.Truth && !p.OrNull {
			at := p.Span
			if at.IsZero() {
				at = x.Span
			}
			return r.path(p, doc, at)
		}
	}
	if x.Reads != nil {
		if reads := x.Reads(); reads != nil {
			for _, name := range reads.Needs {
				if !r.isSet(name) {
					return nil, &Unwritten{At: x.Span, What: "$" + name}
				}
			}
		}
	}
	return anything{}, nil
}

// path follows a path as far as its steps are names and its values known.
func (r *reader) path(p *expr.Path, doc any, at source.Span) (any, error) {
	if p.Root == expr.RootVar && !r.isSet(p.Name) {
		return nil, &Unwritten{At: at, What: "$" + p.Name}
	}
	if p.Root != expr.RootInput {
		return anything{}, nil
	}
	v := doc
	for i := range p.Steps {
		s := &p.Steps[i]
		o, ok := v.(*value.Object)
		if !ok || s.Kind != expr.StepChild {
			return anything{}, nil
		}
		if !o.Has(s.Name) {
			if p.OrNull {
				return nil, nil
			}
			return nil, &Unwritten{At: at, What: pathText(p), Name: s.Name}
		}
		v = o.Get(s.Name)
	}
	return v, nil
}

// pathText is a path as people know it.
func pathText(p *expr.Path) string {
	if p.Text != "" {
		return p.Text
	}
	return expr.Readable(p)
}

// condition returns what a condition reads for sure that nothing has written; nil if that is nothing. What an earlier operand may decide is
// not read for sure.
func (r *reader) condition(x expr.Expr, doc any) error {
	switch x := x.(type) {
	case *expr.Not:
		return r.condition(x.Operand, doc)
	case *expr.Logic:
		if len(x.Operands) > 0 {
			return r.condition(x.Operands[0], doc)
		}
	case *expr.Compare:
		if x.As != expr.Jayway {
			return r.all([]expr.Expr{x.Left, x.Right}, doc)
		}
	case *expr.Is:
		if x.Type != expr.IsPresent {
			return r.all([]expr.Expr{x.Operand}, doc)
		}
	case *expr.Test:
		if x.Missing == expr.Fails {
			return r.all([]expr.Expr{x.Path}, doc)
		}
	case *expr.Foreign:
		_, err := r.foreign(x, doc)
		return err
	}
	return nil
}

// filledIn reports whether a deployment replaces a part of a text.
func filledIn(s string) bool { return strings.Contains(s, "${") }

// constant is a written value: objects of known members, and constants. Of a text that a deployment fills in nothing is known.
func constant(v any, depth int) any {
	switch v := v.(type) {
	case *value.Object:
		if v.Len() > mostMembers || depth > deepestKnown {
			return anything{}
		}
		out := value.NewObject(v.Len())
		for k, m := range v.All() {
			if filledIn(k) {
				return anything{}
			}
			out.Set(k, constant(m, depth+1))
		}
		return out
	case string:
		if filledIn(v) {
			return anything{}
		}
		return v
	case nil, bool, int64, float64:
		return v
	}
	return anything{}
}

// textOfKnown names a document by what is known of it. It reports false if that is too much.
func textOfKnown(b []byte, v any, depth int) ([]byte, bool) {
	if depth > deepestKnown || len(b) > mostKnown {
		return b, false
	}
	o, ok := v.(*value.Object)
	if !ok {
		if _, free := v.(anything); free {
			return append(b, '?'), true
		}
		return value.Append(b, v), true
	}
	b = append(b, '{')
	for k, m := range o.All() {
		b = append(value.Append(b, k), ':')
		if b, ok = textOfKnown(b, m, depth+1); !ok {
			return b, false
		}
	}
	return append(b, '}'), true
}

// combined is a document whose members are known, after an answer was put into it; anything if they are not known any more.
func combined(c *workflow.Combine, doc *value.Object, answer any) any {
	object, closed := answer.(*value.Object)
	switch c.Mode {
	case workflow.SetAt, workflow.AppendAt:
		if c.Mode == workflow.AppendAt {
			answer = anything{}
		}
		if v, err := expr.Set(doc, c.Path, answer); err == nil {
			return v
		}
	case workflow.Drop:
		return doc
	case workflow.Replace:
		return answer
	case workflow.MergeShallow:
		if closed {
			return value.MergeShallow(doc, object)
		}
	case workflow.MergeDeep:
		if closed && !overlaps(doc, object) {
			return value.MergeShallow(doc, object)
		}
	}
	return anything{}
}

// overlaps reports whether two objects have a member of one name.
func overlaps(a, b *value.Object) bool {
	for k := range b.All() {
		if a.Has(k) {
			return true
		}
	}
	return false
}
