package diag

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// A RuleCount is how many findings of a rule there are.
type RuleCount struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"` // the worst of them
	Count    int    `json:"count"`
	Fixable  int    `json:"fixable"` // how many have a fix that is safe
}

// Statistics counts the findings by rule: the rules with most findings first, then in the order of their names.
func Statistics(ds []Diagnostic) []RuleCount {
	index := map[string]int{}
	var out []RuleCount
	worst := map[string]Severity{}
	for i := range ds {
		d := &ds[i]
		at, ok := index[d.Rule]
		if !ok {
			at = len(out)
			index[d.Rule] = at
			out = append(out, RuleCount{Rule: d.Rule})
		}
		out[at].Count++
		if d.Fix != nil && !d.Fix.Unsafe {
			out[at].Fixable++
		}
		worst[d.Rule] = max(worst[d.Rule], d.Severity)
		out[at].Severity = worst[d.Rule].String()
	}
	slices.SortFunc(out, func(a, b RuleCount) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Rule, b.Rule)) })
	return out
}

// WriteStatistics writes the counts of the findings of a report as a table, or as one JSON object.
func (r *Report) WriteStatistics(w io.Writer, asJSON bool) error {
	counts := Statistics(r.Findings)
	if asJSON {
		if counts == nil {
			counts = []RuleCount{}
		}
		return writeDocument(w, struct {
			Version    int         `json:"version"`
			Files      int         `json:"files"`
			Statistics []RuleCount `json:"statistics"`
			Summary    Counts      `json:"summary"`
			Error      *Failure    `json:"error,omitempty"`
		}{1, len(r.Files), counts, Count(r.Findings), r.Failure})
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, c := range counts {
		fixable := ""
		if c.Fixable > 0 {
			fixable = fmt.Sprintf(" (%d fixable)", c.Fixable)
		}
		fmt.Fprintf(t, "%d\t  %s  %s%s\n", c.Count, Visible(c.Rule), c.Severity, fixable)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, Summary(len(r.Files), r.Findings))
	return err
}
