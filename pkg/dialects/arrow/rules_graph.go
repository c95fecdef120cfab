package arrow

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var guardSyntax = rule{Rule: diag.Rule{
	ID:       "arrow/expression",
	Aliases:  []string{"arrow/guard-syntax"},
	Severity: diag.Error,
	Summary:  "invalid guard",
	Why:      "A guard is a JSONPath with a filter that tests the input of the step, such as $[?(@.status == 0)].",
	Source:   "arrow: \"the preferred language is jsonpath\"",
}}

var guardNever = rule{Rule: diag.Rule{
	ID:       "arrow/never-true",
	Aliases:  []string{"arrow/guard-never"},
	Severity: diag.Warning,
	Summary:  "a guard is never true",
	Why:      "Its comparisons contradict each other for every input, so the step never runs.",
	Source:   "arrow: guards",
}, Checks: eachStepOf(checkGuardNever)}

var endlessCycle = rule{Rule: diag.Rule{
	ID:       "arrow/endless-cycle",
	Severity: diag.Warning,
	Summary:  "a cycle never ends",
	Why: "A step sends its output along all its arrows, and a false guard passes its input on. So data that enters a cycle stays " +
		"in it forever. Only an error ends a cycle of a flow.",
	Source: "arrow: cycles are allowed; the output of each task flows over its connecting edges; guards",
}, Checks: eachNetOf(checkEndlessCycle)}

var inputType = rule{Rule: diag.Rule{
	ID:       "arrow/input-type",
	Severity: diag.Info,
	Summary:  "a task gets a list in one place and an object in another",
	Why: "The input of a step with several incoming arrows is a list of their values; with one arrow it is the value itself. A " +
		"worker that expects one may fail on the other. The operator `>` merges the inputs into one object.",
	Source: "arrow: \"If multiple inputs are present, the input is a collection\"; the merge operator",
}, Checks: []func(*checker){checkInputType}}

var tooLarge = rule{Rule: diag.Rule{
	ID:       "arrow/too-large",
	Severity: diag.Error,
	Summary:  "the flow expands beyond the limit",
	Why: "A label connects each of its sources with each of its destinations, and a task with a subflow is expanded wherever " +
		"it is invoked. A short file can expand to more links and steps than fit into memory.",
	Source: "flowglot",
}, Checks: []func(*checker){checkTooLarge}}

func checkGuardNever(c *checker, s *Step, _ position) {
	if s.Guard == nil || s.Guard.Path == nil {
		return
	}
	if part := never(s.Guard.Path); part != nil {
		c.Report(part.Range(), "the guard is never true: no value fulfils this condition").Help = "fix the condition, or remove the step"
	}
}

// checkEndlessCycle reports the links that close a cycle. A cycle that is all there is after it is found by the rules
// about nets.
func checkEndlessCycle(c *checker, n *net) {
	var ends map[*place]bool
	for _, p := range n.places {
		for _, l := range p.out {
			if !l.back {
				continue
			}
			if ends == nil {
				ends = n.comesFrom(n.end)
			}
			if !ends[l.to] {
				continue
			}
			d := c.Report(head(p.step), "%s leads back to %s, and nothing ends the cycle", c.name(p), c.name(l.to))
			d.Related = c.Related(head(l.to.step), "the cycle starts again here")
			d.Help = "move the repetition into the worker of the task"
		}
	}
}

// comesFrom returns the places from which a path leads to one.
func (n *net) comesFrom(to *place) map[*place]bool {
	seen := map[*place]bool{to: true}
	for todo := []*place{to}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, l := range p.in {
			if !seen[l.from] {
				seen[l.from] = true
				todo = append(todo, l.from)
			}
		}
	}
	return seen
}

// head returns the place at which to report something about a step as a whole.
func head(s *Step) source.Span {
	switch s.Kind {
	case Subflow:
		return s.Body.Open
	case List:
		return head(s.Members[0])
	default:
		return s.NameSpan
	}
}

// name names a place in messages.
func (c *checker) name(p *place) string {
	switch p.step.Kind {
	case Subflow:
		return "the subflow"
	case List:
		return "the list"
	case Data:
		return "the literal"
	case Resource:
		return "the resource " + dquote(p.step.Name)
	default:
		return "task " + dquote(p.step.Name)
	}
}

// checkInputType compares the invocations of each task by how many arrows lead to them.
func checkInputType(c *checker) {
	single, list := map[string]*place{}, map[string]*place{}
	var order []*place
	eachNet(c.built.net, func(n *net) {
		for _, p := range n.places {
			if p.step.Kind != Task || p.inner != nil || p.step.Merge || p.step.Each {
				continue
			}
			switch by := forward(p); {
			case by > 1:
				if list[p.target.name] == nil {
					list[p.target.name] = p
					order = append(order, p)
				}
			case by == 1 && single[p.target.name] == nil && p.in[0].from.inner == nil:
				single[p.target.name] = p
			}
		}
	})
	for _, p := range order {
		other := single[p.target.name]
		if other == nil {
			continue
		}
		d := c.Report(p.step.NameSpan, "task %s gets a list here, from %d arrows, but a single value elsewhere", dquote(p.target.name), forward(p))
		d.Related = c.Related(other.step.NameSpan, "a single arrow leads to it here")
		d.Help = "write `>` before it to merge the inputs"
	}
}

// forward counts the links that a place waits for.
func forward(p *place) int {
	n := 0
	for _, l := range p.in {
		if !l.back {
			n++
		}
	}
	return n
}

func checkTooLarge(c *checker) {
	if c.built.tooMany {
		d := c.Report(source.Span{}, "the labels of the flow create more than %d links", maxLinks)
		d.Help, d.Limit = "put a step or a subflow between them", true
	}
	for _, s := range c.built.refused {
		body := c.tasks.resolve(s.Name).body
		if c.recursive[body] {
			continue
		}
		d := c.Report(s.NameSpan, "task %s cannot be expanded here: the subflows of tasks become too large or too deeply nested", dquote(s.Name))
		d.Help, d.Limit = "nest fewer tasks with subflows", true
		return
	}
}
