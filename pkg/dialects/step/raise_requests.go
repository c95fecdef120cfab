package step

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// addTry adds an automated transition to the step that tries it, and returns the step that tries the next one.
func (w *entityWriter) addTry(s *state, at *draft, x *workflow.Edge) *draft {
	switch {
	case x.Ask != nil:
		return w.addQuestion(at, x.Ask, w.way(x), s)
	case x.Guard == nil:
		at.addBranch(always.text, w.way(x))
	default:
		if c, ok := w.guardOf(s, x); ok && !w.neverHolds(c, x, s.node.Element) {
			at.addBranch(c.text, w.way(x))
		}
	}
	return at
}

func (w *entityWriter) guardOf(s *state, x *workflow.Edge) (clause, bool) {
	return w.writeCondition(&guard{known: value.ObjectOf(value.Member{Key: "state", Value: s.node.Name()})}, x.Guard, s.node.Element)
}

// addQuestion adds a task whose result becomes a variable of its name. It returns the step that goes on if the answer is no.
func (w *entityWriter) addQuestion(at *draft, ask *workflow.Call, yes *draft, s *state) *draft {
	task := w.addFurther(ask.Task)
	task.kind, task.jobType = ServiceTask, w.taskName(ask.Task)
	answer := w.addFurther(ask.Task + "?")
	answer.kind = Decision
	answer.addBranch(not(clause{text: memberText(everything, ask.Task) + " in [nil, false, 0, '', [], {}]", binding: comparing}).text, yes)
	task.next = answer
	at.addBranch(always.text, task)
	var from *workflow.Element
	if s != nil {
		from = s.node.Element
	}
	w.losses.Add(&lossQuestion, ask.Span, from, "a variable", "the result of %q becomes the variable of that name", ask.Task)
	return answer
}

// fillRequests completes the step at which an entity waits, and notes the requests for it.
func (w *entityWriter) fillRequests(s *state) {
	d, e := s.rests, s.node.Element
	passage := func(from dialects.Occurrence, member string) {
		from.At = s.node.Name()
		w.raised.Occurrences = append(w.raised.Occurrences, dialects.Passage{From: from, To: dialects.Occurrence{Kind: "complete", Name: d.id, Member: member}})
	}
	if len(s.manual) == 1 && len(s.automated) == 0 && s.manual[0].Guard == nil && s.manual[0].Ask == nil {
		d.next = w.way(s.manual[0])
		passage(dialects.Occurrence{Kind: "transition", Name: s.manual[0].Name}, "")
		w.losses.Add(&dialects.LossUpdates, e.NameSpan, e, "", "the entity cannot be updated here: whatever completes the task takes the transition")
		return
	}
	if len(s.manual) == 0 {
		d.next = s.entry
		passage(dialects.Occurrence{Kind: "update"}, "")
		w.losses.Add(&dialects.LossUpdates, e.NameSpan, e, "", "a request cannot take an automated transition")
		return
	}
	chosen := &draft{id: w.unique(s.node.Name() + "-requested"), title: s.node.Name(), kind: Decision}
	w.drafts = append(w.drafts, chosen)
	d.next = chosen
	w.losses.Add(&dialects.LossNamedRequest, e.NameSpan, e, "the variable transition", "a variable names the requested transition, and stays in the document")
	named := map[string]bool{"": true}
	for _, x := range s.node.Out {
		if x.Disabled || named[x.Name] {
			continue
		}
		named[x.Name] = true
		passage(dialects.Occurrence{Kind: "transition", Name: x.Name}, requested)
		asked := compared(requested, "==", quotedText(x.Name))
		switch {
		case x.Ask != nil:
			question := &draft{}
			w.addQuestion(question, x.Ask, w.way(x), s).addBranch(always.text, w.refusedStep())
			chosen.addBranch(asked.text, question.branches[0].to)
		case x.Guard == nil:
			chosen.addBranch(asked.text, w.way(x))
		default:
			if c, ok := w.guardOf(s, x); ok && !w.neverHolds(c, x, s.node.Element) {
				chosen.addBranch(both(asked, c).text, w.way(x))
			}
		}
	}
	chosen.addBranch(compared(requested, "==", "''").text, s.entry)
	passage(dialects.Occurrence{Kind: "update"}, requested)
}

// refusedStep returns the step at which a request for a transition that is not allowed fails.
func (w *entityWriter) refusedStep() *draft {
	if w.refusal == nil {
		w.refusal = w.addFurther("refused")
		w.makeFail(w.refusal, "the transition is not allowed", w.ending())
	}
	return w.refusal
}
