// Package sw is the front end of Serverless Workflow: states that call functions, wait for events, branch and iterate,
// with filters that select the data they see. It also prints definitions canonically.
//
// The story of a definition: [Dialect.Read] takes the tree of a file to the types of syntax.go and reports what is wrong
// with single values (fields.go describes what may appear where, expression.go reads the expressions in strings); rules.go and
// the files next to it look at the result; lower.go takes it to the model, from which it is drawn, checked and run.
//
// # Readings
//
// Where the text is unclear or contradicts itself, this package reads it so:
//
//   - Words of enumerations are read in any letter case, and some fields by a second name that examples of the text use;
//     each is a warning.
//
//   - "source" is required of the events that are waited for, "transition" only of states without an "end", and
//     "directInvoke", "waitForCompletion" and "errorDataFilter" of none.
//
//   - A reference to a state is its name, or else its id.
//
//   - A path in an expression is one of Jayway's library. An expression without braces is read where it starts with "$".
//
//   - A duration, and a number that may appear in a string, may be an expression as well.
//
//   - A cron expression has five fields, or six with the seconds first; "?" is "*" where a day is. Days restricted in
//     both fields are due when either is.
//
//   - The retry of a state does not wait again for the events that it waited for. The time of a callback counts from when
//     its action has been performed. The entries of an event state that waits for all events act one after the other.
//
//   - Schedules without a time zone are in UTC, since a run has no machine whose zone could count.
//
//   - An event that is produced has no data where none are given.
//
// # What the model holds
//
// All of a definition. What a state does inside of it, its actions and what it waits for, are auxiliary nodes in the regions
// of a scope (lower_states.go, lower_actions.go); events that are produced are nodes along a transition
// (lower_edges.go). Filters, conditions and parameters are foreign expressions (filters.go, evaluate.go). What changes
// nothing stays in extras (extras.go), so that raising gives back what was written.
//
// # What other dialects become
//
// A program of another dialect is written state by state (raise_states.go), what runs side by side as parallel states
// (raise_branches.go, raise_nested.go), and branches that do more than to call functions as definitions of their own. Where the
// language has no word for something, it is expressed by what has the same result:
//
//   - The filter `$[?(false)]` selects nothing, so that nothing is merged; as the expression of a transition it never holds.
//   - A failure on purpose is a transition that is not allowed. Its error has the name of that (raise_refusals.go).
//   - A condition that is an error where a value is missing has another one before it, which asks whether it is and leads to such
//     a failure (raise_choices.go). That a value is there, whatever it is, is `@.a != null || @.a == null`.
//   - What takes the place of the document is put into a list, since lists are not merged, and selected from it (raise_data.go).
//   - A time limit that fails has a retry of no attempts, as the state would go on otherwise (raise_errors.go).
//   - A timer that starts something beside a step is a parallel state that one of its branches completes (raise_further.go).
//   - A person who completes a step, a signal, and a request for a transition of an entity come as events, whose types are
//     their names (raise_events.go, raise_entity.go).
package sw
