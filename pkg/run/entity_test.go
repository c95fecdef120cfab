package run

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// lifecycle is a workflow of an entity; its states are made by their transitions, "FROM name TO".
func lifecycle(id string, transitions ...string) *net {
	n := shared()
	n.ID = id
	n.Limits = workflow.Limits{Visits: 3, Transitions: 6}
	n.Errors.Refused = workflow.ErrorName{Name: "Refused"}
	n.Errors.Request = workflow.ErrorName{Name: "NotFound"}
	n.Errors.Task, n.Errors.Hidden = workflow.ErrorName{Name: "Refused"}, true
	for _, t := range transitions {
		n.transition(t)
	}
	return n
}

func (n *net) state(name string) *workflow.Node {
	if n.nodes[name] == nil {
		n.add(n.Root, name, workflow.State)
	}
	return n.nodes[name]
}

// transition adds "FROM name TO"; one in capitals is manual.
func (n *net) transition(spec string) *workflow.Edge {
	w := strings.Fields(spec)
	n.state(w[0])
	n.state(w[2])
	kind := workflow.Next
	if w[1] == strings.ToUpper(w[1]) {
		kind = workflow.Manual
	}
	e := n.connect(w[0], w[2], kind)
	e.Name = w[1]
	return e
}

// processed puts tasks on the way of a transition. One whose name begins with "-" has its result dropped and its failure
// passed over.
func (n *net) processed(e *workflow.Edge, tasks ...string) {
	from, to := e.From, e.To
	scope := n.AddNode(n.Root, from.Element, workflow.Scope, workflow.Processing)
	scope.Body.Gather = workflow.GatherOne
	e.To = scope
	n.Connect(scope, to, workflow.Next, source.Span{})
	r := n.AddRegion(scope, source.Span{})
	r.Shared = true
	var last *workflow.Node
	for _, task := range append(tasks, "") {
		var x *workflow.Node
		if task == "" {
			x = n.AddNode(r, from.Element, workflow.End, workflow.Ending)
		} else {
			x = n.AddNode(r, from.Element, workflow.Task, workflow.Processing)
			x.Call = &workflow.Call{Task: strings.TrimPrefix(task, "-"), Silent: true}
			x.Data.Combine = &workflow.Combine{Mode: workflow.Replace}
			if task[0] == '-' {
				x.Data.Combine.Mode = workflow.Drop
			}
		}
		if r.Start == nil {
			r.Start = x
		}
		if last != nil {
			n.Connect(last, x, workflow.Next, source.Span{})
			if last.Data.Combine.Mode == workflow.Drop {
				c := n.Connect(last, x, workflow.OnError, source.Span{})
				c.On = workflow.Matcher{{All: true}}
				c.Data.Combine = &workflow.Combine{Mode: workflow.Drop}
			}
		}
		last = x
	}
}

// member is a condition: $.name == v.
func member(name string, v any) expr.Expr {
	path := &expr.Path{Steps: []expr.Step{{Kind: expr.StepChild, Name: name}}, Definite: true, Text: "$." + name}
	return &expr.Compare{Op: expr.Equal, As: expr.Jayway, Left: path, Right: fixed(v)}
}

// live plays an entity: requests are names of transitions, and data for updates.
func live(t *testing.T, p *workflow.Program, input *value.Object, stubs []Stub, requests ...any) *Result {
	t.Helper()
	o := Options{Start: epoch, Input: input, Stubs: stubs}
	for _, r := range requests {
		if name, ok := r.(string); ok {
			o.Occurrences = append(o.Occurrences, Occurrence{Kind: "transition", Node: name})
		} else {
			o.Occurrences = append(o.Occurrences, Occurrence{Kind: "update", Value: r})
		}
	}
	r, err := Simulate(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	alike(t, p, o, r)
	return r
}

// only is the program of one workflow that every entity has.
func only(n *net) *workflow.Program {
	return &workflow.Program{Workflows: []*workflow.Workflow{n.Workflow}, Select: []workflow.Candidate{{Workflow: n.Workflow}}, Fallback: n.Workflow}
}

// stands spells how an entity stands at the end.
func stands(r *Result) string {
	s := fmt.Sprintf("%s in %s by %s with %s", r.Status, strings.Join(r.Ended, "+"), strings.Join(r.Visited, " "), value.Short(r.Output))
	if r.Error != nil {
		s += ", " + r.Error.Name
	}
	return s
}

func TestEntityCascades(t *testing.T) {
	t.Parallel()
	n := lifecycle("flow", "DRAFT SUBMIT SENT", "SENT check OK", "SENT refuse BAD", "BAD REOPEN DRAFT")
	n.nodes["SENT"].Out[0].Kind, n.nodes["SENT"].Out[0].Guard = workflow.Guarded, member("good", true)
	for _, test := range []struct {
		input    *value.Object
		requests []any
		want     string
	}{
		{valuetest.Object(), nil, `resting in DRAFT by DRAFT with {}`},
		{valuetest.Object("good", true), []any{"SUBMIT"}, `succeeded in OK by DRAFT SENT OK with {"good":true}`},
		{valuetest.Object(), []any{"SUBMIT", "REOPEN", valuetest.Object("good", true), "SUBMIT"}, `succeeded in OK by DRAFT SENT BAD DRAFT SENT OK with {"good":true}`},
		{valuetest.Object(), []any{"APPROVE", "SUBMIT"}, `failed in DRAFT by DRAFT with {}, NotFound`},
		// One that is automated is taken by its name, too, if its condition holds.
		{valuetest.Object(), []any{"SUBMIT", "refuse"}, `failed in BAD by DRAFT SENT BAD with {}, NotFound`},
	} {
		if got := stands(live(t, only(n), test.input, nil, test.requests...)); got != test.want {
			t.Errorf("%v %v: %s\nwant %s", test.input, test.requests, got, test.want)
		}
	}
}

func TestEntityWaitsForAnUpdate(t *testing.T) {
	t.Parallel()
	n := lifecycle("flow", "OPEN paid PAID")
	e := n.nodes["OPEN"].Out[0]
	e.Kind, e.Guard = workflow.Guarded, member("status", "PAID")
	if got := stands(live(t, only(n), valuetest.Object(), nil)); got != `waiting in OPEN by OPEN with {}` {
		t.Error(got)
	}
	if got := stands(live(t, only(n), valuetest.Object(), nil, valuetest.Object("status", "PAID"))); got != `succeeded in PAID by OPEN PAID with {"status":"PAID"}` {
		t.Error(got)
	}
	if got := stands(live(t, only(n), valuetest.Object(), nil, "paid")); got != `failed in OPEN by OPEN with {}, Refused` {
		t.Error(got)
	}
}

func TestProcessors(t *testing.T) {
	t.Parallel()
	n := lifecycle("flow")
	n.processed(n.transition("IN GO OUT"), "p", "-q", "r")
	p := only(n)
	says := func(name string, v any) Stub { return Stub{Name: name, Replies: []Reply{{Return: v}}} }
	fails := func(name string) Stub {
		return Stub{Name: name, Replies: []Reply{{Fail: &machine.Error{Name: "Down", Cause: "x"}}}}
	}
	for _, test := range []struct {
		stubs []Stub
		want  string
		calls string
	}{
		{[]Stub{says("p", valuetest.Object("a", int64(1))), says("q", valuetest.Object("b", int64(2))), says("r", "text")},
			`succeeded in OUT by IN OUT with {"a":1}`, `p{"k":0} q{"a":1} r{"a":1}`},
		{[]Stub{says("p", valuetest.Object("a", int64(1))), fails("q"), says("r", valuetest.Object("c", int64(3)))},
			`succeeded in OUT by IN OUT with {"c":3}`, `p{"k":0} q{"a":1} r{"a":1}`},
		{[]Stub{says("p", valuetest.Object("a", int64(1))), says("q", nil), fails("r")},
			`failed in IN by IN with {"k":0}, Refused`, `p{"k":0} q{"a":1} r{"a":1}`},
		{nil, `succeeded in OUT by IN OUT with {"k":0}`, `p{"k":0} q{"k":0} r{"k":0}`},
	} {
		r := live(t, p, valuetest.Object("k", int64(0)), test.stubs, "GO")
		var calls []string
		for _, c := range r.Calls {
			calls = append(calls, c.Task+value.Short(c.Input))
			if c.Node != "IN" {
				t.Errorf("a call at %s", c.Node)
			}
		}
		if got := stands(r); got != test.want || strings.Join(calls, " ") != test.calls {
			t.Errorf("%s, calls %v\nwant %s, calls %s", got, calls, test.want, test.calls)
		}
	}
}

func TestLimitsOfARequest(t *testing.T) {
	t.Parallel()
	round := lifecycle("flow", "A go B", "B back A")
	if got := stands(live(t, only(round), valuetest.Object(), nil)); got != `aborted in A by A B A B A B A with {}, Refused` {
		t.Error(got)
	}
	line := lifecycle("flow", "A a B", "B b C", "C c D", "D d E", "E e F", "F f G", "G g H")
	if got := stands(live(t, only(line), valuetest.Object(), nil)); got != `aborted in G by A B C D E F G with {}, Refused` {
		t.Error(got)
	}
}

func TestSelectionForEveryRequest(t *testing.T) {
	t.Parallel()
	first, second := lifecycle("first", "NEW SEND SENT", "SENT RECALL NEW"), lifecycle("second", "SENT ARCHIVE SAFE")
	fallback := lifecycle("default", "NONE created CREATED")
	p := &workflow.Program{
		Workflows: []*workflow.Workflow{first.Workflow, second.Workflow},
		Select:    []workflow.Candidate{{Workflow: first.Workflow, If: member("kind", "a")}, {Workflow: second.Workflow, Ask: &workflow.Call{Task: "is-b", Silent: true}}},
		Fallback:  fallback.Workflow,
	}
	yes := []Stub{{Name: "is-b", Replies: []Reply{{Return: true}}}}
	for _, test := range []struct {
		input    *value.Object
		stubs    []Stub
		requests []any
		want     string
	}{
		{valuetest.Object("kind", "a"), nil, []any{"SEND", "RECALL"}, `resting in NEW by NEW SENT NEW with {"kind":"a"}`},
		{valuetest.Object("kind", "a"), yes, []any{"SEND", valuetest.Object("kind", "b"), "ARCHIVE"}, `succeeded in SAFE by NEW SENT SAFE with {"kind":"b"}`},
		{valuetest.Object("kind", "a"), yes, []any{"SEND", valuetest.Object("kind", "b"), "RECALL"}, `failed in SENT by NEW SENT with {"kind":"b"}, NotFound`},
		{valuetest.Object(), nil, nil, `succeeded in CREATED by NONE CREATED with {}`},
	} {
		if got := stands(live(t, p, test.input, test.stubs, test.requests...)); got != test.want {
			t.Errorf("%v: %s\nwant %s", test.requests, got, test.want)
		}
	}
}

func TestQuestionsOnTheWay(t *testing.T) {
	t.Parallel()
	n := lifecycle("flow", "A yes B", "A no C")
	n.nodes["A"].Out[0].Kind, n.nodes["A"].Out[0].Ask = workflow.Guarded, &workflow.Call{Task: "ask", Silent: true}
	if got := stands(live(t, only(n), valuetest.Object(), []Stub{{Name: "ask", Replies: []Reply{{Return: true}}}})); got != `succeeded in B by A B with {}` {
		t.Error(got)
	}
	r := live(t, only(n), valuetest.Object(), nil)
	if got := stands(r); got != `succeeded in C by A C with {}` || len(r.Calls) != 1 || len(r.Notes) != 1 {
		t.Errorf("%s, calls %v, notes %v", got, r.Calls, r.Notes)
	}
}
