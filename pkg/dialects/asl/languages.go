package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Languages implements [dialects.Evaluator].
func (Dialect) Languages() []dialects.Language {
	return []dialects.Language{
		{Name: "jsonpath", Summary: "a path of asl: $ is the document, $$ the context object, $name a variable", Evaluate: evaluatePath},
		{Name: "intrinsic", Summary: "an intrinsic function of asl, such as States.Format", Evaluate: evaluateIntrinsic},
		{Name: "choice", Summary: "a choice rule of asl as JSON", Evaluate: evaluateChoice},
	}
}

func evaluatePath(text string, s dialects.Scope) (any, bool, error) {
	p, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		return nil, false, dialects.WrongExpression(err)
	}
	return s.Evaluate(p)
}

func evaluateIntrinsic(text string, s dialects.Scope) (any, bool, error) {
	call, err := ParseIntrinsic(source.Plain(text, 0))
	if err != nil {
		return nil, false, dialects.WrongExpression(err)
	}
	return s.Evaluate(call)
}

func evaluateChoice(text string, s dialects.Scope) (any, bool, error) {
	f, err := dialects.ExpressionTree(text)
	if err != nil {
		return nil, false, err
	}
	level := levelOf(s.Options.Settings)
	r := newReader(f, level)
	rule := r.rule(&State{}, f.Root, inPart)
	for i := range r.List { // there is no state
		r.List[i].Message = strings.Replace(r.List[i].Message, ` of state ""`, "", 1)
	}
	if err := dialects.WrongTree(r.List); err != nil {
		return nil, false, err
	}
	l := &lowering{level: level, flow: &workflow.Workflow{}}
	condition := l.condition(rule)
	if condition == nil {
		return nil, false, &dialects.ExpressionError{Message: "the choice rule cannot be evaluated", Span: f.Root.Span}
	}
	return s.Holds(condition)
}
