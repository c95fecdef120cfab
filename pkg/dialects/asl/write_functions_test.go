package asl

import (
	"maps"
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestLambdaNames gives names of functions to tasks: a name that is allowed stays, also where another task would get it first.
func TestLambdaNames(t *testing.T) {
	t.Parallel()
	w := &workflow.Workflow{}
	for _, task := range []string{"trips.price", "trips-price", "pay:charge", "approve 2", "trips price", "trips.price", "Prüfung", "a_1"} {
		w.Nodes = append(w.Nodes, &workflow.Node{Call: &workflow.Call{Task: task}})
	}
	w.Nodes = append(w.Nodes, &workflow.Node{})
	want := map[string]string{"trips.price": "trips-price-2", "trips-price": "trips-price", "pay:charge": "pay-charge", "approve 2": "approve-2",
		"trips price": "trips-price-3", "Prüfung": "Pr-fung", "a_1": "a_1"}
	if got := lambdaNames(&workflow.Program{Workflows: []*workflow.Workflow{w}}, ""); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
