// Package convert takes a program from one dialect to another and reports what is lost. The packages in it do the work: rewrite makes a
// net of one that the target can express, hints keep for the way back what the target has no place for, and verify compares how both
// sides behave. A dialect itself writes the net and declares what it can express; these packages know none of them.
package convert
