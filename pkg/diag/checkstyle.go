package diag

import (
	"encoding/xml"
	"io"
)

// The shapes of a checkstyle report.
type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// checkstyleVersion is the version of checkstyle whose form the report has.
const checkstyleVersion = "4.3"

// writeCheckstyle writes the findings in the XML of checkstyle, which many tools read: reviewdog, Jenkins, SonarQube.
// Files without findings are listed without errors.
func writeCheckstyle(w io.Writer, r *Report) error {
	report := checkstyleReport{Version: checkstyleVersion}
	var places placer
	for _, f := range r.byFile() {
		file := checkstyleFile{Name: Visible(f.name)}
		for _, d := range f.findings {
			_, start, _ := places.place(d.File, d.Span)
			file.Errors = append(file.Errors, checkstyleError{
				Line: start.Line, Column: start.Column, Severity: d.Severity.String(),
				Message: Visible(messageWithHelp(d)), Source: "flowglot." + Visible(d.Rule),
			})
		}
		report.Files = append(report.Files, file)
	}
	if f := r.Failure; f != nil {
		report.Files = append(report.Files, checkstyleFile{Name: "flowglot", Errors: []checkstyleError{{
			Line: 1, Column: 1, Severity: "error", Message: Visible(f.Message), Source: "flowglot",
		}}})
	}
	return writeXML(w, report)
}
