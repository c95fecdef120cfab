// Package convert takes a program from one dialect to another, reports what is lost on the way, and compares how both
// sides behave. What a dialect can express is known to the dialect, which raises the program; this package knows none of
// them.
package convert
