package step

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Lower implements dialects.Definition.
func (d *definition) Lower() *workflow.Program {
	w := d.workflow
	if w == nil || len(w.Steps) == 0 {
		return nil
	}
	l := &lowering{nodes: make(map[*Step]*workflow.Node, len(w.Steps)), deep: workflow.MergeDeep, flow: &workflow.Workflow{
		ID:        dialects.BaseName(Dialect{}, d.file.Name),
		Dialect:   Dialect{}.Name(),
		File:      d.file,
		Span:      w.Node.Span,
		Documents: workflow.ObjectDocument,
		Errors:    errorTable(),
	}}
	if d.options.Settings[mergeOption] == "shallow" {
		l.deep = workflow.MergeShallow
	}
	if w.ID != nil && w.ID.Value != "" {
		l.flow.ID = w.ID.Value
	}
	if w.Name != nil {
		l.flow.Title = w.Name.Value
	}
	if w.Description != nil {
		l.flow.Doc = w.Description.Value
	}
	if w.AutoStart != nil && w.AutoStart.Value && w.NextID != nil && w.NextID.Value != "" {
		l.flow.Then = &workflow.Then{ID: w.NextID.Value, Span: w.NextID.Node.Span}
	}
	l.flow.Extras = l.workflowExtras(w)
	l.region(w)
	return &workflow.Program{Workflows: []*workflow.Workflow{l.flow}}
}

// errorTable names what the machine raises (step: "Error behaviour", "Hit policies", "Runtime behaviour").
func errorTable() workflow.ErrorTable {
	name := func(s string) workflow.ErrorName { return workflow.ErrorName{Name: s} }
	return workflow.ErrorTable{
		Task:      name("JobFailed"),
		Timeout:   name("Timeout"),
		Heartbeat: name("Timeout"),
		Expired:   name("Timeout"),
		Path:      name("ExpressionError"),
		Combine:   name("ExpressionError"),
		NoMatch:   name("DecisionNoBranchMatched"),
		Table: workflow.TableErrors{
			NoRule:    name("DecisionTableNoRuleMatched"),
			Unique:    name("DecisionTableUniqueViolation"),
			Conflict:  name("DecisionTableAnyConflict"),
			Aggregate: name("DecisionTableAggregatorTypeError"),
			Cell:      name("DecisionTableCellError"),
			Output:    name("DecisionTableOutputError"),
		},
		NameKey:  "name",
		CauseKey: "message",
	}
}

// lowering is a definition being converted to the model.
type lowering struct {
	flow  *workflow.Workflow
	nodes map[*Step]*workflow.Node
	deep  workflow.Mode // how the variables of workers and user tasks are merged
}

// unsupported notes something that the net cannot express.
func (l *lowering) unsupported(what string, at source.Span) {
	l.flow.Unsupported = append(l.flow.Unsupported, workflow.Unsupported{What: what, Span: at})
}

// dangling notes a reference to an unknown step, so that what it might have reached is not known either.
func (l *lowering) dangling(what string, at source.Span) {
	l.unsupported(what, at)
	l.flow.Root.Dangling = true
}

// region lowers the steps. All tokens share one document, the variables.
func (l *lowering) region(w *Workflow) {
	r := l.flow.AddRegion(nil, w.StepsNode.Span)
	r.Shared = true
	l.flow.Reserve(r, len(w.Steps))
	for _, s := range w.Steps {
		switch {
		case s.Node.Kind != source.Object:
			l.dangling("a step that is not an object", s.Node.Span)
		case s.id() == "":
			l.dangling("a step without an id", s.Node.Span)
		case w.Step(s.id()) != s:
			l.dangling("a step with a duplicate id", s.ID.Node.Span)
		default:
			l.nodes[s] = l.node(r, s)
		}
	}
	for _, s := range w.Steps {
		n := l.nodes[s]
		if n == nil {
			continue
		}
		if l.nameSimilar(w, n.Element); !s.Broken {
			l.edges(n, s)
		}
	}
	r.Start = l.nodes[w.Steps[0]]
}

// kinds are the nodes that the types of steps become. A step of no known type is drawn and passed through.
var kinds = map[StepType]workflow.Kind{
	NoType: workflow.Pass, ServiceTask: workflow.Task, UserTask: workflow.Await, Decision: workflow.Choice,
	DecisionTable: workflow.Table, Transformation: workflow.Pass, Wait: workflow.Await, ParallelGateway: workflow.Pass,
	JoinGateway: workflow.Pass, End: workflow.End,
}

// nameSimilar notes that the author named steps by their titles, such as "Paid?" and "Paid", of which ids keep only the words: that of the
// later one has a number.
func (l *lowering) nameSimilar(w *Workflow, e *workflow.Element) {
	base := dialects.Slug(e.Title)
	number, ok := strings.CutPrefix(e.Name, base+"-")
	if !ok || number == "" || strings.Trim(number, "0123456789") != "" {
		return
	}
	first := l.nodes[w.Step(base)]
	if first == nil {
		return
	}
	if x := first.Element; x.Title != e.Title && dialects.Slug(x.Title) == base {
		x.Given, e.Given = x.Title, e.Title
	}
}

// node lowers a step except for its edges.
func (l *lowering) node(r *workflow.Region, s *Step) *workflow.Node {
	e := l.flow.AddElement(s.id(), s.Type.String(), s.ID.Node.Span, s.Node.Span)
	if s.Name != nil {
		e.Title = s.Name.Value
	}
	if s.Description != nil {
		e.Doc = s.Description.Value
	}
	e.Unnamed = s.Type == End && e.Name == endID && (e.Title == "" || strings.EqualFold(e.Title, endID))
	e.Extras = l.stepExtras(s)
	n := l.flow.AddNode(r, e, kinds[s.Type], workflow.Primary)
	if s.Broken {
		l.dangling("a step without a type", s.ID.Node.Span)
		return n
	}
	switch s.Type {
	case ServiceTask:
		l.serviceTask(n, s)
	case UserTask:
		n.Awaits = &workflow.Awaits{Kind: "userTask"}
		n.Data.Combine = &workflow.Combine{Mode: l.deep}
	case Wait:
		n.Awaits = &workflow.Awaits{Kind: "signal"}
		n.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
	case DecisionTable:
		n.Rules = l.table(s)
		n.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
	case Transformation:
		n.Data.Result = l.transformation(s)
		n.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
	case ParallelGateway:
		n.Split = workflow.SplitFork
	case JoinGateway:
		n.Join = workflow.JoinFork
	}
	return n
}

// serviceTask lowers what a task calls (step: "SERVICE_TASK"). Retries follow at once.
func (l *lowering) serviceTask(n *workflow.Node, s *Step) {
	task := s.ID
	if s.JobType != nil && s.JobType.Value != "" {
		task = s.JobType
	}
	n.Call = &workflow.Call{Task: task.Value, Span: task.Node.Span}
	n.Data.Combine = &workflow.Combine{Mode: l.deep}
	if s.RetryCount != nil && s.RetryCount.Value > 0 {
		n.Retry = []workflow.Retrier{{On: workflow.Matcher{{All: true}}, Limit: s.RetryCount.Value, Factor: 1, Span: s.RetryCount.Node.Span}}
	}
}

func (l *lowering) transformation(s *Step) expr.Expr {
	o := &expr.Object{Span: s.Node.Span}
	if n := s.Parts["transformations"]; n != nil {
		o.Span = n.Span
	}
	for _, a := range s.Transformations {
		o.Members = append(o.Members, expr.ObjectMember{Key: a.Member.Key, KeySpan: a.Member.KeySpan, Value: a.lower()})
	}
	return o
}

// lower returns the value of a variable: an expression, or a literal as it was written.
func (a *Assignment) lower() expr.Expr {
	if a.Value != nil {
		return a.Value.value()
	}
	n := a.Member.Value
	return &expr.Literal{Value: value.Of(n), Node: n, Span: n.Span}
}

// table lowers a decision table (step: "DECISION_TABLE").
func (l *lowering) table(s *Step) *workflow.DecisionTable {
	t := &workflow.DecisionTable{Policy: policyOf(s.Policy())}
	for _, r := range s.Rules {
		if r.Broken {
			l.unsupported("a rule that is not an object", r.Node.Span)
			continue
		}
		x := workflow.TableRule{Span: r.Node.Span, Extras: words.Extras(r.Extra)}
		for _, c := range r.Cells {
			x.Cells = append(x.Cells, workflow.Cell{Column: c.Member.Key, If: c.lower(), Span: c.Member.Span()})
		}
		for _, a := range r.Outputs {
			x.Outputs = append(x.Outputs, workflow.Output{Column: a.Member.Key, Value: a.lower(), Span: a.Member.Span()})
		}
		t.Rules = append(t.Rules, x)
	}
	if len(t.Rules) == 0 {
		l.unsupported("a decision table without rules", s.ID.Node.Span)
	}
	return t
}

// lower returns a condition. A blank cell is one that always holds, with its blanks as they were written.
func (c *Cell) lower() expr.Expr {
	if c.If == nil {
		return &expr.Literal{Value: true, Node: c.Member.Value, Span: c.Member.Value.Span}
	}
	return c.If.condition()
}

// policyOf returns the policy of a code. The codes are in the order of the policies.
func policyOf(code string) workflow.Policy {
	for i, c := range policies() {
		if c == code {
			return workflow.Policy(i)
		}
	}
	return workflow.Unique
}
