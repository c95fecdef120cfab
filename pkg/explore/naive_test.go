package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/explore"
)

// A naive enumeration of small nets, which shares nothing with the machine or the explorer: what a step does is written down once more, as
// the specification has it, and every order of events is followed. Tokens that can move do so first, one after the other.

// place is a step of a small net.
type place struct {
	kind  string // task, wait, fork, join, end, choice
	to    [2]int // where it leads; the second is that of forks and choices
	join  int    // of a fork
	timer int    // where its timer leads; -1: it has none
	adds  bool   // the timer does not interrupt
}

// token is one of a state: at rest, about to enter its place, or there for good.
type token struct {
	at     int
	state  byte // 'm' moves, 'r' rests, 'p' stays for good
	timer  bool // its timer still runs
	branch int  // its fork among those of the state, from 1; 0: none
}

// opened is a fork whose branches have not all joined.
type opened struct {
	at, open, outer int
	joined          bool
}

type marking struct {
	tokens []token // the last of those that move is the next
	forks  []opened
}

func (m marking) copy() marking { return marking{slices.Clone(m.tokens), slices.Clone(m.forks)} }

// key names a marking, whatever its forks are numbered.
func (m marking) key() string {
	var of func(fork int) string
	of = func(fork int) string {
		var parts []string
		for i, t := range m.tokens {
			if t.branch == fork {
				order := 0
				if t.state == 'm' {
					order = i + 1
				}
				parts = append(parts, fmt.Sprintf("%c%d/%t/%d", t.state, t.at, t.timer, order))
			}
		}
		for i, f := range m.forks {
			if f.outer == fork && f.open > 0 {
				parts = append(parts, fmt.Sprintf("f%d/%d/%t(%s)", f.at, f.open, f.joined, of(i+1)))
			}
		}
		slices.Sort(parts)
		return strings.Join(parts, " ")
	}
	return of(0)
}

// naive enumerates the outcomes of a net; false if it has too many states.
func naive(net []place) ([]string, bool) {
	const most = 3000
	found, seen := map[string]bool{}, map[string]bool{}
	todo := []marking{{tokens: []token{{at: 0, state: 'm'}}}}
	quiet := []int{0} // how many moves led to each without a choice or an event
	for len(todo) > 0 {
		m, moves := todo[len(todo)-1], quiet[len(quiet)-1]
		todo, quiet = todo[:len(todo)-1], quiet[:len(quiet)-1]
		add := func(next marking, moves int) {
			todo, quiet = append(todo, next), append(quiet, moves)
		}
		if len(seen) > most || len(m.tokens) > 10 || len(m.forks) > 12 {
			return nil, false
		}
		if i := moving(m); i >= 0 {
			if moves > 400 { // without a choice: the same moves forever
				found["looping"] = true
				continue
			}
			move(net, m, i, found, func(next marking, chosen bool) {
				if !chosen {
					add(next, moves+1)
				} else if key := next.key(); !seen[key] {
					seen[key] = true
					add(next, 0)
				}
			})
			continue
		}
		if key := m.key() + " at rest"; seen[key] {
			continue
		} else {
			seen[key] = true
		}
		rests := false
		for i, t := range m.tokens {
			if t.state != 'r' {
				continue
			}
			rests = true
			done := m.copy()
			done.tokens[i] = token{at: net[t.at].to[0], state: 'm', branch: t.branch}
			add(done, 0)
			if net[t.at].kind == "task" {
				found["failed JobFailed"] = true
			}
			if t.timer {
				late := m.copy()
				if net[t.at].adds {
					late.tokens[i].timer = false
					late.tokens = append(late.tokens, token{at: net[t.at].timer, state: 'm'})
				} else {
					late.tokens[i] = token{at: net[t.at].timer, state: 'm', branch: t.branch}
				}
				add(late, 0)
			}
		}
		if !rests {
			found[stuck(m, net)] = true
		}
	}
	out := []string{}
	for o := range found {
		out = append(out, o)
	}
	slices.Sort(out)
	return out, true
}

// moving is the token that moves next; -1 if none does.
func moving(m marking) int {
	for i := len(m.tokens) - 1; i >= 0; i-- {
		if m.tokens[i].state == 'm' {
			return i
		}
	}
	return -1
}

// move has a token enter its place.
func move(net []place, m marking, i int, found map[string]bool, next func(m marking, chosen bool)) {
	m = m.copy()
	t := m.tokens[i]
	p := net[t.at]
	goes := func(to int) { m.tokens[i].at = to }
	switch p.kind {
	case "task", "wait":
		m.tokens[i].state, m.tokens[i].timer = 'r', p.timer >= 0
	case "end":
		found[fmt.Sprintf("succeeded n%d", t.at)] = true
		return
	case "choice":
		other := m.copy()
		other.tokens[i].at = p.to[1]
		next(other, true)
		goes(p.to[0])
		next(m, true)
		return
	case "fork":
		m.forks = append(m.forks, opened{at: t.at, open: 2, outer: t.branch})
		m.tokens = slices.Delete(m.tokens, i, i+1)
		for _, to := range []int{p.to[1], p.to[0]} {
			m.tokens = append(m.tokens, token{at: to, state: 'm', branch: len(m.forks)})
		}
	case "join":
		if t.branch == 0 || net[m.forks[t.branch-1].at].join != t.at {
			m.tokens[i].state = 'p'
			break
		}
		f := &m.forks[t.branch-1]
		f.open--
		f.joined = true
		if f.open == 0 {
			m.tokens[i] = token{at: p.to[0], state: 'm', branch: f.outer}
		} else {
			m.tokens = slices.Delete(m.tokens, i, i+1)
		}
	}
	next(m, false)
}

// stuck tells what is waited for when nothing can happen.
func stuck(m marking, net []place) string {
	var at []int
	for _, t := range m.tokens {
		at = append(at, t.at)
	}
	for _, f := range m.forks {
		if f.joined && f.open > 0 {
			at = append(at, net[f.at].join)
		}
	}
	slices.Sort(at)
	out := "waiting"
	for _, n := range at {
		out += fmt.Sprintf(" join n%d", n)
	}
	return out
}

// small makes a net of up to seven places, and its definition.
func small(r *rand.Rand) ([]place, string) {
	n := 3 + r.IntN(5)
	net := make([]place, n)
	any := func() int { return r.IntN(n) }
	kinds := []string{"task", "wait", "fork", "end", "choice", "task", "join"}
	for i := range net {
		net[i] = place{kind: kinds[r.IntN(len(kinds))], to: [2]int{any(), any()}, timer: -1}
	}
	net[0].kind, net[n-1].kind = "fork", "join"
	var joins []int
	for i := range net {
		if net[i].kind == "join" {
			joins = append(joins, i)
		}
	}
	for i := range net {
		p := &net[i]
		if p.kind == "fork" {
			p.join = joins[r.IntN(len(joins))]
		}
		if (p.kind == "task" || p.kind == "wait") && r.IntN(3) == 0 {
			p.timer, p.adds = any(), r.IntN(2) == 0
		}
	}
	return net, definition(net)
}

// definition writes a net as a definition.
func definition(net []place) string {
	var steps []string
	for i := range net {
		p := &net[i]
		on := fmt.Sprintf(`, "nextStep": "n%d"`, p.to[0])
		kind := map[string]string{"task": "SERVICE_TASK", "wait": "USER_TASK", "fork": "PARALLEL_GATEWAY", "join": "JOIN_GATEWAY", "end": "END", "choice": "DECISION"}[p.kind]
		switch p.kind {
		case "task":
			on += fmt.Sprintf(`, "jobType": "j%d"`, i)
		case "fork":
			on = fmt.Sprintf(`, "parallelNextSteps": ["n%d", "n%d"], "joinStep": "n%d"`, p.to[0], p.to[1], p.join)
		case "choice":
			on = fmt.Sprintf(`, "conditionalNextSteps": {"now() > x%d": "n%d", "true": "n%d"}`, i, p.to[0], p.to[1])
		case "end":
			on = ""
		}
		if p.timer >= 0 {
			on += fmt.Sprintf(`, "boundaryEvents": [{"type": "TIMER", "duration": "P1D", "interrupting": %t, "targetStepId": "n%d"}]`, !p.adds, p.timer)
		}
		steps = append(steps, fmt.Sprintf(`{"id": "n%d", "name": "n%d", "type": %q%s}`, i, i, kind, on))
	}
	return `{"id": "w", "name": "w", "steps": [` + strings.Join(steps, ",\n") + "]}"
}

// FuzzEnumeration compares the outcomes of random nets with those of the naive enumeration.
func FuzzEnumeration(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Add(uint64(1712)) // a branch that loops: the other one is followed too
	f.Add(uint64(1925))
	f.Fuzz(func(t *testing.T, seed uint64) {
		net, text := small(rand.New(rand.NewPCG(seed, 11)))
		want, complete := naive(net)
		if !complete {
			return
		}
		w := read(t, "x.step.json", text).Start()
		for _, interleave := range []bool{false, true} {
			s, err := explore.Explore(w, explore.Options{Budget: 20_000, Start: epoch, Interleave: interleave})
			if err != nil {
				t.Skip(err)
			}
			if !s.Complete {
				if !s.Unbounded {
					t.Errorf("seed %d: not complete after %d states\n%s", seed, len(s.States), text)
				}
				continue
			}
			if got := outcomes(s); !slices.Equal(got, want) {
				t.Errorf("seed %d, interleave %t:\n%q, expected\n%q\n%s", seed, interleave, got, want, text)
			}
		}
	})
}
