package run

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// computed is an expression that a test evaluates itself.
func computed(f func(env *expr.Env) any) expr.Expr {
	return &expr.Foreign{Language: "test", Text: "computed", Run: func(env *expr.Env) (any, error) { return f(env), nil }}
}

// memberOf is a member of the document, or null.
func memberOf(name string) expr.Expr {
	return computed(func(env *expr.Env) any {
		o, _ := env.Input.(*value.Object)
		return o.Get(name)
	})
}

func lengthOf(text string) workflow.Length {
	return workflow.Length{Expr: fixed(text), Unit: workflow.Duration}
}

// scope adds a scope that gathers what its regions change, each of which is a sequence of tasks. They are what its element
// does inside of it.
func (n *net) scope(name string, regions ...[]string) *workflow.Node {
	s := n.add(n.Root, name, workflow.Scope)
	s.Body.Gather = workflow.GatherChanges
	for _, tasks := range regions {
		n.sequence(s, tasks...)
	}
	n.add(n.Root, name+" end", workflow.End)
	n.connect(name, name+" end", workflow.ToEnd)
	return s
}

// sequence adds a region of tasks to a scope.
func (n *net) sequence(s *workflow.Node, tasks ...string) {
	r := n.AddRegion(s, source.Span{})
	var before *workflow.Node
	for _, task := range tasks {
		e := n.AddElement(task, "action", source.Span{}, source.Span{})
		e.Whole = s.Element
		x := n.AddNode(r, e, workflow.Task, workflow.Acting)
		x.Call = &workflow.Call{Task: task}
		x.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Effective: true}
		n.nodes[task] = x
		if before == nil {
			r.Start = x
		} else {
			n.Connect(before, x, workflow.Next, source.Span{})
		}
		before = x
	}
	end := n.AddNode(r, s.Element, workflow.End, workflow.Ending)
	if before == nil {
		r.Start = end
		return
	}
	n.Connect(before, end, workflow.ToEnd, source.Span{})
}

// answering is a stub that answers with a JSON text after some time.
func answering(t *testing.T, name, text, after string) Stub {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r := Reply{Return: v}
	if after != "" {
		r.After = duration(t, after)
	}
	return Stub{Name: name, Replies: []Reply{r}}
}

// summary is what came of a run: spelled, with its output.
func summary(r *Result) string {
	s := spelled(r) + " " + string(value.Append(nil, r.Output))
	for _, e := range r.Produced {
		o := e.(*value.Object)
		s += fmt.Sprintf(", produces %s %s", o.Get("type"), value.Append(nil, o.Get("data")))
	}
	return s
}

func expect(t *testing.T, r *Result, want string) {
	t.Helper()
	if got := summary(r); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestChangesOfRegions merges what branches change and not what they hold, in the order in which they end, and of those that
// end together in the order of the text.
func TestChangesOfRegions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		first, second string // how long the branches take
		want          string
	}{
		{"PT2S", "PT1S", `succeeded after PT2S: s {"own":1,"x":{"b":2,"a":1},"who":"a"}`},
		{"PT1S", "PT2S", `succeeded after PT2S: s {"own":1,"x":{"a":1,"b":2},"who":"b"}`},
		{"PT3S", "PT3S", `succeeded after PT3S: s {"own":1,"x":{"a":1,"b":2},"who":"b"}`},
	} {
		n := newNet()
		n.scope("s", []string{"before", "a"}, []string{"b"})
		r := simulate(t, n, Options{Input: valuetest.Object("own", int64(1), "x", valuetest.Object()), Stubs: []Stub{
			answering(t, "before", `{}`, ""), answering(t, "a", `{"who":"a","x":{"a":1}}`, test.first), answering(t, "b", `{"who":"b","x":{"b":2}}`, test.second)}})
		r.Visited = r.Visited[:1]
		expect(t, r, test.want)
	}
}

func TestEnoughRegions(t *testing.T) {
	t.Parallel()
	for enough, want := range map[int64]string{
		1: `succeeded after PT1S: s {"b":1}`,
		2: `succeeded after PT2S: s {"b":1,"a":1}`,
		9: `succeeded after PT3S: s {"b":1,"a":1,"c":1}`,
	} {
		n := newNet()
		n.scope("s", []string{"a"}, []string{"b"}, []string{"c"}).Body.Enough = fixed(enough)
		r := simulate(t, n, Options{Stubs: []Stub{answering(t, "a", `{"a":1}`, "PT2S"), answering(t, "b", `{"b":1}`, "PT1S"), answering(t, "c", `{"c":1}`, "PT3S")}})
		r.Visited = r.Visited[:1]
		expect(t, r, want)
		cancelled := 0
		for _, c := range r.Calls {
			if c.Error != nil && c.Error.Name == machine.Cancelled {
				cancelled++
			}
		}
		if cancelled != 3-int(min(enough, 3)) {
			t.Errorf("%d calls were cancelled", cancelled)
		}
	}
}

// TestFinishedWorkIsKept has a scope fail: what was finished in it is there for who catches the error, and not for the next
// attempt.
func TestFinishedWorkIsKept(t *testing.T) {
	t.Parallel()
	named := func(name string) workflow.Matcher {
		return workflow.Matcher{{If: computed(func(env *expr.Env) any { return env.Error.(*value.Object).Get("name") == name })}}
	}
	for _, test := range []struct {
		regions [][]string
		want    string
	}{
		{[][]string{{"a", "b"}}, `succeeded after PT4S: s caught {"x":0,"a":1,"error":"Broken"}`},
		{[][]string{{"a"}, {"b"}}, `succeeded after PT4S: s caught {"x":0,"a":1,"error":"Broken"}`},
		{[][]string{{"a", "b"}, {"c"}}, `succeeded after PT4S: s caught {"x":0,"a":1,"error":"Broken"}`},
	} {
		n := newNet()
		s := n.scope("s", test.regions...)
		delay, longer := lengthOf("PT1S"), lengthOf("PT1S")
		s.Retry = []workflow.Retrier{{On: named("Other"), Limit: 5}, {On: named("Broken"), Most: fixed("2"), Delay: &delay, Longer: &longer}}
		n.add(n.Root, "caught", workflow.End)
		e := n.connect("s", "caught", workflow.OnError)
		e.On = named("Broken")
		e.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.MergeDeep, Effective: true},
			Result: computed(func(env *expr.Env) any { return valuetest.Object("error", env.Error.(*value.Object).Get("name")) })}
		b := answering(t, "b", `{}`, "")
		b.Replies[0] = Reply{Fail: &machine.Error{Name: "Broken"}, After: duration(t, "PT0.333333333S")}
		c := answering(t, "c", `{"c":1}`, "PT1H")
		r := simulate(t, n, Options{Input: valuetest.Object("x", int64(0)), Stubs: []Stub{answering(t, "a", `{"a":1}`, ""), b, c}})
		r.End = r.End.Round(time.Second)
		expect(t, r, test.want)
		if last := r.Calls[len(r.Calls)-1]; last.Attempt != 3 || last.Node != "s" {
			t.Errorf("the last call is attempt %d of %s", last.Attempt, last.Node)
		}
	}
}

// eachItem adds a scope that runs its tasks for each item of "list".
func (n *net) eachItem(name string, tasks ...string) *workflow.Node {
	s := n.scope(name)
	s.Body.Gather, s.Body.Each, s.Body.Item = workflow.GatherEach, true, "item"
	s.Data.Payload = memberOf("list")
	s.Data.Combine = &workflow.Combine{Mode: workflow.AppendAt, Path: path(n, "$.out"), Effective: true}
	n.sequence(s, tasks...)
	return s
}

func path(_ *net, text string) *expr.Path {
	p, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		panic(err) // a mistake in the test
	}
	return p
}

func TestEachItem(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		input, want string
		most        any
	}{
		{`{"list":[1,2,3]}`, `succeeded after PT2S: s s end {"list":[1,2,3],"out":[{"a":1},{"a":1},{"a":1}]}`, nil},
		{`{"list":[1,2,3]}`, `succeeded after PT6S: s s end {"list":[1,2,3],"out":[{"a":1},{"a":1},{"a":1}]}`, int64(1)},
		{`{"list":[1,2,3],"out":[0]}`, `succeeded after PT4S: s s end {"list":[1,2,3],"out":[0,{"a":1},{"a":1},{"a":1}]}`, int64(2)},
		{`{"list":[]}`, `succeeded after PT0S: s s end {"list":[],"out":[]}`, nil},
		{`{"list":[1],"out":5}`, `failed after PT2S: s, Combine {"list":[1],"out":5}`, nil},
		{`{"list":[1]}`, `failed after PT0S: s, Path {"list":[1]}`, "many"},
	} {
		n := newNet()
		s := n.eachItem("s", "a")
		if test.most != nil {
			s.Body.Most = fixed(test.most)
		}
		input, err := value.Parse([]byte(test.input))
		if err != nil {
			t.Fatal(err)
		}
		expect(t, simulate(t, n, Options{Input: input, Stubs: []Stub{answering(t, "a", `{"a":1}`, "PT2S")}}), test.want)
	}
}

// TestManyItems runs a long list one item at a time in the space of one.
func TestManyItems(t *testing.T) {
	t.Parallel()
	n := newNet()
	s := n.eachItem("s", "a", "b")
	s.Body.Most = fixed(int64(1))
	list := make([]any, 20_000)
	m, err := machine.New(n.Workflow, nil)
	if err != nil {
		t.Fatal(err)
	}
	commands, _ := m.Step(machine.Event{Kind: machine.Start, At: epoch, Value: valuetest.Object("list", list)}, 100)
	for calls := 0; ; calls++ {
		if len(commands) == 0 {
			t.Fatal("nothing is asked for any more")
		}
		c := commands[0]
		if c.Kind == machine.Finish {
			if calls != 2*len(list) {
				t.Errorf("%d calls", calls)
			}
			break
		}
		commands, _ = m.Step(machine.Event{Kind: machine.Answer, At: epoch, ID: c.ID, Value: valuetest.Object()}, 100)
	}
	if s := m.Snapshot(); len(s.Frames) > 4 || len(s.Visits) > 4 {
		t.Errorf("%d frames and %d visits were opened side by side", len(s.Frames), len(s.Visits))
	}
}

// TestTimeIsOver has a state go on with what it has when the time of one of its actions is over.
func TestTimeIsOver(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		regions [][]string
		want    string
	}{
		{[][]string{{"a", "slow", "never"}}, `succeeded after PT5S: s s end {"a":1}`},
		{[][]string{{"a"}, {"slow"}}, `succeeded after PT5S: s s end {"a":1}`},
	} {
		n := newNet()
		n.scope("s", test.regions...)
		n.nodes["slow"].Timers = []workflow.Timer{{Length: lengthOf("PT5S"), Completes: true}}
		r := simulate(t, n, Options{Stubs: []Stub{answering(t, "a", `{"a":1}`, ""), {Name: "slow", Replies: []Reply{{Never: true}}}}})
		expect(t, r, test.want)
		if e := r.Calls[1].Error; e == nil || e.Name != "Timeout" {
			t.Errorf("the call ends with %v", e)
		}
	}
}

// TestCutShort has the time of an action be over while other regions are on their way: what was finished in any of them is
// kept, in the order in which it was.
func TestCutShort(t *testing.T) {
	t.Parallel()
	for after, want := range map[string]string{
		"PT1S": `{"b":1,"who":"c","c":1}`,
		"PT2S": `{"b":1,"who":"c","c":1}`,
		"PT3S": `{"c":1,"who":"b","b":1}`,
	} {
		n := newNet()
		n.scope("s", []string{"slow"}, []string{"b", "later"}, []string{"c"})
		n.nodes["slow"].Timers = []workflow.Timer{{Length: lengthOf("PT5S"), Completes: true}}
		r := simulate(t, n, Options{Stubs: []Stub{answering(t, "b", `{"b":1,"who":"b"}`, after), answering(t, "c", `{"c":1,"who":"c"}`, "PT2S"),
			{Name: "slow", Replies: []Reply{{Never: true}}}, answering(t, "later", `{"later":1}`, "PT1H")}})
		expect(t, r, "succeeded after PT5S: s s end "+want)
	}
}

// TestDetached has a scope go on at once. What it began has a copy of the data, its errors are its own, and the end of the
// run does not wait for it.
func TestDetached(t *testing.T) {
	t.Parallel()
	for after, want := range map[string]string{
		"PT1S": `succeeded after PT1M: s w w end {}`,
		"PT2M": `succeeded after PT1M: s w w end {}`,
	} {
		n := newNet()
		s := n.add(n.Root, "s", workflow.Scope)
		s.Body.Detached = true
		n.sequence(s, "a")
		n.add(n.Root, "w", workflow.Wait).Until = &workflow.Length{Expr: fixed("PT1M"), Unit: workflow.Duration}
		n.add(n.Root, "w end", workflow.End)
		n.connect("s", "w", workflow.Next)
		n.connect("w", "w end", workflow.ToEnd)
		a := answering(t, "a", `{}`, "")
		a.Replies[0] = Reply{Fail: &machine.Error{Name: "Own"}, After: duration(t, after)}
		r := simulate(t, n, Options{Stubs: []Stub{a}})
		expect(t, r, want)
		if len(r.Calls) != 1 || r.Calls[0].Error == nil {
			t.Errorf("calls %+v", r.Calls)
		}
	}
}

// TestEndlessRetries has a node fail at once forever.
func TestEndlessRetries(t *testing.T) {
	t.Parallel()
	n := newNet()
	s := n.eachItem("s", "a")
	s.Body.Most = fixed("x")
	delay := lengthOf("PT0S")
	s.Retry = []workflow.Retrier{{On: workflow.Matcher{{All: true}}, Limit: 1 << 30, Delay: &delay}}
	r := simulate(t, n, Options{Input: valuetest.Object("list", []any{}), MaxSteps: 500})
	if r.Status != Aborted || r.Error.Name != "MaxSteps" {
		t.Errorf("%s, %v", r.Status, r.Error)
	}
}

// TestRequirements has an edge refuse a token: no other edge is tried, nothing is produced, and the node's own handlers do
// not count.
func TestRequirements(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		`{"ok":true}`:  `succeeded after PT0S: s next {"ok":true}, produces made {"ok":true}`,
		`{"ok":false}`: `failed after PT0S: s, Refused {"ok":false}`,
		`{}`:           `failed after PT0S: s, Refused {}`,
	} {
		n := newNet()
		n.Errors.Require.Name = "Refused"
		s := n.add(n.Root, "s", workflow.Pass)
		emit := n.AddNode(n.Root, s.Element, workflow.Emit, workflow.Producing)
		emit.Emits = &workflow.Emission{Name: "made", Data: computed(func(env *expr.Env) any { return env.Input })}
		n.add(n.Root, "next", workflow.End)
		n.add(n.Root, "caught", workflow.End)
		n.Connect(s, emit, workflow.Next, source.Span{}).Require = computed(func(env *expr.Env) any {
			return env.Input.(*value.Object).Get("ok") == true
		})
		n.Connect(emit, n.nodes["next"], workflow.Next, source.Span{})
		n.connect("s", "caught", workflow.OnError).On = workflow.Matcher{{All: true}}
		x, err := value.Parse([]byte(input))
		if err != nil {
			t.Fatal(err)
		}
		expect(t, simulate(t, n, Options{Input: x}), want)
	}
}

// TestEventsAreWhole holds the events that a run produces to the attributes that every event has.
func TestEventsAreWhole(t *testing.T) {
	t.Parallel()
	n := newNet()
	n.Events = []*workflow.Event{{Name: "made", Type: "shop.made", Produced: true}}
	x := n.add(n.Root, "x", workflow.Emit)
	x.Emits = &workflow.Emission{Name: "made", Event: n.Events[0], Attributes: fixed(valuetest.Object("order", int64(7), "type", "forged"))}
	n.add(n.Root, "end", workflow.End)
	n.connect("x", "end", workflow.ToEnd)
	r := simulate(t, n, Options{})
	const want = `{"specversion":"1.0","id":"1","source":"test","type":"shop.made","time":"2025-01-01T00:00:00Z","order":7}`
	if got := string(value.Append(nil, r.Produced[0])); got != strings.ReplaceAll(want, "2025-01-01T00:00:00Z", epoch.UTC().Format(time.RFC3339Nano)) {
		t.Errorf("got %s", got)
	}
}
