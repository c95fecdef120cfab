// Package source holds what an author wrote: files, places in them, and one ordered tree for JSON and YAML in which
// every key and every value knows where it is.
//
// Everything else in flowglot speaks of places as a [Span], two byte offsets into a [File]. Lines and columns, which
// are what people read, are computed when somebody asks for them.
package source
