package run

import (
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
	// A pattern of many stars does not take for ever.
	if Matches(strings.Repeat("*a", 200), strings.Repeat("a", 20_000)+"b") {
		t.Error("a name that ends otherwise matches")
	}
}
