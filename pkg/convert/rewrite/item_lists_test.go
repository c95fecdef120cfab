package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
)

const shipsOneOrMany = `{"QueryLanguage": "JSONata", "StartAt": "Each", "States": {"Each": {"Type": "Map", "Items": "{% ITEMS %}", "End": true,
 "ItemProcessor": {"StartAt": "Ship", "States": {"Ship": {"Type": "Task", "Resource": "urn:x:ship", "End": true}}}}}}`

// TestItemLists has an iteration take what may be one item as it is, and leaves a list that is made of something else.
func TestItemLists(t *testing.T) {
	t.Parallel()
	ship := map[string][]string{"urn:x:ship": {`1 {"code": "a"}`, `2 {"code": "b"}`}}
	for items, want := range map[string]string{
		`$type($states.input.orders) = 'array' ? $states.input.orders : [$states.input.orders]`: `$.orders`,
		`$type($states.input.orders) = 'array' ? $states.input.orders : [$states.input.late]`:   ``,
		`$type($states.input.orders) = 'object' ? $states.input.orders : []`:                    ``,
	} {
		p := lowered(t, "each.asl.json", strings.Replace(shipsOneOrMany, "ITEMS", items, 1))
		c := rewritten(t, p, dialects.Abilities{}, commonTerms, itemLists)
		n := c.Program.Start().Root.Start
		if released := !n.Body.Items.List; released != (want != "") || released && expr.Readable(n.Data.Payload) != want {
			t.Errorf("%s: it iterates over %s, which has to be a list: %v", items, expr.Readable(n.Data.Payload), n.Body.Items.List)
		}
		if want != "" {
			alike(t, p, c, play{input: `{"orders": [{"n": 1}, {"n": 2}]}`, answers: ship}, play{input: `{"orders": {"n": 1}}`, answers: ship},
				play{input: `{"orders": []}`, answers: ship})
		}
	}
}

const startsWithData = `{"StartAt": "Sales", "States": {"Sales": {"Type": "Pass", "Result": DATA, "Next": "List"},
 "List": {"Type": "Task", "Resource": "arn:list", "End": true}}}`

// TestSources has fixed data that begins a workflow stay data where the target can begin with some, and be a task where it cannot.
func TestSources(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		data    string
		sources bool
		want    string
	}{
		{`{"source": "sales"}`, true, "Sales pass, next List\nList task, end .\n. end\n"},
		{`{"source": "sales"}`, false, "Sales task, next List\nList task, end .\n. end\n"},
		{`5`, true, "Sales task, next List\nList task, end .\n. end\n"},
	} {
		p := lowered(t, "s.asl.json", strings.Replace(startsWithData, "DATA", x.data, 1))
		c := rewritten(t, p, dialects.Abilities{Sources: x.sources}, plainData, wholeTasks)
		if got := drawn(c.Program.Start()); got != x.want {
			t.Errorf("of %s the net is\n%s\nwant\n%s", x.data, got, x.want)
		}
	}
}
