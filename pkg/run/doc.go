// Package run plays workflows.
//
// The [Machine] is the one interpreter of the model. It is a state machine and nothing else: given an [Event] it moves
// tokens until none can move and answers with [Command]s, such as to call a task or to set a timer. It has no clock, does
// no input or output and starts no goroutine; what time it is, it learns from the events.
//
// A host drives it. [Simulate] is the host of this package: it keeps a virtual clock, answers tasks from stubs or by
// real processes, and lets the clock jump to whatever comes next, so that a workflow that waits for a year ends in
// milliseconds, and the same inputs give the same bytes every time.
//
// Everything that happens is a [Trace] event; the terminal view, the JSON Lines file and drawings read that one stream.
package run
