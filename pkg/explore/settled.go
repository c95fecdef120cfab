package explore

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Of most handlers and timers the net alone shows that some run uses them. Only the others are worth following behaviours.

// mostSettled bounds how many nodes are looked at for all handlers and timers of a workflow.
const mostSettled = 500_000

// settler looks at the handlers and timers of a workflow.
type settler struct {
	flow *workflow.Workflow
	own  []string                // the errors that the machine raises; found when they are needed
	main map[*workflow.Node]bool // see mainPath; made when it is asked for
	left int                     // how many nodes may still be looked at
}

func newSettler(w *workflow.Workflow) *settler {
	return &settler{flow: w, left: mostSettled}
}

// spend notes that a node is looked at, and reports whether that may be.
func (s *settler) spend() bool {
	s.left--
	return s.left >= 0
}

// allUsed reports whether every handler of a scope that names its errors is certainly used by a run that enters the scope: a task that each
// such run calls may fail with one of them, and nothing else takes it. It is false where the net does not show that.
func (s *settler) allUsed(scope *workflow.Node) bool {
	if scope.Kind != workflow.Scope || !waitsForAll(scope.Body) || s.flow.Errors.Hidden {
		return false
	}
	if s.own == nil {
		s.own = OwnErrors(s.flow)
	}
	raisedForData := func(m workflow.Matcher) bool {
		return slices.ContainsFunc(m, func(c workflow.Clause) bool { return slices.Contains(s.own, c.Name) })
	}
	var tasks []*workflow.Node // found when they are needed
	used := func(m workflow.Matcher, before []workflow.Matcher) bool {
		if tasks == nil {
			tasks = s.surelyCalled(scope)
		}
		return slices.ContainsFunc(m, func(c workflow.Clause) bool {
			return slices.ContainsFunc(tasks, func(t *workflow.Node) bool {
				passes, class := leaves(t, scope, c.Name)
				return passes && !takes(before, c.Name, class)
			})
		})
	}
	var before []workflow.Matcher
	for i := range scope.Retry {
		r := &scope.Retry[i]
		if retriesNamed(*r) && !raisedForData(r.On) && (r.Most != nil || !used(r.On, before)) {
			return false
		}
		before = append(before, r.On)
	}
	before = nil // an error that was retried as often as it may be is caught
	for _, e := range scope.Out {
		if e.Kind != workflow.OnError {
			continue
		}
		if named(e) && !raisedForData(e.On) && !used(e.On, before) {
			return false
		}
		before = append(before, e.On)
	}
	return true
}

// waitsForAll reports whether a scope runs all of its regions, and fails if one does.
func waitsForAll(b *workflow.Body) bool {
	return b != nil && !b.Detached && b.Enough == nil && b.Items == nil
}

// takes reports whether one of some matchers may take an error.
func takes(all []workflow.Matcher, name string, class workflow.Class) bool {
	return slices.ContainsFunc(all, func(m workflow.Matcher) bool {
		return m.Matches(name, class) || slices.ContainsFunc(m, func(c workflow.Clause) bool { return c.If != nil })
	})
}

// leaves reports whether an error of a task leaves the regions of a scope around it, and as what: no catcher in between may take it.
func leaves(task, scope *workflow.Node, name string) (bool, workflow.Class) {
	class := workflow.ClassTask
	for at := task; at != scope; at = at.Region.Scope {
		for _, e := range at.Out {
			if e.Kind == workflow.OnError && takes([]workflow.Matcher{e.On}, name, class) {
				return false, class
			}
		}
		class |= workflow.ClassBranch
	}
	return true, class
}

// surelyCalled lists tasks inside of a scope that some run calls if one enters the scope: those that no condition or join precedes.
func (s *settler) surelyCalled(scope *workflow.Node) []*workflow.Node {
	var out, todo []*workflow.Node
	seen := map[*workflow.Node]bool{}
	add := func(n *workflow.Node) {
		if n != nil && !seen[n] && n.When == nil && n.Join == workflow.JoinAny {
			seen[n] = true
			todo = append(todo, n)
		}
	}
	begin := func(b *workflow.Body) {
		regions := b.Regions
		if b.Most != nil && len(regions) > 1 { // the others may begin later
			regions = regions[:1]
		}
		for _, r := range regions {
			add(r.Start)
		}
	}
	begin(scope.Body)
	for len(todo) > 0 && s.spend() {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch n.Kind {
		case workflow.Task:
			if n.Call == nil || n.Call.Child != nil || n.Raises != nil || n.Emits != nil {
				continue
			}
			out = append(out, n)
		case workflow.Pass, workflow.Wait:
		case workflow.Await:
			for _, to := range led(n) {
				add(to)
			}
			continue
		case workflow.Scope:
			if waitsForAll(n.Body) {
				begin(n.Body)
			}
			continue
		default:
			continue
		}
		for _, e := range n.Out {
			if e.Kind == workflow.Next && !e.Disabled && e.Guard == nil {
				add(e.To)
				if n.Split == workflow.SplitOne {
					break
				}
			}
		}
	}
	return out
}

// led is where the events that a node awaits lead to, each of which may come; nothing if the node has to collect several.
func led(n *workflow.Node) []*workflow.Node {
	a := n.Awaits
	if a == nil || a.All || a.Groups || a.While != nil || n.Split != workflow.SplitOne {
		return nil
	}
	var out []*workflow.Node
	usual := slices.IndexFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.Next && !e.Disabled && e.Guard == nil })
	for i := range a.For {
		switch t := &a.For[i]; {
		case t.Event == nil:
		case t.Edge != nil:
			out = append(out, t.Edge.To)
		case usual >= 0:
			out = append(out, n.Out[usual].To)
		}
	}
	return out
}

// allFire reports whether each timer of a node that nothing but its length delays fires in some run that enters the node: each is longer
// than the one before and fires although that did, which leads to nothing that ends a run. It is false where the net does not show that.
func (s *settler) allFire(n *workflow.Node) bool {
	if n.Kind != workflow.Task && n.Kind != workflow.Await || n.Raises != nil || n.Call != nil && n.Call.Child != nil {
		return false
	}
	timers := make([]*workflow.Timer, len(n.Timers))
	for i := range n.Timers {
		timers[i] = &n.Timers[i]
	}
	due := func(t *workflow.Timer) time.Time { return dueAfter(&t.Length) }
	if slices.ContainsFunc(timers, func(t *workflow.Timer) bool { return due(t).IsZero() }) {
		return false
	}
	slices.SortStableFunc(timers, func(a, b *workflow.Timer) int { return due(a).Compare(due(b)) })
	for i, t := range timers[:len(timers)-1] {
		if t.Edge == nil || t.Interrupting || !due(t).Before(due(timers[i+1])) || !s.endless(t.Edge.To) {
			return false
		}
	}
	return true
}

// dueAfter is when a written length is over that begins at a fixed instant; zero for any other length.
func dueAfter(l *workflow.Length) time.Time {
	x, ok := l.Expr.(*expr.Literal)
	if !ok || l.Unit != workflow.Duration {
		return time.Time{}
	}
	text, _ := x.Value.(string)
	d, err := iso8601.ParseDuration(text)
	if err != nil {
		return time.Time{}
	}
	return d.AddTo(time.Unix(0, 0).UTC())
}

// endless reports whether a token that comes to a node reaches nothing that ends a run or a region.
func (s *settler) endless(from *workflow.Node) bool {
	return s.none(from, func(n *workflow.Node) bool { return n.Kind == workflow.End || n.Kind == workflow.Fail })
}

// aside reports whether the tokens that timers of a node add never come to a node of the main path, nor run a scope or a fork. What they do
// then is at most to end the run.
func (s *settler) aside(n *workflow.Node) bool {
	for i := range n.Timers {
		t := &n.Timers[i]
		if t.Edge == nil || t.Interrupting {
			continue
		}
		if s.main == nil {
			s.main = mainPath(s.flow)
		}
		if !s.none(t.Edge.To, func(n *workflow.Node) bool {
			return s.main[n] || n.Body != nil || n.Split != workflow.SplitOne || n.Join != workflow.JoinAny
		}) {
			return false
		}
	}
	return true
}

// none reports whether something holds neither of a node nor of those of its region that edges lead to from it.
func (s *settler) none(from *workflow.Node, holds func(n *workflow.Node) bool) bool {
	seen := map[*workflow.Node]bool{from: true}
	for todo := []*workflow.Node{from}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !s.spend() || holds(n) {
			return false
		}
		for _, e := range n.Out {
			if !seen[e.To] {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return true
}
