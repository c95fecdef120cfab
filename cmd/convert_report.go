package cmd

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/diag"
)

// reportConversion prints what people are shown of a conversion.
func (a *app) reportConversion(f *convertFlags, c *conversion) error {
	if f.explain && c.raised != nil && f.report == "text" {
		a.explainRewrites(c)
	}
	if f.report != "text" {
		return nil
	}
	if c.source.reason != "" || !c.report.Written || f.verbose {
		if err := a.report(c.losses); err != nil {
			return err
		}
	}
	if !c.report.Written || c.asItIs && c.report.Class == convert.Exact && c.report.Verified == nil {
		return nil
	}
	if _, err := fmt.Fprint(a.Stderr, c.report.Text(c.heading(f), f.verbose)); err != nil {
		return err
	}
	if v := c.report.Verified; v != nil && v.Difference != nil {
		for line := range strings.Lines(*v.Difference) {
			fmt.Fprintln(a.Stderr, diag.Visible(strings.TrimSuffix(line, "\n")))
		}
	}
	return nil
}

// heading names what was converted, and to what.
func (c *conversion) heading(f *convertFlags) string {
	to := f.to
	if len(c.report.Files) > 0 {
		to = strings.Join(c.report.Files, ", ")
	}
	return c.source.file.Name + " → " + to
}

// explainRewrites lists the rewrites that were applied to a net, in their order.
func (a *app) explainRewrites(c *conversion) {
	if len(c.raised.Rewrites) == 0 {
		fmt.Fprintln(a.Stderr, "no rewrites applied")
		return
	}
	fmt.Fprintln(a.Stderr, "rewrites applied:")
	for _, id := range c.raised.Rewrites {
		fmt.Fprintf(a.Stderr, "  %s  %s\n", id, convert.What(id))
	}
}

// writeReports writes the JSON reports: one of one conversion, or a list of those of several.
func (a *app) writeReports(f *convertFlags, all []*convert.Report, several bool) error {
	if f.reportFile == "" && f.report == "text" {
		return nil
	}
	var shown any = all
	if !several {
		if len(all) == 0 {
			return nil
		}
		shown = all[0]
	}
	text, err := json.MarshalIndent(shown, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if f.reportFile != "" {
		return a.print("--report-file", f.reportFile, text)
	}
	_, err = a.Stderr.Write(text)
	return err
}

// differs returns an error if a verdict is against a conversion.
func differs(v *verify.Verdict) error {
	if v.Failed() {
		return &exit{status: statusFound, message: "the definitions do not behave the same, and no loss explains it"}
	}
	if v.Unproven() {
		return &exit{status: statusFound, message: "not verified: the definition succeeds in some runs, and none of the compared runs is equal to the end"}
	}
	return nil
}
