package asl

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Whether rules about one variable can match is found out by trying values: of each type that the rules speak of, the constants
// that they compare with, and one value between and next to them. A comparison changes its answer at its constant alone, so that
// these values stand for all others.

// The bounds of what is tried at once.
const (
	mostSampled = 60  // rules
	mostValues  = 400 // values
)

// variableOf is the path of the variable of a rule as it was written; empty if it is not known.
func variableOf(x *Rule) string {
	if x.Variable == nil || x.Variable.Path == nil {
		return ""
	}
	return x.Variable.Path.Text
}

// conjunctions are the conditions of a rule that have to match together, by variable, in the order of the text.
func conjunctions(x *Rule) [][]*Rule {
	var out [][]*Rule
	at := map[string]int{}
	var gather func(x *Rule)
	gather = func(x *Rule) {
		if x.Kind == RuleAnd {
			for _, inner := range x.Rules {
				gather(inner)
			}
			return
		}
		name, ok := onlyVariable(x)
		if !ok {
			return
		}
		i, known := at[name]
		if !known {
			i = len(out)
			at[name] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], x)
	}
	gather(x)
	return out
}

// onlyVariable is the one variable that a rule is about; it reports false if there are several, or an operand that is not known.
func onlyVariable(x *Rule) (string, bool) {
	name, ok := "", true
	var look func(x *Rule)
	look = func(x *Rule) {
		if x.Broken || x.Kind == NoRule {
			ok = false
		}
		if x.Kind.compares() {
			v := variableOf(x)
			plain := x.Operand != nil && x.OperandPath == nil && x.Compare != expr.Like && !hasPlaceholder(x.Operand.Text) && x.As != expr.Timestamp
			ok = ok && plain && v != "" && (name == "" || name == v)
			name = v
		}
		for _, inner := range x.Rules {
			look(inner)
		}
	}
	look(x)
	return name, ok && name != ""
}

// missing is the sample for a variable that is not there.
type missing struct{}

// samples are values of the variable of some rules. It reports false if a constant could not be read.
func samples(rules []*Rule) ([]any, bool) {
	var numbers []float64
	var texts []string
	ok, timestamps := true, false
	for _, x := range rules {
		x.leaves(func(x *Rule) {
			timestamps = timestamps || x.Test != nil && x.Test.Type == expr.IsInstant
			switch x.Operand.Kind {
			case source.Number:
				n, err := strconv.ParseFloat(x.Operand.Text, 64)
				ok = ok && err == nil
				numbers = append(numbers, n)
			case source.String:
				texts = append(texts, x.Operand.Text)
			}
		})
	}
	out := []any{missing{}, nil, true, false, []any{}}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	for i, n := range numbers {
		out = append(out, n)
		if i > 0 {
			out = append(out, (numbers[i-1]+n)/2)
		}
	}
	if len(numbers) > 0 {
		out = append(out, numbers[0]-1, numbers[len(numbers)-1]+1)
	} else {
		out = append(out, 0.0)
	}
	slices.Sort(texts)
	out = append(out, "")
	for _, t := range slices.Compact(texts) {
		out = append(out, t, t+"\x00")
	}
	if timestamps {
		out = append(out, "2000-01-01T00:00:00Z")
		ok = ok && len(texts) == 0 // no sample is known to lie between texts
	}
	return out, ok && len(out) <= mostValues
}

// matchesSample reports whether a rule matches a value of its variable.
func matchesSample(x *Rule, v any) bool {
	switch x.Kind {
	case RuleAnd:
		return allMatch(x.Rules, v)
	case RuleOr:
		return slices.ContainsFunc(x.Rules, func(x *Rule) bool { return matchesSample(x, v) })
	case RuleNot:
		return len(x.Rules) == 1 && !matchesSample(x.Rules[0], v)
	}
	if x.Test != nil {
		return isOfType(v, x.Test.Type) == x.Test.Want
	}
	switch v := v.(type) {
	case float64:
		n, err := strconv.ParseFloat(x.Operand.Text, 64)
		return x.As == expr.Numeric && err == nil && ordered(x.Compare, cmp.Compare(v, n))
	case string:
		return (x.As == expr.Text || x.As == expr.CodeUnits) && ordered(x.Compare, cmp.Compare(v, x.Operand.Text))
	case bool:
		return x.As == expr.Boolean && v == (x.Operand.Text == "true")
	}
	return false
}

// ordered reports whether an operator holds for how its operands compare.
func ordered(op expr.CompareOp, c int) bool {
	switch op {
	case expr.Equal:
		return c == 0
	case expr.NotEqual:
		return c != 0
	case expr.Less:
		return c < 0
	case expr.LessEqual:
		return c <= 0
	case expr.Greater:
		return c > 0
	case expr.GreaterEqual:
		return c >= 0
	}
	return false
}

// isOfType reports whether a sample is of a type.
func isOfType(v any, t expr.Type) bool {
	switch v := v.(type) {
	case missing:
		return false
	case nil:
		return t == expr.IsNull || t == expr.IsPresent
	case bool:
		return t == expr.IsBoolean || t == expr.IsPresent
	case float64:
		return t == expr.IsNumber || t == expr.IsPresent
	case string:
		_, stamp := expr.ParseTimestamp(v)
		return t == expr.IsText || t == expr.IsPresent || t == expr.IsInstant && stamp
	}
	return t == expr.IsPresent
}

// shared is the variable that all rules are about, if there is only one, with values of the types that they speak of.
func shared(rules []*Rule) (name string, values []any, ok bool) {
	if len(rules) > mostSampled {
		return "", nil, false
	}
	var numbers, booleans, others bool
	for _, x := range rules {
		v, known := onlyVariable(x)
		if !known || name != "" && v != name {
			return "", nil, false
		}
		name = v
		x.leaves(func(x *Rule) {
			switch {
			case x.Test != nil && x.Test.Type == expr.IsPresent, x.Test != nil && x.Test.Type == expr.IsNull:
				others = true
			case x.Test == nil && x.As == expr.Numeric:
				numbers = true
			case x.Test == nil && x.As == expr.Boolean:
				booleans = true
			default:
				others = true
			}
		})
	}
	all, ok := samples(rules)
	for _, v := range all {
		switch v.(type) {
		case float64:
			if numbers || others {
				values = append(values, v)
			}
		case bool:
			if booleans || others {
				values = append(values, v)
			}
		default:
			if others {
				values = append(values, v)
			}
		}
	}
	return name, values, ok && len(values) > 0
}

// missed is a value of the variable that no rule matches, in words, where all rules are about one number or boolean.
func missed(rules []*Rule) (string, bool) {
	name, values, ok := shared(rules)
	if !ok {
		return "", false
	}
	plain := true
	for _, x := range rules {
		x.leaves(func(x *Rule) { plain = plain && x.Test == nil && (x.As == expr.Numeric || x.As == expr.Boolean) })
	}
	if !plain {
		return "", false
	}
	for _, v := range values {
		if slices.ContainsFunc(rules, func(x *Rule) bool { return matchesSample(x, v) }) {
			continue
		}
		text := ""
		switch v := v.(type) {
		case float64:
			text = strconv.FormatFloat(v, 'f', -1, 64)
		case bool:
			text = strconv.FormatBool(v)
		}
		return text + " in " + name, true
	}
	return "", false
}

// covers reports whether rules about one variable match all of its values.
func covers(rules []*Rule) bool {
	_, values, ok := shared(rules)
	if !ok {
		return false
	}
	for _, v := range values {
		if !slices.ContainsFunc(rules, func(x *Rule) bool { return matchesSample(x, v) }) {
			return false
		}
	}
	return true
}
