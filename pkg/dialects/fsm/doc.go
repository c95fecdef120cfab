// Package fsm is the front end and back end of the definitions of entity state machines.
//
// The story of a file: [Dialect.Read] takes its tree to the types of syntax.go and reports what is wrong with single
// values (fields.go describes what may appear where, conditions.go what the operators are); rules.go and the files next to it
// look at the result; lower.go takes it to the model, and raise.go comes back from there. merge.go applies an import to
// what is stored. raise_other.go and the files next to it make a workflow of states of one of another dialect, which
// raise.go writes then.
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
//
// # From other dialects
//
//   - A step becomes a state of its name, and what is done there happens on the transition that leads out of it. Where a
//     definition ends without a name for it, there is a state more.
//   - An error that a task reports keeps no name, as a request that fails is always WORKFLOW_FAILED. That is not a loss of a
//     definition: errors compare by what they are, and that the run fails is still so.
//   - What runs side by side is put in a row, since an entity is in one state at a time. What works on each item of a list
//     is refused.
//   - What a definition computes is for a processor of the name of the step, and a condition that no criterion expresses is for
//     a function, which has the text of the condition besides its name. Both are substitutes: they have to be written.
//   - What handles an error, and what a timer leads to while something is awaited, are manual transitions.
//   - A cycle that a default loops in is refused by the service, though a criterion before it leads out. The default
//     gets a criterion that holds of every entity: that it was created.
//   - A row of tasks that takes more transitions than a request may is put on fewer, with several processors each.
//
// # To other dialects
//
// What a lifecycle condition asks of the state is known where it is asked, and [workflow.Edge.Condition] answers it. The
// last transition, and when the entity was created, are left in conditions, as paths of the context. A function criterion
// is an edge's Ask, and that of a workflow its candidate's. Several workflows in one file are a selection, by the data of
// an entity and again with each request; a dialect without one has several definitions. The other way round, several
// definitions of another dialect become several files, since in one file the data of an entity would choose between them.
package fsm
