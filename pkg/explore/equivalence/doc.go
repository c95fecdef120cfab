// Package equivalence proves that two workflows behave the same without regard to data, or finds a path that only one of them has.
//
// Both are explored in every order of events. What can be observed of a run is the sequence of the calls of tasks, how each was answered,
// and how the run ends. Conditions, waits and what comes from outside are not observed: whatever they are answered, each sequence of the
// one has to be a sequence of the other. The sequences of both are compared as two automata are: by the sets of states that each can be in.
package equivalence
