// Package fsm is the front end and back end of the definitions of entity state machines.
//
// The story of a file: [Dialect.Read] takes its tree to the types of syntax.go and reports what is wrong with single
// values (fields.go says what may stand where, conditions.go what the operators are); rules.go and the files beside it
// look at the result; lower.go takes it to the model, and raise.go comes back from there. merge.go applies an import to
// what is stored.
//
// # Readings
//
// Where the text is unclear or leaves something open, this package reads it so:
//
//   - A file is a definition, an array of them, an import request or an export response. The rules that compare
//     definitions with one another look at all of a file.
//   - `manual` left out is false, `active` left out is true. In an import, `active` has no effect: all that is imported
//     becomes active.
//   - `operatorType`, `operator` and `operation` are one key of simple and lifecycle conditions.
//   - A group without conditions is true for AND and false for OR. A transition whose criterion is always true by that is
//     one without criterion.
//   - The operators, their answer for arrays and for what is missing, and when two sides are numbers, are documented with
//     expr.Loose. On an empty array no operator holds but NOT_NULL.
//   - A path has names, items and [*] alone. Others are an error, though they are evaluated as JSONPath.
//   - A condition that cannot be understood fails whenever it is asked.
//   - A function may only be asked on top of a criterion, not inside of a group.
//   - A processor without an execution mode runs as SYNC, as any other mode that does not exist does.
//   - A transition that is asked for counts as one of the 100 of its cascade.
package fsm
