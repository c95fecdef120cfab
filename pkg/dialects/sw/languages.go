package sw

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Languages implements [dialects.Evaluator].
func (d Dialect) Languages() []dialects.Language {
	return []dialects.Language{
		{Name: d.Name(), Summary: "an expression of Serverless Workflow, with or without {{ }}, or a text with some", Evaluate: evaluateTemplate},
	}
}

func evaluateTemplate(text string, s dialects.Scope) (any, bool, error) {
	whole := source.Span{End: len(text)}
	n := &source.Node{Kind: source.String, Text: text, Span: whole}
	m := &source.Member{Key: "expression", Value: n}
	r := newReader(source.NewFile("expression", []byte(text)))
	t := &Template{Node: *n}
	plain := source.Plain(text, 0)
	if strings.Contains(text, "{{") || strings.Contains(text, "}}") {
		r.enclosures(m, t, plain, false)
	} else {
		t.Beside = []string{"", ""}
		r.parse(t, plain, 0, len(text))
	}
	if err := dialects.WrongTree(r.List); err != nil {
		return nil, false, err
	}
	if t.Broken {
		return nil, false, &dialects.ExpressionError{Message: "the expression cannot be evaluated", Span: whole}
	}
	return s.Evaluate(t.value())
}
