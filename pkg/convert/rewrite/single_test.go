package rewrite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	known "github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A bench is a target with abilities of its own, for tests of single rewrites.
type bench struct {
	dialects.Target
	able dialects.Abilities
}

// Name is not that of a language.
func (bench) Name() string { return "bench" }

func (b bench) Abilities(dialects.Raising) *dialects.Abilities { return &b.able }

// Value implements dialects.Target: all can be written, but what is made of an item where that is a member of the document.
func (b bench) Value(x expr.Expr, s *dialects.Sight) (expr.Expr, string) {
	if s.Item && b.able.ItemMember != "" {
		return nil, "items are members"
	}
	return x, ""
}

// Condition implements dialects.Target: all can be written, but what computes.
func (b bench) Condition(x expr.Expr, _ *dialects.Sight) (expr.Expr, string) {
	if _, computes := expr.CommonCondition(x, expr.Domain{Objects: true, Typed: true}).(*expr.Compare); computes && !b.able.Computes {
		return nil, "computing"
	}
	return x, ""
}

// read is a definition; the name tells its dialect.
func read(t *testing.T, name, text string) dialects.Definition {
	t.Helper()
	f := source.NewFile(name, []byte(text))
	if found := source.Parse(f); len(found) > 0 {
		t.Fatalf("%s: %s", name, found[0].Message)
	}
	return dialects.ByName(known.Dialects(), name).Read(f, dialects.Options{})
}

// lowered is the program of a definition, which has no errors.
func lowered(t *testing.T, name, text string) *workflow.Program {
	t.Helper()
	d := read(t, name, text)
	for _, x := range d.Check(0) {
		if x.Severity == diag.Error {
			t.Fatalf("%s: %s", name, x.Message)
		}
	}
	return d.Lower()
}

// rewritten applies some rewrites to a program, for a target with some abilities, inside of the whole domain.
func rewritten(t *testing.T, p *workflow.Program, able dialects.Abilities, list ...Rewrite) *Conversion {
	t.Helper()
	return rewrittenWith(t, p, able, dialects.Raising{}, list...)
}

// rewrittenWith is [rewritten] with options, for data inside of the whole domain.
func rewrittenWith(t *testing.T, p *workflow.Program, able dialects.Abilities, o dialects.Raising, list ...Rewrite) *Conversion {
	t.Helper()
	b := bench{able: able}
	o.Domain = dialects.Domain{Objects: true, Typed: true, Disjoint: true}
	c := &Conversion{Program: workflow.Clone(p), Target: b, Able: &b.able, Options: o, Raised: &dialects.Raised{},
		losses: map[*workflow.Workflow]*dialects.Losses{}, names: map[*workflow.Workflow]*dialects.Names{}}
	for i := range list {
		for _, w := range c.Program.Workflows {
			if c.Raised.Reason == "" && list[i].applyTo(c, w) {
				c.Applied = append(c.Applied, &list[i])
			}
		}
	}
	return c
}

// A play is what a program is played with: an input, an answer to each task by its name, as JSON with the seconds it takes ("2 {…}"
// or "2 fail Name"), and what comes from outside.
type play struct {
	input   string
	answers map[string][]string
	happens []run.Occurrence
}

// observed plays a program, and returns what shows of it: calls, output, and how it ended when. Workflows that follow one another are one
// run.
func observed(t *testing.T, p *workflow.Program, x play) string {
	t.Helper()
	o := run.Options{Input: parsed(t, x.input), Start: time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC), Occurrences: x.happens, MaxSteps: 10_000}
	for task, list := range x.answers {
		s := run.Stub{Name: task}
		for _, text := range list {
			s.Replies = append(s.Replies, reply(t, text))
		}
		o.Stubs = append(o.Stubs, s)
	}
	r, err := run.Simulate(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	last := r
	for _, part := range append([]*run.Result{r}, r.Chain...) {
		for _, c := range part.Calls {
			lines = append(lines, fmt.Sprintf("%v %s #%d %s", part.Start.Sub(r.Start)+c.At, c.Task, c.Attempt, value.Append(nil, c.Input)))
		}
		last = part
	}
	slices.Sort(lines)
	end := fmt.Sprintf("%s after %v", last.Status, last.End.Sub(r.Start))
	if last.Status == run.Succeeded {
		end += " " + string(value.Append(nil, last.Output))
	}
	return strings.Join(append(lines, end), "\n")
}

// reply reads an answer to a task.
func reply(t *testing.T, text string) run.Reply {
	t.Helper()
	var out run.Reply
	if seconds, rest, ok := strings.Cut(text, " "); ok && !strings.HasPrefix(text, "{") {
		after, err := iso8601.ParseDuration("PT" + seconds + "S")
		if err != nil {
			t.Fatal(err)
		}
		out.After, text = after, rest
	}
	if name, ok := strings.CutPrefix(text, "fail "); ok {
		out.Fail = &machine.Error{Name: name, Class: workflow.ClassTask}
		return out
	}
	out.Return = parsed(t, text)
	return out
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// alike plays the program of a conversion before and after the rewrites.
func alike(t *testing.T, before *workflow.Program, c *Conversion, plays ...play) {
	t.Helper()
	if c.Raised.Reason != "" {
		t.Fatalf("refused: %s", c.Raised.Reason)
	}
	for _, x := range plays {
		was, is := observed(t, before, x), observed(t, c.Program, x)
		if was != is {
			t.Errorf("with %s it did\n%s\nand does\n%s", x.input, was, is)
		}
	}
}

// drawn is a net in lines: each node, what it is, and what it leads to.
func drawn(w *workflow.Workflow) string {
	var b strings.Builder
	drawRegion(&b, w.Root, "")
	return b.String()
}

func drawRegion(b *strings.Builder, r *workflow.Region, indent string) {
	for _, n := range r.Nodes {
		name := n.Element.Name
		if n.Role == workflow.Ending {
			name = "."
		}
		fmt.Fprintf(b, "%s%s %v", indent, name, n.Kind)
		for _, e := range n.Out {
			to := e.To.Element.Name
			if e.To.Role == workflow.Ending {
				to = "."
			}
			fmt.Fprintf(b, ", %v %s", e.Kind, to)
		}
		b.WriteByte('\n')
		if n.Body != nil {
			for _, inner := range n.Body.Regions {
				drawRegion(b, inner, indent+"  ")
				b.WriteString(indent + "  --\n")
			}
		}
	}
}

// lost are the losses of a conversion, as a line each.
func lost(c *Conversion) []string {
	var out []string
	for _, l := range c.Losses() {
		out = append(out, l.Rule.ID+": "+l.Message)
	}
	return out
}
