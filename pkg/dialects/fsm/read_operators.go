package fsm

import (
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// test reads what a simple or lifecycle condition asks.
func (r *reader) test(c *Condition, found map[string]*source.Member, left *expr.Path) bool {
	o, name := r.operator(c, found)
	if name == nil {
		return false
	}
	x := expr.Loose{Op: o.op, Negated: o.negated, Fold: o.fold, Left: left, Span: c.Node.Span}
	f := found["value"]
	switch {
	case o.op == expr.LooseNull:
	case f == nil:
		if o.op != expr.LooseEqual {
			r.need(c.Node, "a condition with "+name.Value, "value")
			return false
		}
		r.Add(&operand.Rule, r.Head(c.Node), "a condition with %s has no value, so it compares with null", name.Value).Help =
			`write "value": null, or use IS_NULL or NOT_NULL`
		x.Right = []*expr.Literal{{Span: c.Node.Span}}
	case f.Value.Kind == source.Invalid:
		return false
	case o.op == expr.LooseBetween || o.op == expr.LooseBetweenOrEqual:
		if x.Right = r.bounds(name, f); x.Right == nil {
			return false
		}
	default:
		x.Right = []*expr.Literal{literal(f.Value)}
		r.operand(name, o, f.Value)
	}
	return r.complete(c, x, name, f)
}

// complete compiles a test.
func (r *reader) complete(c *Condition, x expr.Loose, name *Text, f *source.Member) bool {
	made, err := expr.NewLoose(x)
	if err != nil {
		r.Add(&pattern.Rule, r.Whole(f.Value), "invalid pattern of %s: %s", name.Value, err)
		return false
	}
	c.Test = made
	return true
}

func literal(n *source.Node) *expr.Literal {
	return &expr.Literal{Value: value.Of(n), Node: n, Span: n.Span}
}

// operator reads the operator of a condition, under any of its keys. The name is nil if it is not known, which was
// reported.
func (r *reader) operator(c *Condition, found map[string]*source.Member) (operator, *Text) {
	var at *source.Member
	for _, key := range operatorKeys {
		f := found[key]
		if f != nil && at != nil {
			d := r.Add(&severalOperators.Rule, f.KeySpan, "a condition has its operator both under %s and under %s", quote(at.Key), quote(key))
			d.Related = r.Related(at.KeySpan, "flowglot uses this one")
			d.Help = "remove one of them"
		} else if f != nil {
			at = f
		}
	}
	if at == nil {
		r.need(c.Node, words.Name(placeOf(c.Kind)), operatorKeys[0])
		return operator{}, nil
	}
	t := r.Text(at)
	if t == nil {
		return operator{}, nil
	}
	if o, ok := operators[t.Value]; ok {
		return o, t
	}
	d := r.Add(&unknownOperator.Rule, t.Node.Span, "unknown operator %s", quote(t.Value))
	if name := otherWords[strings.ToUpper(t.Value)]; name != "" {
		r.Suggest(d, dialects.Guess{Name: name, Sure: true, Help: "write " + quote(name)})
	} else {
		r.SuggestOne(d, t.Value, operatorNames(), "the operators are", "and")
	}
	return operator{}, nil
}

// bounds reads the two values of a BETWEEN, and reports those between which nothing lies.
func (r *reader) bounds(name *Text, f *source.Member) []*expr.Literal {
	n := f.Value
	if n.Kind != source.Array || len(n.Items) != 2 {
		found := n.Kind.String()
		if n.Kind == source.Array {
			found = "an array of " + strconv.Itoa(len(n.Items))
		}
		r.Add(&between.Rule, r.Whole(n), "the value of %s must be an array of two, found %s", name.Value, found).Help =
			"write the lower and the upper bound: [1, 5]"
		return nil
	}
	for _, item := range n.Items {
		if item.Kind != source.Number && item.Kind != source.String {
			if item.Kind != source.Invalid {
				r.Add(&between.Rule, r.Whole(item), "a bound of %s must be a number or a string, found %s", name.Value, item.Kind)
			}
			return nil
		}
	}
	low, high := literal(n.Items[0]), literal(n.Items[1])
	r.emptyRange(name, n, low, high)
	return []*expr.Literal{low, high}
}

// emptyRange reports bounds of which the lower one is not below the upper one.
func (r *reader) emptyRange(name *Text, n *source.Node, low, high *expr.Literal) {
	ask := func(op expr.LooseOp) bool {
		holds, err := expr.Holds(&expr.Loose{Op: op, Left: low, Right: []*expr.Literal{high}}, &expr.Env{})
		return err == nil && holds
	}
	if ask(expr.LooseGreater) || name.Value == "BETWEEN" && ask(expr.LooseGreaterEqual) {
		r.Add(&emptyRange.Rule, r.Head(n), "no value is between %s and %s", quote(n.Items[0].Text), quote(n.Items[1].Text)).Help =
			"write the lower bound first; BETWEEN leaves out both bounds, BETWEEN_INCLUSIVE does not"
	}
}

// operand reports values that an operator can do nothing with.
func (r *reader) operand(name *Text, o operator, n *source.Node) {
	switch {
	case o.op == expr.LooseLike || o.op == expr.LooseMatches: // a pattern is a text, or reported as none
	case n.Kind == source.Array:
		r.Add(&operand.Rule, r.Head(n), "%s compares with an array, and no single value equals an array", name.Value).Help =
			`compare with a single value, or item by item with a condition of type "array"`
	case o.op != expr.LooseEqual && (n.Kind == source.Null || n.Kind == source.Object):
		r.Add(&operand.Rule, r.Whole(n), "%s compares with %s, which has neither an order nor a text", name.Value, n.Kind)
	}
}

// values reads what the items of an array are compared with.
func (r *reader) values(c *Condition, found map[string]*source.Member, left *expr.Path) bool {
	f := found["values"]
	if f == nil {
		r.need(c.Node, words.Name(inArray), "values")
		return false
	}
	if _, ok := r.Items(f, "an array", source.Invalid); !ok {
		return false
	}
	return r.complete(c, expr.Loose{Op: expr.LooseItems, Left: left, Right: []*expr.Literal{literal(f.Value)}, Span: c.Node.Span},
		&Text{Value: "values"}, f)
}
