// Package terminal shows to people, as lines of text, what happens while a workflow runs.
package terminal
