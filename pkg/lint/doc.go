// Package lint checks definitions: it finds out which dialect a file is written in, and brings together what is wrong
// with its text, what the rules of the dialect find, and what the net rules find on the model, which hold for all
// dialects.
package lint
