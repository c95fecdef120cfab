package lint

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// mostFindings is how many findings of a file are reported. Nobody reads more, and a hostile file can have one for each of its
// bytes.
const mostFindings = 1000

// tooManyRule is that of the finding that stands for those that are left out.
var tooManyRule = diag.Rule{
	ID:       "source/too-many-findings",
	Severity: diag.Info,
	Summary:  fmt.Sprintf("more than %d findings in a file", mostFindings),
	Why: "A file with so many findings is probably not what it is read as, or was generated with the same mistake everywhere. The " +
		"worst findings are reported, and this one counts the others. It is as severe as the worst of them.",
	Source: "flowglot lint",
}

// bound leaves out all but the worst findings of a file, those that come first, and adds one that counts the rest. The findings
// are sorted.
func bound(f *source.File, ds []diag.Diagnostic) []diag.Diagnostic {
	if len(ds) <= mostFindings {
		return ds
	}
	out := make([]diag.Diagnostic, 0, mostFindings+1)
	end := source.Span{Start: len(f.Text), End: len(f.Text)}
	rest := diag.Diagnostic{Rule: tooManyRule.ID, Severity: tooManyRule.Severity, File: f, Span: end, Dialect: ds[0].Dialect,
		Message: fmt.Sprintf("%d more findings are not reported", len(ds)-mostFindings)}
	room := mostFindings
	var keep [diag.Error + 1]int // how many of each severity
	for s := diag.Error; s >= diag.Info; s-- {
		for i := range ds {
			if ds[i].Severity == s && room > 0 {
				keep[s]++
				room--
			}
		}
	}
	for i := range ds {
		if s := ds[i].Severity; keep[s] > 0 {
			keep[s]--
			out = append(out, ds[i])
		} else {
			rest.Severity = max(rest.Severity, s)
		}
	}
	return append(out, rest)
}
