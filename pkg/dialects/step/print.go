package step

import "github.com/flowglot/flowglot/pkg/source"

// Format implements dialects.Definition.
func (d *definition) Format() []byte {
	if d.file.Root == nil {
		return nil
	}
	return source.Print(canonical(d.file.Root), d.file.Format)
}

var (
	workflowOrder = source.Order{"id": -6, "name": -5, "description": -4, "autoStartNextWorkflow": -3, "nextWorkflowId": -2, "steps": -1,
		"metadata": 1}
	stepOrder = source.Order{"id": -20, "name": -19, "type": -18, "description": -17, "jobType": -16, "delegateClass": -15,
		"retryCount": -14, "hitPolicy": -13, "conditionalNextSteps": -12, "transformations": -11, "decisionTable": -10,
		"parallelNextSteps": -9, "joinStep": -8, "nextStep": 1, "boundaryEvents": 2}
	ruleOrder     = source.Order{"when": -2, "outputs": -1}
	boundaryOrder = source.Order{"type": -4, "duration": -3, "interrupting": -2, "targetStepId": -1}
)

// canonical returns a definition with the fields of all its objects in their canonical order. The order of steps,
// branches, rules and cells, and of everything inside of data, is that of the text.
func canonical(n *source.Node) *source.Node {
	return workflowOrder.Arranged(n, func(m source.Member) *source.Node {
		if m.Key == "steps" && m.Value.Kind == source.Array {
			return source.Each(m.Value, canonicalStep)
		}
		return m.Value
	})
}

func canonicalStep(n *source.Node) *source.Node {
	return stepOrder.Arranged(n, func(m source.Member) *source.Node {
		switch {
		case m.Key == "boundaryEvents" && m.Value.Kind == source.Array:
			return source.Each(m.Value, func(x *source.Node) *source.Node { return boundaryOrder.Arranged(x, nil) })
		case m.Key == "decisionTable":
			return source.Order{}.Arranged(m.Value, func(m source.Member) *source.Node {
				if m.Key == "rules" && m.Value.Kind == source.Array {
					return source.Each(m.Value, func(x *source.Node) *source.Node { return ruleOrder.Arranged(x, nil) })
				}
				return m.Value
			})
		}
		return m.Value
	})
}
