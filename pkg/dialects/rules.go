package dialects

import (
	"embed"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// A Rule is what is documented together with what looks for it. C is what the rules of a dialect look at: its checker,
// which embeds a [Checker].
type Rule[C any] struct {
	diag.Rule
	// Checks look at a definition, usually one with [Each]. There are none for a rule whose findings are made while reading.
	Checks []func(C)
}

// Each returns checks that look at all parts of one kind, such as at all states. There are many checks: what lists the parts lists them
// once for all of them.
func Each[C, P any](parts func(C) []P, looks ...func(C, P)) []func(C) {
	checks := make([]func(C), len(looks))
	for i, look := range looks {
		checks[i] = func(c C) {
			for _, p := range parts(c) {
				look(c, p)
			}
		}
	}
	return checks
}

// Documented returns rules as their documentation, with their examples from a folder, whose names end with a suffix.
func Documented[C any](rules []*Rule[C], examples embed.FS, suffix string) []diag.Rule {
	documented := make([]diag.Rule, len(rules))
	for i, r := range rules {
		documented[i] = WithExamples(r.Rule, examples, suffix)
	}
	return documented
}

// A Checker gathers what rules find in one definition.
type Checker struct {
	Findings
	rule *diag.Rule // that is being applied
}

// apply makes a rule the one that findings are reported for.
func (c *Checker) apply(r *diag.Rule) { c.rule = r }

// Report adds a finding of the rule that is being applied.
func (c *Checker) Report(span source.Span, format string, args ...any) *diag.Diagnostic {
	return c.Add(c.rule, span, format, args...)
}

// Apply applies rules to a definition, one after the other, without those whose findings are all less severe than the least that is wanted.
func Apply[C interface{ apply(*diag.Rule) }](c C, rules []*Rule[C], least diag.Severity) {
	for _, r := range rules {
		if r.Worst() < least {
			continue
		}
		c.apply(&r.Rule)
		for _, check := range r.Checks {
			check(c)
		}
	}
}

// A Budget is how much the rules that compare things with one another may still compare in one definition, so that one with
// 100,000 of a kind is still checked in linear time. What comes after is not compared.
type Budget int

// Spend takes from the budget and reports whether there was some left.
func (b *Budget) Spend(n int) bool {
	*b -= Budget(n)
	return *b >= 0
}
