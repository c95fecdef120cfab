// Package scenario reads scenario files: with which input, stubs and occurrences a definition is run, and what the run
// should result in.
package scenario
