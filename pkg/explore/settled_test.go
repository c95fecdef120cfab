package explore_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// timed makes a step definition of a few tasks with timers, and hardly any forks.
func timed(r *rand.Rand) string {
	n := 3 + r.IntN(4)
	next := func(of string) string {
		if r.IntN(4) == 0 {
			return ""
		}
		return fmt.Sprintf(`, %q: "n%d"`, of, r.IntN(n))
	}
	var steps []string
	for i := range n {
		on := ""
		kind := []string{"SERVICE_TASK", "WAIT", "END", "USER_TASK", "DECISION", "SERVICE_TASK"}[r.IntN(6)]
		if i == 0 {
			kind = "SERVICE_TASK"
		}
		switch kind {
		case "DECISION":
			on = fmt.Sprintf(`, "conditionalNextSteps": {"y > 1": "n%d", "true": "n%d"}`, r.IntN(n), r.IntN(n))
		case "END":
		default:
			on = fmt.Sprintf(`, "jobType": "j%d"`, i) + next("nextStep")
			var timers []string
			for range r.IntN(4) {
				timers = append(timers, fmt.Sprintf(`{"type": "TIMER", "duration": "P%dD", "interrupting": %t, "targetStepId": "n%d"}`, 1+r.IntN(3), r.IntN(3) == 0, r.IntN(n)))
			}
			on += `, "boundaryEvents": [` + strings.Join(timers, ", ") + `]`
		}
		steps = append(steps, fmt.Sprintf(`{"id": "n%d", "type": %q%s}`, i, kind, on))
	}
	return `{"id": "w", "steps": [` + strings.Join(steps, ",\n") + "]}"
}

// handled makes an sw definition whose states have retries and error handlers.
func handled(r *rand.Rand) string {
	n := 2 + r.IntN(3)
	next := func() string {
		if r.IntN(3) == 0 {
			return `"end": {"kind": "default"}`
		}
		return fmt.Sprintf(`"transition": {"nextState": "n%d"}`, r.IntN(n))
	}
	errors := func() string {
		return []string{"{{ $.errors[?(@.name == 'E')] }}", "{{ $.errors[?(@.name == 'F')] }}", "{{ $.error }}"}[r.IntN(3)]
	}
	action := `{"functionRef": {"refName": "f"}}`
	var states []string
	for i := range n {
		on := ""
		switch r.IntN(4) {
		case 0:
			on = fmt.Sprintf(`"type": "operation", "actionMode": %q, "actions": [%s, %s]`, []string{"sequential", "parallel"}[r.IntN(2)], action, action)
		case 1:
			on = `"type": "event", "eventsActions": [{"eventRefs": ["e"], "actions": [` + action + `]}]`
		case 2:
			on = `"type": "parallel", "branches": [{"name": "a", "actions": [` + action + `]}, {"name": "b", "actions": [` + action + `]}]`
		default:
			on = `"type": "foreach", "inputCollection": "{{ $.a }}", "iterationParam": "x", "actions": [` + action + `]`
		}
		for range r.IntN(2) {
			on += fmt.Sprintf(`, "retry": [{"expression": %q, "interval": "PT1S", "maxAttempts": %d}]`, errors(), r.IntN(3))
		}
		var handlers []string
		for range r.IntN(3) {
			handlers = append(handlers, fmt.Sprintf(`{"expression": %q, "transition": {"nextState": "n%d"}}`, errors(), r.IntN(n)))
		}
		if handlers != nil {
			on += `, "onError": [` + strings.Join(handlers, ", ") + "]"
		}
		if i == 0 {
			on += `, "start": {"kind": "default"}`
		}
		states = append(states, fmt.Sprintf(`{"name": "n%d", %s, %s}`, i, on, next()))
	}
	return `{"id": "w", "name": "w", "version": "1", "functions": [{"name": "f", "resource": "r"}],
"events": [{"name": "e", "type": "e", "source": "s"}], "states": [` + strings.Join(states, ",\n") + "]}"
}

// nested makes the fields of an asl machine of scopes inside of each other, with handlers of few errors.
func nested(r *rand.Rand, name string, depth int) string {
	names := func() string { return []string{`"E"`, `"F"`, `"E", "F"`, `"States.ALL"`}[r.IntN(4)] }
	handlers := ""
	if r.IntN(3) == 0 {
		handlers += fmt.Sprintf(`, "Retry": [{"ErrorEquals": [%s], "MaxAttempts": %d}]`, names(), r.IntN(3))
	}
	var catchers []string
	for range r.IntN(3) {
		catchers = append(catchers, fmt.Sprintf(`{"ErrorEquals": [%s], "Next": "%s end"}`, names(), name))
	}
	if catchers != nil {
		handlers += `, "Catch": [` + strings.Join(catchers, ", ") + "]"
	}
	state := `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f"`
	switch inner := func() string { return nested(r, name+"x", depth-1) }; {
	case depth == 0:
	case r.IntN(2) == 0:
		state = `"Type": "Parallel", "Branches": [{` + inner() + "}]"
	default:
		mode := []string{`"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, `, "", ""}[r.IntN(3)]
		state = `"Type": "Map", "ItemProcessor": {` + mode + inner() + "}" + []string{"", `, "MaxConcurrency": 1`, `, "ToleratedFailureCount": 1`}[r.IntN(3)]
	}
	return fmt.Sprintf(`"StartAt": "%s", "States": {"%s": {%s%s, "Next": "%s end"}, "%s end": {"Type": "Succeed"}}`, name, name, state, handlers, name, name)
}

// settles reports flaws that the behaviours of a workflow show, and that the look at its net denied.
func settles(t *testing.T, name string, w *workflow.Workflow) {
	t.Helper()
	none, cut := !explore.MayHaveFlaws(w, false), !explore.MayHaveFlaws(w, true)
	if !none {
		return
	}
	s, err := explore.Explore(w, explore.Options{Budget: 2000, Start: epoch, Retries: 1})
	if err != nil {
		return
	}
	for _, x := range s.Flaws() {
		if x.Kind != explore.NeverLeft && (x.Kind != explore.CutOff || cut) {
			t.Errorf("%s: %q has a flaw of kind %d", name, x.Node.Name(), x.Kind)
		}
	}
}

// FuzzSettled has handlers and timers of which the net shows that they are used be used by some run.
func FuzzSettled(f *testing.F) {
	for seed := range uint64(600) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 23))
		name, text := "x.step.json", timed(r)
		switch seed % 3 {
		case 1:
			name, text = "x.sw.json", handled(r)
		case 2:
			name, text = "x.asl.json", "{"+nested(r, "n", 3)+"}"
		}
		settles(t, text, read(t, name, text).Start())
	})
}

// TestSettled has the same of all definitions of the test data but those of mistakes with a fix: rules of the dialects report these.
func TestSettled(t *testing.T) {
	t.Parallel()
	loader := &load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	known := 0
	err := filepath.WalkDir("../../testdata", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !loader.Wants(path) || filepath.Base(filepath.Dir(path)) == "fixes" {
			return err
		}
		d, err := loader.Load(path)
		if err != nil {
			return err
		}
		if p := d.Lower(); p != nil {
			for _, w := range p.Workflows {
				known++
				settles(t, path, w)
			}
		}
		return nil
	})
	if err != nil || known == 0 {
		t.Errorf("%d definitions: %v", known, err)
	}
}
