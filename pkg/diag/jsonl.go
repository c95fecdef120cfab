package diag

import (
	"bufio"
	"encoding/json"
	"io"
)

// writeJSONLines writes each finding as a JSON object on a line of its own, with the members that [PrintJSON] has. A
// failure is the last line: an object with the member "error".
func writeJSONLines(w io.Writer, r *Report) error {
	out := newJSONWriter(w)
	for i := range r.Findings {
		if err := out.write(out.finding(&r.Findings[i])); err != nil {
			return err
		}
		out.w.WriteByte('\n')
	}
	if r.Failure != nil {
		if err := out.write(map[string]*Failure{"error": r.Failure}); err != nil {
			return err
		}
		out.w.WriteByte('\n')
	}
	return out.w.Flush()
}

// newJSONWriter returns a writer of JSON to w.
func newJSONWriter(w io.Writer) *jsonWriter {
	out := &jsonWriter{w: bufio.NewWriter(w)}
	out.encoder = json.NewEncoder(&out.line)
	out.encoder.SetEscapeHTML(false)
	return out
}

// writeDocument writes one value as a JSON document with indentation.
func writeDocument(w io.Writer, value any) error {
	out := newJSONWriter(w)
	out.encoder.SetIndent("", "  ")
	if err := out.write(value); err != nil {
		return err
	}
	out.w.WriteByte('\n')
	return out.w.Flush()
}
