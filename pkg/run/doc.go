// Package run simulates workflows.
//
// [Simulate] drives a machine, the interpreter of package machine. It keeps a virtual clock, answers tasks from stubs or by
// real processes, and lets the clock jump to whatever comes next, so that a workflow that waits for a year ends in
// milliseconds, and the same inputs give the same bytes every time.
//
// Everything that happens is a trace event; the terminal view, the JSON Lines file and drawings read that one stream.
package run
