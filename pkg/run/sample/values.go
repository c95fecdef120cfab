package sample

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A place is a member of documents that expressions look at, by names from the outside in, with values that they tell apart.
type place struct {
	names  []string
	values []any
}

// knowledge is what the expressions of a program look at and compare with: it is what data is made of.
type knowledge struct {
	places []place
	known  map[string]int // places by their names
	pool   []any          // constants, and values near them
	byNode map[*workflow.Node][]int
	// context reports that expressions look at the context of a run, or may.
	context bool
	node    *workflow.Node // whose expressions are studied
}

// mostPlaces and mostPool bound what is known of a program.
const (
	mostPlaces = 2000
	mostPool   = 400
)

// study collects what the expressions of a program look at.
func study(p *workflow.Program) *knowledge {
	k := &knowledge{known: map[string]int{}, byNode: map[*workflow.Node][]int{}}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			k.node = n
			eachExpression(n, k.expression)
			k.length(n.Until)
			for i := range n.Timers {
				k.length(&n.Timers[i].Length)
			}
			if n.Body != nil && n.Body.Each {
				k.items(n.Data.Payload)
			}
		}
	}
	k.node = nil
	for _, c := range p.Select {
		k.expression(c.If)
	}
	return k
}

// length notes the data that a length of time is read from.
func (k *knowledge) length(l *workflow.Length) {
	if l == nil {
		return
	}
	p, ok := expr.Meant(l.Expr).(*expr.Path)
	switch {
	case !ok:
	case l.Unit == workflow.Instant:
		k.add(namesOf(p), []any{"2025-01-01T12:00:00Z", "2025-02-01T00:00:00Z"})
	case l.Unit == workflow.Duration:
		k.add(namesOf(p), []any{"PT5S", "PT2H"})
	default:
		k.add(namesOf(p), []any{int64(5), int64(7000)})
	}
}

// items notes the data that the items of a loop are read from.
func (k *knowledge) items(x expr.Expr) {
	if p, ok := expr.Meant(x).(*expr.Path); ok {
		item := func(n int64) any { return value.ObjectOf(value.Member{Key: "id", Value: n}) }
		k.add(namesOf(p), []any{[]any{}, []any{item(1), item(2)}, []any{int64(1), "text"}})
	}
}

// eachExpression calls f with the expressions of a node and of the edges that leave it; some are nil.
func eachExpression(n *workflow.Node, f func(expr.Expr)) {
	stages := func(d *workflow.Stages) {
		for _, x := range []expr.Expr{d.Select, d.Payload, d.Result, d.Output} {
			f(x)
		}
		if d.Assign != nil {
			for _, v := range d.Assign.Variables {
				f(v.Value)
			}
		}
	}
	length := func(l *workflow.Length) {
		if l != nil {
			f(l.Expr)
		}
	}
	matcher := func(m workflow.Matcher) {
		for i := range m {
			f(m[i].If)
		}
	}
	f(n.When)
	stages(&n.Data)
	length(n.Until)
	for i := range n.Timers {
		length(&n.Timers[i].Length)
	}
	for i := range n.Retry {
		matcher(n.Retry[i].On)
		f(n.Retry[i].Most)
	}
	if n.Rules != nil {
		for i := range n.Rules.Rules {
			for _, c := range n.Rules.Rules[i].Cells {
				f(c.If)
			}
			for _, o := range n.Rules.Rules[i].Outputs {
				f(o.Value)
			}
		}
	}
	for _, e := range n.Out {
		f(e.Guard)
		f(e.Require)
		matcher(e.On)
		stages(&e.Data)
	}
}

// expression notes what an expression looks at and compares with.
func (k *knowledge) expression(x expr.Expr) {
	expr.Walk(x, func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Literal:
			k.constant(x.Value)
		case *expr.Path:
			k.context = k.context || x.Root == expr.RootContext
			k.path(x)
		case *expr.Test:
			k.constant(x.Value)
			k.compared(x.Path, x.Value)
		case *expr.Compare:
			k.comparison(x)
		case *expr.Loose:
			for _, r := range x.Right {
				k.constant(r.Value)
				if p, ok := x.Left.(*expr.Path); ok {
					k.compared(p, r.Value)
				}
			}
		case *expr.Call:
			if x.Means != nil {
				k.expression(x.Means(x))
			}
		case *expr.Foreign:
			k.foreign(x)
		}
	})
}

func (k *knowledge) comparison(x *expr.Compare) {
	for _, sides := range [][2]expr.Expr{{x.Left, x.Right}, {x.Right, x.Left}} {
		p, isPath := sides[0].(*expr.Path)
		l, isLiteral := sides[1].(*expr.Literal)
		if isPath && isLiteral {
			k.compared(p, l.Value)
		}
	}
}

// compared notes a comparison of what a path selects: where it goes into the items of a list, such a list.
func (k *knowledge) compared(p *expr.Path, with any) {
	names := namesOf(p)
	var values []any
	for _, v := range expr.Neighbors(with) {
		rest := p.Steps[len(names):]
		for i := len(rest) - 1; i >= 0; i-- {
			switch s := rest[i]; s.Kind {
			case expr.StepChild:
				v = value.ObjectOf(value.Member{Key: s.Name, Value: v})
			case expr.StepIndex:
				v = slices.Repeat([]any{v}, 1+min(max(s.Index, 0), 20))
			default:
				v = []any{v}
			}
		}
		values = append(values, v)
	}
	k.add(names, values)
}

// foreign notes what an expression of another language looks at: by what it means, and by what looks like a name or a constant in
// its text.
func (k *knowledge) foreign(x *expr.Foreign) {
	if x.Means != nil {
		if m := x.Means(); m != nil {
			k.expression(m)
		}
	} else {
		k.context = true
	}
	constants, names := spelled(x.Text)
	var values []any
	for _, c := range constants {
		k.constant(c)
		values = append(values, expr.Neighbors(c)...)
	}
	for _, name := range names {
		parts := strings.Split(name, ".")
		for i := range parts { // the first may not be a member
			k.add(parts[i:], values)
		}
	}
}

// spelled are what looks like constants and like names with dots in a text.
func spelled(text string) (constants []any, names []string) {
	for _, s := range quoted().FindAllString(text, -1) {
		constants = append(constants, s[1:len(s)-1])
	}
	text = quoted().ReplaceAllString(text, " ")
	for _, number := range numbers().FindAllString(text, -1) {
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			constants = append(constants, n)
		} else if f, err := strconv.ParseFloat(number, 64); err == nil {
			constants = append(constants, f)
		}
	}
	return constants, dotted().FindAllString(text, -1)
}

var (
	quoted  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"[^"]*"|'[^']*'`) })
	dotted  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*`) })
	numbers = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b[0-9]+(\.[0-9]+)?\b`) })
)

// namesOf are the members that a path begins with.
func namesOf(p *expr.Path) []string {
	var names []string
	for _, s := range p.Steps {
		if s.Kind != expr.StepChild {
			break
		}
		names = append(names, s.Name)
	}
	return names
}

// path notes the members of a path: where it goes on into the items of a list, lists of items with the members that it looks at.
func (k *knowledge) path(p *expr.Path) {
	names := namesOf(p)
	rest := p.Steps[len(names):]
	if len(rest) == 0 {
		k.add(names, nil)
		return
	}
	if rest[0].Kind == expr.StepNames {
		for _, name := range rest[0].Names {
			k.add(append(slices.Clone(names), name), nil)
		}
		return
	}
	lists := []any{[]any{}}
	item := value.NewObject(1)
	for _, s := range rest {
		if s.Kind == expr.StepChild {
			item.Set(s.Name, int64(1))
		}
		if s.Filter == nil {
			continue
		}
		inner := &knowledge{known: map[string]int{}}
		inner.expression(s.Filter)
		k.pool = append(k.pool, inner.pool[:min(len(inner.pool), mostPool-min(len(k.pool), mostPool))]...)
		for _, at := range inner.places {
			for _, v := range at.values {
				one := set(item, at.names, v)
				lists = append(lists, []any{one}, []any{one, one})
			}
			if len(at.values) == 0 {
				lists = append(lists, []any{set(item, at.names, true)})
			}
		}
	}
	if len(lists) == 1 {
		lists = append(lists, []any{item}, []any{int64(1), int64(2)})
	}
	k.add(names, lists)
}

// add notes a place, and values that it may have.
func (k *knowledge) add(names []string, values []any) {
	if len(names) == 0 || len(names) > 20 {
		return
	}
	key := strings.Join(names, "\x00")
	i, known := k.known[key]
	if !known {
		if len(k.places) == mostPlaces {
			return
		}
		i = len(k.places)
		k.known[key] = i
		k.places = append(k.places, place{names: names})
	}
	for _, v := range values {
		if at := &k.places[i]; len(at.values) < 40 && !slices.ContainsFunc(at.values, func(x any) bool { return value.Equal(x, v) }) {
			at.values = append(at.values, v)
		}
	}
	if k.node != nil && !slices.Contains(k.byNode[k.node], i) {
		k.byNode[k.node] = append(k.byNode[k.node], i)
	}
}

// constant notes a constant of the program, a list of it, and, of a number, how it is written.
func (k *knowledge) constant(v any) {
	for _, x := range expr.Neighbors(v) {
		for _, form := range []any{x, []any{x}, written(x)} {
			if form != nil && len(k.pool) < mostPool && !slices.ContainsFunc(k.pool, func(p any) bool { return value.Equal(p, form) }) {
				k.pool = append(k.pool, form)
			}
		}
	}
}

// written is the text of a number; nil for anything else.
func written(v any) any {
	switch v.(type) {
	case int64, float64:
		return string(value.Append(nil, v))
	}
	return nil
}

// common are values that programs ask for without naming them.
func common() []any {
	item := func(n int64) any { return value.ObjectOf(value.Member{Key: "id", Value: n}) }
	return []any{int64(3), "3", "text", true, false, nil, int64(0), 0.5, value.NewObject(0), []any{}, []any{item(1)}, []any{item(1), item(2)},
		[]any{int64(1), int64(2)}, "2025-01-01T12:00:00Z", "PT5S", `{"a": 1}`}
}

// set returns a document with a value at the end of names. What is not an object on the path becomes one; a list has it set in each
// of its items.
func set(doc any, names []string, v any) any {
	if len(names) == 0 {
		return v
	}
	if list, ok := doc.([]any); ok && len(list) > 0 {
		out := make([]any, len(list))
		for i := range list {
			out[i] = set(list[i], names, v)
		}
		return out
	}
	o, ok := doc.(*value.Object)
	if !ok {
		o = value.NewObject(1)
	}
	out := o.Clone()
	out.Set(names[0], set(o.Get(names[0]), names[1:], v))
	return out
}
