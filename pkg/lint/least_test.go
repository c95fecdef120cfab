package lint

import (
	"maps"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
)

// TestLeastKeepsErrors lints every example with all rules, and with those that find errors: both find the same errors. And no finding is
// more severe than its rule can be.
func TestLeastKeepsErrors(t *testing.T) {
	t.Parallel()
	rules := Rules(all.Dialects())
	errors := 0
	for _, r := range rules {
		for _, x := range []diag.Example{r.Example, r.Fixed} {
			o := dialects.Options{Settings: dialects.Settings{}, Exists: func(string) bool { return false }}
			for _, d := range all.Dialects() {
				maps.Copy(o.Settings, dialects.AtLevel(d, x.Level))
			}
			loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{Options: o})}
			found := func(least diag.Severity) (list []string) {
				for _, read := range (&Linter{Least: least}).CheckFile(loader.ReadAll(load.Text(x.Name, []byte(x.Text)))) {
					for _, d := range read.Findings {
						if i := slices.IndexFunc(rules, func(r diag.Rule) bool { return r.ID == d.Rule }); i >= 0 && d.Severity > rules[i].Worst() {
							t.Errorf("%s: a finding of %s has the severity %s, which its rule cannot have", r.ID, d.Rule, d.Severity)
						}
						if d.Severity == diag.Error {
							list = append(list, d.Rule+": "+d.Message)
						}
					}
				}
				return list
			}
			every, least := found(0), found(diag.Error)
			if !slices.Equal(every, least) {
				t.Errorf("%s: the errors are\n%q, and with the rules that find errors\n%q", r.ID, every, least)
			}
			errors += len(every)
		}
	}
	if errors == 0 {
		t.Error("no example has an error")
	}
}
