package run

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// variable is the value of a variable.
func variable(name string) *expr.Path {
	return &expr.Path{Root: expr.RootVar, Name: name, Definite: true, Text: "$" + name}
}

// answered is what the body of a node answered.
func answered() *expr.Path { return &expr.Path{Root: expr.RootAnswer, Definite: true, Text: "$"} }

// item is what the context of these tests has.
func itemContext(f *workflow.Facts) any {
	return value.ObjectOf(value.Member{Key: "index", Value: int64(f.Index)}, value.Member{Key: "item", Value: f.Item},
		value.Member{Key: "retries", Value: int64(f.Retries)}, value.Member{Key: "token", Value: f.Token != ""}, value.Member{Key: "input", Value: f.Input})
}

// ofContext is a member of the context.
func ofContext(name string) *expr.Path {
	return &expr.Path{Root: expr.RootContext, Definite: true, Steps: []expr.Step{{Kind: expr.StepChild, Name: name}}, Text: "$$." + name}
}

// itemsNet is a scope "each" whose region is the task "work", and an end behind it.
func itemsNet(of *workflow.Items) *net {
	n := newNet()
	n.Context = itemContext
	n.Errors.Items, n.Errors.Results = workflow.ErrorName{Name: "Items"}, workflow.ErrorName{Name: "Results"}
	n.Errors.Tolerance, n.Errors.Payload = workflow.ErrorName{Name: "Tolerance"}, workflow.ErrorName{Name: "Payload"}
	n.Errors.History = workflow.ErrorName{Name: "History", Fatal: true}
	each := n.add(n.Root, "each", workflow.Scope)
	each.Body.Each, each.Body.Items = true, of
	r := n.AddRegion(each, source.Span{})
	n.add(r, "work", workflow.Task)
	n.add(r, "worked", workflow.End)
	n.connect("work", "worked", workflow.ToEnd)
	n.add(n.Root, "done", workflow.End)
	n.connect("each", "done", workflow.ToEnd)
	return n
}

func numbers(n int) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

func outputOf(r *Result) string {
	if r.Error != nil {
		return r.Error.Name
	}
	return string(value.Append(nil, r.Output))
}

func failures(at ...int) []Reply {
	var out []Reply
	for i := range 10 {
		reply := Reply{Echo: true}
		for _, j := range at {
			if i == j {
				reply = Reply{Fail: &machine.Error{Name: "E"}}
			}
		}
		out = append(out, reply)
	}
	return out
}

// TestItems runs regions for items: what they get, how many fail, and what comes of it.
func TestItems(t *testing.T) {
	t.Parallel()
	count := func(_ *workflow.Facts, all []workflow.RunOutcome) any {
		failed := 0
		for _, o := range all {
			if o.Failed {
				failed++
			}
		}
		return fmt.Sprintf("%d of %d failed", failed, len(all))
	}
	batch := &workflow.Batch{Most: fixed(int64(2)), Input: fixed("b"), Make: func(items []any, input any) any {
		return value.ObjectOf(value.Member{Key: "items", Value: items}, value.Member{Key: "input", Value: input})
	}}
	for _, test := range []struct {
		name  string
		of    *workflow.Items
		input any
		stubs []Reply
		want  string
	}{
		{"as they are", &workflow.Items{List: true}, numbers(3), nil, `[0,1,2]`},
		{"none", &workflow.Items{List: true}, []any{}, nil, `[]`},
		{"not a list", &workflow.Items{List: true}, "x", nil, `Path`},
		{"two at a time", &workflow.Items{List: true, AtOnce: 2}, numbers(5), nil, `[0,1,2,3,4]`},
		{"selected", &workflow.Items{List: true, Select: ofContext("index")}, []any{"a", "b"}, nil, `[0,1]`},
		{"cannot be selected", &workflow.Items{List: true, Select: ofContext("nothing")}, []any{"a", "b"}, nil, `Path`},
		{"in batches", &workflow.Items{List: true, Batch: batch}, numbers(3), nil, `[{"items":[0,1],"input":"b"},{"items":[2],"input":"b"}]`},
		{"one fails", &workflow.Items{List: true}, numbers(3), failures(1), `E`},
		{"runs of their own", &workflow.Items{List: true, Runs: true, Collect: count}, numbers(3), nil, `"0 of 3 failed"`},
		{"a run fails", &workflow.Items{List: true, Runs: true, Collect: count}, numbers(3), failures(1), `Tolerance`},
		{"one may fail", &workflow.Items{List: true, Runs: true, Collect: count, Tolerated: fixed(int64(1))}, numbers(3), failures(1), `"1 of 3 failed"`},
		{"two may not", &workflow.Items{List: true, Runs: true, Collect: count, Tolerated: fixed(int64(1))}, numbers(3), failures(0, 1), `Tolerance`},
		{"a third may fail", &workflow.Items{List: true, Runs: true, Collect: count, Share: fixed(33.4)}, numbers(3), failures(2), `"1 of 3 failed"`},
		{"no more than that", &workflow.Items{List: true, Runs: true, Collect: count, Share: fixed(int64(33))}, numbers(3), failures(2), `Tolerance`},
		{"a batch counts its items", &workflow.Items{List: true, Runs: true, Batch: batch, Collect: count, Tolerated: fixed(int64(1))}, numbers(3), failures(0), `Tolerance`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := Options{Input: test.input}
			if test.stubs != nil {
				o.Stubs = []Stub{{Name: "work", Replies: test.stubs}}
			}
			if got := outputOf(simulate(t, itemsNet(test.of), o)); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// store holds files in memory.
type store map[string]string

func (s store) Read(bucket, key string) ([]byte, error) {
	text, ok := s[bucket+"/"+key]
	if !ok {
		return nil, errors.New("no such file")
	}
	return []byte(text), nil
}

func (s store) List(string, string) ([]string, error) { return nil, nil }

func (s store) Write(bucket, key string, content []byte) error {
	if bucket == "" {
		return errors.New("no bucket")
	}
	s[bucket+"/"+key] = string(content)
	return nil
}

// TestStores reads items, and writes what came of them.
func TestStores(t *testing.T) {
	t.Parallel()
	read := &workflow.Reader{Most: fixed(int64(2)), Parameters: fixed("f"), Read: func(s workflow.Store, key any, most int, _ time.Time) ([]any, error) {
		text, err := s.Read("b", key.(string))
		var out []any
		for i := range min(most, len(text)) {
			out = append(out, string(text[i]))
		}
		return out, err
	}}
	write := &workflow.Writer{Parameters: fixed("w"), Write: func(s workflow.Store, bucket any, _ *workflow.Facts, all []workflow.RunOutcome) (any, error) {
		return "written", s.Write(bucket.(string), "out", fmt.Append(nil, len(all)))
	}}
	unwritten := *write
	unwritten.Parameters = fixed("")
	for _, test := range []struct {
		name  string
		of    *workflow.Items
		files store
		want  string
	}{
		{"read", &workflow.Items{Reader: read}, store{"b/f": "xyz"}, `["x","y"]`},
		{"nothing to read", &workflow.Items{Reader: read}, store{}, `Items`},
		{"written", &workflow.Items{Reader: read, Runs: true, Writer: write}, store{"b/f": "xyz"}, `"written"`},
		{"cannot be written", &workflow.Items{Reader: read, Runs: true, Writer: &unwritten}, store{"b/f": "xyz"}, `Results`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := outputOf(simulate(t, itemsNet(test.of), Options{Store: test.files})); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if test.name == "written" && test.files["w/out"] != "2" {
				t.Errorf("what was written is %q", test.files["w/out"])
			}
		})
	}
}

// TestVariables sets variables, and reads them in the regions of scopes: all but those that are runs of their own see them.
func TestVariables(t *testing.T) {
	t.Parallel()
	for _, runs := range []bool{false, true} {
		n := itemsNet(&workflow.Items{List: true, Runs: runs})
		first := n.add(n.Root, "first", workflow.Pass)
		n.Root.Start = first
		n.connect("first", "each", workflow.Next)
		first.Data.Assign = &workflow.Assign{Variables: []workflow.Variable{{Name: "x", Value: fixed("outer")}, {Name: "y", Value: answered()}}}
		n.nodes["work"].Data.Payload = variable("x")
		n.nodes["work"].Data.Assign = &workflow.Assign{Variables: []workflow.Variable{{Name: "z", Value: answered()}}}
		n.nodes["worked"].Data.Result = &expr.List{Items: []expr.Expr{variable("x"), variable("z")}}
		n.nodes["each"].Data.Result = &expr.List{Items: []expr.Expr{answered(), variable("y")}}
		want := `[[["outer","outer"],["outer","outer"]],[1,2]]`
		if runs {
			want = "Tolerance" // as $x has no value there
		}
		if got := outputOf(simulate(t, n, Options{Input: []any{int64(1), int64(2)}})); got != want {
			t.Errorf("runs %t: got %s, want %s", runs, got, want)
		}
	}
}

// TestTokens answers a task by its token: with a result, an error, or signs of life.
func TestTokens(t *testing.T) {
	t.Parallel()
	after := func(s string) *iso8601.Duration {
		d, err := iso8601.ParseDuration(s)
		if err != nil {
			t.Fatal(err)
		}
		return &d
	}
	sent := func(at string, o Occurrence) Occurrence {
		o.Kind, o.Node = "taskToken", "ask"
		if at != "" {
			o.After = after(at)
		}
		return o
	}
	for _, test := range []struct {
		name        string
		occurrences []Occurrence
		want        string
		took        time.Duration
	}{
		{"a result", []Occurrence{sent("PT5S", Occurrence{Value: "r"})}, `"r"`, 5 * time.Second},
		{"as soon as it waits", []Occurrence{sent("", Occurrence{Value: "r"})}, `"r"`, 0},
		{"an error without a name", []Occurrence{sent("PT5S", Occurrence{Fail: &machine.Error{}})}, ``, 5 * time.Second},
		{"too late", []Occurrence{sent("PT11S", Occurrence{Value: "r"})}, `Silent`, 10 * time.Second},
		{"after a sign of life", []Occurrence{sent("PT9S", Occurrence{Heartbeat: true}), sent("PT18S", Occurrence{Value: "r"})}, `"r"`, 18 * time.Second},
		{"a sign of life, and then none", []Occurrence{sent("PT9S", Occurrence{Heartbeat: true}), sent("PT20S", Occurrence{Value: "r"})}, `Silent`, 19 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			n := newNet()
			n.Context = itemContext
			n.Errors.Heartbeat = workflow.ErrorName{Name: "Silent"}
			ask := n.add(n.Root, "ask", workflow.Task)
			ask.Call.Token = true
			ask.Data.Payload = ofContext("token")
			ask.Timers = []workflow.Timer{{Length: workflow.Length{Expr: fixed(int64(10))}, Raises: workflow.ClassHeartbeat}}
			n.add(n.Root, "end", workflow.End)
			n.connect("ask", "end", workflow.ToEnd)
			r := simulate(t, n, Options{Occurrences: test.occurrences})
			if got := outputOf(r); got != test.want || r.Elapsed() != test.took {
				t.Errorf("got %s after %v, want %s after %v", got, r.Elapsed(), test.want, test.took)
			}
			if r.Calls[0].Input != true {
				t.Errorf("the payload has no token: %v", r.Calls[0].Input)
			}
		})
	}
}

// TestWorkflowLimits has a value too large, and a history too long.
func TestWorkflowLimits(t *testing.T) {
	t.Parallel()
	n := itemsNet(&workflow.Items{List: true})
	n.Limits = workflow.Limits{Payload: 10, History: 8}
	n.nodes["each"].History = workflow.Events{Entry: 1, Region: 1}
	n.nodes["work"].History = workflow.Events{Attempt: 1}
	for _, test := range []struct {
		input any
		off   bool
		want  string
	}{
		{numbers(2), false, `[0,1]`},
		{numbers(3), false, `History`},
		{numbers(3), true, `[0,1,2]`},
		{[]any{"a long text"}, false, `Payload`},
		{[]any{"a long text"}, true, `["a long text"]`},
	} {
		if got := outputOf(simulate(t, n, Options{Input: test.input, Settings: machine.Settings{Unlimited: test.off}})); got != test.want {
			t.Errorf("%v: got %s, want %s", test.input, got, test.want)
		}
	}
}

// TestJitter has delays between attempts depend on the seed alone, and stay within their bound.
func TestJitter(t *testing.T) {
	t.Parallel()
	took := func(seed uint64) time.Duration {
		n := newNet()
		work := n.add(n.Root, "work", workflow.Task)
		work.Retry = []workflow.Retrier{{On: workflow.Matcher{{All: true}}, Limit: 4, Interval: 10, Factor: 2, Longest: 15, Jitter: true}}
		n.add(n.Root, "end", workflow.End)
		n.connect("work", "end", workflow.ToEnd)
		r := simulate(t, n, Options{Settings: machine.Settings{Seed: seed}, Stubs: []Stub{{Name: "work", Replies: []Reply{{Fail: &machine.Error{Name: "E"}}}}}})
		return r.Elapsed()
	}
	a, b := took(1), took(2)
	if a == b || a != took(1) || a <= 0 || a > 55*time.Second || b > 55*time.Second {
		t.Errorf("%v and %v", a, b)
	}
}
