package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
)

func TestStubsBySpecificity(t *testing.T) {
	t.Parallel()
	one := func(name, result string) Stub { return Stub{Name: name, Replies: []Reply{{Return: result}}} }
	stubs := []Stub{one("*", "any"), one("do-*", "pattern"), one("do-a*", "longer"), one("do-b", "task"), one("B", "node"), one("B", "ignored")}
	call := &workflow.Call{Task: "fn", Resource: "https://fn.example"}
	if got := newAnswers(Options{Stubs: []Stub{one("*", "any"), one("https://fn.example", "resource")}}).next("N", call).Return; got != "resource" {
		t.Errorf("a function is answered %v by its resource", got)
	}
	if got := newAnswers(Options{Stubs: []Stub{one("https://*", "resource")}}).next("N", call).Return; got != "resource" {
		t.Errorf("a function is answered %v by a pattern of its resource", got)
	}
	for _, test := range []struct{ element, task, want string }{
		{"A", "do-a", "longer"}, {"B", "do-b", "node"}, {"C", "do-b", "task"}, {"C", "do-c", "pattern"}, {"C", "other", "any"},
	} {
		if got := newAnswers(Options{Stubs: stubs}).next(test.element, &workflow.Call{Task: test.task}).Return; got != test.want {
			t.Errorf("%s at %s is answered %v, want %s", test.task, test.element, got, test.want)
		}
	}
}

// TestTimes has answers that are for several calls, one of them for more than could be listed.
func TestTimes(t *testing.T) {
	t.Parallel()
	stub := Stub{Name: "*", Replies: []Reply{{Return: int64(1)}, {Return: int64(2), Times: 3}, {Return: int64(3), Times: 1 << 40}, {Return: int64(4)}}}
	next := Answers(Options{Stubs: []Stub{stub}})
	var got []any
	for range 8 {
		got = append(got, next("A", &workflow.Call{Task: "a"}).Return)
	}
	if want := []any{int64(1), int64(2), int64(2), int64(2), int64(3), int64(3), int64(3), int64(3)}; !slices.Equal(got, want) {
		t.Errorf("the answers are %v, not %v", got, want)
	}
	if n := stub.Calls(); n != 5+1<<40 {
		t.Errorf("they are for %d calls", n)
	}
	last := Stub{Name: "*", Replies: []Reply{{Return: int64(1), Times: 2}, {Return: int64(2), Times: 2}}}
	next = Answers(Options{Stubs: []Stub{last}})
	for i, want := range []int64{1, 1, 2, 2, 2, 2} {
		if got := next("A", &workflow.Call{Task: "a"}).Return; got != want {
			t.Errorf("call %d is answered %v, not %d", i+1, got, want)
		}
	}
}

func TestGlob(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"*", "", true}, {"a*c", "abbc", true}, {"a*c", "abcd", false}, {"*b*", "abc", true}, {"a**", "a", true},
		{"arn:*:Work", "arn:aws:Work", true}, {"a", "b", false}, {"a*a", "a", false},
	} {
		if got := Matches(test.pattern, test.name); got != test.want {
			t.Errorf("%s matches %s: %t", test.pattern, test.name, got)
		}
	}
	// A pattern of many stars does not take forever.
	if Matches(strings.Repeat("*a", 200), strings.Repeat("a", 20_000)+"b") {
		t.Error("a name that ends otherwise matches")
	}
}
