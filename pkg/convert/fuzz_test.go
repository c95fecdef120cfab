package convert_test

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// FuzzConvert takes valid definitions to each other dialect and back. Nothing crashes; what is written can be read, and both sides can be
// run and compared. Whether they behave the same, TestModels and TestSpread count.
func FuzzConvert(f *testing.F) {
	for _, m := range models(f) {
		for _, x := range m.archive.Files {
			if x.Name != outcomes {
				f.Add(x.Name, x.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		from := dialects.ByName(all.Dialects(), "x."+name)
		if from == nil {
			return
		}
		r := checked("x."+name, text, dialects.Options{})
		if r.Dialect != from || r.Program == nil || r.Errors() > 0 || !sound(r.Program) {
			return
		}
		for _, to := range all.Dialects() {
			there := carry(t, r.Program, to)
			if there == nil || from == to {
				continue
			}
			back := convert.Raise(all.Dialects(), from, there.Target, written(from))
			if len(back.Definitions) == 0 {
				continue
			}
			again, err := convert.Read(from, back.Definitions, source.JSON, dialects.Options{})
			if err != nil {
				t.Fatalf("from %s to %s and back: %v\n%s", from.Name(), to.Name(), err, back.Definitions[0].Text)
			}
			if exact(there.Raised) && exact(back) {
				verified(t, &verify.Pair{Source: r.Program, Target: again, Domain: whole(), Raised: &dialects.Raised{
					Names: follow(there.Raised.Names, back.Names), Tasks: follow(there.Raised.Tasks, back.Tasks)}})
			}
		}
	})
}

// exact reports whether a program was written without a loss, and needs nothing of those who run it.
func exact(r *dialects.Raised) bool {
	return len(r.Losses) == 0 && len(r.Contracts) == 0 && len(r.Substitutes) == 0 && len(r.Occurrences) == 0
}

// whole is what conversions assume of the data by default.
func whole() dialects.Domain { return dialects.Domain{Objects: true, Typed: true, Disjoint: true} }

// sound reports whether a program can be run and converted.
func sound(p *workflow.Program) bool {
	for _, w := range p.Workflows {
		if len(w.Unsupported) > 0 || len(w.Nodes) > 200 {
			return false
		}
	}
	return true
}

// carry converts a program and compares what both sides do. It is nil if the program is refused.
func carry(t *testing.T, p *workflow.Program, to dialects.Dialect) *verify.Pair {
	raised := convert.Raise(all.Dialects(), to, p, written(to))
	if len(raised.Definitions) == 0 {
		if raised.Reason == "" {
			t.Fatalf("nothing is written as %s, without a reason", to.Name())
		}
		return nil
	}
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatalf("to %s: %v\n%s", to.Name(), err, raised.Definitions[0].Text)
	}
	pair := &verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}
	verified(t, pair)
	return pair
}

// verified fails the test if two sides cannot be compared.
func verified(t *testing.T, p *verify.Pair) {
	o := options()
	o.MaxSteps = 500
	if _, err := p.Verify(context.Background(), verify.InventWithin(p.Domain, p.Source, o, 5, chance(1))); err != nil {
		t.Fatal(err)
	}
}

// follow takes names through two conversions; those that come back as they were are left out.
func follow(there, back []dialects.Renaming) []dialects.Renaming {
	to := map[string]string{}
	for _, r := range back {
		to[r.From] = r.To
	}
	var out []dialects.Renaming
	for _, r := range there {
		name := r.To
		if next, ok := to[name]; ok {
			name = next
		}
		if name != r.From {
			out = append(out, dialects.Renaming{From: r.From, To: name})
		}
	}
	for _, r := range back {
		known := false
		for _, x := range there {
			known = known || x.To == r.From
		}
		if !known {
			out = append(out, r)
		}
	}
	return out
}
