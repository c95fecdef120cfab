package sample

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Chance decides what is tried. A *rand.Rand is one.
type Chance interface {
	// Intn returns a number from 0 on that is less than n.
	Intn(n int) int
}

// A search looks for plays that cover what no play before covers. It is led by what the plays do: one that covers a point which none
// before covers, or that fails differently than all before, is kept and changed further.
type search struct {
	ctx     context.Context
	program *workflow.Program
	random  Chance
	points  *scenario.Points
	know    *knowledge
	kept    []*Play
	bases   map[*workflow.Node][]*Play // of the kept ones that enter a node, those to change
	covered map[*scenario.Point]bool
	touched map[*scenario.Point]bool // covered by any play, also by one that does not count
	reached map[*scenario.Point]bool // covered by a play that serves, also by one that does not count
	seen    map[string]bool          // the outcomes and the errors that were met
	budget  int                      // how much may still be run, see cost
	counts  func(*Play) bool         // whether a play covers points; nil: each does
	serves  func(run.Options) bool   // whether the caller can use a play; nil: each
	own     bool                     // errors that a machine raises itself are left to machines
	limits  []limit                  // what is covered beside the points
	// limitsAt are the limits by the names of their nodes.
	limitsAt map[string][]*limit
}

func newSearch(ctx context.Context, p *workflow.Program, effort Effort) *search {
	return &search{ctx: ctx, program: p, random: effort.Chance, points: scenario.PointsOfProgram(p), know: study(p), budget: effort.Runs,
		bases: map[*workflow.Node][]*Play{}, covered: map[*scenario.Point]bool{}, touched: map[*scenario.Point]bool{},
		reached: map[*scenario.Point]bool{}, seen: map[string]bool{}, serves: effort.Serves}
}

// run runs a play, and keeps it if it does something that none before does.
func (s *search) run(o run.Options) bool {
	if s.budget <= 0 || s.ctx.Err() != nil {
		return false
	}
	p, err := measured(s.ctx, s.program, s.points, o)
	if err != nil {
		s.budget--
		return false
	}
	s.budget -= cost(s.program, p)
	fresh := s.note(p)
	if fresh {
		s.keep(p)
	}
	return fresh
}

// cost is how much work a run is: one, and more for each fifty steps, and for each hundred nodes that it could visit.
func cost(p *workflow.Program, play *Play) int {
	n := 1 + play.Result.Steps/50
	for _, w := range p.Workflows {
		n += len(w.Nodes) / 100
	}
	return n
}

// measured runs a play and notes what it covers.
func measured(ctx context.Context, p *workflow.Program, points *scenario.Points, o run.Options) (*Play, error) {
	play := &Play{Options: o, covers: map[*scenario.Point]bool{}}
	o.Measure = func(n *workflow.Node, kind machine.Part, index int) {
		if at := points.At(n, kind, index); at != nil {
			play.covers[at] = true
		}
	}
	o.Observe = func(t *machine.Trace) {
		if t.Kind == machine.Raised && t.Node != nil && len(play.raised) < mostRaised { // without a node: no workflow takes the entity
			play.raised = append(play.raised, t.Node.Name()+"\x00"+t.Error.Name+"\x00"+withoutData(t.Error.Cause))
		}
	}
	r, err := run.Simulate(ctx, p, o)
	if err == nil {
		err = ctx.Err()
	}
	play.Result = r
	return play, err
}

// note notes what a play does, and reports whether something of it is new. A run that was aborted does nothing.
func (s *search) note(p *Play) bool {
	if p.Result.Status == run.Aborted {
		return false
	}
	s.addLimits(p)
	counts := s.counts == nil || s.counts(p)
	fresh, more := false, false
	for at := range p.covers {
		fresh = fresh || !s.touched[at]
		more = more || !s.reached[at] || counts && !s.covered[at]
		s.touched[at] = true
	}
	if more && s.isServing(p) {
		fresh = true
		for at := range p.covers {
			s.reached[at] = true
			s.covered[at] = s.covered[at] || counts
		}
	}
	for _, f := range append(p.raised, p.Outcome()) {
		if !s.seen[f] {
			s.seen[f] = true
			fresh = true
		}
	}
	return fresh
}

// isServing reports whether the caller can use a play.
func (s *search) isServing(p *Play) bool {
	if p.serves == nil {
		serves := s.serves == nil || s.serves(p.Options)
		p.serves = &serves
	}
	return *p.serves
}

// mostRaised bounds how many errors of a play are looked at.
const mostRaised = 20

// shownData is what causes of errors show of data.
var shownData = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"[^"]*"|\[.*\]|\{.*\}|[0-9.]+`) })

// withoutData is the cause of an error as something to compare: what it shows of the data does not count.
func withoutData(cause string) string {
	cause, _, _ = strings.Cut(cause[:min(len(cause), 400)], ": ")
	return shownData().ReplaceAllString(cause, "")
}

// missing are the points that no play covers, of nodes that some play enters, in the order of the definitions.
func (s *search) missing() []*scenario.Point {
	var out []*scenario.Point
	for _, f := range s.points.Flows {
		for _, at := range f.Points {
			if !s.covered[at] && len(s.bases[at.Node]) > 0 {
				out = append(out, at)
			}
		}
	}
	for _, l := range s.limits {
		if !s.covered[l.point] && len(s.bases[l.point.Node]) > 0 {
			out = append(out, l.point)
		}
	}
	return out
}

// mostBases bounds how many plays are changed to cover a point.
const mostBases = 4

// keep keeps a play. Of those that enter a node, the shortest and the latest are what is changed to cover points of it.
func (s *search) keep(p *Play) {
	s.kept = append(s.kept, p)
	for at := range p.covers {
		if at.Kind != scenario.NodePoint {
			continue
		}
		all := s.bases[at.Node]
		if len(all) == mostBases { // the latest makes room, unless it is shorter than another
			if latest := all[mostBases-1]; size(latest) < size(all[mostBases-2]) {
				all[mostBases-2] = latest
			}
			all = all[:mostBases-1]
			slices.SortStableFunc(all, func(a, b *Play) int { return size(a) - size(b) })
		}
		s.bases[at.Node] = append(all, p)
	}
}

// explore changes plays until nothing new comes of it, or the budget is used.
func (s *search) explore() {
	const (
		guesses = 200  // at a point, for each base
		rounds  = 1500 // of changes at random, for each pass
	)
	for idle := 0; idle < 2 && s.budget > 0; idle++ {
		before := len(s.kept)
		for _, at := range s.missing() {
			s.aim(at, guesses)
		}
		if len(s.missing()) == 0 && len(s.seen) > 0 && idle > 0 {
			return
		}
		for range rounds {
			if s.budget <= 0 {
				return
			}
			base := s.kept[len(s.kept)-1-min(s.random.Intn(len(s.kept)), s.random.Intn(len(s.kept)))] // later ones more often
			o := base.Options
			for range 1 + s.random.Intn(3) {
				s.changeData(base, &o, nil)
			}
			if s.random.Intn(4) == 0 {
				s.changeOccurrences(&o)
			}
			s.run(o)
		}
		if len(s.kept) > before {
			idle = -1
		}
	}
}

// aim tries to cover a point.
func (s *search) aim(at *scenario.Point, guesses int) {
	for _, base := range slices.Clone(s.bases[at.Node]) {
		s.aimFailure(at, base)
		if s.aimData(at, base, guesses, s.covered); s.covered[at] || s.budget <= 0 {
			return
		}
	}
}

// aimData tries to cover a point with other requests, lists and data than those of a play that comes to its node, until it is done.
func (s *search) aimData(at *scenario.Point, base *Play, guesses int, done map[*scenario.Point]bool) {
	switch at.Kind {
	case scenario.EdgePoint, scenario.RulePoint:
		s.request(at, base)
	case scenario.ItemsPoint:
		s.list(at, base)
	}
	for range guesses {
		if done[at] || s.budget <= 0 {
			return
		}
		o := base.Options
		for range 1 + s.random.Intn(3) {
			s.changeData(base, &o, at.Node)
		}
		s.run(o)
	}
}
