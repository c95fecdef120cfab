package explore

import "github.com/flowglot/flowglot/pkg/value"

// Most sets of conditions can be satisfied, and by what those that have to hold compare with. Such values are tried before all
// others, which are many where conditions are about lists.

// mostGuessed bounds how many combinations of guesses are tried.
const mostGuessed = 64

// guess gives each variable values that are likely to satisfy the conditions. It reports false if they are too many to try.
func guess(vars []variable, conditions []*condition, answers []bool, tree any) bool {
	var holding []*condition
	for i, c := range conditions {
		if answers[i] {
			holding = append(holding, c)
		}
	}
	total := 1
	for i := range vars {
		v := &vars[i]
		if v.values = givenValues(v, conditions, tree); v.values == nil {
			v.values = guessesOf(v, holding)
		}
		if total *= len(v.values); total > mostGuessed {
			return false
		}
	}
	return true
}

// guessesOf are the constants that conditions compare a member with, values beside them, and that it is not there.
func guessesOf(v *variable, holding []*condition) []any {
	if v.text != "" {
		return []any{true, false}
	}
	var out []any
	if v.some {
		var asked []term
		for _, c := range holding {
			asked = someTerms(c.root, v.at, asked)
		}
		for _, item := range guessedItems(asked) {
			out = append(out, item)
		}
	}
	return append(append(out, besides(v.at, holding)...), absent{}, "")
}

// besides are the constants that conditions compare a member with, and the numbers beside them.
func besides(at []string, conditions []*condition) []any {
	var numbers []float64
	var texts []string
	for _, c := range conditions {
		constants(c.root, at, &numbers, &texts)
	}
	var out []any
	for _, n := range numbers {
		out = append(out, n, n+1, n-1)
	}
	for _, s := range texts {
		out = append(out, s)
	}
	return out
}

// guessedItems are objects that filters are likely to select: each with members beside the constants that the filters compare.
func guessedItems(asked []term) []*value.Object {
	var members []variable
	var inside []*condition
	for i := range asked {
		for k := range asked[i].of {
			members = collect(asked[i].of[k], members)
			inside = append(inside, &condition{root: asked[i].of[k]})
		}
	}
	if len(members) == 0 {
		return nil
	}
	objects := []*value.Object{value.NewObject(len(members))}
	for i := range members {
		values := append(besides(members[i].at, inside), true)
		if len(values)*len(objects) > mostGuessed {
			values = values[:1]
		}
		next := make([]*value.Object, 0, len(values)*len(objects))
		for _, x := range values {
			for _, o := range objects {
				next = append(next, withMember(o, members[i].at, x).(*value.Object))
			}
		}
		objects = next
	}
	return objects
}
