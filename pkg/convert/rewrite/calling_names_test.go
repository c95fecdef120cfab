package rewrite

import (
	"cmp"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestNamesOfCallingTasks has the name of a task that calls another one for a step have the name of that, if the step has one of its own.
func TestNamesOfCallingTasks(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ given, task, want string }{
		{"", "charge", "call charge"},
		{"pay", "charge", "call charge for pay"},
		{"pay", "psp:charge", "call psp:charge for pay"},
		{"pay", "https://psp.example.org/charge", "call pay"},
	} {
		n := &workflow.Node{Kind: workflow.Task, Element: &workflow.Element{Name: cmp.Or(x.given, x.task), Given: x.given}, Call: &workflow.Call{Task: x.task}}
		if got := nameOfCalling(n); got != x.want {
			t.Errorf("the task that calls %s is %q, want %q", n.Call.Task, got, x.want)
		}
		n.Call = &workflow.Call{Task: slug(x.want)}
		if c := (&Conversion{Able: &dialects.Abilities{}}); !c.callsAnother(n) {
			t.Errorf("%s calls no other task for %s", n.Call.Task, n.Name())
		}
	}
}
