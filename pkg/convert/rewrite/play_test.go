package rewrite_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A fakeTarget takes expressions as they are, and is able to do what a test says.
type fakeTarget struct {
	dialects.Dialect
	able dialects.Abilities
	// mute are conditions that it cannot express, as people read them.
	mute string
}

func (f *fakeTarget) Abilities(dialects.Raising) *dialects.Abilities { return &f.able }

func (f *fakeTarget) Condition(x expr.Expr, _ *dialects.Sight) (expr.Expr, string) {
	if f.mute != "" && expr.Readable(x) == f.mute {
		return nil, "it does not like it"
	}
	return x, ""
}

func (f *fakeTarget) Value(x expr.Expr, _ *dialects.Sight) (expr.Expr, string) { return x, "" }

func (f *fakeTarget) Write(*workflow.Program, dialects.Raising) *dialects.Raised {
	return &dialects.Raised{}
}

// everything is what a target can do from which a test takes something.
func everything() dialects.Abilities {
	return dialects.Abilities{
		Kinds: dialects.Kinds(workflow.Pass, workflow.Task, workflow.Choice, workflow.Table, workflow.Wait, workflow.Await,
			workflow.Scope, workflow.Resource, workflow.Emit, workflow.End, workflow.Fail),
		Answers: dialects.AnswerReplaces | dialects.AnswerAt | dialects.AnswerMergesDeep | dialects.AnswerMergesShallow | dialects.AnswerDropped,
		Inputs:  dialects.InputPath | dialects.InputObject, Results: true, Outputs: true, Variables: true, Computes: true,
		Retries: dialects.RetryTasks | dialects.RetryScopes | dialects.RetryByError | dialects.RetryAtOnce | dialects.RetryDelay |
			dialects.RetryFactor | dialects.RetryAddition | dialects.RetryLongest,
		Handlers: dialects.HandleTasks | dialects.HandleScopes | dialects.HandleByError | dialects.HandleData,
		Timers:   dialects.TimerAttempt | dialects.TimerVisit | dialects.TimerBeside | dialects.TimerBeat | dialects.TimerComplete,
		Joins:    dialects.JoinScopes | dialects.JoinForks | dialects.JoinEdges,
		Gathers:  dialects.GatherLists | dialects.GatherChanges | dialects.GatherShared | dialects.GatherMerged,
		Each:     true, AtOnce: true, Awaits: []string{"userTask", "signal", "event"}, Tokens: true, Default: true, NoMatch: true, Cycles: true,
		Calls: true, Follows: true, BranchEnds: true, Parameters: true, Timeout: true, Schedule: true, KeepsFinished: true,
	}
}

var domain = dialects.Domain{Objects: true, Typed: true, Disjoint: true}

// lowered reads a definition.
func lowered(t *testing.T, name, text string) *workflow.Program {
	t.Helper()
	l := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	r := l.Read(load.Text(name, []byte(text)))
	p := r.Lower()
	if p == nil {
		t.Fatalf("%s was not read", name)
	}
	return p
}

// applied rewrites a definition for a target.
func applied(t *testing.T, name, text string, f *fakeTarget) (*workflow.Program, *rewrite.Conversion) {
	t.Helper()
	f.Dialect = dialects.Named(all.Dialects(), "asl")
	p := lowered(t, name, text)
	c := rewrite.Apply(p, f, dialects.Raising{Domain: domain})
	if c.Raised.Reason != "" {
		t.Fatalf("refused: %s", c.Raised.Reason)
	}
	return p, c
}

// answers are what tasks answer, by task: "!" before a text is an error of that name.
type answers map[string][]any

// play runs a program and returns what can be observed of it: a line for each call, and one for the end. Where contracts are given, the
// workers do what they ask for, and what they get is what they select.
func play(t *testing.T, p *workflow.Program, input any, a answers, contracts []dialects.Contract) string {
	t.Helper()
	count := map[string]int{}
	var lines []string
	o := run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 1000, MaxTime: iso8601.Duration{Years: 1}, Input: input}
	o.Answer = func(c *machine.Command, at time.Time) (run.Reply, bool) {
		contract := contractOf(contracts, c)
		list := a[c.Call.Task]
		if len(list) == 0 {
			return run.Reply{Return: value.NewObject(0)}, true
		}
		v := list[min(count[c.Call.Task], len(list)-1)]
		count[c.Call.Task]++
		lines = append(lines, fmt.Sprintf("%s at %v: %s", c.Call.Task, at.Sub(o.Start), value.AppendSorted(nil, selected(contract.From, c.Input))))
		if name, ok := v.(string); ok && strings.HasPrefix(name, "!") {
			return run.Reply{Fail: &machine.Error{Name: name[1:]}}, true
		}
		return run.Reply{Return: asked(contract, c.Input, v)}, true
	}
	r, err := run.Simulate(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	end := string(r.Status)
	if r.Status == run.Succeeded {
		end += " " + string(value.AppendSorted(nil, r.Output))
	} else if r.Error != nil {
		end += " " + r.Error.Name
	}
	return strings.Join(append(lines, end), "\n")
}

func contractOf(all []dialects.Contract, c *machine.Command) dialects.Contract {
	for _, k := range all {
		if k.Task == c.Call.Task && k.Element.Name == c.Node.Element.Name {
			return k
		}
	}
	return dialects.Contract{}
}

// asked is an answer as a contract asks for it.
func asked(c dialects.Contract, input, answer any) any {
	if c.WithInput {
		out := value.NewObject(0)
		for _, o := range []any{input, answer} {
			if o, ok := o.(*value.Object); ok {
				for k, v := range o.All() {
					out.Set(k, v)
				}
			}
		}
		return out
	}
	if c.Under == "" {
		return answer
	}
	names := strings.Split(c.Under, ".")
	for i := len(names) - 1; i >= 0; i-- {
		answer = value.ObjectOf(value.Member{Key: names[i], Value: answer})
	}
	return answer
}

// selected is what a worker selects of its input.
func selected(from, input any) any {
	switch from := from.(type) {
	case *value.Object:
		out := value.NewObject(from.Len())
		for k, v := range from.All() {
			out.Set(k, selected(v, input))
		}
		return out
	case string:
		if !strings.HasPrefix(from, "$") {
			return from
		}
		p, err := expr.ParseTruthPath(source.Plain(from, 0))
		if err != nil {
			return nil
		}
		v, _ := expr.Eval(p, &expr.Env{Input: input})
		return v
	case nil:
		return input
	}
	return from
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
