// Package page writes what happened in runs as one page of HTML that needs nothing else: for a run, the drawing with what was
// visited, a time line of every call, wait and retry on the virtual clock, and every step with its data; for a suite of cases,
// a table of them, what they cover, and all of that for each case.
//
// The page holds its data as JSON, and a script of its own shows it: of long lists only the rows in sight are elements of the
// document, so that tens of thousands of steps stay usable. It sends no requests, which its content security policy enforces.
package page
