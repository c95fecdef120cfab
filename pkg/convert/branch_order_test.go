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

// TestBranchOrder converts parts that run at the same time: asl merges what they answer in their order, and not as each of them ends. That
// is a loss where the answers may have members in common, or where one branch computes what the other one may answer.
func TestBranchOrder(t *testing.T) {
	const actions = `{"id": "w", "name": "w", "functions": [{"name": "credit", "resource": "credit"}, {"name": "fraud", "resource": "fraud"}],
		"states": [{"name": "Checks", "type": "operation", "start": {"kind": "default"}, "end": {"kind": "default"}, "actionMode": "%",
			"actions": [{"functionRef": {"refName": "credit"}}, {"functionRef": {"refName": "fraud"}}]}]}`
	mode := func(m string) string { return strings.Replace(actions, "%", m, 1) }
	whole := dialects.Domain{Objects: true, Typed: true, Disjoint: true}
	some := dialects.Domain{Objects: true, Typed: true}
	for _, c := range []struct {
		text, to string
		domain   dialects.Domain
		lost     bool
	}{
		{mode("parallel"), "asl", some, true},
		{mode("parallel"), "asl", whole, false},
		{mode("sequential"), "asl", some, false},
		{mode("parallel"), "arrow", some, false}, // merges as they end
	} {
		p := program(t, "x.sw.json", c.text)
		r := convert.Raise(all.Dialects(), dialects.Named(all.Dialects(), c.to), p, dialects.Raising{Format: source.JSON, Domain: c.domain})
		lost := slices.ContainsFunc(r.Losses, func(l *dialects.Loss) bool { return l.Rule.ID == "convert/merge-order" })
		if lost != c.lost {
			t.Errorf("to %s, within %v: merge-order is %v, want %v:\n%s", c.to, c.domain.Names(), lost, c.lost, c.text)
		}
	}
}
