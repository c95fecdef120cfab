package workflow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// What the conditions of an entity see besides its data are members of the context (fsm: "CRITERIA").
const (
	EntityState    = "state"              // the name of the state it is in; none before it is created
	EntityCreated  = "creationDate"       // the instant of its creation, as a timestamp: when the run began
	EntityPrevious = "previousTransition" // the name of the transition that was taken last; none before the first
)

// Condition is the guard of an edge with what it asks of the state that it leaves answered, which is always that state. A
// nil one always holds. Of what conditions ask of the context only the creation and the last transition are left in it.
//
// A dialect without entities may express the creation as the start of its run, and the last transition where all edges to the
// state have one name. A question that is put to a task in place of the guard, the edge's Ask, it may express as that task, which gets
// the document, and a choice by what it answers: false, null, 0, "", [] and {} are no.
func (e *Edge) Condition() expr.Expr {
	if e.Guard == nil || e.From.Kind != State {
		return e.Guard
	}
	x := expr.Known(e.Guard, value.ObjectOf(value.Member{Key: EntityState, Value: e.From.Name()}))
	if l, ok := x.(*expr.Literal); ok && l.Value == true {
		return nil
	}
	return x
}
