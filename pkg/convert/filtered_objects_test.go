package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestFiltersOfObjects has a filter test an object where a parameter reads a member of it, and the items of a list where none does: where the
// parameter is the whole value, a member of an item, or of the item of an iteration that has the same name.
func TestFiltersOfObjects(t *testing.T) {
	t.Parallel()
	step := dialects.Named(all.Dialects(), "step")
	for _, x := range []struct {
		name, old, new string
		object         bool
	}{
		{"a member", "$.order.id", "$.order.number", true},
		{"the whole value", "$.order.id", "$.order", false},
		{"a member of an item", "$.order.id", "$.order[0].id", false},
		{"a member of another value", "$.order.id", "$.old.order.id", false},
		{"the item of an iteration", `"type": "operation"`, `"type": "foreach", "inputCollection": "{{ $.orders }}", "iterationParam": "order"`, false},
	} {
		p := today(t, authored{name: "x.sw.json", text: strings.NewReplacer(x.old, x.new).Replace(filteredOrder)})
		r := convert.Raise(all.Dialects(), step, p, inDomain(step, dialects.Raising{Format: source.JSON}))
		if len(r.Definitions) == 0 {
			t.Fatalf("%s: %s", x.name, r.Reason)
		}
		if object := strings.Contains(string(r.Definitions[0].Text), `"order.total > 5000"`); object != x.object {
			t.Errorf("%s: the filter is of an object: %t\n%s", x.name, object, r.Definitions[0].Text)
		}
	}
}
