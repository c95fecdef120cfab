package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// shop is a program with a task, a user task and a transition.
func shop() *workflow.Program {
	w := &workflow.Workflow{ID: "shop", Root: &workflow.Region{}}
	w.Regions = []*workflow.Region{w.Root}
	pay := w.AddElement("Pay", "Task", source.Span{}, source.Span{})
	n := w.AddNode(w.Root, pay, workflow.Task, workflow.Primary)
	n.Call = &workflow.Call{Task: "charge-card", Resource: "arn:charge"}
	ask := w.AddElement("Ask clerk", "USER_TASK", source.Span{}, source.Span{})
	m := w.AddNode(w.Root, ask, workflow.Await, workflow.Primary)
	back := w.AddNode(w.Root, w.AddElement("Pay back", "Task", source.Span{}, source.Span{}), workflow.Task, workflow.Primary)
	back.Call = &workflow.Call{Task: "arn:shop:refund"}
	e := w.Connect(n, m, workflow.Manual, source.Span{})
	e.Name = "APPROVE"
	return &workflow.Program{Workflows: []*workflow.Workflow{w}}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"tasks: {Pay: {return: 1}, charge-card: {return: 1}, arn:charge: {return: 1}, charge-*: {return: 1}}", ""},
		{"expect: {visited: [Pay, Ask clerk], visits: [Pay], ended: [Pay], calls: [{node: Pay, task: charge-card}]}", ""},
		{"occurrences: [{complete: Ask clerk}, {signal: Ask clerk}, {taskToken: charge-card}, {transition: APPROVE}, {update: {}}]", ""},
		{"tasks: {Pya: {return: 1}}", `2:9 no node or task has the name "Pya"; did you mean "Pay"?`},
		{"tasks: {chrage-*: {return: 1}}", `2:9 the pattern "chrage-*" matches no node or task`},
		{"tasks: {refund: {return: 1}}", `2:9 no node or task has the name "refund"; write "*:refund" for arn:shop:refund`},
		{"tasks: {fund: {return: 1}}", `2:9 no node or task has the name "fund"`},
		{"expect: {calls: [{task: refund}]}", `2:25 no task has the name "refund"`},
		{"expect: {visited: [Pay, Ask clerc]}", `2:25 no state, step or node has the name "Ask clerc"; did you mean "Ask clerk"?`},
		{"expect: {chain: [{ended: [Done]}]}", `2:27 no state, step or node has the name "Done"`},
		{"expect: {calls: [{task: charge-cart}]}", `2:25 no task has the name "charge-cart"; did you mean "charge-card"?`},
		{"occurrences: [{complete: ask clerk}]", `2:26 no state, step or node has the name "ask clerk"; did you mean "Ask clerk"?`},
		{"occurrences: [{transition: APROVE}]", `2:28 no transition has the name "APROVE"; did you mean "APPROVE"?`},
		// That a request is refused can be tested.
		{"occurrences: [{transition: DESTROY}]", ""},
	} {
		text := "workflow: x\n" + test.text
		all, wrong := read(text)
		if wrong != "" {
			t.Fatalf("%s: %s", test.text, wrong)
		}
		f := source.NewFile("x.scenario.yaml", []byte(text))
		var out []string
		for _, d := range all[0].Check(f, shop()) {
			at := f.Position(d.Span.Start)
			line := fmt.Sprintf("%d:%d %s", at.Line, at.Column, d.Message)
			if d.Help != "" {
				line += "; " + d.Help
			}
			out = append(out, line)
		}
		if got := strings.Join(out, "\n"); got != test.want {
			t.Errorf("%s\ngives %s\nwant  %s", test.text, got, test.want)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	text := "workflow: x\ncases: [{name: happy}, {name: sad}, {name: sad}, {}]"
	f := source.NewFile("x.scenario.yaml", []byte(text))
	source.Parse(f)
	all, _ := read(text)
	for _, test := range []struct {
		which string
		want  int
		err   string
	}{
		{"happy", 0, ""}, {"#2", 1, ""}, {"#3", 2, ""}, {"case 4", 3, ""},
		{"", 0, `the scenario x.scenario.yaml has 4 cases; choose one with --case: "happy", "#2", "#3", "case 4"`},
		{"hapy", 0, `no case of x.scenario.yaml has the name "hapy"; did you mean "happy"?`},
		{"zzzzzzzz", 0, `no case of x.scenario.yaml has the name "zzzzzzzz"; it has "happy", "#2", "#3", "case 4"`},
	} {
		s, err := Find(f, all, test.which)
		if test.err == "" && (err != nil || s != all[test.want]) || test.err != "" && (err == nil || err.Error() != test.err) {
			t.Errorf("%q: %v", test.which, err)
		}
	}
}
