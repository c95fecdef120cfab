package arrow

import (
	"embed"
	"slices"
	"sync"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// A rule is what is documented together with what looks for it. A new one is a variable, a line in [rules], and its two
// examples in the folder of that name: ID.flow is flagged by it, and ID.fixed.flow is the same without the mistake.
type rule struct {
	diag.Rule
	// flow looks at the whole text, scope at the statements of each scope, step at each step, and net at the graph of the
	// flow. All are nil for a rule whose findings are made while reading.
	flow  func(*checker)
	scope func(*checker, []*Statement)
	step  func(*checker, *Step, position)
	net   func(*checker, *net)
}

// rules are the rules of the dialect, in the order of the documentation.
func rules() []*rule {
	return []*rule{
		&syntax, &unclosedRule, &empty, &noStep, &startEnd, &gluedLines,
		&duplicateLabel, &unproducedLabel, &unconsumedLabel,
		&declarationType, &declarationOrder, &aliasAndSubflow, &secondFlow, &duplicateTask,
		&aliasCycle, &aliasTarget, &recursiveTask, &unusedDeclaration,
		&scalarLiteral, &parameterType, &ignoredParameters, &literalSink, &missingResource,
		&guardSyntax, &guardNever, &endlessCycle, &inputType, &tooLarge,
	}
}

//go:embed examples
var examples embed.FS

// Rules implements dialects.Dialect.
func (Dialect) Rules() []diag.Rule {
	all := rules()
	documented := make([]diag.Rule, len(all))
	for i, x := range all {
		documented[i] = dialects.WithExamples(x.Rule, examples, ".flow")
	}
	return documented
}

// A checker applies the rules to one definition.
type checker struct {
	dialects.Findings
	rule    *rule // that is being applied
	flow    *Flow
	tasks   *tasks
	net     *net
	builder *builder
	// recursive are the tasks whose subflows contain themselves.
	recursive map[*Declaration]bool
	exists    func(path string) bool
	base      string // the folder that resources are looked for in; empty is that of the text
	// uses are the labels of the scope that is being checked, and elsewhere the first uses of each in the whole text.
	uses []*labelUses
	// hidden are the labels in what could not be read of the scope. They are looked for once somebody asks.
	hidden    func() map[string]bool
	elsewhere map[string]*labelUses
}

// report adds a finding of the rule that is being applied.
func (c *checker) report(span source.Span, format string, args ...any) *diag.Diagnostic {
	return c.Add(&c.rule.Rule, span, format, args...)
}

// Check implements dialects.Definition.
func (d *definition) Check() []diag.Diagnostic {
	c := &checker{
		Findings:  dialects.Findings{File: d.file, Dialect: Dialect{}.Name(), List: slices.Clone(d.findings), Searched: d.searched},
		flow:      d.flow,
		tasks:     d.tasks,
		exists:    d.options.Exists,
		base:      d.options.Base,
		elsewhere: map[string]*labelUses{},
		recursive: map[*Declaration]bool{},
	}
	all := rules()
	d.flow.scopes(func(scope []*Statement, of *Declaration) {
		eachScope(scope, c.firstUses)
		if of == nil {
			c.net, c.builder = build(scope, d.tasks)
		}
	})
	for _, c.rule = range all {
		if c.rule.flow != nil {
			c.rule.flow(c)
		}
		if c.rule.net != nil {
			eachNet(c.net, func(n *net) { c.rule.net(c, n) })
		}
	}
	d.flow.scopes(func(scope []*Statement, _ *Declaration) { c.checkScope(scope, all) })
	return diag.Unique(c.withoutGlue())
}

// checkScope applies the rules about scopes and steps to the statements of one and to what lies in it.
func (c *checker) checkScope(scope []*Statement, all []*rule) {
	eachScope(scope, func(inner []*Statement) {
		c.uses = labelsOf(inner)
		c.hidden = sync.OnceValue(func() map[string]bool { return c.hiddenLabels(inner) })
		for _, c.rule = range all {
			if c.rule.scope != nil {
				c.rule.scope(c, inner)
			}
		}
	})
	for _, r := range all {
		if r.step != nil {
			c.rule = r
			eachStep(scope, outermost, func(s *Step, at position) { r.step(c, s, at) })
		}
	}
}

// withoutGlue leaves out what is said about lines that belong together where a label stands twice because of it.
func (c *checker) withoutGlue() []diag.Diagnostic {
	twice := map[source.Span]bool{}
	for i := range c.List {
		if c.List[i].Rule == duplicateLabel.ID {
			twice[c.List[i].Span] = true
		}
	}
	return slices.DeleteFunc(c.List, func(d diag.Diagnostic) bool { return d.Rule == gluedLines.ID && twice[d.Span] })
}

// eachNet calls visit for a net and for all that lie in it.
func eachNet(n *net, visit func(*net)) {
	visit(n)
	for _, p := range n.places {
		if p.inner != nil {
			eachNet(p.inner, visit)
		}
	}
}
