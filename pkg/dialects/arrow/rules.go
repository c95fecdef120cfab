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
type rule = dialects.Rule[*checker]

// eachScopeOf returns a check that looks at the statements of each scope, whose labels are those of the checker meanwhile.
func eachScopeOf(look func(*checker, []*Statement)) []func(*checker) {
	return []func(*checker){func(c *checker) {
		for _, c.labels = range c.scopes {
			look(c, c.labels.statements)
		}
	}}
}

// eachStepOf returns a check that looks at each step.
func eachStepOf(look func(*checker, *Step, position)) []func(*checker) {
	return []func(*checker){func(c *checker) {
		c.flow.scopes(func(scope []*Statement, _ *Declaration) {
			eachStep(scope, outermost, func(s *Step, at position) { look(c, s, at) })
		})
	}}
}

// eachNetOf returns a check that looks at the graph of the flow, and of each subflow.
func eachNetOf(look func(*checker, *net)) []func(*checker) {
	return []func(*checker){func(c *checker) {
		eachNet(c.built.net, func(n *net) { look(c, n) })
	}}
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
func (Dialect) Rules() []diag.Rule { return dialects.Documented(rules(), examples, ".flow") }

// A checker applies the rules to one definition.
type checker struct {
	dialects.Checker
	flow  *Flow
	tasks *tasks
	built *builder // the net
	// recursive are the tasks whose subflows contain themselves.
	recursive map[*Declaration]bool
	exists    func(path string) bool
	base      string // the folder that resources are looked for in; empty is that of the text
	// scopes are the labels of all scopes, labels are those of the one that is being checked, and elsewhere returns the first uses
	// of each in the whole text. They are looked for once somebody asks.
	scopes    []*scopeLabels
	labels    *scopeLabels
	elsewhere func() map[string]*labelUses
}

// scopeLabels are the labels of one scope.
type scopeLabels struct {
	statements []*Statement
	uses       []*labelUses
	paired     []string // the labels without a destination that were reported with one without a source
	// hidden are the labels in what could not be read of the scope, once somebody has asked for them.
	hidden map[string]bool
}

// Check implements dialects.Definition.
func (d *definition) Check(least diag.Severity) []diag.Diagnostic {
	c := &checker{
		flow:      d.flow,
		tasks:     d.tasks,
		exists:    d.options.Exists,
		base:      d.options.Base,
		recursive: map[*Declaration]bool{},
	}
	c.elsewhere = sync.OnceValue(c.firstUses)
	c.Findings = d.findings.Continue()
	d.flow.scopes(func(scope []*Statement, of *Declaration) {
		eachScope(scope, c.addScope)
		if of == nil {
			d.checked = build(scope, d.tasks)
			c.built = d.checked
		}
	})
	dialects.Apply(c, rules(), least)
	return diag.Unique(c.withoutGlue())
}

func (c *checker) addScope(inner []*Statement) {
	c.scopes = append(c.scopes, &scopeLabels{statements: inner, uses: labelsOf(inner)})
}

// withoutGlue leaves out findings about lines that belong together where a label appears twice because of it.
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
