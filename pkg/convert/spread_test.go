package convert_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var (
	spread     = flag.Int("spread", 60, "how many definitions of each dialect are made up and converted")
	spreadFrom = flag.Int64("spread-from", 1, "the seed of the first of them")
)

// TestSpread makes up definitions of each dialect, converts each to every other dialect, and plays both sides: no run differs
// unless a loss says so, and what is said to be exact loosens nothing, but for the known faults.
func TestSpread(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	for name, make := range makers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			valid, wrong := 0, map[string][]string{}
			for seed := *spreadFrom; seed < *spreadFrom+int64(*spread); seed++ {
				text := make(&maker{Rand: rand.New(rand.NewSource(seed))})
				r := checked("x."+name, []byte(text), dialects.Options{})
				if r.Program == nil || r.Errors() > 0 || !sound(r.Program) {
					t.Logf("seed %d is not valid: %v\n%s", seed, faults(r.Findings), text)
					continue
				}
				valid++
				for _, to := range all.Dialects() {
					if to.Name() != r.Dialect.Name() {
						if fault := spreadTo(t, fmt.Sprintf("seed %d to %s", seed, to.Name()), r.Program, to, text); fault != "" {
							wrong[to.Name()] = append(wrong[to.Name()], fault)
						}
					}
				}
			}
			compareFaults(t, name, wrong)
			if valid < *spread*9/10 {
				t.Errorf("only %d of %d definitions are valid", valid, *spread)
			}
		})
	}
}

// TestSpreadAgain converts those made-up definitions again that once differed, and of which no small part does.
func TestSpreadAgain(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name string
		seed int64
		to   string
		what string
	}{
		{"fsm.json", 11011, "asl", "a request brings data of a type for which another condition is written"},
		{"step.json", 11133, "sw", "a task is retried by a worker while another branch calls it"},
		{"flow", 11194, "step", "calls with parameters and without are made in another order"},
		{"sw.json", 45173, "asl", "a loop takes two events that are alike at the same instant"},
		{"asl.json", 80056, "arrow", "a loop never ends in which a task has a time limit"},
		{"flow", 80059, "asl", "a branch whose steps are skipped joins its input with what another one answers later"},
		{"flow", 80150, "asl", "a condition that takes an object is beside an iteration over the same list"},
		{"asl.json", 48011, "step", "a handler fails, as the document is a number"},
		{"asl.json", 43199, "sw", "a handler fails, as the document is a list"},
		{"asl.json", 50129, "step", "a branch fails at once that is carried out after another one in the target"},
	} {
		t.Run(x.what, func(t *testing.T) {
			t.Parallel()
			text := makers[x.name](&maker{Rand: chance(x.seed)})
			p := program(t, "today."+x.name, text)
			if fault := spreadTo(t, x.what, p, dialects.Named(all.Dialects(), x.to), text); fault != "" {
				t.Error(fault)
			}
		})
	}
}

func spreadTo(t *testing.T, what string, p *workflow.Program, to dialects.Dialect, text string) string {
	raised := convert.Raise(all.Dialects(), to, p, written(to))
	if len(raised.Definitions) == 0 {
		return ""
	}
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Errorf("%s: %v\n%s\n%s", what, err, text, raised.Definitions[0].Text)
		return ""
	}
	if fault := spreadBack(t, what+" and back", p, target, raised); fault != "" {
		return fault
	}
	o := options()
	o.MaxSteps = 300
	v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Verify(context.Background(), verify.InventWithin(written(to).Domain, p, o, 12, chance(1)))
	switch {
	case err != nil:
		t.Errorf("%s: %v", what, err)
	case v.Failed():
		return fmt.Sprintf("%s: %s\n%s\n%s\n%s", what, *v.Difference, text, cameOut(raised), lost(raised.Losses))
	case len(raised.Losses) == 0 && v.Excused > 0:
		return fmt.Sprintf("%s is exact, and runs are excused by %v", what, v.ExcusedBy)
	}
	return ""
}

// knownFaults are how many of the sixty definitions of each dialect that are made up differ in another one without a loss that explains
// it. They are faults of conversions: none may be added, and the number goes down with each that is corrected.
var knownFaults = map[string]int{}

// compareFaults compares what differs with what is known to.
func compareFaults(t *testing.T, name string, wrong map[string][]string) {
	standard := *spread == 60 && *spreadFrom == 1
	for _, d := range all.Dialects() {
		found, known := wrong[d.Name()], knownFaults[name+" to "+d.Name()]
		if standard && len(found) < known {
			t.Errorf("%s to %s: %d definitions differ, fewer than the %d in knownFaults", name, d.Name(), len(found), known)
		}
		for _, f := range found {
			t.Logf("FAULT %s to %s: %s", name, d.Name(), f)
		}
		if len(found) > known {
			t.Errorf("%s to %s: %d definitions differ, more than the %d in knownFaults", name, d.Name(), len(found), known)
		}
	}
}

// makers make up definitions, by the endings of their files.
var makers = map[string]func(*maker) string{"asl.json": makeASL, "sw.json": makeSW, "step.json": makeStep, "fsm.json": makeFSM, "flow": makeArrow,
	"alternatives.flow": makeAlternatives, "today.asl.json": makeToday}

// A maker makes up definitions. What it makes leads from each part to the next one, sometimes past it, and seldom back.
type maker struct {
	*rand.Rand
	parts int // that were made so far, of which the names are numbered
}

type object = map[string]any

// one reports true once in n times.
func (m *maker) one(n int) bool { return m.Intn(n) == 0 }

// name is a new name.
func (m *maker) name() string {
	m.parts++
	return fmt.Sprintf("part%d", m.parts)
}

// task is one of some names, most of which are seldom asked for twice.
func (m *maker) task() string { return fmt.Sprintf("do%d", m.Intn(12)) }

// member is a member of the document that conditions and paths look at.
func (m *maker) member() string { return pick(m, "a", "b", "c", "d") }

// behind is the name of a part behind one of a list, most often the next one.
func (m *maker) behind(names []string, i int) string {
	if m.one(4) {
		return names[i+1+m.Intn(len(names)-i-1)]
	}
	return names[i+1]
}

// back is the name of any part but the last one.
func (m *maker) back(names []string) string { return names[m.Intn(len(names)-1)] }

func pick[T any](m *maker, values ...T) T { return values[m.Intn(len(values))] }

// names are new names.
func (m *maker) names(n int) []string {
	var out []string
	for range n {
		out = append(out, m.name())
	}
	return out
}

func printed(v any) string {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic(err)
	}
	return string(b)
}

// faults are the messages of what is wrong.
func faults(all []diag.Diagnostic) (out []string) {
	for _, d := range all {
		if d.Severity == diag.Error {
			out = append(out, d.Message)
		}
	}
	return out
}

// lost are losses in a line each.
func lost(all []*dialects.Loss) string {
	var b strings.Builder
	for _, l := range all {
		fmt.Fprintf(&b, "%s:", l.Rule.ID)
		for _, e := range l.From {
			fmt.Fprintf(&b, " %s", e.Name)
		}
		fmt.Fprintf(&b, ": %v %s: %s\n", l.Rule.Affects.Names(), l.Rule.Data, l.Message)
	}
	return b.String()
}

// cameOut are the definitions that came out.
func cameOut(r *dialects.Raised) string {
	var b strings.Builder
	for _, d := range r.Definitions {
		fmt.Fprintf(&b, "%s: %s\n", d.ID, d.Text)
	}
	return b.String()
}
