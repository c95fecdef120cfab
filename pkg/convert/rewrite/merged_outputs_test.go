package rewrite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestMergedOutputs has documents that are computed from themselves and an answer be the answer, put into the document.
func TestMergedOutputs(t *testing.T) {
	t.Parallel()
	const state = `{"QueryLanguage": "JSONata", "StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:x:work", "Output": %q,
 "Catch": [{"ErrorEquals": ["Bad"], "Output": %q, "Next": "B"}], "Next": "B"}, "B": {"Type": "Succeed"}}}`
	for _, x := range []struct{ output, caught, answer, failure string }{
		{"{% $merge([$states.input, $states.result]) %}", "{% $states.input %}", "merged", "drop"},
		{"{% $merge([$states.input, {'stock': $states.result}]) %}", "{% $merge([$states.input, {'error': $states.errorOutput}]) %}",
			"at $.stock", "at $.error"},
		{"{% $merge([$states.input, {'a': $merge([$states.input.a, {'b': $states.result.x}])}]) %}", "{% {'e': 1} %}",
			"$.x at $.a.b", `{"e": 1}`},
		{"{% $merge([$states.input, $states.result ~> |$|{}, 'n'|]) %}", "{% {'e': 1} %}", "merged without n", `{"e": 1}`},
		{"{% $merge([$states.input, {'a': 1, 'b': $states.result}]) %}", "{% {'e': 1} %}",
			`{"a": 1, "b": $} merged`, `{"e": 1}`},
		{"{% $merge([$states.result, $states.input]) %}", "{% {'e': 1} %}", "merge($, $)", `{"e": 1}`},
	} {
		p := lowered(t, "m.asl.json", fmt.Sprintf(state, x.output, x.caught))
		c := rewritten(t, p, dialects.Abilities{}, commonTerms, mergedOutputs)
		n := c.Program.Workflows[0].Root.Nodes[0]
		if answer, failure := placeText(&n.Data), placeText(&n.Out[0].Data); answer != x.answer || failure != x.failure {
			t.Errorf("%s puts %q, and errors %q; want %q and %q", x.output, answer, failure, x.answer, x.failure)
		}
		for _, answer := range []string{`0 {"x": 3, "n": 1}`, "0 fail Bad"} {
			o := play{input: `{"a": {"c": 2}, "n": 5}`, answers: map[string][]string{"urn:x:work": {answer}}}
			if was, is := observed(t, p, o), observed(t, c.Program, o); was != is {
				t.Errorf("%s: %s\nbecomes\n%s", x.output, was, is)
			}
		}
	}
}

// placeText says what of an answer is put where.
func placeText(d *workflow.Stages) string {
	text := ""
	if d.Result != nil {
		text = expr.Readable(d.Result) + " "
	}
	if c := d.Combine; c != nil {
		text += map[workflow.Mode]string{workflow.SetAt: "at ", workflow.Drop: "drop", workflow.MergeShallow: "merged"}[c.Mode]
		if c.Path != nil {
			text += expr.Readable(c.Path)
		}
		if c.Omit != "" {
			text += " without " + c.Omit
		}
	}
	return strings.TrimSpace(text)
}

// TestMergedParts has the results of parallel parts that are merged be gathered so.
func TestMergedParts(t *testing.T) {
	t.Parallel()
	const parallel = `{"QueryLanguage": "JSONata", "StartAt": "P", "States": {"P": {"Type": "Parallel", "Output": %q, "End": true, "Branches": [
 {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:x:a", "End": true}}},
 {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "urn:x:b", "End": true}}}]}}}`
	for _, x := range []struct {
		output string
		same   bool // the gathering
	}{
		{"{% $merge([$states.input, $states.result]) %}", false},
		{"{% $merge($states.result) %}", false},
		{"{% $merge([$states.input, {'parts': $states.result}]) %}", true},
	} {
		p := lowered(t, "m.asl.json", fmt.Sprintf(parallel, x.output))
		c := rewritten(t, p, dialects.Abilities{}, commonTerms, mergedOutputs)
		was, is := p.Workflows[0].Root.Nodes[0].Body, c.Program.Workflows[0].Root.Nodes[0].Body
		if (was.Gather == is.Gather) != x.same {
			t.Errorf("%s gathers by %d", x.output, is.Gather)
		}
		o := play{input: `{"n": 5}`, answers: map[string][]string{"urn:x:a": {`0 {"x": 3, "n": 1}`}, "urn:x:b": {`0 {"y": {}, "x": 4}`}}}
		if was, is := observed(t, p, o), observed(t, c.Program, o); was != is {
			t.Errorf("%s: %s\nbecomes\n%s", x.output, was, is)
		}
	}
}

// TestWholeOutputs leaves out a selection of what is passed on that selects everything, and no other.
func TestWholeOutputs(t *testing.T) {
	t.Parallel()
	for path, left := range map[string]bool{"{{ $ }}": false, "{{ $.order }}": true} {
		p := lowered(t, "x.sw.json", `{"id": "x", "name": "x", "version": "1", "functions": [{"name": "pack", "resource": "urn:pack"}], "states": [
  {"name": "Pack", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "pack"}}], "stateDataFilter": {"dataOutputPath": "`+path+`"}, "end": {"kind": "default"}}]}`)
		w := rewritten(t, p, dialects.Abilities{}, mergedOutputs).Program.Start()
		if got := slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool { return n.Data.Output != nil }); got != left {
			t.Errorf("of %s, something is selected: %v", path, got)
		}
	}
}
