package rewrite_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

const sharedLookups = `{"StartAt": "Lookup", "States": {
  "Lookup": {"Type": "Parallel", PLACE "Next": "Near?", "Branches": [
    {"StartAt": "Address", "States": {"Address": {"Type": "Task", "Resource": "urn:task:address", "End": true}}},
    {"StartAt": "Phone", "States": {"Phone": {"Type": "Task", "Resource": "urn:task:phone", "End": true}}}]},
  "Near?": {"Type": "Choice", "Choices": [{"Variable": "AT[0].city", "StringEquals": "Turku", "Next": "Visit"}], "Default": "Call"},
  "Visit": {"Type": "Task", "Resource": "urn:task:visit", LEAVE "Next": "Done"},
  "Call": {"Type": "Task", "Resource": "urn:task:call", "InputPath": "AT[1]", LEAVE "Next": "Done"},
  "Done": {"Type": "Fail", "Error": "NotYet"}}}`

// sharing is a target whose branches share one document.
func sharing() *fakeTarget {
	able := withoutIterations()
	able.Joins, able.Gathers = dialects.JoinForks, dialects.GatherShared
	return &fakeTarget{able: able}
}

// TestListsOfBranchesAreMadeAfterThem has the results of branches be the same list at the same place, and what reads a list that is the
// document read it at a member.
func TestListsOfBranchesAreMadeAfterThem(t *testing.T) {
	t.Parallel()
	for place, x := range map[string]struct{ at, contract string }{
		`"ResultPath": "$.found",`: {"$.found", "urn:task:address under found.Address"},
		"":                         {"$", "urn:task:address under results.Address"},
	} {
		t.Run(x.at, func(t *testing.T) {
			t.Parallel()
			leave := `"ResultPath": null,`
			if place == "" {
				leave = ""
			}
			text := strings.NewReplacer("PLACE", place, "AT", x.at, "LEAVE", leave).Replace(sharedLookups)
			source, c := applied(t, "x.asl.json", text, sharing())
			if lost := c.Losses(); len(lost) > 0 {
				t.Errorf("lost: %s", lost[0].Message)
			}
			if got := contractTexts(c.Raised.Contracts); !slices.Contains(got, x.contract) {
				t.Errorf("contracts %q, without %q", got, x.contract)
			}
			for _, city := range []string{"Turku", "Pori"} {
				a := answers{"urn:task:address": {parsed(t, `{"city": "`+city+`"}`)}, "urn:task:phone": {parsed(t, `{"number": {"digits": 5}}`)}}
				want, got := play(t, source, parsed(t, `{"id": 1}`), a, nil), play(t, c.Program, parsed(t, `{"id": 1}`), a, c.Raised.Contracts)
				if want != got {
					t.Errorf("the source does\n%s\nand what it became\n%s", want, got)
				}
			}
		})
	}
}

// TestListsAtTheEndAreLost has a list that is the output be a member of the output.
func TestListsAtTheEndAreLost(t *testing.T) {
	t.Parallel()
	_, c := applied(t, "x.asl.json", `{"StartAt": "Lookup", "States": {"Lookup": {"Type": "Parallel", "End": true, "Branches": [
	  {"StartAt": "Address", "States": {"Address": {"Type": "Task", "Resource": "urn:task:address", "End": true}}},
	  {"StartAt": "Phone", "States": {"Phone": {"Type": "Task", "Resource": "urn:task:phone", "End": true}}}]}}}`, sharing())
	a := answers{"urn:task:address": {parsed(t, `{"city": "Turku"}`)}, "urn:task:phone": {parsed(t, `{"number": 5}`)}}
	got := play(t, c.Program, parsed(t, `{}`), a, c.Raised.Contracts)
	if want := `succeeded {"results":[{"city":"Turku"},{"number":5}]}`; !strings.HasSuffix(got, want) {
		t.Errorf("it gives\n%s, want\n%s", got, want)
	}
	if lost := c.Losses(); len(lost) != 1 || lost[0].Rule.ID != "convert/output-selection" {
		t.Errorf("losses %v", lost)
	}
}
