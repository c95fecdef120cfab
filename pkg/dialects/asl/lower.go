package asl

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Names of the errors that the specification predefines (asl 2016: Appendix A), and of those of later versions that the
// machine gives a meaning.
const (
	errAll              = "States.ALL"
	errTimeout          = "States.Timeout"
	errTaskFailed       = "States.TaskFailed"
	errBranchFailed     = "States.BranchFailed"
	errPermissions      = "States.Permissions"
	errNoChoiceMatched  = "States.NoChoiceMatched"
	errHeartbeatTimeout = "States.HeartbeatTimeout"
	errRuntime          = "States.Runtime"
)

// The defaults of what a definition leaves out (asl 2016: "Task State", "Retrying after error").
const (
	defaultTimeout  = 60
	defaultInterval = 1
	defaultAttempts = 3
	defaultBackoff  = 2.0
)

// Lower implements dialects.Definition.
func (d *definition) Lower() *workflow.Program {
	if d.machine == nil || len(d.machine.States) == 0 {
		return nil
	}
	l := &lowering{level: d.level, references: d.options.References, flow: &workflow.Workflow{
		ID:       cmp.Or(d.options.Name, dialects.BaseName(Dialect{}, d.file.Name)),
		Dialect:  Dialect{}.Name(),
		Settings: d.options.Settings,
		File:     d.file,
		Span:     d.machine.Node.Span,
		Errors:   errorTable(d.level),
	}}
	if c := d.machine.Comment; c != nil {
		l.flow.Doc = c.Value
	}
	if t := d.machine.TimeoutSeconds; t != nil {
		l.flow.Timeout = &workflow.Timer{Length: inSeconds(t), Raises: workflow.ClassTimeout}
	}
	if d.level == Current {
		l.flow.Context = contextOf
		l.flow.Limits = workflow.Limits{Payload: maxPayload, History: maxHistory}
	}
	for _, a := range d.assumed {
		l.flow.Assumed = append(l.flow.Assumed, workflow.Unsupported{What: a.subject, Why: a.node.Text, Span: a.node.Span})
	}
	l.region(d.machine, nil)
	return &workflow.Program{Workflows: []*workflow.Workflow{l.flow}}
}

// errorTable names what the machine raises. Today's engine fails an execution whose paths select nothing with an error
// that nothing catches.
func errorTable(level Level) workflow.ErrorTable {
	t := workflow.ErrorTable{
		Task:      workflow.ErrorName{Name: errTaskFailed},
		Timeout:   workflow.ErrorName{Name: errTimeout},
		Heartbeat: workflow.ErrorName{Name: errTimeout},
		Expired:   workflow.ErrorName{Name: errTimeout, Fatal: true},
		Path:      workflow.ErrorName{Name: "States.ParameterPathFailure"},
		Combine:   workflow.ErrorName{Name: "States.ResultPathMatchFailure"},
		NoMatch:   workflow.ErrorName{Name: errNoChoiceMatched},
		NameKey:   "Error",
		CauseKey:  "Cause",
	}
	if level == Current {
		runtime := workflow.ErrorName{Name: errRuntime, Fatal: true}
		t.Path, t.NoMatch, t.History = runtime, runtime, runtime
		t.Function = workflow.ErrorName{Name: "States.IntrinsicFailure"}
		t.Query = workflow.ErrorName{Name: "States.QueryEvaluationError"}
		t.Items = workflow.ErrorName{Name: "States.ItemReaderFailed"}
		t.Results = workflow.ErrorName{Name: "States.ResultWriterFailed"}
		t.Tolerance = workflow.ErrorName{Name: "States.ExceedToleratedFailureThreshold"}
		t.Payload = workflow.ErrorName{Name: "States.DataLimitExceeded"}
		t.Nulls = true
	}
	return t
}

// lowering is a definition being converted to the model.
type lowering struct {
	level      Level
	flow       *workflow.Workflow
	references map[string]string // what placeholders stand for
}

// unsupported notes something that the net cannot express.
func (l *lowering) unsupported(what string, at source.Span) {
	l.flow.Unsupported = append(l.flow.Unsupported, workflow.Unsupported{What: what, Span: at})
}

// later notes the constructs of later versions. What an ErrorEquals names is not a construct: it matches or does not.
func (l *lowering) later(fields []LaterField) {
	for _, f := range fields {
		if f.Member != nil && f.Member.Key == "ErrorEquals" {
			continue
		}
		u := workflow.Unsupported{What: f.What, Why: "it was added to the language after 2016", Span: f.Span}
		if l.level == Level2016 {
			l.flow.Unsupported = append(l.flow.Unsupported, u)
		} else {
			l.flow.Untranslated = append(l.flow.Untranslated, u)
		}
	}
}

// region lowers a machine as a region of a scope node, or as the root.
func (l *lowering) region(m *Machine, scope *workflow.Node) {
	r := l.flow.AddRegion(scope, m.Node.Span)
	extras := words.Extras(m.Extra, words.TextExtra("Comment", m.Comment), words.TextExtra("Version", m.Version))
	if scope == nil {
		l.flow.Extras = extras
	} else {
		r.Extras = extras
	}
	l.later(m.Later)
	l.flow.Reserve(r, len(m.States))
	nodes := make([]*workflow.Node, len(m.States))
	for i, s := range m.States {
		nodes[i] = l.node(r, s)
	}
	for _, s := range m.States {
		if !s.Broken {
			l.edges(r, s, nodes)
		}
	}
	for i, s := range m.States {
		nodes[i].Element.Unnamed = s.Type == Succeed && s.Name == doneName && !followed(nodes[i])
	}
	if m.StartAt != nil {
		r.Start = l.target(r, m.StartAt, nodes)
	} else {
		r.Dangling = true
		l.unsupported("a machine without a start", m.Node.Span)
	}
}

// followed reports whether a state goes on to a node that could as well end by itself, as states do that are not choices.
func followed(n *workflow.Node) bool {
	return slices.ContainsFunc(n.In, func(e *workflow.Edge) bool { return e.Kind == workflow.Next && e.From.Kind != workflow.Choice })
}

// kinds are the nodes that the types of states become. A state of no known type is drawn and passed through.
var kinds = [...]workflow.Kind{
	NoType: workflow.Pass, Pass: workflow.Pass, Task: workflow.Task, Choice: workflow.Choice, Wait: workflow.Wait,
	Succeed: workflow.End, Fail: workflow.Fail, Parallel: workflow.Scope, Map: workflow.Scope,
}

// node lowers a state except for its transitions.
func (l *lowering) node(r *workflow.Region, s *State) *workflow.Node {
	e := l.flow.AddElement(s.Name, s.Type.String(), s.NameSpan, source.Span{Start: s.NameSpan.Start, End: s.Node.Span.End})
	if s.Comment != nil {
		e.Doc = s.Comment.Value
	}
	e.Extras = words.Extras(s.Extra, words.TextExtra("Comment", s.Comment), rootPath("InputPath", s.InputPath),
		rootPath("OutputPath", s.OutputPath), rootPath("ResultPath", s.ResultPath), falseEnd(s.End))
	n := l.flow.AddNode(r, e, kinds[s.Type], workflow.Primary)
	if s.Broken {
		l.unsupported("a state without a type", s.NameSpan)
		r.Dangling = true
		return n
	}
	l.later(s.Later)
	n.Data = workflow.Stages{Select: l.selection(s.InputPath), Output: l.selection(s.OutputPath), Combine: l.combine(s.ResultPath)}
	if l.level == Current {
		l.todayStages(n, s)
	}
	for _, t := range s.Retry {
		l.retrier(n, t)
	}
	switch s.Type {
	case Pass:
		if s.Result != nil {
			n.Data.Result = literal(s.Result)
		}
	case Task:
		l.task(n, s)
	case Wait:
		l.wait(n, s)
	case Fail:
		n.Raises = l.failing(s)
	case Parallel:
		for _, b := range s.Branches {
			if b.Broken {
				l.unsupported("a branch that is not an object", b.Node.Span)
				continue
			}
			l.region(b, n)
		}
	case Map:
		l.mapState(n, s)
	}
	return n
}

// task lowers what a Task state calls and its limits, which hold for each attempt (asl 2016: "Task State").
func (l *lowering) task(n *workflow.Node, s *State) {
	n.Call = &workflow.Call{}
	if s.Resource == nil {
		l.unsupported("a Task state without a resource", s.NameSpan)
	} else {
		n.Call = &workflow.Call{Task: s.Resource.Value, Span: s.Resource.Node.Span}
	}
	if l.level == Current && s.Resource != nil {
		n.Call.Token, n.Call.Echo, n.Call.Child = hasToken(s.Resource.Value), echoOf(s.Resource.Value), childOf(s.Resource.Value, l.references)
		n.Call.Produces, n.Call.Function = eventsOf(s.Resource.Value), functionOf(s.Resource.Value)
		if n.Call.Produces != nil {
			n.Call.Event = eventOf
		}
	}
	if length, ok := l.limitTimer(s, "TimeoutSeconds", s.TimeoutSeconds, s.TimeoutSecondsPath); ok {
		n.Timers = append(n.Timers, workflow.Timer{Length: length, Span: length.Span, Raises: workflow.ClassTimeout})
	} else if l.level == Level2016 {
		length := workflow.Length{Expr: &expr.Literal{Value: int64(defaultTimeout)}}
		n.Timers = append(n.Timers, workflow.Timer{Length: length, Span: length.Span, Raises: workflow.ClassTimeout, Implied: true})
	}
	if length, ok := l.limitTimer(s, "HeartbeatSeconds", s.HeartbeatSeconds, s.HeartbeatSecondsPath); ok {
		n.Timers = append(n.Timers, workflow.Timer{Length: length, Span: length.Span, Raises: workflow.ClassHeartbeat})
	}
}

// wait lowers the time that a Wait state waits for. Today's engine takes whole seconds only from the data.
func (l *lowering) wait(n *workflow.Node, s *State) {
	switch {
	case s.Seconds != nil:
		length := inSeconds(s.Seconds)
		n.Until = &length
	case s.Timestamp != nil:
		n.Until = &workflow.Length{Expr: literal(s.Timestamp.Node), Unit: workflow.Instant, Span: s.Timestamp.Node.Span}
		l.bounded(n.Until)
	case s.SecondsPath != nil && s.SecondsPath.Path != nil:
		n.Until = &workflow.Length{Expr: s.SecondsPath.Path, Whole: l.level == Current, Numeral: l.level == Current, Span: s.SecondsPath.Node.Span}
	case s.TimestampPath != nil && s.TimestampPath.Path != nil:
		n.Until = &workflow.Length{Expr: s.TimestampPath.Path, Unit: workflow.Instant, Span: s.TimestampPath.Node.Span}
		l.bounded(n.Until)
	case s.computed("Seconds") != nil:
		length, _ := l.computedLength(s, "Seconds", wanted{kind: wantInteger, most: maxSeconds})
		n.Until = &length
	case s.computed("Timestamp") != nil:
		length, _ := l.computedLength(s, "Timestamp", wanted{kind: wantTimestamp})
		length.Unit = workflow.Instant
		n.Until = &length
		l.bounded(n.Until)
	default:
		if s.Node.Get("Seconds") == nil || !isPlaceholder(s.Node.Get("Seconds").Text) {
			l.unsupported("a Wait state without a time", s.NameSpan)
		}
		n.Until = &workflow.Length{Expr: &expr.Literal{Value: int64(0)}}
	}
}

// bounded makes an instant one as today's engine takes it: without a fraction of a second, and not too far away.
func (l *lowering) bounded(length *workflow.Length) {
	if l.level == Current {
		length.Whole, length.Most = true, longestTimestamp
	}
}

// selection lowers InputPath or OutputPath: null is the empty object, and the path to everything is no stage at all.
func (l *lowering) selection(p *Path) expr.Expr {
	switch {
	case p == nil || isRoot(p):
		return nil
	case p.Null:
		return &expr.Literal{Value: value.NewObject(0), Span: p.Node.Span}
	case p.Path == nil:
		l.unsupported("an invalid path or a placeholder", p.Node.Span)
		return nil
	default:
		return p.Path
	}
}

// combine lowers ResultPath: null drops the result, and the path to everything is no stage at all.
func (l *lowering) combine(p *Path) *workflow.Combine {
	switch {
	case p == nil || isRoot(p):
		return nil
	case p.Path == nil && !p.Null:
		l.unsupported("an invalid path or a placeholder", p.Node.Span)
		return nil
	default:
		mode := workflow.SetAt
		if p.Null {
			mode = workflow.Drop
		}
		return &workflow.Combine{Mode: mode, Path: p.Path, Span: p.Node.Span}
	}
}

func isRoot(p *Path) bool {
	return p.Path != nil && p.Path.Root == expr.RootInput && len(p.Path.Steps) == 0
}
