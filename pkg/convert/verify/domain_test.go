package verify

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// TestMistypedPaths has a condition that is a path ask for a boolean, or for a list of items that its filter can compare.
func TestMistypedPaths(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ path, data, want string }{
		{"$.paid", `{"paid": true}`, ""},
		{"$.paid", `{"paid": {"on": "Monday"}}`, "$.paid"},
		{"$.paid", `{}`, "$.paid"},
		{"$.paid of an object", `{"paid": {"on": "Monday"}}`, ""},
		{"$.paid of an object", `{}`, ""},
		{"$.paid of an object", `{"paid": null}`, ""},
		{"$.paid of an object", `{"paid": {}}`, "$.paid"},
		{"$.paid of an object", `{"paid": false}`, "$.paid"},
		{"$.paid of any type", `{"paid": {"on": "Monday"}}`, ""},
		{"$.paid of any type", `{"paid": false}`, ""},
		{"$.paid of any type", `{"paid": ""}`, "$.paid"},
		{"$.paid of any type", `{}`, ""},
		{"$[?(@.paid)] of any type", `{"paid": "yes"}`, ""},
		{"$[?(@.paid)]", `{"paid": "yes"}`, "$.paid"},
		{"$.people[?(@.age >= 18)]", `{"people": [{"age": 17}, {"age": 30}]}`, ""},
		{"$.people[?(@.age >= 18)]", `{"people": []}`, ""},
		{"$.people[?(@.age >= 18)]", `{"people": [{"name": "Ann"}]}`, "$.people"},
		{"$.people[?(@.age >= 18)]", `{"people": 2}`, "$.people"},
		{"$.people[?(@.age >= 18)]", `{}`, "$.people"},
		{"$.order[?(@.total >= 18)] of an object", `{"order": {"total": 19}}`, ""},
		{"$.order[?(@.total >= 18)] of an object", `{"order": {"total": "a lot"}}`, "$.order"},
		{"$.order[?(@.total >= 18)] of an object", `{"order": [{"total": 19}]}`, "$.order"},
		{"$.order[?(@.total >= 18)]", `{"order": {"total": 19}}`, "$.order"},
		{"$[?(@.age >= 18)]", `{"age": 19}`, ""},
		{"$[?(@.age >= @.least)]", `{"age": 19, "least": 18}`, ""},
		{"$[?(@.age >= @.least)]", `{"age": 19}`, "$"},
		{"$[?(@.age >= @.least)]", `{"age": "old", "least": 18}`, "$"},
		{"$[?(@.age == @.least)]", `{"age": null, "least": null}`, ""},
	} {
		path, ofObject := strings.CutSuffix(x.path, " of an object")
		path, anyTruth := strings.CutSuffix(path, " of any type")
		p, err := expr.ParseTruthPath(source.Plain(path, 0))
		if err != nil {
			t.Fatal(err)
		}
		p.Truth, p.OfObject = true, ofObject
		v, bad := value.Parse([]byte(x.data))
		if bad != nil {
			t.Fatal(bad)
		}
		got := ""
		if at := (typing{anyTruth}).mistypedIn(p, &expr.Env{Input: v}); at != nil {
			got = expr.Readable(at)
		}
		if got != x.want {
			t.Errorf("%s of %s: %q, want %q", x.path, x.data, got, x.want)
		}
	}
}

// TestMistypedItems has a question whether a value is in a list ask for a list, and for a value of the type of an item.
func TestMistypedItems(t *testing.T) {
	t.Parallel()
	path := func(name string) *expr.Path {
		return &expr.Path{Root: expr.RootInput, Steps: []expr.Step{{Kind: expr.StepChild, Name: name}}, Definite: true}
	}
	for _, x := range []struct {
		item, list expr.Expr
		data, want string
	}{
		{&expr.Literal{Value: "staff"}, path("badges"), `{"badges": ["guest"]}`, ""},
		{&expr.Literal{Value: "staff"}, path("badges"), `{"badges": []}`, ""},
		{&expr.Literal{Value: "staff"}, path("badges"), `{"badges": "staff"}`, "$.badges"},
		{&expr.Literal{Value: "staff"}, path("badges"), `{}`, "$.badges"},
		{path("badge"), &expr.Literal{Value: []any{"staff", int64(1)}}, `{"badge": "guest"}`, ""},
		{path("badge"), &expr.Literal{Value: []any{"staff", int64(1)}}, `{"badge": true}`, "$.badge"},
		{path("badge"), &expr.Literal{Value: []any{"staff"}}, `{}`, "$.badge"},
		{path("badge"), path("badges"), `{"badge": "staff", "badges": ["staff"]}`, ""},
		{path("badge"), path("badges"), `{"badge": "staff", "badges": {}}`, "$.badges"},
	} {
		v, bad := value.Parse([]byte(x.data))
		if bad != nil {
			t.Fatal(bad)
		}
		got := ""
		if at := (typing{}).mistypedIn(&expr.Compare{Op: expr.In, Left: x.item, Right: x.list}, &expr.Env{Input: v}); at != nil {
			got = expr.Readable(at)
		}
		if got != x.want {
			t.Errorf("%s in %s, of %s: %q, want %q", expr.Readable(x.item), expr.Readable(x.list), x.data, got, x.want)
		}
	}
}

// TestMistypedInLists has what filters a list, or asks something of its items, ask for members of the types that it compares them with.
func TestMistypedInLists(t *testing.T) {
	t.Parallel()
	cups := expr.NewPath(expr.RootInput, "cups")
	dirty := &expr.Compare{Op: expr.Equal, Left: expr.NewPath(expr.RootItem, "clean"), Right: &expr.Literal{Value: false}}
	filtered := &expr.Apply{Do: expr.Where, Args: []expr.Expr{cups, dirty}}
	for _, x := range []struct {
		condition  expr.Expr
		data, want string
	}{
		{&expr.Apply{Do: expr.Any, Args: []expr.Expr{cups, dirty}}, `{"cups": [{"clean": true}, {"clean": false}]}`, ""},
		{&expr.Apply{Do: expr.Any, Args: []expr.Expr{cups, dirty}}, `{"cups": [{"clean": true}, {}]}`, "$.cups"},
		{&expr.Compare{Op: expr.Greater, Left: &expr.Apply{Do: expr.Count, Args: []expr.Expr{filtered}}, Right: &expr.Literal{Value: int64(0)}},
			`{"cups": [{"clean": true}]}`, ""},
		{&expr.Compare{Op: expr.Greater, Left: &expr.Apply{Do: expr.Count, Args: []expr.Expr{filtered}}, Right: &expr.Literal{Value: int64(0)}},
			`{"cups": [{"clean": 3}]}`, "$.cups"},
	} {
		v, bad := value.Parse([]byte(x.data))
		if bad != nil {
			t.Fatal(bad)
		}
		got := ""
		if at := (typing{}).mistypedIn(x.condition, &expr.Env{Input: v}); at != nil {
			got = expr.Readable(at)
		}
		if got != x.want {
			t.Errorf("%s of %s: %q, want %q", expr.Readable(x.condition), x.data, got, x.want)
		}
	}
}

// TestUntimely has a condition that compares times ask for a timestamp, and not for any text.
func TestUntimely(t *testing.T) {
	t.Parallel()
	p, err := expr.ParseReference(source.Plain("$.at", 0))
	if err != nil {
		t.Fatal(err)
	}
	const noon = "2025-01-01T12:00:00Z"
	for _, x := range []expr.Expr{
		&expr.Compare{Op: expr.Less, As: expr.Timestamp, Left: p, Right: &expr.Literal{Value: noon}},
		&expr.Test{Op: expr.TestEqual, Path: p, Value: noon, Instant: true},
	} {
		for at, want := range map[string]bool{"yesterday": true, "2024-06-01T00:00:00+02:00": false} {
			env := &expr.Env{Input: value.ObjectOf(value.Member{Key: "at", Value: at})}
			if got := (typing{}).mistyped(x, env) != nil; got != want {
				t.Errorf("%T of %q: %v", x, at, got)
			}
		}
	}
}

// TestMistypedQuestions has a condition that asks for null, or for a type, ask for a field that is there; one that asks whether the field is there does
// not.
func TestMistypedQuestions(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		kind expr.Type
		data string
		want bool
	}{
		{expr.IsNull, `{"hold": null}`, false},
		{expr.IsNull, `{"hold": 1}`, false},
		{expr.IsNull, `{}`, true},
		{expr.IsNumber, `{"hold": "x"}`, false},
		{expr.IsNumber, `{}`, true},
		{expr.IsPresent, `{}`, false},
	} {
		v, bad := value.Parse([]byte(x.data))
		if bad != nil {
			t.Fatal(bad)
		}
		if got := (typing{}).mistypedIn(&expr.Is{Type: x.kind, Operand: expr.NewPath(expr.RootInput, "hold")}, &expr.Env{Input: v}) != nil; got != x.want {
			t.Errorf("type %d of %s: mistyped is %v, want %v", x.kind, x.data, got, x.want)
		}
	}
}

// TestItemsDiffer compares a member of all items of a list: each of them has to have it.
func TestItemsDiffer(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		path, data string
		want       bool
	}{
		{"$.items[*].qty", `{"items": [{"qty": 1}, {"qty": 2}]}`, false},
		{"$.items[*].qty", `{"items": []}`, false},
		{"$.items[*].qty", `{"items": [{"qty": 1}, {}]}`, true},
		{"$.items[*].qty", `{"items": [{"qty": 1}, {"qty": "2"}]}`, true},
		{"$.items[*].qty", `{"items": [5]}`, true},
		{"$.items[*].qty", `{}`, true},
		{"$.items[*]", `{"items": [5]}`, false},
		{"$.items[*]", `{"items": ["5"]}`, true},
	} {
		p, err := expr.ParsePath(source.Plain(x.path, 0))
		if err != nil {
			t.Fatal(err)
		}
		v, bad := value.Parse([]byte(x.data))
		if bad != nil {
			t.Fatal(bad)
		}
		if got := differs(p, int64(3), &expr.Env{Input: v}); got != x.want {
			t.Errorf("%s of %s: %v", x.path, x.data, got)
		}
	}
}
