package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestFiltersOfObjects has a filter test an object where a parameter reads a member of it, or where it is named as one thing is, and else the
// items of a list.
func TestFiltersOfObjects(t *testing.T) {
	t.Parallel()
	step := dialects.Named(all.Dialects(), "step")
	for _, x := range []struct {
		name, value, old, new string
		object                bool
	}{
		{"a member", "orders", "$.orders.id", "$.orders.number", true},
		{"the whole value", "orders", "$.orders.id", "$.orders", false},
		{"a member of an item", "order", "$.order.id", "$.order[0].id", false},
		{"a member of another value", "orders", "$.orders.id", "$.old.orders.id", false},
		{"the item of an iteration", "orders", `"type": "operation"`, `"type": "foreach", "inputCollection": "{{ $.all }}", "iterationParam": "orders"`, false},
		{"one thing by its name", "order", "$.order.id", "$.old.order.id", true},
		{"one thing whose name ends like those of several", "access", "$.access.id", "$.old.access.id", true},
		{"what an iteration goes through", "order", `"type": "operation"`, `"type": "foreach", "inputCollection": "{{ $.order }}", "iterationParam": "line"`, false},
		{"the results of an iteration", "stock", `"type": "operation"`,
			`"type": "foreach", "inputCollection": "{{ $.lines }}", "iterationParam": "line", "outputCollection": "{{ $.stock }}"`, false},
	} {
		text := strings.NewReplacer(x.old, x.new).Replace(strings.ReplaceAll(filteredOrder, "$.order", "$."+x.value))
		p := today(t, authored{name: "x.sw.json", text: text})
		r := convert.Raise(all.Dialects(), step, p, inDomain(step, dialects.Raising{Format: source.JSON}))
		if len(r.Definitions) == 0 {
			t.Fatalf("%s: %s", x.name, r.Reason)
		}
		if object := strings.Contains(string(r.Definitions[0].Text), `"`+x.value+`.total > 5000"`); object != x.object {
			t.Errorf("%s: the filter is of an object: %t\n%s", x.name, object, r.Definitions[0].Text)
		}
	}
}

// TestTruthOfObjects has a condition ask for a value by itself: whether it is there, where a parameter reads a member of it, and else
// whether it is true.
func TestTruthOfObjects(t *testing.T) {
	t.Parallel()
	asked := strings.Replace(filteredOrder, "$.order[?(@.total > 5000)]", "$.order", 1)
	for _, x := range []struct {
		name, old, new, to, want string
		anyTruth                 bool
	}{
		{"a member", "", "", "arrow", "`$[?(@.order != null)]`", false},
		{"a member, of data in which other values are no booleans", "", "", "arrow", "`$[?(@.order != null)]`", true},
		{"a member of another value", "$.order.id", "$.old.order.id", "arrow", "`$[?(@.order == true)]`", false},
		{"any value", "$.order.id", "$.old.order.id", "arrow", "`$[?(@.order != null && @.order != false)]`", true},
		{"any value", "$.order.id", "$.old.order.id", "step", "$env.order != nil && $env.order != false", true},
		{"any value", "$.order.id", "$.old.order.id", "asl", "$states.input.order != null and $states.input.order != false", true},
	} {
		p := today(t, authored{name: "x.sw.json", text: strings.NewReplacer(x.old, x.new).Replace(asked)})
		to := dialects.Named(all.Dialects(), x.to)
		o := inDomain(to, dialects.Raising{})
		o.Domain.AnyTruth = x.anyTruth
		r := convert.Raise(all.Dialects(), to, p, o)
		if len(r.Definitions) == 0 {
			t.Fatalf("%s: %s", x.name, r.Reason)
		}
		if text := string(r.Definitions[0].Text); !strings.Contains(text, x.want) {
			t.Errorf("%s, %s: %s is not in\n%s", x.name, x.to, x.want, text)
		}
	}
}
