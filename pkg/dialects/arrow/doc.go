// Package arrow is the front end and back end of the arrow flow text: tasks that arrows connect, labels that join what is
// apart, subflows in brackets.
//
// The story of a definition: token.go and scan.go cut the text into tokens, parse.go and the files next to it make the
// types of syntax.go and report what cannot be read; rules.go and the files next to it look at the result; net.go makes
// the numbered graph of it, which lower.go takes to the model; raise.go comes back from there. print.go writes the syntax
// canonically.
//
// Nets of other dialects, once they need nothing that a flow lacks, become flows in write.go and the files next to it: write_meetings.go
// and write_groups.go find where paths meet, write_chain.go and write_parts.go take nets apart into chains, write_merge.go finds out where
// answers are merged, write_guards.go combines guards, write_text.go makes statements of chains, and write_names.go names and declares
// tasks. conditions_write.go has conditions as guards.
//
// # Readings
//
// Where the text is unclear or contradicts itself, this package reads it so:
//
//   - A subflow is in curly or in square brackets. The canonical form has curly ones.
//   - The longest match counts and line ends do not: a label after a step is its output label, a step after `→ :x` has
//     :x as its input label, on the next line too. Where the eye sees two statements, there is a finding.
//   - A statement without a source begins at the start of its scope, also if its first step has an input label; one
//     without a destination leads to the end, also after an output label.
//   - A literal ends at its closing pair outside of quotes and nested brackets. It is an object or a list.
//   - A resource is loaded where it is a source: first in its statement, without a label before it. A resource that
//     is alone in a subflow or list is a source if that is one. Everywhere else its input is stored in it.
//   - A task with a subflow is expanded where it is invoked. One that contains itself is an error.
//   - Aliases lead on to aliases; the parameters of each are defaults for what is before it.
//   - Signs before a step may come in any order; the canonical one is that in which they act: `>`, the guard, `*`.
//   - A declaration is at the top, not inside of a subflow.
package arrow
