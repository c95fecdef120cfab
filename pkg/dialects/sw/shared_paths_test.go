package sw

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestPathsAreReadOnce has a path that stands in several places read once. One of them that is a condition on an object changes none of the
// others, where the same text filters a list.
func TestPathsAreReadOnce(t *testing.T) {
	t.Parallel()
	f := source.NewFile("x.sw.json", []byte(`{"id": "x", "name": "x", "functions": [{"name": "f", "resource": "urn:f"}], "states": [
		{"name": "A", "type": "switch", "start": {"kind": "default"}, "default": {"nextState": "B"},
			"dataConditions": [{"condition": "{{ $.order[?(@.total > 5)] }}", "transition": {"nextState": "B"}}]},
		{"name": "B", "type": "operation", "end": {"kind": "default"}, "actions": [{"functionRef": {"refName": "f", "parameters": {
			"large": "{{ $.order[?(@.total > 5)] }}", "id": "{{ $.order.id }}", "again": "{{ $.order.id }}"}}}]}]}`))
	source.Parse(f)
	d := read(f)
	if len(d.findings.List) > 0 {
		t.Fatal(d.findings.List[0].Message)
	}
	d.workflow.markObjects()
	condition := d.workflow.States[0].DataConditions[0].If.path()
	if !condition.OfObject {
		t.Errorf("the condition %s is not on an object", condition.Text)
	}
	read := map[string]*expr.Path{}
	for _, x := range d.workflow.States[1].allActions()[0].Templates {
		p := x.path()
		if p.OfObject {
			t.Errorf("the parameter %s filters an object", p.Text)
		}
		if before := read[p.Text]; before != nil && before != p {
			t.Errorf("%s is read twice", p.Text)
		}
		read[p.Text] = p
	}
	if len(read) != 2 {
		t.Errorf("%d paths, want 2", len(read))
	}
}
