package graph

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// none is the place of what no text stands behind.
var none source.Span

// A model builds a workflow by hand, as the lowering of a dialect does.
type model struct{ *workflow.Workflow }

func newModel(id string) (model, *workflow.Region) {
	m := model{&workflow.Workflow{ID: id}}
	return m, m.AddRegion(nil, none)
}

// add adds an element of one node. The first one of a region is its start.
func (m model) add(r *workflow.Region, name, word string, kind workflow.Kind) *workflow.Node {
	n := m.AddNode(r, m.AddElement(name, word, none, none), kind, workflow.Primary)
	if r.Start == nil {
		r.Start = n
	}
	return n
}

func (m model) pass(r *workflow.Region, name string) *workflow.Node {
	return m.add(r, name, "Pass", workflow.Pass)
}

func (m model) task(r *workflow.Region, name, address string) *workflow.Node {
	n := m.add(r, name, "Task", workflow.Task)
	n.Call = &workflow.Call{Task: address}
	return n
}

func (m model) next(from, to *workflow.Node) { m.Connect(from, to, workflow.Next, none) }

// last ends the region behind a node.
func (m model) last(n *workflow.Node) {
	m.Connect(n, m.AddNode(n.Region, n.Element, workflow.End, workflow.Ending), workflow.ToEnd, none)
}

func (m model) rule(from, to *workflow.Node, guard expr.Expr) {
	m.Connect(from, to, workflow.Guarded, none).Guard = guard
}

func (m model) otherwise(from, to *workflow.Node) { m.Connect(from, to, workflow.Default, none) }

func (m model) catch(from, to *workflow.Node, errors ...string) {
	m.Connect(from, to, workflow.OnError, none).On = matching(errors...)
}

func (m model) parallel(r *workflow.Region, name string) *workflow.Node {
	return m.add(r, name, "Parallel", workflow.Scope)
}

func (m model) branch(scope *workflow.Node) *workflow.Region { return m.AddRegion(scope, none) }

func (m model) fail(r *workflow.Region, name, err string) *workflow.Node {
	n := m.add(r, name, "Fail", workflow.Fail)
	n.Raises = &workflow.Raises{Name: &expr.Literal{Value: err}}
	return n
}

func matching(errors ...string) workflow.Matcher {
	var m workflow.Matcher
	for _, name := range errors {
		m = append(m, workflow.Clause{Name: name, All: name == "States.ALL", Text: name})
	}
	return m
}

func seconds(n float64) workflow.Length { return workflow.Length{Expr: &expr.Literal{Value: n}} }

func path(text, member string) *expr.Path {
	return &expr.Path{Text: text, Definite: true, Steps: []expr.Step{{Kind: expr.StepChild, Name: member}}}
}

// order is a workflow with a little of everything.
func order() *workflow.Workflow {
	m, root := newModel("Order")
	validate := m.task(root, "ValidateOrder", "arn:aws:lambda:us-east-1:123456789012:function:validate-order")
	validate.Retry = []workflow.Retrier{{On: matching("States.TaskFailed"), Limit: 3, Interval: 1, Factor: 2}}
	validate.Timers = []workflow.Timer{{Length: seconds(60), Raises: workflow.ClassTimeout, Implied: true}}
	valid := m.add(root, "Is it valid?", "Choice", workflow.Choice)
	prepare := m.parallel(root, "Prepare")
	prepare.Retry = []workflow.Retrier{{On: matching("PaymentError"), Limit: 2, Interval: 1.5, Factor: 1}}
	done := m.add(root, "Done", "Succeed", workflow.End)
	rejected := m.fail(root, "Rejected", "OrderRejected")
	notify := m.task(root, "NotifyFailure", "arn:aws:states:::sns:publish")

	reserve := m.task(m.branch(prepare), "ReserveStock", "arn:aws:states:::dynamodb:updateItem")
	m.last(reserve)
	second := m.branch(prepare)
	charge := m.task(second, "Charge", "arn:aws:lambda:us-east-1:123456789012:function:charge")
	charge.Timers = []workflow.Timer{
		{Length: seconds(30), Raises: workflow.ClassTimeout},
		{Length: workflow.Length{Expr: path("$.beat", "beat")}, Raises: workflow.ClassHeartbeat},
	}
	settle := m.add(second, "Settle", "Wait", workflow.Wait)
	settle.Until = &workflow.Length{Expr: &expr.Literal{Value: 5.0}}
	m.next(charge, settle)
	m.last(settle)

	m.next(validate, valid)
	m.catch(validate, notify, "States.ALL")
	m.rule(valid, prepare, &expr.Logic{Op: expr.And, Operands: []expr.Expr{
		&expr.Compare{Op: expr.Equal, As: expr.Boolean, Left: path("$.valid", "valid"), Right: &expr.Literal{Value: true}},
		&expr.Compare{Op: expr.LessEqual, As: expr.Numeric, Left: path("$.total", "total"), Right: &expr.Literal{Value: 1000.0}},
	}})
	m.rule(valid, done, &expr.Compare{Op: expr.Equal, As: expr.Numeric, Left: path("$.total", "total"), Right: &expr.Literal{Value: 0.0}})
	m.otherwise(valid, rejected)
	m.next(prepare, done)
	m.catch(prepare, notify, "PaymentError")
	m.catch(prepare, notify, "States.Timeout", "StockError")
	m.next(notify, rejected)
	return m.Workflow
}

// strangeNames are names that mean something to Mermaid, to YAML, to HTML or to JavaScript.
var strangeNames = []string{
	"end", "End", "state", "note", "constructor", "toString", "__proto__", "[*]", "Über Größe", "状态", "🚀",
	`say "hello"`, "a:b", "a;b", "a<b", "a < b", "<b>bold</b>", "&amp;", "#59;", "x --> y", "%% comment", "%%{init: {}}%%",
	"direction LR", "change direction", "TBox", "`code`", "*bold*", "_it_", "line\nbreak", "tab\there", "$$x$$", "~~x~~",
	"[[x]]", "\\", "", "   ", "1st", "a_start", "a_end", "a b", "a-b", "aB", "a.b", "a_2", "root", "---", "```", "{", "}",
	"classDef", "\u2028", "\x00", "\xff", "ﬂ°°59¶ß", "branch 1", "style x fill:#f00", "<br/>", "as", "TB", "LR",
}

// strange is a workflow whose names, labels, tasks and errors are all strange.
func strange() *workflow.Workflow {
	m, root := newModel(`a<b> & "c" %%{x}%% ; ` + "`" + `\`)
	var before *workflow.Node
	for i, name := range strangeNames {
		n := m.task(root, name, name)
		if before != nil {
			m.next(before, n)
			m.catch(before, n, name)
		}
		if i%7 == 0 {
			scope := m.parallel(root, name)
			m.next(n, scope)
			inner := m.pass(m.branch(scope), name)
			m.last(inner)
		}
		before = n
	}
	m.last(before)
	return m.Workflow
}

// loops is a workflow of states that lead to themselves and of branches that never end.
func loops() *workflow.Workflow {
	m, root := newModel("")
	m.Doc = "Goes round in circles\nand round"
	again := m.task(root, "Again", "again")
	m.next(again, again)
	m.catch(again, again, "A")
	m.catch(again, again, "B")
	stubborn := m.task(root, "Stubborn", "stubborn")
	m.catch(again, stubborn, "C")
	m.catch(stubborn, stubborn, "States.ALL")
	scope := m.parallel(root, "Both")
	m.next(stubborn, scope)
	m.catch(scope, scope, "D", "E")
	one := m.branch(scope)
	ping, pong := m.pass(one, "Ping"), m.pass(one, "Pong")
	m.next(ping, pong)
	m.next(pong, ping)
	m.fail(m.branch(scope), "Never", "Never")
	m.branch(scope)
	lost := m.branch(scope)
	m.pass(lost, "Lost")
	lost.Start = nil
	nothing := m.parallel(root, "Nothing")
	m.branch(nothing)
	m.next(scope, nothing)
	m.next(nothing, nothing)
	return m.Workflow
}

// chain is a workflow of n tasks in a row, each with a catcher and a retrier.
func chain(n int) *workflow.Workflow {
	m, root := newModel("Chain")
	failed := m.fail(root, "Failed", "Failed")
	root.Start = nil
	var before *workflow.Node
	for range n {
		task := m.task(root, "Task", "arn:aws:lambda:us-east-1:123456789012:function:work")
		task.Retry = []workflow.Retrier{{On: matching("States.Timeout"), Limit: 2, Interval: 1, Factor: 2}}
		m.catch(task, failed, "States.TaskFailed", "States.Timeout")
		if before != nil {
			m.next(before, task)
		}
		before = task
	}
	m.last(before)
	return m.Workflow
}

// nested is a workflow of n scopes within each other.
func nested(n int) *workflow.Workflow {
	m, region := newModel("Nested")
	for range n {
		scope := m.parallel(region, "Scope")
		m.last(scope)
		region = m.branch(scope)
	}
	m.last(m.pass(region, "Innermost"))
	return m.Workflow
}
