package convert_test

import (
	"context"
	"fmt"
	"math/rand"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestInventReaches counts which nodes and edges the plays come to that are made up for models and for definitions that are made up
// themselves: nearly all of them.
func TestInventReaches(t *testing.T) {
	t.Parallel()
	var c reach
	for _, m := range models(t) {
		for _, f := range m.archive.Files {
			if f.Name != outcomes {
				c.count(t, strings.TrimSuffix(filepath.Base(m.path), ".txtar")+" "+f.Name, program(t, "x."+f.Name, string(f.Data)))
			}
		}
	}
	if c.reached*100 < c.there*95 { // what a selection of an answer puts into the document is not made up for the conditions that read it there
		t.Errorf("of the models, %d of %d nodes and edges are reached, and not\n%s", c.reached, c.there, strings.Join(c.missed, "\n"))
	}
	c = reach{}
	for name, make := range makers {
		for seed := range int64(20) {
			r := checked("x."+name, []byte(make(&maker{Rand: rand.New(rand.NewSource(seed))})), dialects.Options{})
			if r.Program != nil && r.Errors() == 0 {
				c.count(t, fmt.Sprintf("%s %d", name, seed), r.Program)
			}
		}
	}
	if c.reached*100 < c.there*90 {
		t.Errorf("of what is made up, %d of %d nodes and edges are reached, and not\n%s", c.reached, c.there, strings.Join(c.missed, "\n"))
	}
}

// A reach counts nodes and edges.
type reach struct {
	there, reached int
	missed         []string
}

func (c *reach) count(t *testing.T, what string, p *workflow.Program) {
	nodes, edges := map[*workflow.Node]bool{}, map[*workflow.Edge]bool{}
	o := options()
	o.MaxSteps = 500
	for _, play := range verify.Invent(p, o, 40, chance(5)) {
		play.Observe = func(e *machine.Trace) {
			nodes[e.Node] = true
			edges[e.Edge] = true
		}
		if _, err := run.Simulate(context.Background(), p, play); err != nil {
			t.Fatal(err)
		}
	}
	note := func(seen bool, name string, args ...any) {
		c.there++
		if seen {
			c.reached++
			return
		}
		c.missed = append(c.missed, what+": "+fmt.Sprintf(name, args...))
	}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Role != workflow.Primary {
				continue
			}
			note(nodes[n], "%s", n.Name())
			for _, e := range n.Out {
				if e.Kind != workflow.OnTimer && !e.Disabled {
					note(edges[e], "%s -%s> %s", n.Name(), e.Kind, e.To.Name())
				}
			}
		}
	}
}
