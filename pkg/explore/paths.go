package explore

import (
	"container/heap"
	"fmt"
	"math"
	"slices"

	"github.com/flowglot/flowglot/pkg/run/machine"
)

// paths answers questions about the paths of a space.
type paths struct {
	space  *Space
	order  []int // the states in the order of their distance from the start
	before []int // by state: the one before it on a shortest path; -1 for the first
	by     []int // by state: the step of that one which leads to it
	parts  []int // by state: its strongly connected part; later ones lead to earlier ones
	seen   []int // by state: the question of avoidable for which it was looked at last
	asked  int   // how many of these questions there were
}

func newPaths(s *Space) *paths {
	g := &paths{space: s, before: make([]int, len(s.States)), by: make([]int, len(s.States))}
	seen := make([]bool, len(s.States))
	g.order, g.before[0], seen[0] = append(g.order, 0), -1, true
	for i := 0; i < len(g.order); i++ {
		from := g.order[i]
		for k := range s.States[from].Steps {
			if to := s.States[from].Steps[k].To; !seen[to] {
				seen[to], g.before[to], g.by[to] = true, from, k
				g.order = append(g.order, to)
			}
		}
	}
	g.components()
	return g
}

// afterConcurrent reports which states a path through one leads to in which several tokens rest.
func (g *paths) afterConcurrent() []bool {
	after := make([]bool, len(g.space.States))
	var todo []int
	for _, id := range g.order {
		if g.space.States[id].Concurrent {
			after[id], todo = true, append(todo, id)
		}
	}
	for len(todo) > 0 {
		from := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for k := range g.space.States[from].Steps {
			if to := g.space.States[from].Steps[k].To; !after[to] {
				after[to], todo = true, append(todo, to)
			}
		}
	}
	return after
}

// stepsTo returns the steps of a shortest path to a state.
func (g *paths) stepsTo(id int) []*Step {
	var out []*Step
	for ; g.before[id] >= 0; id = g.before[id] {
		out = append(out, &g.space.States[g.before[id]].Steps[g.by[id]])
	}
	slices.Reverse(out)
	return out
}

// example tells a shortest path to a state: the elements that are entered, and what happens.
func (g *paths) example(id int) (entered, assumed []string) {
	for _, t := range g.stepsTo(id) {
		assumed = append(assumed, t.assumed()...)
		for _, e := range t.Entered {
			entered = append(entered, e.Name)
		}
	}
	return entered, assumed
}

// assumed lists what a step assumes: what happens, and then the answers.
func (t *Step) assumed() (out []string) {
	if what := t.What(); what != "" {
		out = append(out, what)
	}
	for _, d := range t.Decisions {
		out = append(out, d.String())
	}
	return out
}

// What describes what a step assumes to happen; empty where a call is answered or a token goes on.
func (t *Step) What() string {
	h := t.Happened
	if h == nil {
		return ""
	}
	switch h.Event.Kind {
	case machine.Answer:
		switch {
		case t.Failed != nil && t.Failed.Name != "":
			return fmt.Sprintf("%s fails with %s", callName(h.Node, h.Call), t.Failed.Name)
		case t.Failed != nil:
			return callName(h.Node, h.Call) + " fails"
		case h.Asks && t.Denied:
			return fmt.Sprintf("%s answers no", h.Call.Task)
		case h.Asks:
			return fmt.Sprintf("%s answers yes", h.Call.Task)
		}
	case machine.TimerFired:
		switch {
		case h.Node == nil:
			return "the time limit of the workflow passes"
		case !h.Waits:
			return "a timer of " + h.Node.Name() + " fires"
		}
	case machine.Arrives:
		if i := h.Event.Trigger; i >= 0 {
			return fmt.Sprintf("%s gets the event %s", h.Node.Name(), h.Node.Awaits.For[i].Name)
		}
		return h.Node.Name() + " is completed"
	case machine.Request:
		return fmt.Sprintf("somebody asks for %s", h.Event.Name)
	case machine.Update:
		return "the data is updated"
	}
	return ""
}

// components finds the strongly connected parts of a space (Tarjan), without recursion.
func (g *paths) components() {
	n := len(g.space.States)
	g.parts = make([]int, n)
	low, number := make([]int, n), make([]int, n)
	onStack := make([]bool, n)
	var stack []int
	type call struct{ id, next int }
	count, part := 0, 0
	for root := range n {
		if number[root] != 0 {
			continue
		}
		calls := []call{{root, 0}}
		for len(calls) > 0 {
			c := &calls[len(calls)-1]
			if c.next == 0 {
				count++
				number[c.id], low[c.id] = count, count
				stack, onStack[c.id] = append(stack, c.id), true
			}
			steps := g.space.States[c.id].Steps
			if c.next < len(steps) {
				to := steps[c.next].To
				c.next++
				if number[to] == 0 {
					calls = append(calls, call{to, 0})
				} else if onStack[to] {
					low[c.id] = min(low[c.id], number[to])
				}
				continue
			}
			id := c.id
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				up := calls[len(calls)-1].id
				low[up] = min(low[up], low[id])
			}
			if low[id] == number[id] {
				for {
					top := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					onStack[top], g.parts[top] = false, part
					if top == id {
						break
					}
				}
				part++
			}
		}
	}
}

// ranges returns by state the least and the most that the steps to it add up to.
func (g *paths) ranges(weight func(*Step) int64) []Range {
	out := make([]Range, len(g.space.States))
	for i := range out {
		out[i] = Range{Min: math.MaxInt64, Max: -1}
	}
	g.least(weight, out)
	g.most(weight, out)
	return out
}

// least finds the cheapest path to each state (Dijkstra).
func (g *paths) least(weight func(*Step) int64, out []Range) {
	out[0].Min = 0
	queue := &costs{{0, 0}}
	for queue.Len() > 0 {
		c := heap.Pop(queue).(cost)
		if c.sum > out[c.id].Min {
			continue
		}
		steps := g.space.States[c.id].Steps
		for i := range steps {
			if sum := c.sum + weight(&steps[i]); sum < out[steps[i].To].Min {
				out[steps[i].To].Min = sum
				heap.Push(queue, cost{steps[i].To, sum})
			}
		}
	}
}

// most finds the dearest path to each state: the parts are visited from the start on. What lies in a part with a cycle that
// adds something, or comes after it, has none.
func (g *paths) most(weight func(*Step) int64, out []Range) {
	byPart := make([][]int, 0)
	for id, p := range g.parts {
		for len(byPart) <= p {
			byPart = append(byPart, nil)
		}
		byPart[p] = append(byPart[p], id)
	}
	out[0].Max = 0
	for p := len(byPart) - 1; p >= 0; p-- {
		whole := Range{Max: -1}
		for _, id := range byPart[p] {
			whole.Max, whole.Unbounded = max(whole.Max, out[id].Max), whole.Unbounded || out[id].Unbounded
			for i := range g.space.States[id].Steps {
				t := &g.space.States[id].Steps[i]
				whole.Unbounded = whole.Unbounded || g.parts[t.To] == p && weight(t) > 0
			}
		}
		for _, id := range byPart[p] { // within a part nothing is added, or there is no most
			out[id].Max, out[id].Unbounded = whole.Max, whole.Unbounded
		}
		for _, id := range byPart[p] {
			for i := range g.space.States[id].Steps {
				t := &g.space.States[id].Steps[i]
				if to := &out[t.To]; g.parts[t.To] != p {
					to.Max, to.Unbounded = max(to.Max, whole.Max+weight(t)), to.Unbounded || whole.Unbounded
				}
			}
		}
	}
}

// avoidable reports whether a run may end without a call of that name.
func (g *paths) avoidable(name string) bool {
	if g.seen == nil {
		g.seen = make([]int, len(g.space.States))
	}
	g.asked++
	todo := []int{0}
	g.seen[0] = g.asked
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s := &g.space.States[id]
		if s.Outcome != nil || g.space.restingAt(id) != nil {
			return true
		}
		for i := range s.Steps {
			t := &s.Steps[i]
			calls := false
			for _, called := range t.Called {
				calls = calls || called == name
			}
			if !calls && g.seen[t.To] != g.asked {
				g.seen[t.To] = g.asked
				todo = append(todo, t.To)
			}
		}
	}
	return false
}

type cost struct {
	id  int
	sum int64
}

// costs is a heap of paths.
type costs []cost

func (c costs) Len() int           { return len(c) }
func (c costs) Less(i, j int) bool { return c[i].sum < c[j].sum }
func (c costs) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }

// Push implements [heap.Interface].
func (c *costs) Push(x any) { *c = append(*c, x.(cost)) }

// Pop implements [heap.Interface].
func (c *costs) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}
