package asl

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/value"
)

// queryText returns a condition, or an expression whose value is needed, in common terms (see [expr.CommonCondition]) in JSONata, for data
// of the types that it is written for. errors are the names that the members of an error have in the source. It returns what JSONata lacks
// if it cannot express it.
func queryText(x expr.Expr, errors errorNames, condition bool) (text, lacks string) {
	w := &queryWriter{errors: errors, lists: listsOf(x)}
	n := jsonata.Node(nil)
	if condition {
		n = w.condition(x)
	} else {
		n = w.value(x)
	}
	if w.lacks != "" {
		return "", w.lacks
	}
	text = jsonata.PrintSingle(n)
	if _, err := jsonata.Compile(text); err != nil {
		return "", "an expression of this size"
	}
	return text, ""
}

// errorNames are the members of an error in which the source has its name and its cause.
type errorNames struct{ name, cause string }

// ownErrors are those of this language.
var ownErrors = errorNames{"Error", "Cause"}

// A queryWriter writes expressions in JSONata.
type queryWriter struct {
	errors errorNames
	// lists are the paths that the expression takes for lists.
	lists map[string]bool
	// items is how many predicates are around.
	items int
	lacks string
}

// listsOf are the paths that an expression takes for lists.
func listsOf(x expr.Expr) map[string]bool {
	lists := map[string]bool{}
	add := func(x expr.Expr) {
		if p, ok := x.(*expr.Path); ok {
			lists[p.String()] = true
		}
	}
	expr.Walk(x, func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Compare:
			if x.Op == expr.In {
				add(x.Right)
			}
		case *expr.Apply:
			switch x.Do {
			case expr.Any, expr.All, expr.Where, expr.Each, expr.Count, expr.Sum, expr.Least, expr.Greatest, expr.Join, expr.Nth:
				add(x.Args[0])
			}
		}
	})
	return lists
}

func (w *queryWriter) fail(lacks string) jsonata.Node {
	if w.lacks == "" {
		w.lacks = lacks
	}
	return &jsonata.Null{}
}

func called(name string, args ...jsonata.Node) jsonata.Node {
	return &jsonata.Call{Function: &jsonata.Variable{Name: name}, Arguments: args}
}

func binary(op string, left, right jsonata.Node) jsonata.Node {
	return &jsonata.Binary{Op: op, Left: left, Right: right}
}

// condition writes a condition.
func (w *queryWriter) condition(x expr.Expr) jsonata.Node {
	switch x := x.(type) {
	case *expr.Literal:
		if b, ok := x.Value.(bool); ok {
			return &jsonata.Boolean{Value: b}
		}
	case *expr.Not:
		return w.negation(x)
	case *expr.Logic:
		return w.logic(x)
	case *expr.Test:
		return w.test(x)
	case *expr.Compare:
		return w.compare(x)
	case *expr.Apply:
		if x.Do == expr.Choose {
			return &jsonata.Conditional{If: w.condition(x.Args[0]), Then: w.condition(x.Args[1]), Else: w.condition(x.Args[2])}
		}
		if x.Do.Boolean() {
			return w.function(x)
		}
	}
	return w.fail("`" + expr.Readable(x) + "`")
}

// negation writes what must not hold. `!=` is false of what is missing.
func (w *queryWriter) negation(x *expr.Not) jsonata.Node {
	switch o := x.Operand.(type) {
	case *expr.Test:
		if o.Op != expr.TestEqual || o.Fold || o.Instant || o.Missing == expr.No || o.Wrong == expr.Yes || o.Wrong == expr.Fails || o.Null == expr.Yes && o.Value != nil {
			break
		}
		if b, ok := o.Value.(bool); ok && o.Wrong == expr.Free && o.Null == expr.Free {
			return binary("=", w.path(o.Path), w.literal(!b))
		}
		return binary("!=", w.path(o.Path), w.literal(o.Value))
	case *expr.Compare:
		if o.Op == expr.Equal {
			return binary("!=", w.value(o.Left), w.value(o.Right))
		}
	}
	return called("not", w.condition(x.Operand))
}

func (w *queryWriter) logic(x *expr.Logic) jsonata.Node {
	word := "and"
	if x.Op == expr.Or {
		word = "or"
	}
	var out jsonata.Node
	for _, o := range expr.Alternatives(x) {
		part := jsonata.Node(nil)
		if len(o.Values) > 1 && o.Test.Wrong != expr.Yes && o.Test.Null != expr.Yes && o.Test.Missing != expr.Yes {
			part = binary("in", w.path(o.Path), w.literal(o.Values))
		} else if len(o.Values) > 1 {
			return w.fail("`" + expr.Readable(x) + "`")
		} else {
			part = w.condition(o.Condition)
		}
		if out == nil {
			out = part
		} else {
			out = binary(word, out, part)
		}
	}
	if out == nil {
		return &jsonata.Boolean{Value: x.Op == expr.And}
	}
	return out
}

var querySigns = map[expr.TestOp]string{expr.TestEqual: "=", expr.TestLess: "<", expr.TestLessEqual: "<=", expr.TestGreater: ">", expr.TestGreaterEqual: ">="}

var kindNames = map[expr.TestOp]string{expr.TestText: "string", expr.TestNumber: "number", expr.TestBoolean: "boolean", expr.TestList: "array",
	expr.TestObject: "object"}

// test writes a test, and its answers for values that may be missing, null or of another type.
func (w *queryWriter) test(t *expr.Test) jsonata.Node {
	v := w.path(t.Path)
	switch {
	case len(t.Path.Steps) == 0 && (t.Op == expr.TestPresent || t.Op == expr.TestObject) && t.Path.Root == expr.RootInput:
		return &jsonata.Boolean{Value: true}
	case t.Op == expr.TestPresent && t.Missing == expr.Yes:
		return w.fail("`" + expr.Readable(t) + "`")
	case t.Op == expr.TestPresent && t.Null == expr.No:
		return binary("!=", v, &jsonata.Null{}) // false of what is missing, too
	case t.Op == expr.TestPresent:
		return called("exists", v)
	case t.Op == expr.TestInstant:
		return w.fail("a test for timestamps")
	}
	c := w.question(t, v)
	ordered := (t.Op != expr.TestEqual || t.Instant || t.Fold) && !isKind(t.Op)
	kind := binary("=", called("type", v), w.literal(typeOfValue(t.Value)))
	switch {
	case t.Wrong == expr.Yes:
		return w.fail("`" + expr.Readable(t) + "` of a value of another type")
	case ordered && (t.Wrong == expr.No || t.Null == expr.No):
		c = binary("and", kind, c)
	case ordered && t.Missing == expr.No:
		c = binary("and", called("exists", v), c)
	}
	if t.Null == expr.Yes && (t.Value != nil || isKind(t.Op)) {
		c = binary("or", binary("=", v, &jsonata.Null{}), c)
	}
	if t.Missing == expr.Yes {
		c = binary("or", called("not", called("exists", v)), c)
	}
	return c
}

// question is what a test asks of a value of the type that it is for.
func (w *queryWriter) question(t *expr.Test, v jsonata.Node) jsonata.Node {
	text, _ := t.Value.(string)
	size := int64(len([]rune(text)))
	switch {
	case kindNames[t.Op] != "":
		return binary("=", called("type", v), w.literal(kindNames[t.Op]))
	case t.Instant:
		return binary(querySigns[t.Op], called("toMillis", v), called("toMillis", w.literal(text)))
	case t.Fold:
		v, text = called("lowercase", v), strings.ToLower(text)
	}
	switch t.Op {
	case expr.TestContains:
		return called("contains", v, w.literal(text))
	case expr.TestStartsWith:
		return binary("=", called("substring", v, w.literal(int64(0)), w.literal(size)), w.literal(text))
	case expr.TestEndsWith:
		if size == 0 {
			return called("exists", v)
		}
		return binary("=", called("substring", v, w.literal(-size)), w.literal(text))
	}
	if t.Fold {
		return binary(querySigns[t.Op], v, w.literal(text))
	}
	return binary(querySigns[t.Op], v, w.literal(t.Value))
}

var compareSigns = map[expr.CompareOp]string{expr.Equal: "=", expr.NotEqual: "!=", expr.Less: "<", expr.LessEqual: "<=", expr.Greater: ">", expr.GreaterEqual: ">=",
	expr.In: "in"}

// compare writes a comparison of values.
func (w *queryWriter) compare(x *expr.Compare) jsonata.Node {
	sign := compareSigns[x.Op]
	left, right := w.value(x.Left), w.value(x.Right)
	switch {
	case sign == "" || x.As == expr.Jayway:
		return w.fail("`" + expr.Readable(x) + "`")
	case x.As == expr.Timestamp:
		left, right = called("toMillis", left), called("toMillis", right)
	}
	return binary(sign, left, right)
}

// mostExact is the largest integer up to which all are numbers of JSONata, which are doubles.
const mostExact = 1<<53 - 1

// literal writes a fixed value.
func (w *queryWriter) literal(v any) jsonata.Node {
	switch v := v.(type) {
	case string:
		return &jsonata.String{Value: v}
	case bool:
		return &jsonata.Boolean{Value: v}
	case int64:
		if v > mostExact || v < -mostExact {
			return w.fail("an integer of more than 53 bits")
		}
		return &jsonata.Number{Value: v}
	case float64:
		return &jsonata.Number{Value: v}
	case []any:
		out := &jsonata.Array{}
		for _, item := range v {
			out.Items = append(out.Items, w.literal(item))
		}
		return out
	case *value.Object:
		out := &jsonata.Object{}
		for key, item := range v.All() {
			out.Members = append(out.Members, jsonata.Pair{Key: w.literal(key), Value: w.literal(item)})
		}
		return out
	}
	return &jsonata.Null{}
}

// path writes a path of members and items.
func (w *queryWriter) path(p *expr.Path) jsonata.Node {
	steps := p.Steps
	nodes := []jsonata.Node{&jsonata.Variable{Name: statesVariable}}
	add := func(name string) { nodes = append(nodes, &jsonata.Name{Value: name}) }
	switch p.Root {
	case expr.RootInput:
		add("input")
	case expr.RootAnswer:
		add("result")
	case expr.RootContext:
		add("context")
	case expr.RootVar:
		nodes = []jsonata.Node{&jsonata.Variable{Name: p.Name}}
	case expr.RootError:
		add("errorOutput")
		if steps = w.errorSteps(steps); steps == nil {
			return w.fail("a member of an error other than its name and its cause")
		}
	case expr.RootItem:
		if nodes = nil; w.items == 0 {
			nodes = []jsonata.Node{&jsonata.Variable{Name: statesVariable}}
			for _, name := range []string{"context", "Map", "Item", "Value"} {
				add(name)
			}
		} else if len(steps) == 0 || steps[0].Kind != expr.StepChild {
			nodes = []jsonata.Node{&jsonata.Variable{}}
		}
	}
	for _, s := range steps {
		switch s.Kind {
		case expr.StepChild:
			if strings.ContainsRune(s.Name, '`') || s.Name == "" {
				return w.fail("a member whose name is empty or has a backquote")
			}
			add(s.Name)
		case expr.StepIndex:
			last := len(nodes) - 1
			nodes[last] = &jsonata.Filter{Target: nodes[last], Predicate: w.literal(int64(s.Index))}
		default:
			return w.fail("the path `" + p.String() + "`")
		}
	}
	if len(nodes) == 1 {
		return nodes[0]
	}
	return &jsonata.Path{Steps: nodes}
}

// errorSteps are steps into an error by the names that its members have here; nil for other members.
func (w *queryWriter) errorSteps(steps []expr.Step) []expr.Step {
	if w.errors == ownErrors {
		return append([]expr.Step{}, steps...)
	}
	if len(steps) == 0 || steps[0].Kind != expr.StepChild {
		return nil
	}
	names := map[string]string{w.errors.name: ownErrors.name, w.errors.cause: ownErrors.cause}
	name, ok := names[steps[0].Name]
	if !ok {
		return nil
	}
	return slices.Concat([]expr.Step{{Kind: expr.StepChild, Name: name}}, steps[1:])
}
