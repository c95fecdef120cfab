package expr_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ohler55/ojg/jp"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// TestAgainstJP compares with another implementation where both read JSONPath alike: members, items, wildcards, slices
// and unions, and setting members and items, on generated documents and paths.
func TestAgainstJP(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 20_000 {
		doc, text := generated(r, 4), "$"
		for range r.IntN(4) + 1 {
			text += generatedStep(r, true)
		}
		p, theirs := path(t, text), jp.MustParseString(text)
		got, err := expr.Eval(p, &expr.Env{Input: doc})
		if err == nil && p.Definite {
			got = []any{got}
		} else if err != nil {
			got = []any{}
		}
		want := append([]any{}, theirs.Get(maps(doc))...)
		if len(want) > 0 {
			found++
		}
		if !sameSelection(got.([]any), want) {
			t.Fatalf("%s of %s\n got %s\nwant %s", text, value.Append(nil, doc), value.Append(nil, got), value.Append(nil, want))
		}
	}
	if found < 2_000 {
		t.Errorf("only %d paths select anything", found)
	}
}

// sameSelection compares lists without their order, which for the members of an object is free.
func sameSelection(a, b []any) bool {
	count := map[string]int{}
	for _, v := range a {
		count[string(value.AppendSorted(nil, v))]++
	}
	for _, v := range b {
		count[string(value.AppendSorted(nil, objects(v)))]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return len(a) == len(b)
}

func TestSetAgainstJP(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	done := 0
	for range 20_000 {
		doc, text := generated(r, 4), "$"
		for range r.IntN(4) + 1 {
			text += generatedStep(r, false)
		}
		before := string(value.Append(nil, doc))
		got, err := expr.Set(doc, path(t, text), "set")
		if after := string(value.Append(nil, doc)); after != before {
			t.Fatalf("%s changed %s to %s", text, before, after)
		}
		if err != nil {
			continue // of ours there are more: theirs makes arrays, and passes over what is in the way
		}
		done++
		theirs := maps(parse(t, before))
		if err := jp.MustParseString(text).Set(theirs, "set"); err != nil {
			t.Fatalf("%s in %s: %v", text, before, err)
		}
		if theirs := objects(theirs); !value.Equal(got, theirs) {
			t.Fatalf("%s in %s\n got %s\nwant %s", text, before, value.Append(nil, got), value.Append(nil, theirs))
		}
	}
	if done < 2_000 {
		t.Errorf("only %d documents were changed", done)
	}
}

// maps returns a value with the objects as the other library knows them.
func maps(v any) any {
	switch v := v.(type) {
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = maps(item)
		}
		return items
	case *value.Object:
		members := map[string]any{}
		for key, member := range v.All() {
			members[key] = maps(member)
		}
		return members
	}
	return v
}

// objects is the inverse of maps, but for the order of members.
func objects(v any) any {
	switch v := v.(type) {
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = objects(item)
		}
		return items
	case map[string]any:
		o := value.NewObject(len(v))
		for key, member := range v {
			o.Set(key, objects(member))
		}
		return o
	}
	return v
}

// generated returns a document of up to depth levels, with members a to d.
func generated(r *rand.Rand, depth int) any {
	switch n := r.IntN(8); {
	case depth > 0 && n < 4:
		o := value.NewObject(0)
		for range r.IntN(5) {
			o.Set(string(rune('a'+r.IntN(4))), generated(r, depth-1))
		}
		return o
	case depth > 0 && n < 6:
		items := []any{}
		for range r.IntN(5) {
			items = append(items, generated(r, depth-1))
		}
		return items
	}
	return []any{true, int64(r.IntN(10)), r.Float64(), "text"}[r.IntN(4)]
}

// generatedStep returns a step to one value, or, if several may be, to any number of them.
func generatedStep(r *rand.Rand, several bool) string {
	kinds := 3
	if several {
		kinds = 9
	}
	name := func() string { return string(rune('a' + r.IntN(4))) }
	switch r.IntN(kinds) {
	case 0:
		return "." + name()
	case 1:
		return "['" + name() + "']"
	case 2:
		return fmt.Sprintf("[%d]", r.IntN(3))
	case 3:
		return fmt.Sprintf("[%d]", -1-r.IntN(3))
	case 4:
		return ".*"
	case 5:
		return "[*]"
	case 6:
		return fmt.Sprintf("[%d:%d]", r.IntN(3), r.IntN(5))
	case 7:
		return fmt.Sprintf("[%d,%d]", r.IntN(2), 2+r.IntN(2))
	}
	return "['a','" + string(rune('b'+r.IntN(3))) + "']"
}
