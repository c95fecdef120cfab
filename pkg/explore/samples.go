package explore

import (
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// Conditions are decided together by trying: of each member that they compare with constants, one value of each kind that the
// constants tell apart. The evaluator of every run answers for each combination, so that the rules of each language hold.

// mostTried bounds how many combinations are tried; beyond it, everything is taken for possible.
const mostTried = 1024

// variable is a member of the document whose value conditions look at, or an opaque part of theirs.
type variable struct {
	at     []string
	text   string // of an opaque part
	some   bool   // a condition on it holds of a list if it does of an item
	values []any
}

// absent stands for a member that is not there.
type absent struct{}

// mostConditions bounds how many conditions are decided together; of more, everything is taken for possible.
const mostConditions = 16

// mostEvaluated bounds how many conditions are evaluated in an exploration. After that, everything is taken for possible.
const mostEvaluated = 20_000

// possible reports whether a document may exist for which all conditions have the given answers. tree is what is known of its members; nil
// is nothing. left is how many conditions may still be evaluated to find out.
func possible(conditions []*condition, answers []bool, tree any, left *int) bool {
	if len(conditions) > mostConditions {
		return true
	}
	var vars []variable
	for _, c := range conditions {
		vars = collect(c.root, vars)
	}
	for i := range vars {
		for k := range vars {
			if i != k && vars[i].text == "" && vars[k].text == "" && len(vars[i].at) <= len(vars[k].at) &&
				slices.Equal(vars[i].at, vars[k].at[:len(vars[i].at)]) {
				return true // one lies in the other
			}
		}
	}
	if guess(vars, conditions, answers, tree) && tried(conditions, answers, vars, left) {
		return true
	}
	total := 1
	for i := range vars {
		vars[i].values = givenValues(&vars[i], conditions, tree)
		if vars[i].values == nil {
			if vars[i].values = samples(&vars[i], conditions); vars[i].values == nil {
				return true
			}
		}
		if total *= len(vars[i].values); total > mostTried {
			return true
		}
	}
	return tried(conditions, answers, vars, left)
}

// tried reports whether all conditions have the given answers for some combination of the values of variables, or whether that is not found
// out because too much was evaluated.
func tried(conditions []*condition, answers []bool, vars []variable, left *int) bool {
	chosen := make([]int, len(vars))
	for {
		if *left -= len(conditions); *left < 0 {
			return true
		}
		if agree(conditions, answers, vars, chosen) {
			return true
		}
		i := 0
		for i < len(chosen) {
			if chosen[i]++; chosen[i] < len(vars[i].values) {
				break
			}
			chosen[i] = 0
			i++
		}
		if i == len(chosen) {
			return false
		}
	}
}

// givenValues are the values that a member may have by what is known of its document, or because it was written there; nil if that is
// nothing.
func givenValues(v *variable, conditions []*condition, tree any) []any {
	if known := knownValues(v, tree); known != nil || v.text != "" {
		return known
	}
	for _, c := range conditions {
		if c.root.op == isValue && slices.Equal(c.root.at, v.at) {
			return []any{c.root.value}
		}
	}
	return nil
}

func collect(t term, vars []variable) []variable {
	switch t.op {
	case isLeaf, isOpaque, isValue:
		if t.at == nil && t.text == "" { // a constant
			break
		}
		i := slices.IndexFunc(vars, func(v variable) bool { return v.text == t.text && slices.Equal(v.at, t.at) })
		if i < 0 {
			i, vars = len(vars), append(vars, variable{at: t.at, text: t.text})
		}
		vars[i].some = vars[i].some || t.some
		return vars
	}
	for _, o := range t.of {
		vars = collect(o, vars)
	}
	return vars
}

// agree reports whether conditions have the given answers for the chosen values. A condition that fails has none.
func agree(conditions []*condition, answers []bool, vars []variable, chosen []int) bool {
	doc := any(value.NewObject(0))
	for i, v := range vars {
		if _, missing := v.values[chosen[i]].(absent); v.text == "" && !missing {
			doc = withMember(doc, v.at, v.values[chosen[i]])
		}
	}
	env := &expr.Env{Input: doc}
	for i, c := range conditions {
		holds, err := answerOf(c.root, env, vars, chosen)
		if err != nil || holds != answers[i] {
			return false
		}
	}
	return true
}

// withMember is a document with a value at the end of names.
func withMember(doc any, names []string, v any) any {
	if len(names) == 0 {
		return v
	}
	o, _ := doc.(*value.Object)
	if len(names) > 1 {
		inner, _ := o.Get(names[0]).(*value.Object)
		if inner == nil {
			inner = value.NewObject(1)
		}
		v = withMember(inner, names[1:], v)
	}
	return o.With(names[0], v)
}

func answerOf(t term, env *expr.Env, vars []variable, chosen []int) (bool, error) {
	switch t.op {
	case isNot:
		holds, err := answerOf(t.of[0], env, vars, chosen)
		return !holds, err
	case isAnd, isOr:
		for _, o := range t.of {
			holds, err := answerOf(o, env, vars, chosen)
			if err != nil || holds == (t.op == isOr) {
				return holds, err
			}
		}
		return t.op == isAnd, nil
	case isWhole:
		return expr.Holds(t.leaf, env)
	case isValue: // no other is tried
		return true, nil
	case isOpaque:
		i := slices.IndexFunc(vars, func(v variable) bool { return v.text == t.text && v.at == nil })
		return vars[i].values[chosen[i]] == true, nil
	}
	return expr.Holds(t.leaf, env)
}

// samples are values of a member of which at least one satisfies any set of comparisons with the constants of the conditions that
// some value satisfies; nil if there are too many to try.
func samples(v *variable, conditions []*condition) []any {
	if v.text != "" {
		return []any{true, false}
	}
	if v.some {
		return someSamples(v, conditions)
	}
	var numbers []float64
	var texts []string
	for _, c := range conditions {
		constants(c.root, v.at, &numbers, &texts)
	}
	var out []any // those of the constants first: some of them most often satisfies the conditions
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	for i, n := range numbers {
		if i == 0 {
			out = append(out, n-1)
		}
		out = append(out, n)
		if i+1 < len(numbers) {
			out = append(out, (n+numbers[i+1])/2)
		} else {
			out = append(out, n+1)
		}
	}
	out = append(out, textSamples(texts)...)
	if len(numbers) == 0 {
		out = append(out, float64(0), float64(1))
	}
	return append(out, true, false, absent{}, nil, value.NewObject(0), []any{})
}

// textSamples are texts before, between and after others, and instants before, between and after those that they name.
func textSamples(texts []string) []any {
	slices.Sort(texts)
	texts = slices.Compact(texts)
	var out []any
	for _, s := range texts {
		out = append(out, s, s+" ", s+"~")
		if s != "" {
			out = append(out, s[:len(s)-1])
		}
		if at, ok := expr.ParseTimestamp(s); ok {
			for _, shift := range []time.Duration{-time.Second, -time.Nanosecond, time.Nanosecond, time.Second} {
				out = append(out, at.Add(shift).UTC().Format(time.RFC3339Nano))
			}
		}
	}
	return append(out, "", "2020-01-01T00:00:00Z", "\U0010ffff")
}

func constants(t term, at []string, numbers *[]float64, texts *[]string) {
	if !t.some { // what a filter compares is a member of an item
		for _, o := range t.of {
			constants(o, at, numbers, texts)
		}
	}
	if t.op != isLeaf || !slices.Equal(t.at, at) {
		return
	}
	for _, c := range constantsOf(t.leaf) {
		switch c := c.(type) {
		case int64:
			*numbers = append(*numbers, float64(c))
		case float64:
			*numbers = append(*numbers, c)
		case string:
			*texts = append(*texts, strings.Clone(c))
		}
	}
}
