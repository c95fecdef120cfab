package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/source"
)

// condition reads a criterion, or a part of a group that lies in so many others. The answer is never nil.
func (r *reader) condition(n *source.Node, depth int) *Condition {
	c := &Condition{Node: n, Broken: true}
	if n.Kind != source.Object {
		r.WrongKind(n, "a condition", "an object")
		return c
	}
	if !r.conditionKind(c) {
		return c
	}
	if c.Broken = !r.conditionFields(c, depth); c.Broken {
		c.Test = nil
	}
	return c
}

// conditionKind reads the type of a condition (fsm: "CRITERIA").
func (r *reader) conditionKind(c *Condition) bool {
	n := c.Node.Get("type")
	if n == nil {
		r.need(c.Node, words.Name(inConditions), "type")
		return false
	}
	if n.Kind != source.String {
		r.WrongKind(n, `"type" of a condition`, "a string")
		return false
	}
	var names []string
	for k := Simple; k <= Function; k++ {
		if names = append(names, k.String()); n.Text == k.String() {
			c.Kind = k
			return true
		}
	}
	d := r.Add(&conditionType.Rule, n.Span, "unknown type of condition %s", quote(n.Text))
	r.SuggestOne(d, n.Text, names, "the types are", "and")
	return false
}

// conditionFields reads the fields of a condition of known kind, and answers whether it is understood.
func (r *reader) conditionFields(c *Condition, depth int) bool {
	found := map[string]*source.Member{}
	o := reading.Owner{In: placeOf(c.Kind)}
	r.Object(c.Node, o, func(f *source.Member) bool {
		found[f.Key] = f
		return true
	})
	understood := false
	r.Within(c.Node, o, func() { understood = r.conditionParts(c, found, depth) })
	return understood
}

// conditionParts reads the fields of a condition that were found.
func (r *reader) conditionParts(c *Condition, found map[string]*source.Member, depth int) bool {
	switch c.Kind {
	case Group:
		return r.group(c, found, depth)
	case Function:
		return r.function(c, found, depth)
	case Array:
		left := r.jsonPath(c, found)
		return r.values(c, found, left) && left != nil
	case Lifecycle:
		left := r.lifecycle(c, found)
		return r.test(c, found, left) && left != nil
	default:
		left := r.jsonPath(c, found)
		return r.test(c, found, left) && left != nil
	}
}

// group reads the operator and the conditions of a group.
func (r *reader) group(c *Condition, found map[string]*source.Member, depth int) bool {
	if depth >= maxGroups {
		r.Add(&groupDepth.Rule, r.Head(c.Node), "groups are nested more than %d levels deep", maxGroups).Help =
			"merge a group into the group around it where both have the same operator"
		return false
	}
	understood := r.groupOperator(c, found["operator"])
	f := found["conditions"]
	if f == nil {
		r.need(c.Node, words.Name(inGroup), "conditions")
		return false
	}
	items, ok := r.Items(f, "an array of conditions", source.Object)
	for _, n := range items {
		c.Conditions = append(c.Conditions, r.condition(n, depth+1))
	}
	return ok && understood
}

func (r *reader) groupOperator(c *Condition, f *source.Member) bool {
	if f == nil {
		r.need(c.Node, words.Name(inGroup), "operator")
		return false
	}
	t := r.Text(f)
	if t == nil {
		return false
	}
	if t.Value == "AND" || t.Value == "OR" {
		c.Or = t.Value == "OR"
		return true
	}
	d := r.Add(&groupOperator.Rule, t.Node.Span, "unknown operator %s of a group", quote(t.Value))
	if r.Suggest(d, r.Guess(t.Value, []string{"AND", "OR"})); d.Help == "" {
		d.Help = "use AND or OR; to negate a condition, use the NOT_ form of its operator"
	}
	return false
}

// function reads a question that is put to a function. What else the function takes is for it to know.
func (r *reader) function(c *Condition, found map[string]*source.Member, depth int) bool {
	f := found["function"]
	if f == nil {
		r.need(c.Node, words.Name(inFunction), "function")
		return false
	}
	if f.Value.Kind != source.Object {
		r.WrongField(f, "an object")
		return false
	}
	name := f.Value.Member("name")
	if name == nil {
		r.need(f.Value, "a function", "name")
		return false
	}
	if c.Function = r.named(name); c.Function == nil {
		return false
	}
	if depth > 0 {
		r.Add(&functionInGroup.Rule, c.Node.Get("type").Span, "function %s cannot be used inside a group", quote(c.Function.Value)).
			Help = "let the function check the other conditions too, or use it on a separate transition"
		return false
	}
	return true
}
