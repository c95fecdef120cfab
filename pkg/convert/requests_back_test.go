package convert_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// borrowedBook is an entity that waits for one request in a state with one, and for several of which two do the same.
const borrowedBook = `{"version": "1", "name": "loan", "initialState": "ASKED", "active": true, "states": {
  "ASKED": {"transitions": [
    {"name": "LEND", "next": "LENT", "manual": true, "processors": [{"type": "EXTERNAL", "name": "stamp", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "REFUSE", "next": "CLOSED", "manual": true}, {"name": "WITHDRAW", "next": "CLOSED", "manual": true}]},
  "LENT": {"transitions": [
    {"name": "RETURN", "next": "CLOSED", "manual": true, "processors": [{"type": "EXTERNAL", "name": "shelve", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "CLOSED": {}}}`

// pettyCash is an entity that two states take the same request in, and which comes back to the second of them with it.
const pettyCash = `{"version": "1", "name": "cash", "initialState": "EMPTY", "active": true, "states": {
  "EMPTY": {"transitions": [
    {"name": "PAY_IN", "next": "OPEN", "manual": true, "processors": [{"type": "EXTERNAL", "name": "count", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "CLOSE", "next": "CLOSED", "manual": true}]},
  "OPEN": {"transitions": [
    {"name": "FULL", "next": "FILLED", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.sum", "operatorType": "GREATER_THAN", "value": 90},
      "processors": [{"type": "EXTERNAL", "name": "bank", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "PAY_IN", "next": "OPEN", "manual": true, "processors": [{"type": "EXTERNAL", "name": "count", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "CLOSE", "next": "CLOSED", "manual": true}]},
  "FILLED": {}, "CLOSED": {}}}`

// TestRequestsComeBack has the states of entities come back from a dialect that waits for nobody, which does the same as the entity.
func TestRequestsComeBack(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ name, text, written string }{
		{"a state with one request, and two that lead to the same state", borrowedBook, `lent ({"name": "LENT", "await": [{"request": "RETURN", "do": []}]})`},
		{"a state that is repeated by a request of the one before", pettyCash, `@task Repeat-PAY_IN-2 = call-repeat-pay-in-2`},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := today(t, authored{name: "x.fsm.json", text: x.text})
			arrow, fsm := dialects.Named(all.Dialects(), "arrow"), dialects.Named(all.Dialects(), "fsm")
			sameOrLost(t, p, arrow, "")
			raised := convert.Raise(all.Dialects(), arrow, p, written(arrow))
			text := string(raised.Definitions[0].Text)
			if !strings.Contains(text, x.written) {
				t.Errorf("%s is not in\n%s", x.written, text)
			}
			there, err := convert.Read(arrow, raised.Definitions, source.JSON, dialects.Options{})
			if err != nil {
				t.Fatal(err)
			}
			back := convert.Raise(all.Dialects(), fsm, there, written(fsm))
			again, err := convert.Read(fsm, back.Definitions, written(fsm).Format, dialects.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if was, now := elementsOf(p), elementsOf(again); !slices.Equal(was, now) {
				t.Errorf("the elements were\n%s\nand are\n%s\n%s\n%s", was, now, text, back.Definitions[0].Text)
			}
		})
	}
}
