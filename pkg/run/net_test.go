package run

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// shared is a net whose tokens share one document, into which answers are merged.
func shared() *net {
	n := newNet()
	n.Root.Shared = true
	return n
}

// merging has the answer of a node merged into the document.
func merging(x *workflow.Node) *workflow.Node {
	x.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep}
	return x
}

// gateway adds a fork and its join.
func (n *net) gateway(name, join string) {
	f, j := n.add(n.Root, name, workflow.Pass), n.add(n.Root, join, workflow.Pass)
	f.Split, f.Joins = workflow.SplitFork, j
	j.Join = workflow.JoinFork
	merging(f)
	merging(j)
}

// timer gives a node a timer that leads to another.
func (n *net) timer(from, to, length string, interrupting bool) {
	e := n.connect(from, to, workflow.OnTimer)
	n.nodes[from].Timers = append(n.nodes[from].Timers, workflow.Timer{
		Length: workflow.Length{Expr: fixed(length), Unit: workflow.Duration}, Counts: workflow.PerVisit, Edge: e, Interrupting: interrupting})
}

// await adds a node that waits for a signal.
func (n *net) await(name string) {
	merging(n.add(n.Root, name, workflow.Await)).Awaits = &workflow.Awaits{Kind: "signal"}
}

func simulate(t *testing.T, n *net, o Options) *Result {
	t.Helper()
	o.Start = epoch
	if o.Input == nil {
		o.Input = valuetest.Object()
	}
	p := &workflow.Program{Workflows: []*workflow.Workflow{n.Workflow}}
	r, err := Simulate(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	if o.Execute == nil {
		alike(t, p, o, r)
	}
	return r
}

// alike runs a program again with the machine replaced after every step, by a restored one and by a clone, and compares the
// results.
func alike(t *testing.T, p *workflow.Program, o Options, want *Result) {
	t.Helper()
	for what, swap := range map[string]func(m *machine.Machine) *machine.Machine{
		"a clone":            (*machine.Machine).Clone,
		"a restored machine": func(m *machine.Machine) *machine.Machine { return restored(t, p, m) },
	} {
		o.swap = swap
		got, err := Simulate(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if x, y := printed(t, got), printed(t, want); x != y {
			t.Errorf("%s gives\n%s\nwant\n%s", what, x, y)
		}
	}
}

func printed(t *testing.T, r *Result) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func restored(t *testing.T, p *workflow.Program, m *machine.Machine) *machine.Machine {
	t.Helper()
	text, err := m.Snapshot().Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := machine.ParseSnapshot(text)
	if err != nil {
		t.Fatal(err)
	}
	fresh := machine.NewEntity(p)
	if len(p.Select) == 0 {
		if fresh, err = machine.New(m.Workflow(), p); err != nil {
			t.Fatal(err)
		}
	}
	if err := fresh.Restore(s); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return fresh
}

// gives is a stub that gives a member to the document after some time.
func gives(name, after string) Stub {
	r := Reply{Return: valuetest.Object(name, true)}
	if after != "" {
		r.After, _ = iso8601.ParseDuration(after)
	}
	return Stub{Name: name, Replies: []Reply{r}}
}

// spelled is a result on one line.
func spelled(r *Result) string {
	s := fmt.Sprintf("%s after %s: %s", r.Status, iso8601.Format(r.Elapsed()), strings.Join(r.Visited, " "))
	for _, w := range r.Waiting {
		s += fmt.Sprintf(", %s waits (%s)", w.Node, w.Kind)
	}
	if r.Error != nil {
		s += ", " + r.Error.Name
	}
	return s
}

func TestJoinFiresOncePerFork(t *testing.T) {
	t.Parallel()
	n := shared()
	n.gateway("fork", "join")
	for _, name := range []string{"a", "b"} {
		merging(n.add(n.Root, name, workflow.Task))
		n.connect("fork", name, workflow.Next)
		n.connect(name, "join", workflow.Next)
	}
	n.add(n.Root, "end", workflow.End)
	n.connect("join", "end", workflow.Next)
	r := simulate(t, n, Options{Stubs: []Stub{gives("a", "PT2S"), gives("b", "PT1S")}})
	if got := spelled(r); got != "succeeded after PT2S: fork a b join end" {
		t.Error(got)
	}
	if got := fmt.Sprint(r.Output); got != `{"b":true,"a":true}` {
		t.Errorf("output %s", got)
	}
}

// TestJoinCountsTokensAndNotEdges has two edges lead into a join from one branch, of which a token takes one.
func TestJoinCountsTokensAndNotEdges(t *testing.T) {
	t.Parallel()
	n := shared()
	n.gateway("fork", "join")
	merging(n.add(n.Root, "d", workflow.Choice))
	for _, name := range []string{"b", "c"} {
		merging(n.add(n.Root, name, workflow.Pass))
	}
	n.add(n.Root, "end", workflow.End)
	n.connect("fork", "d", workflow.Next)
	n.connect("fork", "b", workflow.Next)
	n.connect("d", "join", workflow.Guarded).Guard = fixed(false)
	n.connect("d", "c", workflow.Default)
	n.connect("c", "join", workflow.Next)
	n.connect("b", "join", workflow.Next)
	n.connect("join", "end", workflow.Next)
	if got := spelled(simulate(t, n, Options{})); got != "succeeded after PT0S: fork d c b join end" {
		t.Error(got)
	}
}

func TestBranchThatNeverComes(t *testing.T) {
	t.Parallel()
	n := shared()
	n.gateway("fork", "join")
	merging(n.add(n.Root, "a", workflow.Pass))
	n.await("b")
	n.connect("fork", "a", workflow.Next)
	n.connect("fork", "b", workflow.Next)
	n.connect("a", "join", workflow.Next)
	if got := spelled(simulate(t, n, Options{})); got != "waiting after PT0S: fork a b, join waits (join), b waits (signal)" {
		t.Error(got)
	}
}

func TestTimersThatLeadSomewhere(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		interrupting bool
		signal       string
		want         string
	}{
		{true, "", "succeeded after PT1H: approve remind end"},
		{true, "PT59M", "succeeded after PT59M: approve end"},
		// The second token ends the run while the first still waits.
		{false, "", "succeeded after PT1H: approve remind end"},
		{false, "PT1H", "succeeded after PT1H: approve end"},
	} {
		n := shared()
		n.await("approve")
		merging(n.add(n.Root, "remind", workflow.Pass))
		n.add(n.Root, "end", workflow.End)
		n.connect("approve", "end", workflow.Next)
		n.connect("remind", "end", workflow.Next)
		n.timer("approve", "remind", "PT1H", test.interrupting)
		o := Options{}
		if test.signal != "" {
			d, err := iso8601.ParseDuration(test.signal)
			if err != nil {
				t.Fatal(err)
			}
			o.Occurrences = []Occurrence{{Kind: "signal", Node: "approve", Value: valuetest.Object(), After: &d}}
		}
		if got := spelled(simulate(t, n, o)); got != test.want {
			t.Errorf("interrupting %t, signal %q: %s, want %s", test.interrupting, test.signal, got, test.want)
		}
	}
}

// TestTokenOfATimerIsOfNoBranch has a timer add a token inside of a fork: at the join it stands in for nobody.
func TestTokenOfATimerIsOfNoBranch(t *testing.T) {
	t.Parallel()
	n := shared()
	n.gateway("fork", "join")
	n.await("a")
	merging(n.add(n.Root, "late", workflow.Pass))
	merging(n.add(n.Root, "b", workflow.Pass))
	n.add(n.Root, "end", workflow.End)
	n.connect("fork", "a", workflow.Next)
	n.connect("fork", "b", workflow.Next)
	n.connect("a", "join", workflow.Next)
	n.connect("b", "join", workflow.Next)
	n.connect("late", "join", workflow.Next)
	n.connect("join", "end", workflow.Next)
	n.timer("a", "late", "PT5S", false)
	if got := spelled(simulate(t, n, Options{})); got != "waiting after PT5S: fork a b late, join waits (join), join waits (join), a waits (signal)" {
		t.Error(got)
	}
}

func TestOccurrencesWithoutATime(t *testing.T) {
	t.Parallel()
	n := shared()
	n.await("first")
	n.await("second")
	n.add(n.Root, "end", workflow.End)
	n.connect("first", "second", workflow.Next)
	n.connect("second", "end", workflow.Next)
	r := simulate(t, n, Options{Occurrences: []Occurrence{
		{Kind: "signal", Node: "second", Value: valuetest.Object("b", true)},
		{Kind: "signal", Node: "first", Value: valuetest.Object("a", true)},
		{Kind: "signal", Node: "third"},
	}})
	if got := spelled(r); got != "succeeded after PT0S: first second end" {
		t.Error(got)
	}
	if got := fmt.Sprint(r.Output, r.Notes); got != `{"a":true,"b":true} [unknown node "third"]` {
		t.Error(got)
	}
}

func TestChain(t *testing.T) {
	t.Parallel()
	first, second := shared(), shared()
	for i, n := range []*net{first, second} {
		merging(n.add(n.Root, "work", workflow.Task))
		n.add(n.Root, "end", workflow.End)
		n.connect("work", "end", workflow.Next)
		n.ID = fmt.Sprint("flow", i)
	}
	first.Then = &workflow.Then{ID: "flow1"}
	p := &workflow.Program{Workflows: []*workflow.Workflow{first.Workflow, second.Workflow}}
	stub := gives("work", "PT3S")
	stub.Replies = append(stub.Replies, Reply{Return: valuetest.Object("again", true)})
	r, err := Simulate(context.Background(), p, Options{Start: epoch, Input: valuetest.Object(), Stubs: []Stub{stub}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Chain) != 1 || !r.Chain[0].Start.Equal(epoch.Add(3*time.Second)) || fmt.Sprint(r.Chain[0].Output) != `{"work":true,"again":true}` {
		t.Errorf("%s then %+v", spelled(r), r.Chain)
	}
}

// TestChainInACircle shows that a chain that never ends meets the limit of steps.
func TestChainInACircle(t *testing.T) {
	t.Parallel()
	n := shared()
	n.add(n.Root, "end", workflow.End)
	n.Then = &workflow.Then{ID: n.ID}
	r := simulate(t, n, Options{MaxSteps: 20})
	if len(r.Chain) != 20 || r.Chain[19].Status != Aborted {
		t.Errorf("%d workflows followed, the last %s", len(r.Chain), r.Chain[len(r.Chain)-1].Status)
	}
}

func TestDecisionTables(t *testing.T) {
	t.Parallel()
	// Rule 0 matches if $.a, rule 1 if $.b, rule 2 always.
	rule := func(when string, outputs ...workflow.Output) workflow.TableRule {
		r := workflow.TableRule{Outputs: outputs}
		if when != "" {
			path := &expr.Path{Steps: []expr.Step{{Kind: expr.StepChild, Name: when}}, Definite: true, Text: "$." + when}
			r.Cells = []workflow.Cell{{Column: when, If: &expr.Compare{Op: expr.Equal, As: expr.Boolean, Left: path, Right: fixed(true)}}}
		}
		return r
	}
	out := func(column string, v any) workflow.Output { return workflow.Output{Column: column, Value: fixed(v)} }
	rules := []workflow.TableRule{
		rule("a", out("x", int64(1)), out("y", "p")),
		rule("b", out("x", int64(3))),
		rule("", out("x", int64(2)), out("y", "p")),
	}
	for _, test := range []struct {
		policy workflow.Policy
		a, b   bool
		want   string
	}{
		{workflow.Unique, false, false, `{"x":2,"y":"p"}`},
		{workflow.Unique, true, false, "Unique: rules 0, 2 of \"table\" match, but only one is allowed to"},
		{workflow.First, true, true, `{"x":1,"y":"p"}`},
		{workflow.Any, true, false, "Conflict: rules 0, 2 of \"table\" differ in \"x\""},
		{workflow.Any, false, true, "Conflict: rules 1, 2 of \"table\" differ in \"x\""},
		{workflow.RuleOrder, true, true, `{"x":[1,3,2],"y":["p",null,"p"]}`},
		{workflow.Collect, false, true, `{"x":[3,2],"y":[null,"p"]}`},
		{workflow.Count, true, true, `{"x":3,"y":3}`},
		{workflow.Sum, true, true, "Aggregate: column \"y\" of rule 0 of \"table\" is a string and not a number"},
	} {
		n := newNet()
		n.Errors.Table = workflow.TableErrors{NoRule: workflow.ErrorName{Name: "NoRule"}, Unique: workflow.ErrorName{Name: "Unique"},
			Conflict: workflow.ErrorName{Name: "Conflict"}, Aggregate: workflow.ErrorName{Name: "Aggregate"}}
		n.add(n.Root, "table", workflow.Table).Rules = &workflow.DecisionTable{Policy: test.policy, Rules: rules}
		n.add(n.Root, "end", workflow.End)
		n.connect("table", "end", workflow.Next)
		r := simulate(t, n, Options{Input: valuetest.Object("a", test.a, "b", test.b)})
		got := fmt.Sprint(r.Output)
		if r.Error != nil {
			got = r.Error.Name + ": " + r.Error.Cause
		}
		if got != test.want {
			t.Errorf("policy %d, a %t, b %t: %s, want %s", test.policy, test.a, test.b, got, test.want)
		}
	}
}

// TestAnyComparesTheColumnsOfTheFirstMatch gives what the first rule that matches gives, whatever else later ones have.
func TestAnyComparesTheColumnsOfTheFirstMatch(t *testing.T) {
	t.Parallel()
	output := func(members ...any) workflow.TableRule {
		r := workflow.TableRule{}
		for i := 0; i < len(members); i += 2 {
			r.Outputs = append(r.Outputs, workflow.Output{Column: members[i].(string), Value: fixed(members[i+1])})
		}
		return r
	}
	for _, test := range []struct {
		first, second workflow.TableRule
		want          string
	}{
		{output("x", int64(1)), output("x", 1.0, "y", "more"), `{"x":1}`},
		{output("x", int64(1), "y", "more"), output("x", int64(1)), `Conflict: rules 0, 1 of "table" differ in "y"`},
		{output(), output("x", int64(1)), `{}`},
	} {
		n := newNet()
		n.Errors.Table.Conflict.Name = "Conflict"
		n.add(n.Root, "table", workflow.Table).Rules = &workflow.DecisionTable{Policy: workflow.Any, Rules: []workflow.TableRule{test.first, test.second}}
		n.add(n.Root, "end", workflow.End)
		n.connect("table", "end", workflow.Next)
		r := simulate(t, n, Options{})
		got := value.Short(r.Output)
		if r.Error != nil {
			got = r.Error.Name + ": " + r.Error.Cause
		}
		if got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}
