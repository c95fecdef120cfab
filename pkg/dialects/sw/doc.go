// Package sw is the front end of Serverless Workflow: states that call functions, wait for events, branch and iterate,
// with filters that say what of the data they see. It also prints definitions canonically.
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
// States, their actions, branches and iterations, and the ways between states are in the model, so that definitions can be
// drawn and checked. Of states that inject data, delay, choose by data or call one function it holds what they do with
// their data as well (lower_data.go says under which conditions, evaluate.go has the filters), and a workflow of such
// states runs. How events are waited for, errors matched, and results merged from several actions, branches, iterations
// or called workflows is not in the model: each of these states is listed in the Unsupported of its workflow, which is
// then not run. Nothing is printed from the model; Format prints a definition from its text.
package sw
