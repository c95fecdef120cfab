package fsm

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestMessages holds messages, helps, mends and related places to their words.
func TestMessages(t *testing.T) {
	t.Parallel()
	const states = "name: x\ninitialState: A\nstates:\n"
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"name: x\ninitialState: a\nstates: {A: {}}\n", []string{
			`the initial state "a" of workflow "x" does not exist`, `help: did you mean "A"?`, `mend: "A"`}},
		{states + "  A: {transitions: [{name: GO, next: A, manual: 'true'}]}\n", []string{
			`"manual" of a transition of state "A" must be a boolean, found a string`, "help: write true without quotes", "mend: true"}},
		{states + "  A: {transitions: [{name: GO, next: A, manual: true, proccessors: []}]}\n", []string{
			`a transition of state "A" has an unknown field "proccessors"`, `help: did you mean "processors"?`, "mend: processors"}},
		{states + "  A:\n    transitions:\n      - {name: GO, next: B, manual: false}\n      - {name: ON, next: B, manual: false}\n  B: {}\n", []string{
			`transition "ON" of state "A" is never taken automatically: "GO" comes before it and is always taken`,
			"help: move it before the other one, or give the other one a criterion", "6:16: this one is taken for every entity"}},
		{states + "  A: {transitions: [{name: GO, next: A, manual: true, processors: [{type: INTERNAL, name: p}]}]}\n", []string{
			`processor "p" of state "A" has the unknown type "INTERNAL"`, "help: the only type is EXTERNAL", `mend: "EXTERNAL"`}},
		{states + "  A: {transitions: [{name: GO, next: A, manual: true, criterion: {type: simple, jsonPath: a, operator: EQUAL, value: 1}}]}\n", []string{
			"a path must start with `$`, found `a`", "help: start with the entity: $.a", `mend: $.`,
			`unknown operator "EQUAL"`, `help: did you mean "EQUALS"?`, `mend: "EQUALS"`}},
	} {
		f, found := check("x.fsm.yaml", tt.text)
		var got []string
		for _, d := range found {
			got = append(got, d.Message)
			if d.Help != "" {
				got = append(got, "help: "+d.Help)
			}
			if d.Fix != nil {
				got = append(got, "mend: "+d.Fix.Edits[0].Text)
			}
			for _, r := range d.Related {
				p := f.Position(r.Span.Start)
				got = append(got, fmt.Sprintf("%d:%d: %s", p.Line, p.Column, r.Message))
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		}
	}
}
