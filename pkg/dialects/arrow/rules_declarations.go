package arrow

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
)

var declarationType = rule{Rule: diag.Rule{
	ID:       "arrow/unknown-declaration",
	Aliases:  []string{"arrow/declaration-type"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown kind of declaration",
	Why:      "A declaration is @flow, for the workflow itself, or @task, for a task that it invokes.",
	Source:   "arrow: \"@type is one of @flow or @task\"",
}}

var declarationOrder = rule{Rule: diag.Rule{
	ID:       "arrow/declaration-order",
	Severity: diag.Error,
	Summary:  "the parts of a declaration are in the wrong order",
	Why:      "The parts come in this order: name, alias, parameters, documentation, subflow. All but the name are optional.",
	Source:   "arrow: \"The order is always: name, optional alias, parameters, documentation, subflow\"",
}}

var aliasAndSubflow = rule{Rule: diag.Rule{
	ID:       "arrow/alias-and-subflow",
	Severity: diag.Error,
	Summary:  "a task has both an alias and a subflow",
	Why:      "An alias means that another task is invoked instead; a subflow means that the task consists of statements. It cannot be both.",
	Source:   "arrow: \"When a task has an alias, it may not have a subflow\"",
}}

var secondFlow = rule{Rule: diag.Rule{
	ID:       "arrow/duplicate-flow",
	Aliases:  []string{"arrow/second-flow"},
	Severity: diag.Error,
	Summary:  "a file declares two flows",
	Why:      "A file is one workflow, with one name and one documentation.",
	Source:   "arrow: \"There can only be one flow declaration per workflow\"",
}, Checks: []func(*checker){checkSecondFlow}}

var duplicateTask = rule{Rule: diag.Rule{
	ID:       "arrow/duplicate-task",
	Severity: diag.Warning,
	Summary:  "a task is declared twice",
	Why:      "The specification does not settle which one applies. flowglot uses the first; other implementations may use the other.",
	Source:   "arrow: task declarations",
}, Checks: []func(*checker){checkDuplicateTask}}

var aliasCycle = rule{Rule: diag.Rule{
	ID:       "arrow/alias-cycle",
	Severity: diag.Error,
	Summary:  "a cycle of aliases",
	Why:      "Each task is an alias of the next and the last one of the first, so there is no task to invoke.",
	Source:   "arrow: a task with an alias acts as an invocation of the second name",
}, Checks: []func(*checker){checkAliasCycle}}

var aliasTarget = rule{Rule: diag.Rule{
	ID:       "arrow/unknown-alias-target",
	Aliases:  []string{"arrow/alias-target"},
	Severity: diag.Warning,
	Summary:  "an alias refers to a task that is not used elsewhere",
	Why: "A task does not need a declaration, so an alias may refer to any name. A name that differs in a letter or two from a " +
		"task of the same file is most likely misspelled.",
	Source: "arrow: it is not necessary to declare a task",
	Levels: "an info if no other task of the file has a similar name; no finding if it is an address, with colons",
}, Checks: []func(*checker){checkAliasTarget}}

var recursiveTask = rule{Rule: diag.Rule{
	ID:       "arrow/recursive-task",
	Severity: diag.Error,
	Summary:  "the subflow of a task invokes that task",
	Why: "The subflow replaces the task wherever it is invoked. A subflow that invokes its own task, directly or through other " +
		"tasks, never ends.",
	Source: "arrow: \"the subflow is executed in place of the task invocation\"",
}, Checks: []func(*checker){checkRecursiveTask}}

var unusedDeclaration = rule{Rule: diag.Rule{
	ID:       "arrow/unused-declaration",
	Severity: diag.Warning,
	Summary:  "a task is declared and never invoked",
	Why:      "The declaration has no effect. Its name, or the name in the invocation, may be misspelled.",
	Source:   "arrow: declarations provide metadata and defaults for items in the workflow",
}, Checks: []func(*checker){checkUnused}}

func checkSecondFlow(c *checker) {
	var first *Declaration
	for _, x := range c.flow.Items {
		d := x.Declaration
		switch {
		case d == nil || !d.Flow:
		case first == nil:
			first = d
		default:
			f := c.Report(d.Span, "duplicate flow declaration %s", dquote(d.Name))
			f.Span.End = d.NameSpan.End
			f.Related = c.Related(first.NameSpan, "the first flow is %s", dquote(first.Name))
			f.Help = "keep one of them, and move the other to its own file"
		}
	}
}

func checkDuplicateTask(c *checker) {
	c.eachTask(func(d *Declaration) {
		if first := c.tasks.declared[d.Name]; first != d {
			f := c.Report(d.NameSpan, "task %s is declared twice", dquote(d.Name))
			f.Related = c.Related(first.NameSpan, "this declaration is used")
			f.Help = "merge the two declarations"
		}
	})
}

// eachTask calls visit for the task declarations of the text.
func (c *checker) eachTask(visit func(*Declaration)) {
	for _, x := range c.flow.Items {
		if x.Declaration != nil && !x.Declaration.Flow {
			visit(x.Declaration)
		}
	}
}

func checkAliasCycle(c *checker) {
	reported := map[*Declaration]bool{}
	c.eachTask(func(d *Declaration) {
		if d.Alias == nil || reported[d] || c.tasks.declared[d.Name] != d {
			return
		}
		t := c.tasks.resolve(d.Name)
		if !t.circular {
			return
		}
		var names []string
		for _, x := range t.chain {
			reported[x] = true
			if len(names) < 5 {
				names = append(names, x.Name)
			}
		}
		c.Report(d.Alias.Span, "the alias of task %s is part of a cycle: %s", dquote(d.Name), strings.Join(append(names, t.name), " = ")).
			Help = "make one of them an alias of a task outside the cycle"
	})
}

// checkAliasTarget looks for aliases of tasks that occur nowhere else in the flow.
func checkAliasTarget(c *checker) {
	known := map[string]bool{}
	var names []string
	add := func(name string) {
		if !known[name] {
			known[name] = true
			names = append(names, name)
		}
	}
	c.eachTask(func(d *Declaration) { add(d.Name) })
	c.flow.scopes(func(scope []*Statement, _ *Declaration) {
		eachStep(scope, outermost, func(s *Step, _ position) {
			if s.Kind == Task {
				add(s.Name)
			}
		})
	})
	c.eachTask(func(d *Declaration) {
		if d.Alias == nil || known[d.Alias.Name] {
			return
		}
		g := c.Guess(d.Alias.Name, names)
		near := g.Name != "" && g.Name != d.Name
		if !near && strings.Contains(d.Alias.Name, ":") {
			return // an address, which is why there is a short name for it
		}
		f := c.Report(d.Alias.Span, "task %s is an alias of %s, which is not used elsewhere", dquote(d.Name), dquote(d.Alias.Name))
		if near {
			f.Help = g.Help
			return
		}
		f.Severity = diag.Info
		f.Help = "check that this task exists"
	})
}

// checkRecursiveTask looks for tasks whose subflows contain themselves, depth first with a stack of its own.
func checkRecursiveTask(c *checker) {
	const unseen, open, left = 0, 1, 2
	state := map[*Declaration]int{}
	type visit struct {
		of    *Declaration
		calls []*Step
	}
	begin := func(d *Declaration) visit {
		state[d] = open
		v := visit{of: d}
		eachStep(d.Body.Statements, outermost, func(s *Step, _ position) {
			if s.Kind == Task && c.tasks.resolve(s.Name).body != nil {
				v.calls = append(v.calls, s)
			}
		})
		return v
	}
	c.eachTask(func(d *Declaration) {
		if d.Body == nil || state[d] != unseen {
			return
		}
		for stack := []visit{begin(d)}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if len(top.calls) == 0 {
				state[top.of] = left
				stack = stack[:len(stack)-1]
				continue
			}
			call := top.calls[0]
			top.calls = top.calls[1:]
			switch body := c.tasks.resolve(call.Name).body; state[body] {
			case unseen:
				stack = append(stack, begin(body))
			case open:
				for i := len(stack) - 1; i >= 0; i-- {
					if c.recursive[stack[i].of] = true; stack[i].of == body {
						break
					}
				}
				f := c.Report(call.NameSpan, "task %s invokes itself in its own subflow", dquote(body.Name))
				if body != top.of {
					f.Message = "task " + dquote(body.Name) + " invokes itself: its subflow reaches task " + dquote(top.of.Name) + ", which invokes it again"
				}
				f.Related = c.Related(body.NameSpan, "declared here")
				f.Help = "a flow cannot recurse; move the repetition into the worker of the task"
			}
		}
	})
}

// checkUnused reports declarations that no statement reaches, in a flow that has some.
func checkUnused(c *checker) {
	used := map[*Declaration]bool{}
	var todo []*Declaration
	look := func(scope []*Statement) {
		eachStep(scope, outermost, func(s *Step, _ position) {
			if s.Kind != Task {
				return
			}
			for _, d := range c.tasks.resolve(s.Name).chain {
				if !used[d] {
					used[d] = true
					todo = append(todo, d)
				}
			}
		})
	}
	statements := false
	c.flow.scopes(func(scope []*Statement, of *Declaration) {
		if of == nil {
			statements = len(scope) > 0
			look(scope)
		}
	})
	for len(todo) > 0 {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if d.Body != nil {
			look(d.Body.Statements)
		}
	}
	c.eachTask(func(d *Declaration) {
		if statements && !used[d] && c.tasks.declared[d.Name] == d {
			c.Report(d.NameSpan, "task %s is declared but never invoked", dquote(d.Name)).Help = "invoke it, or remove the declaration"
		}
	})
}
