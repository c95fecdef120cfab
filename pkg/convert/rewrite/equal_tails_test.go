package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestEqualTails has repeated steps of a flow be one where the same comes after them, and leaves those with other parameters.
func TestEqualTails(t *testing.T) {
	t.Parallel()
	const text = "check → { ?`$[?(@.late == true)]` { note → tell ({\"by\": \"mail\"}) } ?`$[?(!(@.late == true))]` { pack → tell ({\"by\": \"WAY\"}) } }\n"
	for way, want := range map[string]string{
		"mail": "check task, next Late?\nLate? choice, choice note, default pack\nnote task, next tell\ntell task, end .\npack task, next tell\n. end\n",
		"post": "check task, next Late?\nLate? choice, choice note, default pack\nnote task, next tell\ntell task, end .\npack task, next tell\ntell task, end .\n. end\n",
	} {
		p := lowered(t, "x.flow", strings.Replace(text, "WAY", way, 1))
		c := rewritten(t, p, dialects.Abilities{}, edgeJoins, subflows, exclusiveGuards, conditionalSteps, subflows, equalTails)
		if got := drawn(c.Program.Start()); got != want {
			t.Errorf("with %s the net is\n%s\nwant\n%s", way, got, want)
		}
		for _, answer := range []string{`{"late": true}`, `{"late": false}`, `{"late": null}`, `{"n": 1}`} {
			alike(t, p, c, play{input: `{"n": 1}`, answers: map[string][]string{"check": {"1 " + answer}, "note": {`1 {"n": 2}`}, "pack": {`1 {"n": 3}`}}})
		}
	}
}

// TestEqualChoices has choices by the same conditions be one, and steps that merge their answers.
func TestEqualChoices(t *testing.T) {
	t.Parallel()
	const text = `@task Sent { :start → :end }
@task Fee { ?` + "`$[?(@.kg > 5)]`" + ` { charge → Sent } ?` + "`$[?(@.kg <= 5)]`" + ` Sent }
weigh → { ?` + "`$[?(@.late == true)]`" + ` { note :noted → tell → :noted > Fee } ?` + "`$[?(!(@.late == true))]`" + ` { pack :packed → tell → :packed > Fee } }
`
	const want = `weigh task, next Late?
Late? choice, choice note, default pack
note task, next tell
tell task, next Fee
Fee choice, choice charge, default Sent
charge task, next Sent
Sent end
pack task, next tell
`
	p := lowered(t, "x.flow", text)
	c := rewritten(t, p, dialects.Abilities{}, edgeJoins, subflows, exclusiveGuards, conditionalSteps, subflows, addedAnswers, equalTails, namedEnds)
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	for _, answer := range []string{`{"late": true, "kg": 9}`, `{"late": false, "kg": 9}`, `{"late": true, "kg": 1}`, `{"late": false, "kg": 1}`} {
		alike(t, p, c, play{input: `{"n": 1}`, answers: map[string][]string{"weigh": {"1 " + answer}, "note": {"1 " + answer}, "pack": {"1 " + answer}, "tell": {`1 {"told": true}`}}})
	}
}

// TestStepsOfOtherDialectsStay leaves two steps that do the same in a definition that can lead several paths to one.
func TestStepsOfOtherDialectsStay(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Choice", "Default": "C", "Choices": [{"Variable": "$.n", "NumericGreaterThan": 5, "Next": "B"}]},
	 "B": {"Type": "Task", "Resource": "urn:task:b", "End": true}, "C": {"Type": "Task", "Resource": "urn:task:b", "End": true}}}`)
	if c := rewritten(t, p, dialects.Abilities{}, equalTails); drawn(c.Program.Start()) != drawn(p.Start()) {
		t.Errorf("the net is\n%s", drawn(c.Program.Start()))
	}
}

const failsByTask = "check → { ?`$[?(@.ok == false)]` refuse (PARAMETERS) ?`$[?(@.ok == true)]` book }\n"

// TestFailingTasks has a task that is given the error to fail with fail itself, and calls one that is given something else.
func TestFailingTasks(t *testing.T) {
	t.Parallel()
	for parameters, want := range map[string]string{
		`{"error": "Refused", "cause": "too late"}`: "refuse fail",
		`{"error": "Refused"}`:                      "refuse fail",
		`{"error": "Refused", "by": "mail"}`:        "refuse task, end .",
		`{"error": 5}`:                              "refuse task, end .",
		`{"cause": "too late"}`:                     "refuse task, end .",
	} {
		p := lowered(t, "x.flow", strings.Replace(failsByTask, "PARAMETERS", parameters, 1))
		c := rewritten(t, p, dialects.Abilities{Kinds: dialects.Kinds(workflow.Fail)}, edgeJoins, exclusiveGuards, conditionalSteps, failingTasks)
		if got := drawn(c.Program.Start()); !strings.Contains(got, want+"\n") {
			t.Errorf("with %s the net is\n%s", parameters, got)
		}
		if lost := lost(c); (len(lost) > 0) != strings.HasSuffix(want, "fail") {
			t.Errorf("with %s it lost %q", parameters, lost)
		}
		alike(t, p, c, play{input: `{}`, answers: map[string][]string{"check": {`1 {"ok": true}`}}})
		if got := observed(t, c.Program, play{input: `{}`, answers: map[string][]string{"check": {`1 {"ok": false}`}, "refuse": {"0 fail Refused"}}}); !strings.Contains(got, "failed after 1s") {
			t.Errorf("with %s it does\n%s", parameters, got)
		}
	}
}

// TestEqualParts has parts that run at the same time be one where they do the same and the same comes after them, and leaves those that do
// something else.
func TestEqualParts(t *testing.T) {
	t.Parallel()
	const text = "@task Prepare { quote stamp → label }\n@task Other { quote stamp → print }\n" +
		"check → { ?`$[?(@.late == true)]` { note → Prepare → tell } ?`$[?(!(@.late == true))]` { pack → WAY → tell } }\n"
	const begins = "check task, next Late?\nLate? choice, choice note, default pack\nnote task, next Prepare\n"
	const prepares = "Prepare scope, next tell\n  quote task, end .\n  . end\n  --\n  stamp task, next label\n  label task, end .\n  . end\n  --\n"
	for way, want := range map[string]string{
		"Prepare": begins + prepares + "tell task, end .\npack task, next Prepare\n. end\n",
		"Other": begins + prepares + "tell task, end .\npack task, next Other\n" +
			strings.NewReplacer("Prepare", "Other", "label", "print").Replace(prepares) + ". end\n",
	} {
		p := lowered(t, "x.flow", strings.Replace(text, "WAY", way, 1))
		c := rewritten(t, p, dialects.Abilities{}, edgeJoins, subflows, exclusiveGuards, conditionalSteps, subflows, equalTails)
		if got := drawn(c.Program.Start()); got != want {
			t.Errorf("with %s the net is\n%s\nwant\n%s", way, got, want)
		}
		for _, answer := range []string{`{"late": true}`, `{"late": false}`} {
			alike(t, p, c, play{input: `{"n": 1}`, answers: map[string][]string{"check": {"1 " + answer}, "note": {`1 {"n": 2}`}, "pack": {`1 {"n": 3}`}, "stamp": {`2 {"s": 1}`}}})
		}
	}
}
