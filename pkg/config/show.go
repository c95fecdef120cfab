package config

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/flowglot/flowglot/pkg/diag"
)

// Show writes what holds for a file, each setting with the place that it comes from.
func (s *Settings) Show(w io.Writer, file string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(indent, key string, o Origin) {
		if o.Text != "" {
			fmt.Fprintf(t, "%s%s%s\t# %s\n", indent, key, diag.Visible(o.Text), diag.Visible(o.place()))
		}
	}
	fmt.Fprintf(t, "# %s\n", diag.Visible(file))
	for _, o := range s.Excluded {
		line("", "exclude: ", o)
	}
	line("", "dialect: ", s.Dialect)
	var keys []string
	for k := range s.Options {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		line("", k+": ", s.Options[k])
	}
	line("", "failOn: ", s.FailOn)
	if levels := s.Levels(); len(levels) > 0 {
		fmt.Fprint(t, "rules:\n")
		for _, l := range levels {
			line("  ", "", l)
		}
	}
	if len(s.ignores) > 0 {
		fmt.Fprint(t, "ignored:\n")
		for _, x := range s.ignores {
			at := strings.TrimSpace(x.Path + " " + x.Pointer)
			line("  ", "", Origin{strings.TrimSpace(x.Pattern+" at "+at) + ": " + x.Reason, x.Config.File, x.Span})
		}
	}
	if s.empty() {
		fmt.Fprint(t, "# no configuration; the defaults hold\n")
	}
	return t.Flush()
}

func (s *Settings) empty() bool {
	return len(s.Excluded) == 0 && s.Dialect.Text == "" && len(s.Options) == 0 && s.FailOn.Text == "" && len(s.levels) == 0 && len(s.ignores) == 0
}

// place is where a setting comes from: "file:line".
func (o Origin) place() string {
	if o.File == nil {
		return "default"
	}
	return fmt.Sprintf("%s:%d", o.File.Name, o.File.Position(o.Span.Start).Line)
}
