package diag

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"
)

// The shapes of the JSON form. Lines and columns count from 1, columns in code points; an end is the place after the
// last character. What is about a file as a whole is at line 1, column 1, and ends there.
type (
	jsonFinding struct {
		File      string        `json:"file"`
		Dialect   string        `json:"dialect"`
		Rule      string        `json:"rule"`
		Severity  string        `json:"severity"`
		Line      int           `json:"line"`
		Column    int           `json:"column"`
		EndLine   int           `json:"endLine"`
		EndColumn int           `json:"endColumn"`
		Pointer   *string       `json:"pointer,omitempty"`
		Message   string        `json:"message"`
		Help      string        `json:"help"`
		Related   []jsonRelated `json:"related"`
		Fix       *jsonFix      `json:"fix"`
	}
	jsonRelated struct {
		File    string `json:"file"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
		Message string `json:"message"`
	}
	jsonFix struct {
		Description string     `json:"description"`
		Safe        bool       `json:"safe"`
		Edits       []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Line      int    `json:"line"`
		Column    int    `json:"column"`
		EndLine   int    `json:"endLine"`
		EndColumn int    `json:"endColumn"`
		Text      string `json:"text"`
	}
)

// PrintJSON writes the findings as the JSON object that `flowglot lint --format json` promises, one finding a line, in
// the order in which they are given; files is how many files were looked at. An absent help is "", an absent fix null;
// pointer is an RFC 6901 pointer and missing where the file has no tree. The error is that of w.
func PrintJSON(w io.Writer, files int, ds []Diagnostic) error {
	return writeJSON(w, &Report{Files: make([]string, files), Findings: ds})
}

// writeJSON writes a report as [PrintJSON] does, with its failure.
func writeJSON(w io.Writer, r *Report) error {
	out, ds := newJSONWriter(w), r.Findings
	fmt.Fprintf(out.w, `{"version": 1, "files": %d, "findings": [`, len(r.Files))
	for i := range ds {
		if i > 0 {
			out.w.WriteByte(',')
		}
		out.w.WriteByte('\n')
		if err := out.write(out.finding(&ds[i])); err != nil {
			return err
		}
	}
	if len(ds) > 0 {
		out.w.WriteByte('\n')
	}
	out.w.WriteString(`], "summary": `)
	if err := out.write(Count(ds)); err != nil {
		return err
	}
	for _, more := range []struct {
		name    string
		value   any
		present bool
	}{{"patch", r.Patch, r.Patch != nil}, {"fixed", r.Fixed, r.Fixed != nil}, {"error", r.Failure, r.Failure != nil}} {
		if !more.present {
			continue
		}
		fmt.Fprintf(out.w, `, "%s": `, more.name)
		if err := out.write(more.value); err != nil {
			return err
		}
	}
	out.w.WriteString("}\n")
	return out.w.Flush()
}

// JSONFindings returns findings with the members that [PrintJSON] has, for a JSON document that has more besides them.
func JSONFindings(ds []Diagnostic) []any {
	j := newJSONWriter(io.Discard)
	out := make([]any, len(ds))
	for i := range ds {
		out[i] = j.finding(&ds[i])
	}
	return out
}

// A jsonWriter is the state of one PrintJSON. Errors of w are kept by it until it is flushed.
type jsonWriter struct {
	w       *bufio.Writer
	line    bytes.Buffer
	encoder *json.Encoder
	placer
}

// write writes a value on one line. The encoder leaves DEL and the control characters U+0080 to U+009F as they are;
// on a terminal they would be commands, so they are escaped too.
func (j *jsonWriter) write(value any) error {
	j.line.Reset()
	if err := j.encoder.Encode(value); err != nil {
		return err
	}
	text := bytes.TrimSuffix(j.line.Bytes(), []byte("\n"))
	for {
		i := bytes.IndexFunc(text, func(r rune) bool { return 0x7f <= r && r <= 0x9f })
		if i < 0 {
			break
		}
		r, size := utf8.DecodeRune(text[i:])
		j.w.Write(text[:i])
		fmt.Fprintf(j.w, `\u%04x`, r)
		text = text[i+size:]
	}
	_, err := j.w.Write(text)
	return err
}

func (j *jsonWriter) finding(d *Diagnostic) jsonFinding {
	name, start, end := j.place(d.File, d.Span)
	out := jsonFinding{
		File: name, Dialect: d.Dialect, Rule: d.Rule, Severity: d.Severity.String(),
		Line: start.Line, Column: start.Column, EndLine: end.Line, EndColumn: end.Column,
		Message: d.Message, Help: d.Help,
		Related: make([]jsonRelated, len(d.Related)),
	}
	if pointer, ok := d.Pointer(); ok {
		out.Pointer = &pointer
	}
	for i, r := range d.Related {
		name, start, _ := j.place(r.File, r.Span)
		out.Related[i] = jsonRelated{File: name, Line: start.Line, Column: start.Column, Message: r.Message}
	}
	if d.Fix != nil {
		out.Fix = &jsonFix{Description: d.Fix.Description, Safe: !d.Fix.Unsafe, Edits: make([]jsonEdit, len(d.Fix.Edits))}
		for i, e := range d.Fix.Edits {
			_, start, end := j.place(d.File, e.Span)
			out.Fix.Edits[i] = jsonEdit{start.Line, start.Column, end.Line, end.Column, e.Text}
		}
	}
	return out
}
