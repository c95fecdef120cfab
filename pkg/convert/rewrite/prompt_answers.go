package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// lossPromptAnswer is why contracts ask for workers that answer at once. It is no loss by itself: where the steps take time whatever their
// workers do, there are others.
var lossPromptAnswer = dialects.LossRule{ID: "convert/prompt-answer", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time | dialects.Inputs | dialects.Output, Data: dialects.Any, OnFailure: true,
	What:   "a step runs beside another one in one of the definitions only, which differs as long as its worker is busy: a contract asks for a worker that answers at once",
	Remedy: "let the worker answer at once, and finish what takes longer in the background"}

// slowByItself reports whether some of several steps take time however fast their workers answer.
func slowByItself(path []*workflow.Node) bool {
	return slices.ContainsFunc(path, func(x *workflow.Node) bool {
		return x.Kind == workflow.Wait || slices.ContainsFunc(x.Retry, func(r workflow.Retrier) bool { return r.Interval > 0 || r.Delay != nil || r.Longer != nil })
	})
}

// answerAtOnce asks the workers that steps call to answer at once. Steps of which none takes time by itself are over in no time then: it is
// the same whether they run beside a wait, between two parts of it, or in a worker that waits as well and makes their calls.
func (c *Conversion) answerAtOnce(path []*workflow.Node) {
	for _, x := range path {
		if x.Kind == workflow.Task {
			c.Contract(dialects.Contract{Rule: &lossPromptAnswer, Element: x.Element, Task: x.Call.Task, AtOnce: true})
		}
	}
}
