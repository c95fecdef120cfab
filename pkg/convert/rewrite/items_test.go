package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
)

const (
	shipsEach = `{"StartAt": "Each", "States": {"Each": {"Type": "Map", "ItemsPath": "$.orders", "ResultPath": "$.shipped", "End": true,
 "ItemProcessor": {"StartAt": "Ship", "States": {"Ship": {"Type": "Task", "Resource": "urn:x:ship", "InputPath": "$.parcel", "End": true}}}}}}`
	shipsTwice = `{"StartAt": "Each", "States": {"Each": {"Type": "Map", "ItemsPath": "$.orders", "ResultPath": "$.shipped", "End": true,
 "ItemProcessor": {"StartAt": "Ship", "States": {"Ship": {"Type": "Task", "Resource": "urn:x:ship", "ResultPath": "$.code", "Next": "Bill"},
  "Bill": {"Type": "Task", "Resource": "urn:x:bill", "End": true}}}}}}`
)

// TestItemMembers has the items of an iteration be members of the documents of its steps: a task alone reads its item there.
func TestItemMembers(t *testing.T) {
	t.Parallel()
	orders := play{input: `{"orders": [{"parcel": {"n": 1}}, {"parcel": {"n": 2}}], "rest": true}`,
		answers: map[string][]string{"urn:x:ship": {`1 {"code": "a"}`, `2 7`}, "urn:x:bill": {`1 {"sum": 5}`, `2 {"sum": 6}`}}}
	for _, x := range []struct{ name, text, want string }{
		{"a task alone", shipsEach, "Each scope, end .\n  Ship task, end .\n  . end\n  --\n. end\n"},
		{"several steps", shipsTwice, "Each scope, end .\n  Item of Each pass, next Ship\n  Ship task, next Bill\n  Bill task, end .\n  . end\n  --\n. end\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "each.asl.json", x.text)
			c := rewritten(t, p, dialects.Abilities{Each: true, ItemMember: "item"}, plainData, itemMembers)
			w := c.Program.Workflows[0]
			if got := drawn(w); got != x.want || w.Root.Start.Body.Item != "item" {
				t.Errorf("the item is %q, and the net is\n%s\nwant\n%s", w.Root.Start.Body.Item, got, x.want)
			}
			alike(t, p, c, orders)
		})
	}
}

// TestItemDocuments has items be documents again that a step made so.
func TestItemDocuments(t *testing.T) {
	t.Parallel()
	p := lowered(t, "each.asl.json", shipsTwice)
	there := rewritten(t, p, dialects.Abilities{Each: true, ItemMember: "item"}, plainData, itemMembers)
	back := rewritten(t, there.Program, dialects.Abilities{Each: true}, itemDocuments)
	if got, want := drawn(back.Program.Workflows[0]), drawn(p.Workflows[0]); got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	alike(t, p, back, play{input: `{"orders": [{"parcel": 1}, {"parcel": 2}]}`,
		answers: map[string][]string{"urn:x:ship": {`1 {"code": "a"}`, `2 {"code": "b"}`}, "urn:x:bill": {`1 {"sum": 5}`, `2 {"sum": 6}`}}})
}

// TestFillAbsent has what a step of an iteration reads besides its item be null, which is all that its document can give.
func TestFillAbsent(t *testing.T) {
	t.Parallel()
	p := lowered(t, "each.sw.json", `{"id": "each", "name": "each", "version": "1", "functions": [{"name": "ship", "resource": "urn:ship"}],
 "states": [{"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.orders }}", "iterationParam": "order", "outputCollection": "{{ $.shipped }}",
  "actions": [{"functionRef": {"refName": "ship", "parameters": {"id": "{{ $.order.id }}", "rush": "{{ $.rush }}"}}}], "end": {"kind": "default"}}]}`)
	c := rewritten(t, p, dialects.Abilities{Each: true, ItemMember: "item"}, itemChanges)
	payload := c.Program.Workflows[0].Root.Start.Body.Regions[0].Start.Data.Payload
	if got, want := expr.Readable(payload), `{"id": $.order.id, "rush": null}`; got != want {
		t.Errorf("ship gets %s, want %s", got, want)
	}
	alike(t, p, c, play{input: `{"orders": [{"id": 1}, {"id": 2}], "rush": true, "shipped": []}`,
		answers: map[string][]string{"ship": {`1 {"code": "a"}`, `2 {"code": "b"}`}}})
}
