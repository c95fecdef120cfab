package arrow

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A net is a scope as a graph: its start, its steps and its end, with links between them. A subflow or a list is one
// place with a net of its own inside.
//
// Places are numbered in the order of the text through all nets: the start of the flow is 0, a place with a net takes a
// number where it opens and one where it closes, and the end of the flow is the last. Labels are junctions of one scope:
// from all that lead into one, links go to all that come out of it.
type net struct {
	start, end *place
	places     []*place // without the start and the end
	// dangling means that a statement could not be read in full, or a label appears twice or lacks a side, so that links may not be those
	// that were meant.
	dangling bool
}

// A place is one occurrence of a step, or the start or end of a net.
type place struct {
	number  int
	closing int   // the second number of a place with a net
	step    *Step // nil for the start and the end
	target  *target
	at      position
	inner   *net
	in, out []*link // in the order of the numbers
	// first and last means that the step begins or ends its statement; their labels are those before the first arrow
	// and after the last.
	first, last bool
	from, to    *Label
	state       visitState
	node        *workflow.Node // that it is lowered as, while its net is
}

// A link leads from one place of a net to another.
type link struct {
	from, to *place
	label    string // that it goes through; empty for an arrow or the start or end that is implied
	span     source.Span
	back     bool // it closes a cycle
}

// The limits of what tasks with subflows and labels may multiply to. They are far beyond what people write.
const (
	maxPlaces = 10_000    // that come from the subflows of tasks
	maxLinks  = 1_000_000 // that come from labels
	maxScopes = 400       // nets in one another
)

// A builder makes the net of a flow.
type builder struct {
	tasks     *tasks
	net       *net // that was made
	number    int
	depth     int
	expanding map[*Declaration]bool
	expanded  int // places made for the subflows of tasks
	linked    int // links made by labels
	// refused are the steps whose task could not be expanded: they contain themselves, or become too large.
	refused []*Step
	// tooMany means that labels make too many links.
	tooMany bool
	// islands means that no path leads to some place from the start of its net.
	islands bool

	places supply[place]
	links  supply[listedLink]
	// all and visits are memory for what is needed of one net at a time.
	all    []*place
	visits []visit
}

// A listedLink is a link with the lists of its places: most places have one link in and one out.
type listedLink struct {
	link
	out, in [1]*link
}

// newPlace returns the place of a step, or, of nil, the start or end of a net.
func (b *builder) newPlace(number int, step *Step) *place {
	p := b.places.next()
	p.number, p.step = number, step
	return p
}

// build makes the net of the statements of a flow.
func build(scope []*Statement, t *tasks) *builder {
	b := &builder{tasks: t, expanding: map[*Declaration]bool{}}
	n := &net{start: b.newPlace(0, nil)}
	b.fill(n, scope, outermost)
	b.number++
	n.end = b.finish(n, b.number)
	b.net = n
	return b
}

// fill adds the statements of a scope to a net whose end is not known yet.
func (b *builder) fill(n *net, scope []*Statement, at position) {
	n.end = b.newPlace(0, nil)
	steps := 0
	for _, s := range scope {
		steps += len(s.Steps)
	}
	n.places = make([]*place, 0, steps)
	var labels junctions
	for _, s := range scope {
		n.dangling = n.dangling || s.Broken
		b.statement(n, s, at, &labels)
	}
	for _, j := range labels.all {
		n.dangling = n.dangling || j.inputs > 1 || j.outputs > 1 || len(j.from) == 0 || len(j.to) == 0
		b.join(j)
	}
}

// A junction is where a label connects steps.
type junction struct {
	name            string
	from, to        []*place
	inputs, outputs int // how many steps it labels
}

// The junctions of a scope, in the order of their first use. Most scopes have few.
type junctions struct {
	all    []*junction
	byName map[string]*junction // where there are many
}

// of returns the junction of a label.
func (x *junctions) of(name string) *junction {
	const few = 8
	if x.byName == nil && len(x.all) > few {
		x.byName = map[string]*junction{}
		for _, j := range x.all {
			x.byName[j.name] = j
		}
	}
	j := x.byName[name]
	if x.byName == nil {
		if i := slices.IndexFunc(x.all, func(j *junction) bool { return j.name == name }); i >= 0 {
			j = x.all[i]
		}
	}
	if j == nil {
		j = &junction{name: name}
		x.all = append(x.all, j)
		if x.byName != nil {
			x.byName[name] = j
		}
	}
	return j
}

// statement adds the steps of a statement to a net.
func (b *builder) statement(n *net, s *Statement, at position, labels *junctions) {
	if s.handsOn() {
		b.connect(n.start, n.end, "", s.Span)
	}
	var before *place
	for i, step := range s.Steps {
		p := b.place(step, s.position(i, at))
		n.places = append(n.places, p)
		switch {
		case before != nil:
			b.connect(before, p, "", step.Span)
		case s.From == nil || s.From.Name == startLabel:
			b.connect(n.start, p, "", step.Span)
		default:
			j := labels.of(s.From.Name)
			j.to = append(j.to, p)
		}
		if step.In != nil {
			j := labels.of(step.In.Name)
			j.to = append(j.to, p)
			j.inputs++
		}
		if step.Out != nil {
			j := labels.of(step.Out.Name)
			j.from = append(j.from, p)
			j.outputs++
		}
		if i == 0 {
			p.first, p.from = true, s.From
		}
		before = p
	}
	switch {
	case before == nil:
		return
	case s.To == nil || s.To.Name == endLabel:
		b.connect(before, n.end, "", before.step.Span)
	default:
		j := labels.of(s.To.Name)
		j.from = append(j.from, before)
	}
	before.last, before.to = true, s.To
}

// place makes the place of a step, with the net inside of it.
func (b *builder) place(step *Step, at position) *place {
	b.number++
	p := b.newPlace(b.number, step)
	p.at = at
	var scope []*Statement
	switch step.Kind {
	case Task:
		p.target = b.tasks.resolve(step.Name)
		body := p.target.body
		if body == nil {
			return p
		}
		if b.expanding[body] || b.expanded > maxPlaces || b.depth >= maxScopes {
			b.refused = append(b.refused, step)
			return p
		}
		b.expanding[body] = true
		defer delete(b.expanding, body)
		scope = body.Body.Statements
	case Subflow:
		scope = step.Body.Statements
	case List:
		for _, m := range step.Members {
			scope = append(scope, &Statement{Span: m.Span, Steps: []*Step{m}})
		}
	default:
		return p
	}
	if len(b.expanding) > 0 {
		b.expanded += len(scope)
	}
	b.depth++
	p.inner = &net{start: b.newPlace(p.number, nil)}
	b.fill(p.inner, scope, at)
	b.depth--
	b.number++
	p.closing = b.number
	p.inner.end = b.finish(p.inner, p.closing)
	return p
}

// join links all that lead into a junction with all that come out of it.
func (b *builder) join(j *junction) {
	for _, from := range j.from {
		if b.linked += len(j.to); b.linked > maxLinks {
			b.tooMany = true
			return
		}
		for _, to := range j.to {
			b.connect(from, to, j.name, from.step.Span)
		}
	}
}

func (b *builder) connect(from, to *place, label string, span source.Span) {
	x := b.links.next()
	x.link = link{from: from, to: to, label: label, span: span}
	if from.out == nil {
		from.out = x.out[:0]
	}
	if to.in == nil {
		to.in = x.in[:0]
	}
	from.out = append(from.out, &x.link)
}

// finish numbers the end of a net, puts the links into their order, each once, and finds those that close cycles.
func (b *builder) finish(n *net, number int) *place {
	n.end.number = number
	b.all = append(append(b.all[:0], n.start), n.places...)
	for _, p := range b.all {
		if len(p.out) > 1 {
			slices.SortStableFunc(p.out, func(x, y *link) int { return cmp.Compare(x.to.number, y.to.number) })
			p.out = slices.CompactFunc(p.out, func(x, y *link) bool { return x.to == y.to })
		}
		for _, l := range p.out {
			l.to.in = append(l.to.in, l)
		}
	}
	b.closeCycles()
	return n.end
}

// A visitState is how far the walk has come with a place.
type visitState uint8

const (
	unseen visitState = iota
	open
	left
)

// A visit is a place on the path of the walk, and which of its links is followed next.
type visit struct {
	at   *place
	next int
}

// closeCycles marks the links of a net that lead back to a place that the walk, depth first and in the order of the text, has
// entered and not left yet. It notes whether the walk does not come to all places from the start.
func (b *builder) closeCycles() {
	for i, root := range b.all {
		if root.state != unseen {
			continue
		}
		b.islands = b.islands || i > 0
		root.state = open
		stack := append(b.visits[:0], visit{at: root})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == len(top.at.out) {
				top.at.state = left
				stack = stack[:len(stack)-1]
				continue
			}
			l := top.at.out[top.next]
			top.next++
			switch l.to.state {
			case unseen:
				l.to.state = open
				stack = append(stack, visit{at: l.to})
			case open:
				l.back = true
			}
		}
		b.visits = stack
	}
}
