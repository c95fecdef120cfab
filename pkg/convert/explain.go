package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects"
)

// Explain returns what the cause of a loss means, for a terminal: at which level it is reported, and what may differ between the
// runs of both definitions.
func Explain(l *dialects.LossRule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (loss, %s)\n\n%s\n\n", l.ID, l.Level, l.What)
	if names := l.Affects.Names(); len(names) > 0 {
		fmt.Fprintf(&b, "May differ: %s\n", strings.Join(names, ", "))
	}
	if l.Data != dialects.Same {
		fmt.Fprintf(&b, "Data: %s\n", dataWords(l.Data))
	}
	if l.Remedy != "" {
		fmt.Fprintf(&b, "Remedy: %s\n", l.Remedy)
	}
	b.WriteString("\nA loss is a warning, and an error with --strict. 'flowglot convert --verify' runs both definitions and compares them.\n")
	return b.String()
}

// dataWords explains how the data of both sides compare.
func dataWords(d dialects.Change) string {
	switch d {
	case dialects.Includes:
		return "the converted definition has everything that the source has, and more"
	case dialects.Part:
		return "the converted definition has a part of what the source has"
	}
	return "the data may differ in any respect"
}

// Rewrites are the ids of all rewrites, in the order in which they are applied.
func Rewrites() []string {
	var out []string
	for _, r := range rewrite.All() {
		if !slices.Contains(out, r.ID) { // it is applied twice
			out = append(out, r.ID)
		}
	}
	return out
}

// What returns in a sentence what a rewrite does; empty if there is none of that id.
func What(id string) string {
	if r := rewriteOf(id); r != nil {
		return r.What
	}
	return ""
}

// ExplainRewrite returns what a rewrite of nets does, when, what can be lost, and an example; empty if there is none of that id.
func ExplainRewrite(id string) string {
	r := rewriteOf(id)
	if r == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (rewrite)\n\n%s\n\n%s\n", r.ID, r.What, applied(r))
	if ids := lossesOf(r); len(ids) > 0 {
		fmt.Fprintf(&b, "Losses: %s\n", strings.Join(ids, ", "))
	}
	fmt.Fprintf(&b, "\nBefore:\n%s\nAfter:\n%s", indented(r.Before), indented(r.After))
	return b.String()
}

// RewriteTable lists all rewrites in Markdown, in the order in which they are applied: what each does, when, and which losses it may cause.
func RewriteTable() string {
	var b strings.Builder
	b.WriteString("| rewrite | what it does | when | losses |\n|---|---|---|---|\n")
	for _, id := range Rewrites() {
		r := rewriteOf(id)
		losses := lossesOf(r)
		for i, l := range losses {
			losses[i] = "`" + strings.TrimPrefix(l, "convert/") + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", strings.TrimPrefix(id, "rewrite/"), cell(r.What), cell(strings.TrimSuffix(applied(r), ".")), strings.Join(losses, ", "))
	}
	return b.String()
}

// cell is a text in the cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }

// applied tells in a sentence when a rewrite is applied.
func applied(r *rewrite.Rewrite) string {
	if rest, ok := strings.CutPrefix(r.When, "always"); ok {
		return "Always applied" + rest + "."
	}
	return "Applied if the target " + r.When + "."
}

// lossesOf are the ids of the losses that a rewrite may cause. Several rules may have one id, and allow for different data.
func lossesOf(r *rewrite.Rewrite) []string {
	var ids []string
	for _, l := range r.Losses {
		if !slices.Contains(ids, l.ID) {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

func rewriteOf(id string) *rewrite.Rewrite {
	all := rewrite.All()
	for i := range all {
		if all[i].ID == id || slices.Contains(all[i].Aliases, id) {
			return &all[i]
		}
	}
	return nil
}

// indented returns a text with each line moved to the right.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text) + "\n") {
		b.WriteString("    " + line)
	}
	return b.String()
}
