package rewrite

import (
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A changedDocument computes the document that leaves a node which calls no task. Where the target cannot express the data stages of the
// node, a task replaces it (see whole_tasks.go); this is what the worker of that task answers, so that runs of both sides can be compared.
// A document that is not of the kinds that the target has leaves its input as it is. It implements dialects.Answerer.
type changedDocument struct {
	stages workflow.Stages
	kinds  workflow.Documents
}

// Answer implements dialects.Answerer.
func (c changedDocument) Answer(input any, now time.Time) (any, error) {
	out, err := c.compute(input, now)
	if err == nil && !c.kinds.Holds(out) {
		return input, nil
	}
	return out, err
}

// compute returns the document that leaves the node.
func (c changedDocument) compute(input any, now time.Time) (any, error) {
	env := &expr.Env{Input: input, Now: now}
	of := func(x expr.Expr, otherwise any) (any, error) {
		if x == nil {
			return otherwise, nil
		}
		return expr.Eval(x, env)
	}
	effective, err := of(c.stages.Select, input)
	if err != nil {
		return nil, err
	}
	env.Input = effective
	answer, err := of(c.stages.Payload, effective)
	if err != nil {
		return nil, err
	}
	if answer, err = of(c.stages.Result, answer); err != nil {
		return nil, err
	}
	document := input
	if k := c.stages.Combine; k != nil && k.Effective {
		document = effective
	}
	if document, err = combined(c.stages.Combine, document, answer); err != nil {
		return nil, err
	}
	env.Input = document
	return of(c.stages.Output, document)
}

// combined returns the document after an answer is put into it.
func combined(c *workflow.Combine, document, answer any) (any, error) {
	if c == nil {
		return answer, nil
	}
	switch c.Mode {
	case workflow.Drop:
		return document, nil
	case workflow.MergeShallow:
		return value.MergeShallow(document, answer), nil
	case workflow.MergeDeep:
		return value.MergeDeep(document, answer), nil
	case workflow.Replace: // an object takes the place of the document, anything else is dropped
		if _, ok := answer.(*value.Object); !ok {
			return document, nil
		}
		return answer, nil
	}
	return expr.Set(document, c.Path, answer)
}
