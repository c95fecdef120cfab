// Package asl is the front end and back end of the Amazon States Language, at two levels: the specification of 2016, and
// the language as AWS runs it today.
//
// The story of a definition: [Dialect.Read] takes the tree of a file to the types of syntax.go and reports what is wrong
// with single values (fields.go and operators.go list what may appear where); rules.go and the files next to it look at the
// result; lower.go takes it to the model, and the write_*.go files write the model as a definition.
//
// # Readings
//
// Where the text of 2016 is unclear or contradicts itself, this package reads it so:
//
//   - A substitution such as ${Name} may appear wherever a string may, alone or as a part. What it will become is not
//     known, so nothing is reported about such a string, and the target of a transition to such a name is unknown.
//   - "End": false beside a "Next" is legal, and without one it is a state that lacks it.
//   - "Comment" may appear in retriers, catchers and choice rules too.
//   - What is inside of "Result" is data, whatever its keys look like.
//   - The text has States.OutputMatchFailure and States.ResultPathMatchFailure for one thing; both names are known.
//     States.ParameterPathFailure is the name of a path that selects nothing, which the text leaves open.
//   - States.TaskFailed takes every error that a task reports but States.Timeout, and States.BranchFailed takes every
//     error that comes out of a branch, so that other names after them never match.
//   - A negative wait is at odds with the text, but breaks no MUST: it is a warning at level 2016.
//   - A state machine, branch and processor is asked for one state at least, as it cannot start otherwise.
//
// At level 2016 a construct of a later version is reported once, where it begins: the fields of a Map state follow from
// its type, and those of JSONata from the query language.
//
// # Readings of today's language
//
//   - A path argument of an intrinsic function that selects nothing is States.Runtime; any other error of a function is
//     States.IntrinsicFailure, which can be caught.
//   - States.Runtime ends an execution. In a distributed Map it ends the child execution, which the Map may tolerate.
//   - Tolerated failures have an effect in a distributed Map alone. Where only a percentage is given, no number is.
//   - A task that has a token may fail without a name; any other task that names no error fails with States.TaskFailed.
//   - A stub for a task with a token stands for what is sent with the token, and one for a .sync task for the result of the job.
//   - A workflow variable hides a JSONata function of the same name.
//   - The history is counted by the events that a state adds when it is entered, attempted and left. Events that the service
//     adds besides them, such as those of an aborted branch, are not counted.
//
// # Rules at level current
//
// rules.go lists the rules; the files next to it hold them by subject. uses.go yields everything that a state computes,
// query_facts.go what a JSONata expression reads and calls, scopes.go the variables, shapes.go what is known of the data. A
// finding is an error only where AWS refuses the definition or the state cannot work whatever its input is:
//
//   - A variable that no state assigns is a warning, since AWS accepts the definition, and so is an expression whose value is
//     of another type than its field demands.
//   - A path without ".$" is a warning, as it is at AWS, since the text may be meant as it is.
//   - What holds a placeholder is not known, and neither is what depends on it.
package asl
