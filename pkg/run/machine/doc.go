// Package machine interprets workflows.
//
// The [Machine] is the one interpreter of the model. It is a state machine and nothing else: given an [Event] it moves
// tokens until none can move and answers with [Command]s, such as to call a task or to set a timer. It has no clock, does
// no input or output and starts no goroutine; what time it is, it learns from the events. A test of the package checks that.
//
// A host drives it: it carries out the commands and reports what happens as events. Package run has a host that keeps a
// virtual clock. What happens is also reported as a stream of [Trace] events, for whoever looks on.
package machine
