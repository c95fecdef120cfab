package convert_test

import (
	"context"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/sample"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// breaks are what a converter could do wrong, by kind: each breaks one node of a program, or reports that it cannot.
var breaks = []struct {
	name  string
	apply func(p *workflow.Program, n *workflow.Node) bool
}{
	{"another task is called", func(p *workflow.Program, n *workflow.Node) bool {
		if n.Call == nil {
			return false
		}
		call := *n.Call
		for _, other := range p.Start().Nodes {
			if other.Call != nil && other.Call.Task != n.Call.Task {
				call.Task = other.Call.Task
			}
		}
		if call.Task == n.Call.Task {
			call.Task += "-other"
		}
		n.Call = &call
		return true
	}},
	{"a task is skipped", func(_ *workflow.Program, n *workflow.Node) bool {
		if n.Call == nil {
			return false
		}
		n.Kind, n.Call, n.Data = workflow.Pass, nil, workflow.Stages{}
		n.Retry, n.Timers = nil, nil
		return true
	}},
	{"a result is dropped", func(_ *workflow.Program, n *workflow.Node) bool {
		if n.Call == nil || n.Data.Combine != nil && n.Data.Combine.Mode == workflow.Drop {
			return false
		}
		n.Data.Combine, n.Data.Result = &workflow.Combine{Mode: workflow.Drop}, nil
		return true
	}},
	{"a guarded edge is removed", func(_ *workflow.Program, n *workflow.Node) bool {
		return cut(n, func(e *workflow.Edge) bool { return e.Kind == workflow.Guarded })
	}},
	{"retries are removed", func(_ *workflow.Program, n *workflow.Node) bool {
		had := len(n.Retry) > 0
		n.Retry = nil
		return had
	}},
	{"a catcher is removed", func(_ *workflow.Program, n *workflow.Node) bool {
		return cut(n, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError })
	}},
	{"timers are removed", func(_ *workflow.Program, n *workflow.Node) bool {
		had := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return !t.Implied })
		n.Timers = nil
		return had
	}},
}

// cut takes the first edge of a node out of the net for which a function is true.
func cut(n *workflow.Node, which func(*workflow.Edge) bool) bool {
	i := slices.IndexFunc(n.Out, which)
	if i >= 0 {
		n.Out[i].Disconnect()
	}
	return i >= 0
}

// A conversion is a source and what it became, which the mutation test breaks.
type conversion struct {
	what  string
	pair  verify.Pair
	lossy bool
}

// lentBook is a machine whose tasks read variables, one of which is computed with, and which takes back what was done when a task fails.
const lentBook = `{"QueryLanguage": "JSONata", "StartAt": "Reserve", "States": {
  "Reserve": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:reserve", "Arguments": {"book": "{% $states.input.book %}"},
    "Assign": {"days": "{% $states.input.days %}", "copy": "{% $states.result.copy %}"}, "Next": "Lend"},
  "Lend": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:lend", "Arguments": {"copy": "{% $copy %}", "hours": "{% $round($days * 24) %}"},
    "Output": {"copy": "{% $copy %}", "until": "{% $states.result.until %}", "days": "{% $days %}"},
    "Catch": [{"ErrorEquals": ["States.ALL"], "Output": {"reason": "{% $states.errorOutput.Error %}"}, "Next": "Release"}], "End": true},
  "Release": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:release", "Arguments": {"copy": "{% $copy %}"}, "Output": "{% $states.input %}", "End": true}}}`

// conversions are those of the definitions of the models, and of one with variables: to each dialect that is written by rewriting, and to
// targets that lack things.
func conversions(t *testing.T) []conversion {
	t.Helper()
	out := conversionsOf(t, "variables", "x.today.asl.json", lentBook)
	for _, m := range models(t) {
		for _, f := range m.archive.Files {
			if f.Name != outcomes {
				out = append(out, conversionsOf(t, m.path+" "+f.Name, "x."+f.Name, string(f.Data))...)
			}
		}
	}
	return out
}

// conversionsOf are those of one definition.
func conversionsOf(t *testing.T, what, name, text string) []conversion {
	t.Helper()
	p := program(t, name, text)
	if p.Start().Root == nil || len(p.Select) > 0 {
		return nil
	}
	whole := dialects.Domain{Objects: true, Typed: true, Disjoint: true}
	o := dialects.Raising{Format: source.JSON, Domain: whole}
	out := []conversion{{what, verify.Pair{Source: p, Target: workflow.Clone(p), Raised: &dialects.Raised{Rewrites: []string{"none"}}, Domain: whole}, false}}
	for name, able := range limited {
		c := rewrite.Apply(p, &limitedTarget{able: able}, o)
		if c.Raised.Reason != "" {
			continue
		}
		c.Raised.Losses = append(c.Raised.Losses, c.Losses()...)
		c.Raised.Rewrites = []string{"some"}
		out = append(out, conversion{what + " to " + name, verify.Pair{Source: p, Target: c.Program, Raised: c.Raised, Domain: whole}, len(c.Raised.Losses) > 0})
	}
	for _, d := range all.Dialects() {
		if _, ok := d.(dialects.Target); !ok || d.Name() == p.Start().Dialect {
			continue
		}
		r := convert.Raise(all.Dialects(), d, p, o)
		if r.Reason != "" {
			continue
		}
		target, err := convert.Read(d, r.Definitions, source.JSON, dialects.Options{})
		if err != nil {
			t.Errorf("%s to %s: %v", what, d.Name(), err)
			continue
		}
		out = append(out, conversion{what + " to " + d.Name(), verify.Pair{Source: p, Target: target, Raised: r, Domain: whole}, len(r.Losses) > 0})
	}
	return out
}

// A limitedTarget takes expressions as they are, and lacks some abilities.
type limitedTarget struct {
	dialects.Dialect
	able dialects.Abilities
}

// Name is not that of a language.
func (*limitedTarget) Name() string { return "limited" }

func (l *limitedTarget) Abilities(dialects.Raising) *dialects.Abilities { return &l.able }

func (l *limitedTarget) Condition(x expr.Expr, _ *dialects.Sight) (expr.Expr, string) { return x, "" }

func (l *limitedTarget) Value(x expr.Expr, _ *dialects.Sight) (expr.Expr, string) { return x, "" }

func (l *limitedTarget) Write(*workflow.Program, dialects.Raising) *dialects.Raised { return nil }

// limited are targets by what they lack.
var limited = map[string]dialects.Abilities{
	"a merging target without handlers": {
		Kinds:   dialects.Kinds(workflow.Pass, workflow.Task, workflow.Choice, workflow.Wait, workflow.Await, workflow.Scope, workflow.End, workflow.Fail, workflow.Emit),
		Answers: dialects.AnswerMergesDeep, Computes: true, Retries: dialects.RetryTasks, Timers: dialects.TimerVisit,
		Joins: dialects.JoinScopes, Gathers: dialects.GatherShared | dialects.GatherChanges | dialects.GatherLists, Awaits: []string{"userTask", "signal", "event"},
		Default: true, NoMatch: true, Cycles: true, BranchEnds: true, Each: true,
	},
	"a replacing target without retries": {
		Kinds:   dialects.Kinds(workflow.Pass, workflow.Task, workflow.Choice, workflow.Wait, workflow.Await, workflow.Scope, workflow.End, workflow.Fail, workflow.Emit),
		Answers: dialects.AnswerReplaces, Handlers: dialects.HandleTasks | dialects.HandleByError, Timers: dialects.TimerAttempt,
		Joins: dialects.JoinScopes, Gathers: dialects.GatherLists | dialects.GatherChanges | dialects.GatherShared, Awaits: []string{"userTask", "signal", "event"},
		Default: true, NoMatch: true, Cycles: true, BranchEnds: true, Each: true,
	},
}

// A score is how many breaks of a kind were noticed, of how many.
type score struct{ noticed, all int }

func (s *score) count(noticed bool) {
	s.all++
	if noticed {
		s.noticed++
	}
}

// scores are those of a kind of break, in conversions that are exact or change contracts, and in those with losses.
type scores struct{ sound, lossy score }

// TestMutations breaks what definitions were converted to, one node at a time: --verify has to notice nearly all breaks of each kind
// that a run can show, also where the conversion has losses.
func TestMutations(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	found, intact := map[string]*scores{}, 0
	for _, c := range conversions(t) {
		base := options()
		base.MaxSteps = 500
		made := chosen(t, &c.pair, base)
		before := verdict(t, &c.pair, made)
		if before.Failed() {
			t.Logf("%s: %s", c.what, *before.Difference)
		}
		if before.Failed() || before.Equal == 0 { // nothing is known of it
			continue
		}
		intact++
		unbroken := runByRun(t, &c.pair, made)
		for _, b := range breaks {
			for i, w := range c.pair.Target.Workflows {
				for j := range w.Nodes {
					broken := workflow.Clone(c.pair.Target)
					if !b.apply(broken, broken.Workflows[i].Nodes[j]) {
						continue
					}
					x := c.pair
					x.Target = broken
					shown := firstShown(t, &x, made, unbroken)
					if shown < 0 {
						continue
					}
					v := verdict(t, &x, made[shown:shown+1])
					if !v.Failed() || v.Excused > 0 { // the other runs decide
						v = verdict(t, &x, made)
					}
					if v.Equal == v.Runs && v.Runs == len(made) { // it does what the source does: a loss changed, and no run tells it from the source
						continue
					}
					noticed := v.Failed() || v.Unproven()
					s := found[b.name]
					if s == nil {
						s = &scores{}
						found[b.name] = s
					}
					if c.lossy {
						s.lossy.count(noticed)
					} else {
						s.sound.count(noticed)
					}
					if !noticed {
						t.Logf("%s, %q: %s is not noticed: %v", c.what, w.Nodes[j].Name(), b.name, v)
					}
				}
			}
		}
	}
	if intact < 100 || len(found) < len(breaks) {
		t.Errorf("only %d conversions are equal in some runs, and %d of %d kinds of breaks occur", intact, len(found), len(breaks))
	}
	for name, s := range found {
		expectNoticed(t, name, s.sound, 95)
		expectNoticed(t, name+", beside losses", s.lossy, leastBesideLosses(name))
	}
}

// chosen are the runs that --verify takes: those that show differences, and some that reach what these do not.
func chosen(t *testing.T, p *verify.Pair, base run.Options) []run.Options {
	t.Helper()
	const runs = 20
	random, ctx := chance(5), context.Background()
	first, rest, err := p.Choose(ctx, verify.InventWithin(p.Domain, p.Source, base, 3*runs, random), runs)
	if err != nil {
		t.Fatal(err)
	}
	further, err := sample.Reach(ctx, p.Source, first, rest, sample.Effort{Runs: 5 * runs, Chance: random, Serves: func(o run.Options) bool {
		serves, err := p.Serves(ctx, o)
		return err == nil && serves
	}})
	if err != nil {
		t.Fatal(err)
	}
	return append(first, further...)
}

// expectNoticed has a part of the breaks of a kind be noticed, in percent; of a few, all but one.
func expectNoticed(t *testing.T, what string, s score, least int) {
	t.Helper()
	t.Logf("%s: %d of %d are noticed", what, s.noticed, s.all)
	if s.noticed*100 < s.all*least && s.all-s.noticed > 1 {
		t.Errorf("%s: only %d of %d are noticed", what, s.noticed, s.all)
	}
}

// leastBesideLosses is how many of a hundred breaks of a kind have to be noticed where the conversion has losses. Of results and conditions
// fewer are: where a loss changes what is in the document, what is missing of it after that is excused as well, and so is what is decided
// on it.
func leastBesideLosses(kind string) int {
	switch kind {
	case "a result is dropped":
		return 72
	case "a guarded edge is removed":
		return 80
	case "timers are removed": // a reminder that comes between two waits of the target excuses another way on
		return 75
	}
	return 90
}

func verdict(t *testing.T, p *verify.Pair, made []run.Options) *verify.Verdict {
	t.Helper()
	v, err := p.Verify(context.Background(), made)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// runByRun compares both sides of a pair in each run by itself, and excuses nothing by losses.
func runByRun(t *testing.T, p *verify.Pair, made []run.Options) []*verify.Verdict {
	t.Helper()
	bare := withoutLosses(p)
	out := make([]*verify.Verdict, len(made))
	for i := range made {
		out[i] = verdict(t, bare, made[i:i+1])
	}
	return out
}

// firstShown returns the index of the first run in which a broken target behaves otherwise than the target did before it was broken; -1 if
// no run shows the break.
func firstShown(t *testing.T, broken *verify.Pair, made []run.Options, unbroken []*verify.Verdict) int {
	t.Helper()
	bare := withoutLosses(broken)
	for i, a := range unbroken {
		b := verdict(t, bare, made[i:i+1])
		if a.Runs != b.Runs || a.Equal != b.Equal || a.Difference == nil != (b.Difference == nil) || a.Difference != nil && *a.Difference != *b.Difference {
			return i
		}
	}
	return -1
}

// withoutLosses returns a pair that claims to be exact.
func withoutLosses(p *verify.Pair) *verify.Pair {
	bare, raised := *p, *p.Raised
	raised.Losses = nil
	bare.Raised = &raised
	return &bare
}

// TestMissingConditionBesideMoreData removes a condition of a target whose document has more than that of the source: what it has besides is
// no reason to go another way.
func TestMissingConditionBesideMoreData(t *testing.T) {
	t.Parallel()
	const flow = "check → { ?`$[?(@.verdict = 'GOOD')]` book\n ?`$[?(@.verdict = 'BAD')]` refuse } → tell"
	for _, c := range conversionsOf(t, "a flow", "x.flow", flow) {
		if c.pair.Target.Start().Dialect != "step" {
			continue
		}
		made := chosen(t, &c.pair, options())
		if v := verdict(t, &c.pair, made); v.Failed() || v.Excused == 0 {
			t.Fatalf("the conversion to step: %v", v)
		}
		broken := 0
		for i := range c.pair.Target.Start().Nodes {
			x := c.pair
			x.Target = workflow.Clone(c.pair.Target)
			if n := x.Target.Start().Nodes[i]; n.Kind != workflow.Choice || !cut(n, func(e *workflow.Edge) bool { return e.Kind == workflow.Guarded }) {
				continue
			}
			if broken++; !verdict(t, &x, made).Failed() {
				t.Errorf("%q without a condition is not noticed", x.Target.Start().Nodes[i].Name())
			}
		}
		if broken == 0 {
			t.Error("no condition was removed")
		}
	}
}
