package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/config"
	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/nearest"
)

func (a *app) rulesCommand() *cobra.Command {
	format := "text"
	c := &cobra.Command{
		Use:     "rules",
		Short:   "List the rules of lint, the losses and the rewrites of convert",
		Example: "  flowglot rules\n  flowglot rules --format json",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := oneOf("--format", format, "text", "json", "markdown"); err != nil {
				return err
			}
			rules := a.rules()
			switch format {
			case "json":
				return a.rulesJSON(rules)
			case "markdown":
				return lint.Markdown(a.Stdout, rules)
			}
			table := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
			for _, r := range rules {
				severity := r.Severity.String()
				if r.Off {
					severity += ", off"
				}
				fmt.Fprintf(table, "%s\t%s\t%s\n", r.ID, severity, r.Summary)
			}
			for _, l := range convert.LossRules(a.dialects) {
				fmt.Fprintf(table, "%s\tloss, %s\t%s\n", l.ID, l.Level, l.What)
			}
			for _, id := range convert.Rewrites() {
				fmt.Fprintf(table, "%s\trewrite\t%s\n", id, convert.What(id))
			}
			return table.Flush()
		},
	}
	c.Flags().StringVar(&format, "format", format, "text, json or markdown")
	complete(c, "format", "text", "json", "markdown")
	uses(c)
	return c
}

func (a *app) rulesJSON(rules []diag.Rule) error {
	type example struct {
		Name  string `json:"name"`
		Level string `json:"level"`
		Text  string `json:"text"`
	}
	type rule struct {
		ID       string   `json:"id"`
		Aliases  []string `json:"aliases"`
		Severity string   `json:"severity"`
		Off      bool     `json:"off"`
		Fixable  bool     `json:"fixable"`
		Summary  string   `json:"summary"`
		Why      string   `json:"why"`
		Source   string   `json:"source"`
		Levels   string   `json:"levels"`
		Example  example  `json:"example"`
		Fixed    example  `json:"fixed"`
	}
	out := make([]rule, len(rules))
	for i, r := range rules {
		out[i] = rule{r.ID, append([]string{}, r.Aliases...), r.Severity.String(), r.Off, r.Fixable, r.Summary, r.Why, r.Source, r.Levels,
			example{r.Example.Name, r.Example.Level, r.Example.Text}, example{r.Fixed.Name, r.Fixed.Level, r.Fixed.Text}}
	}
	e := json.NewEncoder(a.Stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Version int    `json:"version"`
		Rules   []rule `json:"rules"`
	}{1, out})
}

func (a *app) explainCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "explain RULE",
		Short: "Explain a rule, the cause of a loss, or a rewrite",
		Long: "explain prints what a rule finds, why, and an example with its fix; what is lost for a cause that convert reports, what may\n" +
			"differ then and what to do about it; or what a rewrite does that convert applies.",
		Example: "  flowglot explain net/unreachable\n" +
			"  flowglot explain convert/retry",
		Args: arguments(1, 1, "RULE"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return a.codes(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.explain(args[0]) },
	}
	uses(c)
	return c
}

// explain prints what a code in brackets means, whichever command printed it.
func (a *app) explain(code string) error {
	for _, r := range a.rules() {
		if r.Named(code) {
			return lint.Explain(a.Stdout, r)
		}
	}
	for _, l := range convert.LossRules(a.dialects) {
		if l.ID == code || slices.Contains(l.Aliases, code) {
			_, err := io.WriteString(a.Stdout, convert.Explain(l))
			return err
		}
	}
	if text := convert.ExplainRewrite(code); text != "" {
		_, err := io.WriteString(a.Stdout, text)
		return err
	}
	help := nearest.Help(code, a.codes())
	if help == "" {
		help = "'flowglot rules' lists them"
	}
	return fmt.Errorf("there is no rule %q; %s", code, help)
}

// codes are the ids of all rules, causes of losses and rewrites.
func (a *app) codes() []string {
	ids := a.ruleIDs("")
	for _, l := range convert.LossRules(a.dialects) {
		if !slices.Contains(ids, l.ID) {
			ids = append(ids, l.ID)
		}
	}
	return append(ids, convert.Rewrites()...)
}

// ruleIDs are the ids of the rules of lint, each with each of the endings.
func (a *app) ruleIDs(endings ...string) []string {
	var ids []string
	for _, r := range a.rules() {
		for _, e := range endings {
			ids = append(ids, r.ID+e)
		}
	}
	return ids
}

func (a *app) schemaCommand() *cobra.Command {
	names := append(a.dialectNames(), "scenario", "config")
	c := &cobra.Command{
		Use:       "schema DIALECT",
		Short:     "Print the JSON Schema of a dialect, of scenario files or of configuration files",
		Example:   "  flowglot schema asl\n  flowglot schema scenario\n  flowglot schema config",
		Args:      arguments(1, 1, "DIALECT"),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("the argument", args[0], names...); err != nil {
				return err
			}
			schema := scenarioSchema
			if d := dialects.Named(a.dialects, args[0]); d != nil {
				schema = d.Schema()
			} else if args[0] == "config" {
				schema = config.Schema(a.vocabulary())
			}
			if schema == nil {
				return fmt.Errorf("%s definitions are not JSON and have no schema", args[0])
			}
			_, err := a.Stdout.Write(schema)
			return err
		},
	}
	uses(c)
	return c
}
