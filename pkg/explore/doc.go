// Package explore follows every behaviour of a workflow.
//
// It drives the machine of every run (package run/machine) with an oracle in place of its evaluator: each condition is answered both
// ways unless what is known of the data decides it, each task answers or fails, each timer may fire, each awaited occurrence may
// come. A state is what decides how a run goes on: where the tokens are, what they wait for, and what is known of their data. Each
// state is expanded once.
//
// # Interleavings
//
// Tokens that do not interact are followed one after the other. In a state where several tokens rest, one is sought all of whose
// happenings either leave the others as they are or end them, at least one of which leaves them, and none of which leads back to
// a state that is being expanded. Only that token is followed then: whatever the others do first, it can do afterwards, with the same
// result, or is ended with them. If there is no such token, all are followed.
//
// # What is assumed
//
// Data that stages and conditions need is there: an expression never fails. A list has one item or none. A retrier is used up to
// [Options.Retries] times. The order of two timers is known only if both belong to one visit. Time passes in waits and timers alone.
package explore
