// Package sw is the front end of Serverless Workflow: states that call functions, wait for events, branch and iterate,
// with filters that say what of the data they see. It also prints definitions canonically, and writes models as definitions.
//
// The story of a definition: [Dialect.Read] takes the tree of a file to the types of syntax.go and reports what is wrong
// with single values (fields.go says what may stand where, expression.go reads the expressions in strings); rules.go and
// the files beside it look at the result; lower.go takes it to the model, from which it is drawn, checked and run.
//
// # Readings
//
// Where the text is unclear or contradicts itself, this package reads it so:
//
//   - Words of enumerations are read in any letter case, and some fields by a second name that examples of the text use;
//     each is a warning.
//   - "source" is required of the events that are waited for, "transition" only of states without an "end", and
//     "directInvoke", "waitForCompletion" and "errorDataFilter" of none.
//   - A reference to a state is its name, or else its id.
//   - A path in an expression is one of Jayway's library. An expression without braces is read where it starts with "$".
//   - A duration, and a number that may stand in a string, may be an expression as well.
//   - A cron expression has five fields, or six with the seconds first; "?" is "*" where a day stands. Days restricted in
//     both fields are due when either is.
//
// # What the model holds
//
// Everything that a run needs: a state that does something inside of it is a scope, in which its actions and what it waits
// for are nodes of their own. Filters, conditions and parameters are expressions that this package evaluates itself
// (evaluate.go, filters.go). What a run has no use for is kept beside, so that raise.go writes it back. A state in which a
// value that a run needs could not be read is listed in the Unsupported of its workflow, which is then not run.
package sw
