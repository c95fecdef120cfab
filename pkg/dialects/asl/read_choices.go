package asl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// choices reads the field Choices (asl 2016: "Choice State").
func (r *reader) choices(s *State, f *source.Member) []*Rule {
	items, ok := r.array(f, "an array of choice rules", source.Object, false)
	if !ok {
		return nil
	}
	return r.rules(s, items, inRule)
}

func (r *reader) rules(s *State, items []*source.Node, in place) []*Rule {
	rules := make([]*Rule, 0, len(items))
	for i, n := range items {
		if in == inRule {
			r.at = fmt.Sprintf("Choices[%d]/", i)
		}
		rules = append(rules, r.rule(s, n, in))
	}
	if in == inRule {
		r.at = ""
	}
	return rules
}

func (r *reader) rule(s *State, n *source.Node, in place) *Rule {
	x := &Rule{Node: n}
	o := owner{in: in, state: s, jsonata: r.owner.jsonata, extra: &x.Extra, later: &x.Later}
	var found []*source.Member // the operators
	if !r.object(n, o, func(f *source.Member) bool { return r.ruleField(x, f, &found) }) {
		x.Broken = true
		return x
	}
	r.within(n, o, func() { r.operator(s, x, found) })
	return x
}

func (r *reader) ruleField(x *Rule, f *source.Member, found *[]*source.Member) bool {
	switch f.Key {
	case "Variable":
		x.Variable = r.path(f, variablePath)
		return x.Variable != nil
	case "Next":
		x.Next = r.transition(f)
		return x.Next != nil
	case "Comment":
		x.Comment = r.Text(f)
		return x.Comment != nil
	case "Condition":
		*found = append(*found, f)
		r.condition(x, f)
		return false
	case "Assign":
		x.Assign = r.assign(f)
		return false
	case "Output":
		x.Output = r.template(f)
		return false
	default:
		*found = append(*found, f)
		return true
	}
}

// operator reads the one operator of a rule among those found. None, or several, is reported; an unknown field is taken
// for the operator if there is no other.
func (r *reader) operator(s *State, x *Rule, found []*source.Member) {
	unknown := unknownIn(x)
	later := r.level == Level2016 && slices.ContainsFunc(x.Later, func(l LaterField) bool { return isTest(l.Member.Key) })
	switch {
	case later:
		x.Kind, x.Broken = RuleLater, true
	case len(found) > 1:
		d := r.Add(&choiceOperator.Rule, found[1].KeySpan, "a choice rule of state %s has the operators %s; it can have only one",
			quote(s.Name), keys(found))
		d.Related = r.Related(found[0].KeySpan, "the first is %s", quote(found[0].Key))
		d.Help = `join several conditions with "And" or "Or"`
		x.Broken = true
	case len(found) == 0 && len(unknown) > 0:
		m := unknown[0]
		unknown = unknown[1:]
		d := r.Add(&unknownOperator.Rule, m.KeySpan, "a choice rule of state %s has the operator %s, which does not exist",
			quote(s.Name), quote(m.Key))
		r.SuggestKey(d, m.Key, operatorNames(r.level))
		x.Broken = true
	case len(found) == 0 && slices.ContainsFunc(x.Node.Members, func(m source.Member) bool { return isTest(m.Key) }):
		x.Broken = true // it is of the other query language, which was reported
	case len(found) == 0:
		r.Add(&choiceOperator.Rule, r.Head(x.Node), "a choice rule of state %s has no operator", quote(s.Name)).
			Help = `compare "Variable" with something: "StringEquals": "…"`
		x.Broken = true
	default:
		x.Operator = found[0]
		r.operand(s, x)
		if v := x.Node.Member("Variable"); v != nil && operators[x.Operator.Key].kind.combines() {
			d := r.Add(&choiceOperator.Rule, v.KeySpan, "\"Variable\" has no effect together with %s", quote(x.Operator.Key))
			d.Severity, d.Help = diag.Warning, "remove it"
		}
	}
	for _, m := range unknown {
		r.unknownInRule(x, m)
	}
}

// unknownInRule reports an unknown field of a rule. Where the rule has an operator, no other one was meant.
func (r *reader) unknownInRule(x *Rule, m *source.Member) {
	candidates := words.Names(r.owner.in, r.Without)
	if x.Operator != nil {
		candidates = slices.DeleteFunc(candidates, isTest)
	}
	if _, g := r.UnknownField(m, candidates); g.Sure {
		r.Misspelt(x.Node, &source.Member{Key: g.Name, KeySpan: m.KeySpan, Value: m.Value})
	}
}

// isTest reports whether the field of a rule decides whether it matches.
func isTest(key string) bool {
	_, ok := operators[key]
	return ok || key == "Condition"
}

// unknownIn returns the members of a rule that nothing in the language is called like.
func unknownIn(x *Rule) []*source.Member {
	var unknown []*source.Member
	for _, m := range x.Extra {
		if words.Field(m.Key) == nil {
			unknown = append(unknown, m)
		}
	}
	return unknown
}

func keys(members []*source.Member) string {
	var names []string
	for i, m := range members {
		if i == 5 {
			names = append(names, "…")
			break
		}
		names = append(names, quote(m.Key))
	}
	return strings.Join(names, ", ")
}

// operand reads what the operator of a rule is applied to.
func (r *reader) operand(s *State, x *Rule) {
	f := x.Operator
	if f.Key == "Condition" {
		x.Kind = RuleLater
		return
	}
	o := operators[f.Key]
	x.Kind, x.As, x.Compare = o.kind, o.as, o.op
	if o.test {
		x.Test = &TypeTest{Type: o.is}
	}
	n := f.Value
	if n.Kind == source.Invalid {
		x.Broken = true
		return
	}
	switch o.operand {
	case rulesOperand:
		items, ok := r.array(f, o.operand.String(), source.Invalid, false)
		if !ok {
			x.Broken = true
			return
		}
		x.Rules = r.rules(s, items, inPart)
	case ruleOperand:
		x.Rules = r.rules(s, []*source.Node{n}, inPart)
	case pathOperand:
		x.OperandPath = r.path(f, operandPath)
	default:
		if r.isOperand(x, o.operand) {
			x.Operand = n
			if x.Test != nil {
				x.Test.Want = n.Text == "true"
			}
		} else {
			x.Broken = true
		}
	}
}

// isOperand reports whether the value of a comparison is of its type. A value of another type is reported.
func (r *reader) isOperand(x *Rule, want operandKind) bool {
	f := x.Operator
	n := f.Value
	if n.Kind != want.node() {
		if r.level == Current && n.Kind == source.String && hasPlaceholder(n.Text) {
			return false // what it will be is not known, and neither is the rule
		}
		d := r.Add(&operandType.Rule, r.Whole(n), "%s of %s compares with %s, found %s", quote(f.Key), r.Subject(), want, n.Kind)
		d.Help = otherOperator(x, n.Kind)
		if want.node() == source.Bool && n.Kind == source.String && (n.Text == "true" || n.Text == "false") {
			d.Help = "write " + n.Text + " without quotes"
			r.OfferFix(d, d.Help, n.Text)
		}
		return false
	}
	return want != timestampOperand || r.isTimestamp(n, quote(f.Key))
}

// otherOperator names the operator that compares in the same way with a value of the given kind, as a help.
func otherOperator(x *Rule, kind source.Kind) string {
	if x.Kind != RuleCompare {
		return ""
	}
	for _, name := range operatorNames(Level2016) {
		if o := operators[name]; o.kind == RuleCompare && o.op == x.Compare && o.operand.node() == kind && o.operand != timestampOperand {
			return "to compare with " + kind.String() + ", use " + quote(name)
		}
	}
	return ""
}

// condition reads the test of a JSONata rule.
func (r *reader) condition(x *Rule, f *source.Member) {
	n := f.Value
	switch {
	case n.Kind == source.Bool:
		x.Operand = n
		return
	case n.Kind == source.Invalid:
		return
	case n.Kind == source.String && (isJSONata(n.Text) || isOpenJSONata(n.Text)):
		if t := r.template(f); len(t.Computed) > 0 {
			x.Condition = t.Computed[0]
		}
		return
	case n.Kind == source.String && hasPlaceholder(n.Text):
		x.Condition = &Computed{Node: n, Member: f, At: r.at + f.Key, Opaque: true}
		return
	}
	d := r.Add(&operandType.Rule, r.Whole(n), `"Condition" of %s must be a JSONata expression or a boolean, found %s`, r.Subject(), n.Kind)
	if n.Kind == source.String {
		d.Message = `"Condition" of ` + r.Subject() + ` is not a JSONata expression, as it is not inside of {% %}`
		d.Help = "write {% … %} around it"
	}
}
