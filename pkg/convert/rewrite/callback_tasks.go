package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// callbackTasks is the opposite of [awaitedTasks]: it applies where the target can wait but has no tasks with tokens. Only a task whose
// payload holds nothing that the worker computes with, which is named after what it waits for, and whose answer is merged into the document, as
// that of a wait is, is rewritten: any other task does more than ask for an answer.
var callbackTasks = Rewrite{
	ID:     "rewrite/callback-task",
	What:   "a task that only sends the document and a token to whoever answers becomes a wait for that answer",
	When:   "has no tasks with tokens, but can wait",
	Before: "task approval, with a token and the document; its answer is merged into the document",
	After:  "await Approval; its data is merged into the document",
	Losses: []*dialects.LossRule{&lossCallback},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Tokens || len(c.Able.Awaits) == 0 {
			return false
		}
		b := newBoundary(c, w)
		return eachTask(w, func(w *workflow.Workflow, n *workflow.Node) bool {
			if !n.Call.Token || n.Data.Select != nil || !merging(n.Data.Combine) || !handsOnToken(n.Data.Payload) || !namedAfterWait(n) {
				return false
			}
			c.Lose(w, &lossCallback, placeOf(n), n.Element, "a wait for the answer", "%q does not call %s", n.Name(), n.Call.Task)
			c.noteAsked(n)
			n.Kind, n.Call, n.Data.Payload = workflow.Await, nil, nil
			n.Awaits = &workflow.Awaits{Kind: "userTask"}
			if c.Able.Timers.Has(dialects.TimerVisit) {
				b.limits(n) // no error handler is of a wait
			}
			return true
		})
	},
}

var lossCallback = dialects.LossRule{ID: "convert/callback", Level: dialects.Dropped,
	Affects: dialects.Inputs | dialects.Output | dialects.Time | dialects.Outcome | dialects.ErrorName, Data: dialects.Any,
	What: "the target waits for an answer, but does not send the request for it", Remedy: "notify whoever answers by other means that a run waits"}

// noteAsked keeps the fixed texts that a task sends to ask for an answer. One of them is the name of the request that the task was made of
// by [Conversion.askedFor], if the step after it has that name.
func (c *Conversion) noteAsked(n *workflow.Node) {
	if c.asked == nil {
		c.asked = map[*workflow.Node][]string{}
	}
	c.asked[n] = fixedTexts(n.Data.Payload)
}

// fixedTexts are the members of an object that are fixed texts.
func fixedTexts(x expr.Expr) (texts []string) {
	members, _ := objectMembers(x)
	for _, m := range members {
		if text, fixed := fixedText(m.Value); fixed {
			texts = append(texts, text)
		}
	}
	return texts
}

// namedAfterWait reports whether a text that a task sends is its name, or that of the step after it, as [Conversion.awaitTask] has it.
func namedAfterWait(n *workflow.Node) bool {
	return slices.ContainsFunc(fixedTexts(n.Data.Payload), func(text string) bool {
		on := onwardEdge(n)
		return numberedName(text, n.Element.Name) || numberedName(n.Element.Name, text) || on != nil && numberedName(text, on.To.Name())
	})
}

// handsOnToken reports whether the payload of a task consists of the token of the call, the whole document and fixed values, under the names by
// which asl is written (see its callback).
func handsOnToken(x expr.Expr) bool {
	token, document, other := false, false, false
	var look func(x expr.Expr, name string)
	look = func(x expr.Expr, name string) {
		if members, object := objectMembers(x); object {
			for _, m := range members {
				look(m.Value, m.Key)
			}
			return
		}
		switch p, path := meaningOrSelf(x).(*expr.Path); {
		case path && p.Root == expr.RootContext && name == "token": // the call has one, which is there
			token = true
		case path && isWhole(p) && name == "input":
			document = true
		default:
			_, fixed := fixedData(x)
			other = other || !fixed
		}
	}
	look(x, "")
	return token && document && !other
}
