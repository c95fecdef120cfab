package convert_test

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestContractElements has a contract name the element that calls the task if the target has it, and none if that became others: the
// contract is one for all calls of the task then, and listed once.
func TestContractElements(t *testing.T) {
	t.Parallel()
	whole := dialects.Domain{Objects: true, Typed: true, Disjoint: true}
	for _, c := range []struct {
		name, text, to string
		nodes          []string // of the contracts; empty for none
	}{
		{"x.asl.json", `{"StartAt": "Check", "States": {"Check": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "End": true}}}`, "step", []string{"Check"}},
		{"x.fsm.json", `{"version": "1", "name": "x", "initialState": "NEW", "active": true, "states": {
  "NEW": {"transitions": [
    {"name": "take", "next": "DONE", "manual": true, "processors": [{"type": "EXTERNAL", "name": "note", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "drop", "next": "DONE", "manual": true, "processors": [{"type": "EXTERNAL", "name": "note", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "DONE": {"transitions": []}}}`, "sw", []string{""}},
		{"x.asl.json", `{"StartAt": "Check", "States": {
  "Check": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "Next": "Again"},
  "Again": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "End": true}}}`, "step", []string{""}},
		{"x.asl.json", `{"StartAt": "Check", "States": {
  "Check": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "Next": "Again"},
  "Again": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.rest", "End": true}}}`, "step", []string{"Check", "Again"}},
		{"x.asl.json", `{"StartAt": "Check", "States": {
  "Check": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "Next": "Again"},
  "Again": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "Next": "Drop"},
  "Drop": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": null, "End": true}}}`, "sw", []string{"Check", "Again"}},
	} {
		p := program(t, c.name, c.text)
		r := convert.Raise(all.Dialects(), dialects.Named(all.Dialects(), c.to), p, dialects.Raising{Format: source.JSON, Domain: whole})
		var nodes []string
		for _, k := range convert.NewReport(p, p.Start().Dialect, c.to, r, whole).Contracts {
			name := ""
			if k.Node != nil {
				name = *k.Node
			}
			nodes = append(nodes, name)
		}
		if !slices.Equal(nodes, c.nodes) {
			t.Errorf("%s to %s: contracts at %q", c.name, c.to, nodes)
		}
	}
}
