// Package step is the front end and back end of step-JSON: a workflow as a list of steps that refer to one another by
// their ids, with one set of variables for all.
//
// The story of a definition: [Dialect.Read] takes the tree of a file to the types of syntax.go and reports what is wrong
// with single values (fields.go describes what may appear where); tokens.go, rewrite.go and expression.go read the expressions
// in it; rules.go and the files next to it look at the result; lower.go takes it to the model, and raise.go comes back
// from there. Expressions are compiled and evaluated by evaluate.go and functions.go when a run reaches them.
//
// # Readings
//
// Where the text is unclear or contradicts itself, this package reads it so:
//
//   - A field that is not of the step's type is an error, conditionalNextSteps on a task included, and so is one that the
//     text does not have. Metadata is data, whatever its keys look like.
//   - What a worker or a user task returns is merged deeply; what comes with a signal, and what TRANSFORMATION and
//     DECISION_TABLE make, shallowly. The option Merge "shallow" merges everything shallowly, as engines do.
//   - A value is an expression only if "${…}" is the whole of it. One that begins with an enclosure and ends with another
//     is a literal, which is reported.
//   - An empty nextWorkflowId is without effect, and a SERVICE_TASK without a jobType calls a job of the step's id.
//
// # Expressions
//
// An expression is one of the library expr after the words that only the dialect has were replaced: "#name", "${…}",
// contains(collection, element) and null. Strings may appear in single quotes. A name that no variable has is an error
// wherever it stands; the missing member of an object is null. Numbers are those of JSON: integers stay integers as long
// as they fit, and become doubles when they do not; a division gives a double; to divide by zero is an error. Equality is
// by value, whatever the types; an order between a number and a string is an error. Loops and texts that an expression
// makes are bounded, and what the library leaves to chance (the order of keys, the clock) is not.
package step
