package rewrite

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// edges are the rewrites that make plain nets of graphs whose steps wait for their edges.
var edges = []Rewrite{files, edgeJoins, subflows, exclusiveGuards, conditionalSteps, subflows}

func TestGraphsBecomeBranches(t *testing.T) {
	t.Parallel()
	two := map[string][]string{"A": {`2 {"a": 1}`}, "B": {`1 {"b": 2}`}, "C": {`3 {"c": 3}`}, "D": {`{"d": 4}`}, "E": {`{"e": 5}`}}
	once := map[string][]string{"A": {`{"a": 1}`}, "B": {`{"b": 2}`}, "C": {`{"c": 3}`}, "D": {`{"d": 4}`}, "E": {`{"e": 5}`}}
	empty := map[string][]string{"A": {`{}`}, "B": {`{"b": 2}`}, "C": {`{}`}, "D": {`{}`}}
	list := map[string][]string{"A": {`0 [{"n": 1}, {"n": 2}]`}, "B": {`{"b": 1}`, `{"b": 2}`}, "C": {`{"c": 1}`, `{"c": 2}`}, "D": {`{"d": 3}`}}
	for _, c := range []struct {
		name, text, want string
		answers          []map[string][]string
		losses           []string
	}{
		{name: "a sequence", text: "A → B → C", answers: []map[string][]string{two}, want: `A task, next B
B task, next C
C task, end .
. end
`},
		{name: "two starts", text: "A → B → D\nC → D", answers: []map[string][]string{two, empty}, want: `A and C scope, end .
  A task, next B
  B task, next D
  D task, end .
  . end
  --
  C task, next D
  D task, end .
  . end
  --
. end
`},
		{name: "a join", text: "{A B} → C", answers: []map[string][]string{two, empty}, want: `A and B scope, next C
  A task, end .
  . end
  --
  B task, end .
  . end
  --
C task, end .
. end
`},
		{name: "a join that merges", text: "A → :x > B\nC → :x", answers: []map[string][]string{two, empty}, want: `A and C scope, next B
  A task, end .
  . end
  --
  C task, end .
  . end
  --
B task, end .
. end
`},
		{name: "an edge beside a branch", text: "A :x → B → :x C → D", answers: []map[string][]string{two, empty}, want: `A task, next B in parallel
B in parallel scope, next C
  . end
  --
  B task, end .
  . end
  --
C task, next D
D task, end .
. end
`},
		{name: "branches that end in branches", text: "A :a → B :b → C;\n:b → D;\n:a → E", answers: []map[string][]string{two, empty}, want: `A task, next B and E
B and E scope, end .
  B task, next C and D
  C and D scope, end .
    C task, end .
    . end
    --
    D task, end .
    . end
    --
  . end
  --
  E task, end .
  . end
  --
. end
`},
		{name: "a named subflow", text: "@task Checks { A\nB → C }\nChecks → D", answers: []map[string][]string{two, empty}, want: `Checks scope, next D
  A task, end .
  . end
  --
  B task, next C
  C task, end .
  . end
  --
D task, end .
. end
`},
		{name: "a subflow that does nothing", text: "@task Packed { :start → :end }\nA → Packed → { :start → :end } → B", answers: []map[string][]string{two, empty}, want: `A task, next Packed
Packed pass, next B
B task, end .
. end
`},
		{name: "a subflow that does nothing and merges", text: "@task Packed { :start → :end }\nA :x → B → :x > Packed", answers: []map[string][]string{two, empty}, want: `A task, next B in parallel
B in parallel scope, next Packed
  . end
  --
  B task, end .
  . end
  --
Packed pass, end .
. end
`},
		{name: "layers", text: "A → :x;\nB :b → D;\n:b → :x C", answers: []map[string][]string{once, empty}, losses: []string{
			"convert/layers: A, B and 2 more run in layers, each of which waits for the one before"}},
		{name: "layers that need what is before them", text: "A → B :b → E;\n:b → :x D;\nA → C → :x", answers: []map[string][]string{once, empty}, losses: []string{
			"convert/layers: A, A and 3 more run in layers, each of which waits for the one before"}},
		{name: "an iteration", text: "A → * { B → C } → > D", answers: []map[string][]string{list, two}, want: `A task, next subflow 2
subflow 2 scope, next D
  B task, next C
  C task, end .
  . end
  --
D task, end .
. end
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.flow", c.text)
			r := rewritten(t, p, dialects.Abilities{Joins: dialects.JoinScopes}, edges...)
			if r.Raised.Reason != "" {
				t.Fatal(r.Raised.Reason)
			}
			if got := drawn(r.Program.Start()); got != c.want && c.want != "" {
				t.Errorf("it became\n%s", got)
			}
			if got := lost(r); !slices.Equal(got, c.losses) {
				t.Errorf("lost %q", got)
			}
			for _, a := range c.answers {
				alike(t, p, r, play{input: `{"in": 1}`, answers: a}, play{input: `{}`, answers: a})
			}
		})
	}
}

func TestCyclesAreRefused(t *testing.T) {
	t.Parallel()
	r := rewritten(t, lowered(t, "x.flow", "A → :x B → C → :x"), dialects.Abilities{Joins: dialects.JoinScopes}, edges...)
	if want := `the steps from "B" on are a cycle that never ends: data that enters it stays in it`; r.Raised.Reason != want {
		t.Errorf("refused: %q", r.Raised.Reason)
	}
}

func TestConditionalSteps(t *testing.T) {
	t.Parallel()
	answers := func(a string) map[string][]string {
		return map[string][]string{"A": {a}, "B": {`1 {"b": 2}`}, "C": {`2 {"c": 3}`}, "D": {`{"d": 4}`}, "E": {`{"e": 5}`}, "F": {`{}`}}
	}
	for _, c := range []struct {
		name, text, want string
		losses           []string
	}{
		{name: "one step", text: "A → ?`$[?(@.s > 0)]` B → C", want: `A task, next S?
S? choice, choice B, default C
B task, next C
C task, end .
. end
`},
		{name: "the last step", text: "A → ?`$[?(@.s > 0)]` { B → C }", want: `A task, next S?
S? choice, choice B, default .
B task, next C
C task, end .
. end
`},
		{name: "conditions that exclude one another", text: "A → { ?`$[?(@.s = 0)]` B\n?`$[?(@.s = 1)]` C\n?`$[?(@.s > 1)]` { D → F } } → E", want: `A task, next S?
S? choice, choice B, choice C, choice D, default E
B task, next E
C task, next E
D task, next F
F task, next E
E task, end .
. end
`},
		{name: "some of which exclude one another", text: "A → { ?`$[?(@.s = 0)]` B\n?`$[?(@.s > 0)]` C\n?`$[?(@.s > 1)]` D } → E", want: `A task, next S?
S? choice, choice B, choice C and D, default E
B task, next E
C and D scope, next E
  S? 2 choice, choice C, default Skip C
  C task, end .
  Skip C pass, end .
  . end
  --
  S? 3 choice, choice D, default Skip D
  D task, end .
  Skip D pass, end .
  . end
  --
E task, end .
. end
`},
		{name: "that do not exclude one another", text: "A → { ?`$[?(@.s > 0)]` B\n?`$[?(@.s > 1)]` C } → E", want: `A task, next S?
S? choice, choice B and C, default E
B and C scope, next E
  S? 2 choice, choice B, default Skip B
  B task, end .
  Skip B pass, end .
  . end
  --
  S? 3 choice, choice C, default Skip C
  C task, end .
  Skip C pass, end .
  . end
  --
E task, end .
. end
`},
		{name: "beside a step without one", text: "A → { ?`$[?(@.s > 0)]` B\n{ ?`$[?(@.s > 1)]` C\n?`$[?(@.s = 0)]` D }\nF } → E", want: ``},
		{name: "two in a branch", text: "A → { ?`$[?(@.s > 0)]` B → ?`$[?(@.b = 2)]` C\nD } → E", want: ``,
			losses: []string{`convert/skipped-branch: if no conditional step of the branch with "B" runs, the input of the branch is one of the joined values`}},
		{name: "an iteration", text: "A → ?`$[?(@.s > 1)]` * B → E", want: `A task, next S?
S? choice, choice B, default E
B scope, next E
  B task, end .
  . end
  --
E task, end .
. end
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.flow", c.text)
			r := rewritten(t, p, dialects.Abilities{Joins: dialects.JoinScopes}, edges...)
			if got := drawn(r.Program.Start()); c.want != "" && got != c.want {
				t.Errorf("it became\n%s", got)
			}
			if got := lost(r); !slices.Equal(got, c.losses) {
				t.Errorf("lost %q", got)
			}
			if c.losses != nil {
				return
			}
			for _, a := range []string{`{"s": 0}`, `{"s": 1}`, `{"s": 2}`, `{"s": -1}`, `{"x": 1}`, `{}`} {
				alike(t, p, r, play{input: `{}`, answers: answers(a)})
			}
		})
	}
}

// TestJoinedResults has targets gather the results of branches as they can.
func TestJoinedResults(t *testing.T) {
	t.Parallel()
	full := play{input: `{}`, answers: map[string][]string{"A": {`{"a": 1}`}, "B": {`{"b": 2}`}, "C": {`{"c": 3}`}}}
	for _, c := range []struct {
		name, text string
		gathers    dialects.GatherSet
		same       bool
		losses     int
	}{
		{"joined", "{A B} → C", dialects.GatherJoined, true, 0},
		{"merged", "{A B} → > C", dialects.GatherMerged, true, 0},
		{"a list of full results", "{A B} → C", dialects.GatherLists, true, 1},
		{"changes in place of a list", "{A B} → C", dialects.GatherChanges, false, 1},
	} {
		p := lowered(t, "x.flow", c.text)
		r := rewritten(t, p, dialects.Abilities{Joins: dialects.JoinScopes, Gathers: c.gathers}, append(slices.Clone(edges), joinedResults(false))...)
		if got := len(lost(r)); got != c.losses {
			t.Errorf("%s: %d losses: %q", c.name, got, lost(r))
		}
		if same := observed(t, p, full) == observed(t, r.Program, full); same != c.same {
			t.Errorf("%s: the runs are equal: %v", c.name, same)
		}
	}
}
