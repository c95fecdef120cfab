package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
)

// netFindings lints a step definition, whose steps are given as "name type: what it says in JSON" lines, and returns what
// the net rules find: "name of the step, or what stands at the place: rule".
func netFindings(t *testing.T, steps string) []string {
	t.Helper()
	read := read("x.step.json", []byte(definition(steps)))
	f := read.File
	var out []string
	for _, d := range (&Linter{}).Check(read).Findings {
		if d.Severity == diag.Error && !strings.HasPrefix(d.Rule, "net/") && d.Rule != "step/nested-gateways" {
			t.Fatalf("%s: %s", d.Rule, d.Message)
		}
		if strings.HasPrefix(d.Rule, "net/") {
			out = append(out, fmt.Sprintf("%s: %s", f.Text[d.Span.Start:d.Span.End], strings.TrimPrefix(d.Rule, "net/")))
		}
	}
	return out
}

// definition makes a definition of short lines: "a TYPE: fields". An END needs no fields.
func definition(steps string) string {
	var all []string
	for line := range strings.Lines(strings.TrimSpace(steps)) {
		head, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		id, kind, _ := strings.Cut(head, " ")
		step := fmt.Sprintf(`{"id": %q, "name": %q, "type": %q`, id, id, kind)
		if kind == "SERVICE_TASK" {
			step += `, "jobType": "x"`
		}
		if rest != "" {
			step += "," + rest
		}
		all = append(all, step+"}")
	}
	return `{"id": "i", "name": "N", "steps": [` + strings.Join(all, ",\n") + "]}"
}

func TestForks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, steps string
		want        []string
	}{
		{"a branch of several steps, a cycle in it, and two ways that meet", `
p PARALLEL_GATEWAY: "parallelNextSteps": ["a", "b"], "joinStep": "j"
a SERVICE_TASK: "nextStep": "d"
d DECISION: "conditionalNextSteps": {"x": "a", "y": "c", "true": "j"}
c SERVICE_TASK: "nextStep": "j"
b SERVICE_TASK: "nextStep": "j"
j JOIN_GATEWAY: "nextStep": "e"
e END`, nil},
		{"two forks one after the other, joins that lead to one another", `
p PARALLEL_GATEWAY: "parallelNextSteps": ["a", "b"], "joinStep": "j"
a SERVICE_TASK: "nextStep": "j"
b SERVICE_TASK: "nextStep": "j"
j JOIN_GATEWAY: "nextStep": "q"
q PARALLEL_GATEWAY: "parallelNextSteps": ["c", "k"], "joinStep": "k"
c SERVICE_TASK: "nextStep": "k"
k JOIN_GATEWAY: "nextStep": "e"
e END`, nil},
		{"a loop around a fork", `
p PARALLEL_GATEWAY: "parallelNextSteps": ["a", "b"], "joinStep": "j"
a SERVICE_TASK: "nextStep": "j"
b SERVICE_TASK: "nextStep": "j"
j JOIN_GATEWAY: "nextStep": "d"
d DECISION: "conditionalNextSteps": {"x": "p", "true": "e"}
e END`, nil},
		{"forks within one another", `
p PARALLEL_GATEWAY: "parallelNextSteps": ["a", "q"], "joinStep": "j"
a SERVICE_TASK: "nextStep": "j"
q PARALLEL_GATEWAY: "parallelNextSteps": ["b", "c"], "joinStep": "k"
b SERVICE_TASK: "nextStep": "k"
c SERVICE_TASK: "nextStep": "k"
k JOIN_GATEWAY: "nextStep": "j"
j JOIN_GATEWAY: "nextStep": "e"
e END`, nil},
		{"branches that never join and that may leave", `
p PARALLEL_GATEWAY: "parallelNextSteps": ["a", "b", "c"], "joinStep": "j"
a SERVICE_TASK: "nextStep": "e"
b DECISION: "conditionalNextSteps": {"x": "s", "true": "j"}
s SERVICE_TASK: "nextStep": "e"
c USER_TASK: "nextStep": "j", "boundaryEvents": [{"type": "TIMER", "duration": "P1D", "interrupting": true, "targetStepId": "e"}]
j JOIN_GATEWAY: "nextStep": "e"
e END`, []string{`"a": branch-never-joins`, `"x": "s": branch-may-leave`, `"e": branch-may-leave`}},
		{"a branch that comes to another join", `
p PARALLEL_GATEWAY: "parallelNextSteps": ["a", "b"], "joinStep": "j"
a SERVICE_TASK: "nextStep": "j"
b SERVICE_TASK: "nextStep": "k"
j JOIN_GATEWAY: "nextStep": "q"
q PARALLEL_GATEWAY: "parallelNextSteps": ["c", "d"], "joinStep": "k"
c SERVICE_TASK: "nextStep": "k"
d SERVICE_TASK: "nextStep": "k"
k JOIN_GATEWAY: "nextStep": "e"
e END`, []string{`"b": branch-never-joins`}},
		{"from outside: before the fork, from behind the join, and from a timer beside a branch", `
f DECISION: "conditionalNextSteps": {"x": "j", "true": "p"}
p PARALLEL_GATEWAY: "parallelNextSteps": ["a", "b"], "joinStep": "j"
a USER_TASK: "nextStep": "j", "boundaryEvents": [{"type": "TIMER", "duration": "P1D", "interrupting": false, "targetStepId": "t"}]
t SERVICE_TASK: "nextStep": "j"
b SERVICE_TASK: "nextStep": "j"
j JOIN_GATEWAY: "nextStep": "g"
g DECISION: "conditionalNextSteps": {"y": "j", "true": "e"}
e END`, []string{`"x": "j": join-from-outside`, `"j": join-from-outside`, `"y": "j": join-from-outside`}},
		{"a timer beside a branch does not leave it", `
p PARALLEL_GATEWAY: "parallelNextSteps": ["a", "b"], "joinStep": "j"
a USER_TASK: "nextStep": "j", "boundaryEvents": [{"type": "TIMER", "duration": "P1D", "interrupting": false, "targetStepId": "e"}]
b SERVICE_TASK: "nextStep": "j"
j JOIN_GATEWAY: "nextStep": "e"
e END`, nil},
		{"joins of none and of two", `
d DECISION: "conditionalNextSteps": {"x": "p", "y": "q", "true": "k"}
p PARALLEL_GATEWAY: "parallelNextSteps": ["a", "b"], "joinStep": "j"
q PARALLEL_GATEWAY: "parallelNextSteps": ["b", "a"], "joinStep": "j"
a SERVICE_TASK: "nextStep": "j"
b SERVICE_TASK: "nextStep": "j"
j JOIN_GATEWAY: "nextStep": "e"
k JOIN_GATEWAY: "nextStep": "e"
e END`, []string{`"q": shared-join`, `"k": join-without-fork`}},
		{"ways that stop", `
a USER_TASK: "nextStep": "d", "boundaryEvents": [{"type": "TIMER", "duration": "P1D", "interrupting": true, "targetStepId": "t"}]
t SERVICE_TASK: "nextStep": "u"
u SERVICE_TASK:
d DECISION: "conditionalNextSteps": {"x": "s", "true": "e"}
s USER_TASK:
e END`, []string{`"t": timer-without-exit`, `"u": dead-end`, `"s": dead-end`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := netFindings(t, test.steps); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestManyForks looks for a cost that grows faster than the net: every branch leaves into all that follows.
func TestManyForks(t *testing.T) {
	t.Parallel()
	const forks = 3_000
	var b strings.Builder
	for i := range forks {
		fmt.Fprintf(&b, "p%d PARALLEL_GATEWAY: \"parallelNextSteps\": [\"a%d\", \"j%d\"], \"joinStep\": \"j%d\"\n", i, i, i, i)
		fmt.Fprintf(&b, "a%d DECISION: \"conditionalNextSteps\": {\"x\": \"p%d\", \"true\": \"j%d\"}\n", i, i+1, i)
		fmt.Fprintf(&b, "j%d JOIN_GATEWAY: \"nextStep\": \"p%d\"\n", i, i+1)
	}
	fmt.Fprintf(&b, "p%d END", forks)
	d := read("x.step.json", []byte(definition(b.String())))
	if found, _ := checkNet(d.Lower().Start(), d.Dialect.Terms(), dialects.Soundness{}, exploring{cutOff: true}, nil); len(found) == 0 {
		t.Error("nothing was found")
	}
}

// TestChainsOfCalls looks for the workflows that others call, among several files.
func TestChainsOfCalls(t *testing.T) {
	t.Parallel()
	caller := `{"id": "harvest", "startAt": "Dry", "states": [{"name": "Dry", "type": "subflow", "workflowId": "drying", "end": true}]}`
	other := `{"id": %q, "startAt": "A", "states": [{"name": "A", "type": "inject", "data": {}, "end": true}]}`
	for id, want := range map[string]string{
		"drying":  "",
		"driyng":  `1:97 warning: "Dry" calls the workflow "drying", which none of the files defines; did you mean "driyng"?`,
		"packing": `1:97 info: "Dry" calls the workflow "drying", which none of the files defines; `,
		"":        "", // a single file
	} {
		batch := Batch{Linter: &Linter{}}
		batch.Add(batch.Linter.Check(read("harvest.sw.json", []byte(caller))))
		if id != "" {
			batch.Add(batch.Linter.Check(read("other.sw.json", fmt.Appendf(nil, other, id))))
		}
		got := ""
		for _, d := range batch.Findings() {
			if d.Rule == unknownCalledRule.ID {
				got = fmt.Sprintf("%s %s: %s; %s", place(d.File.Position(d.Span.Start)), d.Severity, d.Message, d.Help)
			}
		}
		if got != want {
			t.Errorf("with %q: %s", id, got)
		}
	}
}

func TestChains(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		files []string // "id next"
		want  []string
	}{
		{"nothing to say of a single file", []string{"a b"}, nil},
		{"a chain", []string{"a b", "b c", "c"}, nil},
		{"a workflow that nobody defines", []string{"orders::take orders::pcak", "orders::pack x::y"},
			[]string{`0 warning: workflow "orders::take" starts "orders::pcak", which none of the files defines; did you mean "orders::pack"?`,
				`1 info: workflow "orders::pack" starts "x::y", which none of the files defines; `}},
		{"a cycle", []string{"x a", "a b", "b c", "c a"}, []string{`1 warning: workflow "a" starts itself again, through b, c`}},
		{"a workflow that starts itself is reported with its file", []string{"a a", "b a"}, nil},
		{"of two with one id the first counts", []string{"a b", "b", "b a"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var chains Chains
			files := map[string]int{}
			l := &Linter{}
			for i, line := range test.files {
				id, next, _ := strings.Cut(line, " ")
				text := fmt.Sprintf(`{"id": %q, "name": "N", "steps": [{"id": "e", "name": "E", "type": "END"}]`, id)
				if next != "" {
					text += fmt.Sprintf(`, "autoStartNextWorkflow": true, "nextWorkflowId": %q`, next)
				}
				d := read(fmt.Sprintf("%d.step.json", i), []byte(text+"}"))
				files[d.File.Name] = i
				chains.Add(l.Check(d))
			}
			var got []string
			for _, d := range chains.Findings() {
				s := fmt.Sprintf("%d %s: %s", files[d.File.Name], d.Severity, d.Message)
				if d.Rule == "net/unknown-next-workflow" {
					s += "; " + d.Help
				}
				got = append(got, s)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q\nwant %q", got, test.want)
			}
		})
	}
}
