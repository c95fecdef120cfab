package diag

import (
	"bufio"
	"encoding/xml"
	"io"
)

// writeXML writes a value as an XML document. The texts in it have to be visible text: encoding/xml replaces the
// characters that XML 1.0 cannot hold, and visible the ones that a terminal would act on.
func writeXML(w io.Writer, value any) error {
	out := bufio.NewWriter(w)
	out.WriteString(xml.Header)
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	out.WriteByte('\n')
	return out.Flush()
}

// byFile groups the findings of a report by file, in the order in which the files come up.
func (r *Report) byFile() []fileFindings {
	var out []fileFindings
	index := make(map[string]int)
	group := func(name string) int {
		i, ok := index[name]
		if !ok {
			i = len(out)
			index[name] = i
			out = append(out, fileFindings{name: name})
		}
		return i
	}
	for _, name := range r.Files {
		group(name)
	}
	for i := range r.Findings {
		d := &r.Findings[i]
		name := ""
		if d.File != nil {
			name = d.File.Name
		}
		g := group(name)
		out[g].findings = append(out[g].findings, d)
	}
	return out
}

// fileFindings are the findings of one file.
type fileFindings struct {
	name     string
	findings []*Diagnostic
}
