package scenario

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// read reads the scenarios of a text, and spells what is wrong with it as "line:column message".
func read(text string) ([]*Scenario, string) {
	f := source.NewFile("flows/x.scenario.yaml", []byte(text))
	if p := source.Parse(f); len(p) > 0 {
		return nil, p[0].Message
	}
	files := func(path string) ([]byte, error) {
		if path != "flows/in.json" {
			return nil, errors.New("no such file")
		}
		return []byte(`{"from": "a file"}`), nil
	}
	size := Option{Name: "shirt-size", Key: "shirtSize", Check: func(s string) error {
		if s != "12" && s != "large" {
			return errors.New("can be 12 or large")
		}
		return nil
	}}
	all, findings := Read(f, files, size)
	var out []string
	for _, d := range findings {
		p := f.Position(d.Span.Start)
		out = append(out, strings.TrimSpace(fmt.Sprintf("%d:%d %s %s", p.Line, p.Column, d.Message, d.Help)))
	}
	return all, strings.Join(out, "; ")
}

func TestScenarios(t *testing.T) {
	t.Parallel()
	all, wrong := read(`
workflow: a.asl.json
shirtSize: 12
start: 2025-03-01T09:00:00+01:00
inputFile: in.json
tasks:
  Work: [{fail: {error: E, cause: c}, after: PT1.5S}, {return: [1, {b: 2.0}]}]
  "do-*": {exec: ./x.sh}
  Slow: {timeout: true}
occurrences:
  - {at: PT8H, complete: approve, with: {ok: true}}
  - {signal: go}
cases:
  - {name: first}
  - {input: 5, tasks: {}}
`)
	if wrong != "" || len(all) != 2 {
		t.Fatalf("%d scenarios, %s", len(all), wrong)
	}
	a, b := all[0], all[1]
	if a.Name != "first" || b.Name != "case 2" || a.Settings["shirt-size"] != "12" || !a.Start.Equal(time.Date(2025, 3, 1, 8, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", a)
	}
	if fmt.Sprint(a.Input, b.Input) != `{"from":"a file"} 5` {
		t.Errorf("inputs %v and %v", a.Input, b.Input)
	}
	if len(a.Stubs) != 3 || len(b.Stubs) != 0 {
		t.Errorf("%d and %d stubs", len(a.Stubs), len(b.Stubs))
	}
	work := a.Stubs[0].Replies
	if work[0].Fail.Name != "E" || work[0].After.Clock != 1500*time.Millisecond || fmt.Sprint(work[1].Return) != `[1 {"b":2}]` {
		t.Errorf("replies %+v", work)
	}
	if a.Stubs[1].Replies[0].Folder != "flows" || !a.Stubs[2].Replies[0].Never {
		t.Errorf("stubs %+v", a.Stubs)
	}
	if got := fmt.Sprint(a.Occurrences[0], a.Occurrences[1]); got != "complete approve after PT8H signal go" {
		t.Errorf("occurrences %s", got)
	}
}

func TestScenarioMistakes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"[]", "1:1 a scenario must be an object"},
		{"workflow: 1.5\ninptu: 3", `2:1 unknown member "inptu" of a scenario did you mean "input"?`},
		{"workflow: {}", "1:11 workflow must be a string, not an object"},
		{"workflow: x\nstart: soon", `2:8 start: invalid instant: expected a digit, found "s" in "soon"; an instant looks like "2025-01-01T00:00:00Z"`},
		{"workflow: x\ntasks: {W: {returns: 5}}", `2:13 unknown member "returns" of an answer did you mean "return"?`},
		{"workflow: x\ntasks: {W: {error: Busy}}", `2:13 unknown member "error" of an answer write fail: {error: …}`},
		{"workflow: x\ntasks: {W: {result: 5, delay: 2s}}", `2:13 unknown member "result" of an answer write return; 2:24 unknown member "delay" of an answer write after`},
		{"workflow: x\ntasks: {W: {fail: Busy}}", `2:19 fail must be an object, not a string write {error: "Busy"}`},
		{"workflow: x\ntasks: {W: {fail: {message: no}}}", `2:20 unknown member "message" of fail write cause`},
		{"workflow: x\noccurrences: [{complete: a, data: {b: 1}}]", `2:29 unknown member "data" of an occurrence write with`},
		{"workflow: x\nexpect: {result: 5}", `2:10 unknown member "result" of expect write output`},
		{"workflow: x\ntasks: {W: {ok: true, id: 5}}", `2:13 unknown member "ok" of an answer write what the task answers as {return: …}`},
		{"workflow: x\ntasks: {W: 5}", "2:12 an answer must be an object, not a number write {return: 5}"},
		{"workflow: x\ntasks: {W: Busy}", `2:12 an answer must be an object, not a string write {return: "Busy"}`},
		{"workflow: x\ntasks: [W]", "2:8 tasks must be an object, not an array write {TASK: {return: …}}"},
		{"workflow: x\ntasks: {W: {input: {a: 1}, return: 2}}",
			`2:13 unknown member "input" of an answer an answer is the same for all inputs; a command under exec reads the input of the task`},
		{"workflow: x\noccurrences: [{type: signal, name: go, at: 5s}]",
			`2:16 unknown member "type" of an occurrence name what happens, such as {signal: NAME} or {complete: NODE}`},
		{"workflow: x\noccurrences: {signal: go}", "2:14 occurrences must be a list, not an object put it into a list: [{…}]"},
		{"workflow: x\noccurrences: [{complete: a, return: 5, after: 2s}]",
			`2:29 unknown member "return" of an occurrence write with; 2:40 unknown member "after" of an occurrence write at`},
		{"workflow: x\nstatus: failed", `2:1 unknown member "status" of a scenario put it into expect`},
		{"workflow: x\nsignal: go", `2:1 unknown member "signal" of a scenario put it into a list under occurrences`},
		{"workflow: x\ncase: [{}]", `2:1 unknown member "case" of a scenario write cases`},
		{"workflow: x\nexpect: succeeded", "2:9 expect must be an object, not a string write {status: succeeded}"},
		{"workflow: x\nexpect: {error: Busy}", `2:17 error must be an object, not a string write {name: "Busy"}`},
		{"workflow: x\nexpect: {visited: A}", "2:19 visited must be a list, not a string write [A]"},
		{"workflow: x\nexpect: {input: 1}", `2:10 unknown member "input" of expect move it out of expect`},
		{"workflow: x\nexpect: {calls: [{name: x}]}", `2:19 unknown member "name" of a call write task`},
		{"workflow: x\nshirtSize: small", "2:12 shirtSize can be 12 or large"},
		{"workflow: x\ninputFile: gone.json", "2:12 the input cannot be read: no such file"},
		{"workflow: x\ntasks: {a: {}}", "2:12 an answer needs one of return, fail, timeout or exec write what the task answers as {return: …}"},
		{"workflow: x\ntasks: {a: {return: 1, exec: x}}", "2:12 an answer has return and exec; it can have one of them"},
		{"workflow: x\ntasks: {a: {timeout: false}}", "2:22 timeout can only be true it is a task that never answers; for a late answer, write after"},
		{"workflow: x\ntasks: {a: {return: 1, after: 5 s}}", `2:31 after: invalid duration "5 s"; write 90s, 1h30m, 2d or ISO 8601, such as PT1H30M`},
		{"workflow: x\ntasks: {a: {return: 1, after: PT}}", `2:31 after: no hours, minutes or seconds follow "T"`},
		{"workflow: x\noccurrences: [{complete: a, signal: b}]", "2:15 an occurrence has complete and signal; it can have one of them"},
		{"workflow: x\nexpect: {calls: [{took: soon}]}", `2:25 took: invalid duration "soon"; write 90s, 1h30m, 2d or ISO 8601, such as PT1H30M`},
		{"workflow: x\ntasks: {a: {fail: {eror: x}}}", `2:20 unknown member "eror" of fail did you mean "error"?`},
		{"workflow: x\noccurrences: [{at: PT1S}]", "2:15 an occurrence needs one of complete, signal, event, transition, update or taskToken name what happens, such as {signal: NAME} or {complete: NODE}"},
		{"workflow: x\ninput: 1\ninputFile: in.json", "3:1 a scenario can have input or inputFile, not both"},
		{"cases: [5]", "1:9 a case must be an object, not a number"},
		{"workflow: x\nexpect: {status: done}", `2:18 unknown status "done" use succeeded, failed, waiting, resting or aborted`},
		{"workflow: x\nexpect: {calls: [{took: 1, nod: x}]}", `2:28 unknown member "nod" of a call did you mean "node"?`},
		// What stands above all cases is reported once.
		{"tsks: {}\nworkflow: x\ncases: [{}, {}]", `1:1 unknown member "tsks" of a scenario did you mean "tasks"?`},
	} {
		if _, got := read(test.text); got != test.want {
			t.Errorf("%s\ngives %s\nwant  %s", test.text, got, test.want)
		}
	}
}

func TestExpectations(t *testing.T) {
	t.Parallel()
	epoch := time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC)
	result := &run.Result{
		Status: run.Failed, Start: epoch, End: epoch.Add(90 * time.Second), Output: valuetest.Object("a", int64(1), "b", valuetest.Object("c", "x")),
		Error: &machine.Error{Name: "Busy", Cause: "no room"}, Visited: []string{"A", "B", "C"}, Ended: nil,
		Calls: []run.Call{
			{Node: "A", Task: "do-a", Attempt: 1, Input: int64(1), Error: &machine.Error{Name: "Busy"}},
			{Node: "B", Task: "do-b", Attempt: 1, At: time.Second, Took: 1500 * time.Millisecond, Result: "r"},
			{Node: "C", Task: "do-c", Attempt: 1, At: time.Second},
		},
	}
	for _, test := range []struct{ expect, want string }{
		{"{status: failed, error: {name: Busy}, visited: [A, B, C], visits: [A, C], ended: [], elapsed: PT1M30S, output: {a: 1.0, b: {c: x}}}", ""},
		{"{status: succeeded}", "status: expected succeeded, got failed (Busy: no room)"},
		{"{output: {a: 2, b: {}}}", `output.a: expected 2, got 1; output.b.c: expected nothing, got "x"`},
		{"{outputIncludes: {b: {c: x}}}", ""},
		{"{outputIncludes: {b: {d: x}}}", `output.b.d: expected "x", got nothing`},
		{"{error: null}", "error: expected none, got Busy: no room"},
		{"{error: {name: Idle, cause: no room}}", `error.name: expected "Idle", got "Busy"`},
		{"{visited: [A, C]}", "visited[1]: expected … → C, got … → B → C"},
		{"{visits: [C, A]}", "visits[1]: expected A, got the end after C"},
		{"{elapsed: PT1M}", "elapsed: expected PT1M, got PT1M30S"},
		// Calls of one instant come in any order.
		{"{calls: [{node: A, error: {name: Busy}}, {node: C, at: 1}, {task: do-b, took: 1.5, result: r}]}", ""},
		{"{calls: [{node: A, input: 2}, {node: B}, {node: C}]}", "calls[0].input: expected 2, got 1"},
		{"{calls: [{node: A}]}", "calls: expected 1, got 3: A#1 B#1 C#1"},
		{"{chain: [{}]}", "chain: expected 1 next workflows, got 0"},
		{"{produced: [{type: x}]}", "produced: expected 1, got 0: []"},
		{"{calls: [{node: A, at: 0s}, {node: B, took: 1500ms, at: PT1S}, {node: C}]}", ""},
		{"{calls: [{node: A}, {node: B, took: 2s}, {node: C}]}", "calls[1].took: expected 2, got 1.5"},
	} {
		all, wrong := read("workflow: x\nexpect: " + test.expect)
		if wrong != "" {
			t.Fatalf("%s: %s", test.expect, wrong)
		}
		if got := lines(all[0].Expect.Compare(result)); got != test.want {
			t.Errorf("%s gives %s\nwant %s", test.expect, got, test.want)
		}
	}
}

// lines are differences on one line.
func lines(all []Difference) string {
	out := make([]string, len(all))
	for i, d := range all {
		out[i] = d.String()
	}
	return strings.Join(out, "; ")
}

func FuzzScenario(f *testing.F) {
	f.Add("workflow: a\ntasks: {A: {return: 1, after: PT1S}}\ncases: [{name: x, expect: {calls: [{at: 1}]}}]")
	f.Add("occurrences: [{at: P1D, signal: x}]\nexpect: {chain: [{status: failed}], error: null}")
	f.Add("cases: {}\ntasks: 5\nexpect: []")
	f.Fuzz(func(t *testing.T, text string) {
		all, wrong := read(text)
		for _, s := range all {
			if wrong == "" && s.Expect != nil {
				s.Expect.Compare(&run.Result{Status: run.Succeeded})
			}
		}
	})
}

// TestInherited holds cases to sharing what they inherit: the file is read once for all of them, and an own member of a case
// replaces what it shares with no other.
func TestInherited(t *testing.T) {
	t.Parallel()
	reads := 0
	f := source.NewFile("x.scenario.yaml", []byte(`
workflow: a.asl.json
inputFile: in.json
tasks: {A: {return: &data {x: 1}}, B: {return: 2}}
occurrences: [{signal: go}]
expect: {visited: [A, B], output: *data}
cases:
  - {name: one}
  - {name: two}
  - {name: three, tasks: {C: {return: 3}}, input: *data}
`))
	if problems := source.Parse(f); len(problems) > 0 {
		t.Fatal(problems[0].Message)
	}
	all, findings := Read(f, func(string) ([]byte, error) { reads++; return []byte(`{"from": "a file"}`), nil })
	if len(findings) > 0 || len(all) != 3 {
		t.Fatalf("%d scenarios, findings %v", len(all), findings)
	}
	if reads != 1 {
		t.Errorf("the input was read %d times", reads)
	}
	one, two, three := all[0], all[1], all[2]
	if &one.Stubs[0] != &two.Stubs[0] || &one.Occurrences[0] != &three.Occurrences[0] || one.Expect != three.Expect {
		t.Error("what cases inherit was read several times")
	}
	if len(one.Stubs) != 2 || len(three.Stubs) != 1 || three.Stubs[0].Name != "C" || fmt.Sprint(three.Input) != `{"x":1}` {
		t.Errorf("stubs %+v and %+v, input %v", one.Stubs, three.Stubs, three.Input)
	}
	var names [][]string
	for _, s := range all {
		var list []string
		for _, mentions := range s.names {
			for _, m := range mentions {
				list = append(list, m.name)
			}
		}
		names = append(names, list)
	}
	if got, want := fmt.Sprint(names), "[[A B go A B] [A B go A B] [go A B C]]"; got != want {
		t.Errorf("names %s, want %s", got, want)
	}
}
