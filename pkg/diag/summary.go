package diag

import (
	"fmt"
	"strings"
)

// Counts are the numbers of findings by severity.
type Counts struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Infos    int `json:"infos"`
}

// Count counts the findings.
func Count(ds []Diagnostic) Counts {
	var c Counts
	for i := range ds {
		switch ds[i].Severity {
		case Error:
			c.Errors++
		case Warning:
			c.Warnings++
		default:
			c.Infos++
		}
	}
	return c
}

// Summary describes in one line what was looked at and what was found: "3 files, 2 errors, 1 warning", or "1 file, no
// findings".
func Summary(files int, ds []Diagnostic) string {
	parts := []string{Number(files, "file")}
	c := Count(ds)
	for _, n := range []struct {
		n    int
		noun string
	}{{c.Errors, "error"}, {c.Warnings, "warning"}, {c.Infos, "info"}} {
		if n.n > 0 {
			parts = append(parts, Number(n.n, n.noun))
		}
	}
	if len(parts) == 1 {
		parts = append(parts, "no findings")
	}
	return strings.Join(parts, ", ")
}

// Number returns a number with its noun, "1 file" or "2 files".
func Number(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
