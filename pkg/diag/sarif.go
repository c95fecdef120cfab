package diag

import (
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// The shapes of SARIF 2.1.0 (OASIS: "Static Analysis Results Interchange Format"), as far as they are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Invocations []sarifInvocation `json:"invocations,omitempty"`
		ColumnKind  string            `json:"columnKind"`
		Artifacts   []sarifFile       `json:"artifacts,omitempty"`
		Results     []sarifResult     `json:"results"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		ExitCode      int                 `json:"exitCode"`
		Notifications []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		URI     string      `json:"informationUri"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID       string           `json:"id"`
		Short    sarifText        `json:"shortDescription"`
		Full     *sarifText       `json:"fullDescription,omitempty"`
		Help     *sarifText       `json:"help,omitempty"`
		Defaults sarifRuleDefault `json:"defaultConfiguration"`
	}
	sarifRuleDefault struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifFile struct {
		Location sarifURI `json:"location"`
	}
	sarifURI struct {
		URI string `json:"uri"`
	}
	sarifResult struct {
		Rule         string            `json:"ruleId,omitempty"`
		RuleIndex    *int              `json:"ruleIndex,omitempty"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations,omitempty"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
	}
	sarifLocation struct {
		ID       *int           `json:"id,omitempty"`
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifURI     `json:"artifactLocation"`
		Region   *sarifRegion `json:"region,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifURI           `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted *sarifText  `json:"insertedContent,omitempty"`
	}
)

// The addresses in a log.
const (
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	flowglotHome = "https://github.com/flowglot/flowglot"
)

// sarifFingerprint is the name of the fingerprint that results carry; its version changes with how it is computed.
const sarifFingerprint = "flowglot/v1"

// writeSARIF writes a log of SARIF 2.1.0, which GitHub code scanning, Azure DevOps and editors read: the rules that have
// findings, with their documentation; the findings with their regions, related places and fixes; and a fingerprint for
// each, which holds when lines move.
func writeSARIF(w io.Writer, r *Report) error {
	var run sarifRun
	run.Tool.Driver = sarifDriver{Name: "flowglot", URI: flowglotHome, Version: r.Version, Rules: []sarifRule{}}
	run.ColumnKind = "unicodeCodePoints"
	if f := r.Failure; f != nil {
		run.Invocations = []sarifInvocation{{ExitCode: f.ExitStatus, Notifications: []sarifNotification{{"error", sarifText{Text: sarifPlain(f.Message)}}}}}
	}
	for _, name := range r.Files {
		run.Artifacts = append(run.Artifacts, sarifFile{sarifURI{fileURI(name)}})
	}
	run.Results = make([]sarifResult, 0, len(r.Findings))
	out := sarifWriter{driver: &run.Tool.Driver, report: r, index: map[string]int{}}
	prints := Fingerprints(r.Findings)
	for i := range r.Findings {
		result := out.result(&r.Findings[i])
		result.Fingerprints = map[string]string{sarifFingerprint: prints[i]}
		run.Results = append(run.Results, result)
	}
	return writeDocument(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// A sarifWriter is the state of one log.
type sarifWriter struct {
	placer
	report *Report
	driver *sarifDriver
	index  map[string]int // of the rules in the driver, by id
}

func (s *sarifWriter) result(d *Diagnostic) sarifResult {
	out := sarifResult{Rule: d.Rule, Level: sarifLevel(d.Severity), Message: sarifText{Text: sarifPlain(messageWithHelp(d))}}
	if d.Rule != "" {
		index := s.rule(d)
		out.RuleIndex = &index
	}
	if d.File != nil {
		at := s.location(d.File, d.Span, "")
		if pointer, ok := d.Pointer(); ok && pointer != "" && !d.Span.IsZero() {
			at.Logical = []sarifLogical{{pointer}}
		}
		out.Locations = []sarifLocation{at}
	}
	for _, x := range d.Related {
		if x.File == nil {
			continue
		}
		at := s.location(x.File, x.Span, x.Message)
		id := len(out.Related)
		at.ID = &id
		out.Related = append(out.Related, at)
	}
	if d.Fix != nil && d.File != nil && len(d.Fix.Edits) > 0 {
		out.Fixes = []sarifFix{s.fix(d)}
	}
	return out
}

// rule returns the index of the rule of a finding in the log, which it adds when it is the first.
func (s *sarifWriter) rule(d *Diagnostic) int {
	if i, ok := s.index[d.Rule]; ok {
		return i
	}
	out := sarifRule{ID: d.Rule, Short: sarifText{Text: d.Rule}, Defaults: sarifRuleDefault{sarifLevel(d.Severity)}}
	if r := s.report.rule(d.Rule); r != nil {
		out.Short.Text = r.Summary
		out.Full = &sarifText{Text: r.Why}
		out.Help = &sarifText{Text: r.Why + "\n\nSource: " + r.Source, Markdown: escapeMarkdown(r.Why) + "\n\nSource: " + escapeMarkdown(r.Source)}
		out.Defaults.Level = sarifLevel(r.Severity)
	}
	i := len(s.driver.Rules)
	s.index[d.Rule] = i
	s.driver.Rules = append(s.driver.Rules, out)
	return i
}

func (s *sarifWriter) location(f *source.File, span source.Span, message string) sarifLocation {
	at := &sarifPhysical{Artifact: sarifURI{fileURI(f.Name)}}
	if !span.IsZero() {
		region := s.region(f, span)
		at.Region = &region
	}
	out := sarifLocation{Physical: at}
	if message != "" {
		out.Message = &sarifText{Text: sarifPlain(message)}
	}
	return out
}

func (s *sarifWriter) region(f *source.File, span source.Span) sarifRegion {
	_, start, end := s.place(f, span)
	return sarifRegion{start.Line, start.Column, end.Line, end.Column}
}

func (s *sarifWriter) fix(d *Diagnostic) sarifFix {
	change := sarifChange{Artifact: sarifURI{fileURI(d.File.Name)}}
	for _, e := range d.Fix.Edits {
		r := sarifReplacement{Deleted: s.region(d.File, e.Span)}
		if e.Text != "" {
			r.Inserted = &sarifText{Text: e.Text}
		}
		change.Replacements = append(change.Replacements, r)
	}
	return sarifFix{Description: sarifText{Text: d.Fix.Description}, Changes: []sarifChange{change}}
}

func sarifLevel(s Severity) string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return "note"
	}
}

// sarifPlain returns text as a message, in which "[text](place)" would be a link (SARIF: "Messages with embedded links").
func sarifPlain(text string) string { return strings.ReplaceAll(text, "](", "] (") }

// fileURI returns the name of a file as a URI reference: relative names stay relative.
func fileURI(name string) string {
	parts := strings.Split(filepath.ToSlash(name), "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	uri := strings.Join(parts, "/")
	switch {
	case strings.HasPrefix(uri, "/"):
		return "file://" + uri
	case len(parts) > 1 && len(parts[0]) == 2 && parts[0][1] == ':':
		return "file:///" + uri // a drive of Windows
	case slices.ContainsFunc(parts[:1], func(p string) bool { return strings.Contains(p, ":") }):
		return "./" + uri // a colon in the first part would make it a scheme
	}
	return uri
}
