package diag

import (
	"cmp"
	"io"
	"path/filepath"

	"github.com/flowglot/flowglot/pkg/source"
)

// The shapes of a code quality report (GitLab: "Code Quality", "Code Quality report format").
type (
	gitlabIssue struct {
		Description string         `json:"description"`
		CheckName   string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path      string          `json:"path"`
		Positions gitlabPositions `json:"positions"`
	}
	gitlabPositions struct {
		Begin gitlabPosition `json:"begin"`
		End   gitlabPosition `json:"end"`
	}
	gitlabPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
)

// writeGitLab writes the findings as a code quality report of GitLab, which asks for a path and a name of the check in each.
func writeGitLab(w io.Writer, r *Report) error {
	issues := make([]gitlabIssue, 0, len(r.Findings))
	prints := Fingerprints(r.Findings)
	var places placer
	for i := range r.Findings {
		d := &r.Findings[i]
		name, start, end := places.place(d.File, d.Span)
		issues = append(issues, gitlabIssue{
			Description: messageWithHelp(d), CheckName: cmp.Or(d.Rule, "flowglot"), Fingerprint: prints[i], Severity: gitlabSeverity(d.Severity),
			Location: gitlabLocation{cmp.Or(filepath.ToSlash(name), "."), gitlabPositions{gitlabAt(start), gitlabAt(end)}},
		})
	}
	return writeDocument(w, issues)
}

func gitlabAt(p source.Position) gitlabPosition { return gitlabPosition{p.Line, p.Column} }

func gitlabSeverity(s Severity) string {
	switch s {
	case Error:
		return "major"
	case Warning:
		return "minor"
	default:
		return "info"
	}
}
