package rewrite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A capable is a target that takes every expression as it is, and can what its table has.
type capable struct {
	dialects.Dialect
	able dialects.Abilities
}

func (c capable) Abilities(dialects.Raising) *dialects.Abilities             { return &c.able }
func (capable) Condition(x expr.Expr, _ *dialects.Sight) (expr.Expr, string) { return x, "" }
func (capable) Value(x expr.Expr, _ *dialects.Sight) (expr.Expr, string)     { return x, "" }
func (capable) Write(*workflow.Program, dialects.Raising) *dialects.Raised   { return &dialects.Raised{} }

// everything are abilities with which a plain net stays as it is.
func everything() dialects.Abilities {
	return dialects.Abilities{
		Kinds: dialects.Kinds(workflow.Pass, workflow.Task, workflow.Choice, workflow.Table, workflow.Wait, workflow.Await, workflow.Scope,
			workflow.Resource, workflow.Emit, workflow.End, workflow.Fail),
		Answers: 1<<8 - 1, Inputs: 1<<8 - 1, Results: true, Outputs: true, Computes: true,
		Retries: 1<<8 - 1, Handlers: 1<<8 - 1, Timers: 1<<8 - 1, Joins: 1<<8 - 1, Gathers: 1<<8 - 1, Each: true, AtOnce: true,
		Awaits: []string{"event", "userTask", "signal"}, Default: true, NoMatch: true, Cycles: true, Calls: true, Follows: true, BranchEnds: true,
		Parameters: true, Timeout: true, Schedule: true,
	}
}

// domain is what conversions assume unless they are told otherwise.
var domain = dialects.Domain{Objects: true, Typed: true, Disjoint: true}

// lowered reads a definition and lowers it.
func lowered(t *testing.T, d dialects.Dialect, name, text string) *workflow.Program {
	t.Helper()
	f := source.NewFile(name, []byte(text))
	if problems := source.Parse(f); len(problems) > 0 {
		t.Fatal(problems)
	}
	return d.Read(f, dialects.Options{}).Lower()
}

// rewritten applies the rewrites for a target.
func rewritten(p *workflow.Program, able dialects.Abilities) *rewrite.Conversion {
	return rewrite.Apply(p, capable{able: able}, dialects.Raising{Domain: domain})
}

// netOf writes a net with a line for each node: its name, kind, work and edges.
func netOf(w *workflow.Workflow) string {
	var b strings.Builder
	for _, n := range w.Root.Nodes {
		fmt.Fprintf(&b, "%s %s", n.Kind, n.Element.Name)
		if n.Call != nil {
			fmt.Fprintf(&b, " calls %s", n.Call.Task)
		}
		if c := n.Data.Combine; c != nil {
			fmt.Fprintf(&b, " %s", [...]string{"set", "drop", "shallow", "deep", "replace", "append"}[c.Mode])
		}
		for _, e := range n.Out {
			b.WriteString(edgeOf(n, e))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func edgeOf(n *workflow.Node, e *workflow.Edge) string {
	why := ""
	switch e.Kind {
	case workflow.Default:
		why = "else "
	case workflow.OnError:
		why = "on error "
	}
	if e.Guard != nil {
		why = "if " + expr.Readable(e.Guard) + " "
	}
	if n.Awaits != nil {
		for _, t := range n.Awaits.For {
			if t.Edge == e {
				why = "on " + t.Name + " "
			}
		}
	}
	return "; " + why + "-> " + e.To.Element.Name
}
