package verify

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// causeless describes an error of a task that has no cause and is put into the data: dialects differ in whether such an error has an empty
// cause there, or none.
func causeless(t *trial) string {
	for _, n := range t.pair.net().nodes {
		if n.Call == nil || !keepsError(n) {
			continue
		}
		for _, c := range t.source.callsOf(n) {
			if c.Error != nil && !cutShort(c) && c.Error.Class&workflow.ClassTimeout == 0 && c.Error.Cause == "" {
				return fmt.Sprintf("no cause of the error %q of %q, which is put into the data", c.Error.Name, c.Task)
			}
		}
	}
	return ""
}

// answersError describes an answer with the member in which an error of the task, or of what it is a part of, would be, or an input with the
// member of any error: whether the task failed does not show in the document then.
func answersError(t *trial) string {
	input, _ := t.options.Input.(*value.Object)
	for _, n := range t.pair.net().nodes {
		for _, key := range handledMembers(n) {
			if input.Has(key) {
				return fmt.Sprintf("%q in the input, where the errors of %q are put", key, n.Name())
			}
		}
		if n.Call == nil {
			continue
		}
		for _, c := range t.source.callsOf(n) {
			answer, ok := c.Result.(*value.Object)
			if !ok || !c.Answered || c.Error != nil {
				continue
			}
			for _, key := range errorMembers(n) {
				if answer.Has(key) {
					return fmt.Sprintf("%q in the answer of %q, where its errors are put", key, c.Task)
				}
			}
		}
	}
	return ""
}

// errorMembers are the members of the document in which handlers put the errors of a node whose answers are merged into the document, or of
// a scope around it.
func errorMembers(n *workflow.Node) []string {
	var out []string
	for at := n; at != nil && (replacesDocument(at) || mergesAnswer(at)); at = at.Region.Scope {
		out = append(out, handledMembers(at)...)
	}
	return out
}

// handledMembers are the members of the document in which the handlers of a node put its errors.
func handledMembers(n *workflow.Node) []string {
	var out []string
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			out = append(out, membersSet(&e.Data)...)
		}
	}
	return out
}

// membersSet are the members of the document that something is put into.
func membersSet(d *workflow.Stages) []string {
	made := d.Result
	if f, ok := made.(*expr.Foreign); ok {
		made = f.Meaning()
	}
	o, isObject := made.(*expr.Object)
	switch c := d.Combine; {
	case c == nil:
	case c.Mode == workflow.SetAt && len(c.Path.Steps) == 1:
		return []string{c.Path.Steps[0].Name}
	case (c.Mode == workflow.MergeDeep || c.Mode == workflow.MergeShallow) && isObject:
		var out []string
		for _, m := range o.Members {
			out = append(out, m.Key)
		}
		return out
	}
	return nil
}

// mergesAnswer reports whether the members of the answer of a node become those of the document.
func mergesAnswer(n *workflow.Node) bool {
	c := n.Data.Combine
	return c != nil && (c.Mode == workflow.MergeDeep || c.Mode == workflow.MergeShallow) || n.Body != nil && n.Body.Gather == workflow.GatherChanges
}

// keepsError reports whether a handler of a node, or of a scope around it, puts the error into the data.
func keepsError(n *workflow.Node) bool {
	for ; n != nil; n = n.Region.Scope {
		for _, e := range n.Out {
			if e.Kind == workflow.OnError && (e.Data.Combine == nil || e.Data.Combine.Mode != workflow.Drop) {
				return true
			}
		}
	}
	return false
}
