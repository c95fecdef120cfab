package rewrite

import (
	"path"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

var files = Rewrite{
	ID:     "rewrite/files",
	What:   "a step that reads or writes a file becomes a task that does so",
	When:   "has no files",
	Before: "read orders.json",
	After:  "the task load-orders, which answers the content of orders.json",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Kinds.Has(workflow.Resource) {
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Kind == workflow.Resource {
				c.callForFile(w, n)
				return true
			}
			return false
		})
	},
}

// callForFile makes a task read or write a file.
func (c *Conversion) callForFile(w *workflow.Workflow, n *workflow.Node) {
	base := path.Base(n.File.Name)
	name := slug(strings.TrimSuffix(base, path.Ext(base)))
	verb, what := "load-", "answers the content of "+n.File.Name
	if n.File.Stores {
		verb, what = "store-", "writes its input to "+n.File.Name+" and answers the input"
	}
	task := c.StandIn(w, n.Element, verb+name, what)
	n.Kind, n.File = workflow.Task, nil
	n.Call = &workflow.Call{Task: task, Structured: true, Span: n.Span}
	n.Element.Name = task
}
