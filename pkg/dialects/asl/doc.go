// Package asl is the front end and back end of the Amazon States Language, at two levels: the specification of 2016, and
// the language as AWS runs it today.
//
// The story of a definition: [Dialect.Read] takes the tree of a file to the types of syntax.go and reports what is wrong
// with single values (fields.go and operators.go say what may stand where); rules.go and the files beside it look at the
// result; lower.go takes it to the model, and raise.go comes back from there.
//
// # Readings
//
// Where the text of 2016 is unclear or contradicts itself, this package reads it so:
//
//   - A substitution such as ${Name} may stand wherever a string may, alone or as a part. What it will become is not
//     known, so nothing is said about such a string, and a transition to such a name goes nowhere.
//   - "End": false beside a "Next" is legal, and without one it is a state that lacks it.
//   - "Comment" may stand in retriers, catchers and choice rules too.
//   - What is inside of "Result" is data, whatever its keys look like.
//   - The text has States.OutputMatchFailure and States.ResultPathMatchFailure for one thing; both names are known.
//     States.ParameterPathFailure is the name of a path that selects nothing, which the text leaves open.
//   - States.TaskFailed takes every error that a task reports but States.Timeout, and States.BranchFailed takes every
//     error that comes out of a branch, so that other names behind them never match.
//   - A negative wait is at odds with the text, but breaks no MUST: it is a warning at level 2016.
//   - A state machine, branch and processor is asked for one state at least, as it cannot start otherwise.
//
// At level 2016 a construct of a later version is reported once, where it begins: the fields of a Map state follow from
// its type, and those of JSONata from the query language.
package asl
