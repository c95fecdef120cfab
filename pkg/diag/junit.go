package diag

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The shapes of a JUnit report, as Jenkins, GitLab, Azure and CircleCI read it: the attributes are those that the schema
// of Jenkins asks for.
type (
	junitReport struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failure *junitFailure `xml:"failure"`
		Error   *junitFailure `xml:"error"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a suite of tests per file. Each finding that fails the check is a failed test; those that do not are
// the output of a test "lint" that passes, and which every other file has too.
func writeJUnit(w io.Writer, r *Report) error {
	report := junitReport{Name: "flowglot lint"}
	var places placer
	for _, f := range r.byFile() {
		suite := junitSuite{Name: Visible(f.name)}
		var passed []string
		for _, d := range f.findings {
			_, at, _ := places.place(d.File, d.Span)
			line := fmt.Sprintf("%s:%d:%d: %s: %s [%s]", f.name, at.Line, at.Column, d.Severity, messageWithHelp(d), d.Rule)
			if !r.fails(d) {
				passed = append(passed, Visible(line))
				continue
			}
			suite.Failures++
			suite.Cases = append(suite.Cases, junitCase{
				Name: Visible(fmt.Sprintf("%s:%d:%d", d.Rule, at.Line, at.Column)), Class: suite.Name,
				Failure: &junitFailure{Type: Visible(d.Rule), Message: Visible(d.Message), Text: Visible(line)},
			})
		}
		if suite.Failures == 0 || len(passed) > 0 {
			suite.Cases = append(suite.Cases, junitCase{Name: "lint", Class: suite.Name, Out: strings.Join(passed, "\n")})
		}
		suite.Tests = len(suite.Cases)
		report.Tests += suite.Tests
		report.Failures += suite.Failures
		report.Suites = append(report.Suites, suite)
	}
	report.fail(r.Failure)
	return writeXML(w, report)
}

// fail adds a suite with the failure as an error, if there is one.
func (report *junitReport) fail(f *Failure) {
	if f == nil {
		return
	}
	first, _, _ := strings.Cut(f.Message, "\n")
	report.Suites = append(report.Suites, junitSuite{Name: "flowglot", Tests: 1, Errors: 1, Cases: []junitCase{{
		Name: "flowglot", Class: "flowglot",
		Error: &junitFailure{Type: "error", Message: Visible(first), Text: visibleLines(f.Message)},
	}}})
	report.Tests++
	report.Errors++
}

// A JUnitCase is a test of a report that is not about findings. Failure is empty for one that passed.
type JUnitCase struct {
	File, Name, Failure, Out string
}

// WriteJUnitCases writes a report of tests, with a suite for each file, in the form of [Report] as JUnit; failure is what kept tests
// from running, or nil.
func WriteJUnitCases(w io.Writer, name string, cases []JUnitCase, failure *Failure) error {
	report := junitReport{Name: name}
	index := map[string]int{}
	for _, c := range cases {
		i, known := index[c.File]
		if !known {
			i = len(report.Suites)
			index[c.File] = i
			report.Suites = append(report.Suites, junitSuite{Name: VisibleName(c.File)})
		}
		s := &report.Suites[i]
		one := junitCase{Name: Visible(c.Name), Class: s.Name, Out: visibleLines(c.Out)}
		if c.Failure != "" {
			first, _, _ := strings.Cut(c.Failure, "\n")
			one.Failure = &junitFailure{Type: "failure", Message: Visible(first), Text: visibleLines(c.Failure)}
			s.Failures++
			report.Failures++
		}
		s.Cases = append(s.Cases, one)
		s.Tests++
		report.Tests++
	}
	report.fail(failure)
	return writeXML(w, report)
}

// visibleLines is [Visible] for a text of several lines.
func visibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = Visible(lines[i])
	}
	return strings.Join(lines, "\n")
}
