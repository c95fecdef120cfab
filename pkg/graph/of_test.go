package graph

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
	"github.com/google/go-cmp/cmp"
)

// edgesOf lists edges as texts: "from kind to: label".
func edgesOf(d *Drawing) []string {
	var list []string
	for _, e := range d.Edges {
		s := end(e.From) + " " + string(e.Kind) + " " + end(e.To)
		if e.Label != "" {
			s += ": " + e.Label
		}
		list = append(list, s)
	}
	return list
}

func TestEdges(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		build func(m model, root *workflow.Region)
		want  []string
	}{
		{"an auxiliary end is the end", func(m model, root *workflow.Region) {
			m.last(m.pass(root, "A"))
		}, []string{"[*] start A", "A end [*]"}},
		{"a primary end leads to the end", func(m model, root *workflow.Region) {
			m.add(root, "A", "Succeed", workflow.End)
		}, []string{"[*] start A", "A end [*]"}},
		{"a fail ends nothing", func(m model, root *workflow.Region) {
			m.fail(root, "A", "E")
		}, []string{"[*] start A"}},
		{"a region without a start", func(m model, root *workflow.Region) {
			m.last(m.pass(root, "A"))
			root.Start = nil
		}, []string{"A end [*]"}},
		{"handlers with one target", func(m model, root *workflow.Region) {
			a, b, c := m.task(root, "A", "a"), m.pass(root, "B"), m.pass(root, "C")
			m.catch(a, b, "X")
			m.catch(a, c, "Y")
			m.catch(a, b, "Z", "States.ALL")
			m.next(a, b)
		}, []string{"[*] start A", "A next B", "A error B: ⚠ X, Z, States.ALL", "A error C: ⚠ Y"}},
		{"rules with one target", func(m model, root *workflow.Region) {
			a, b, c := m.add(root, "A", "Choice", workflow.Choice), m.pass(root, "B"), m.pass(root, "C")
			m.rule(a, b, path("$.x", "x"))
			m.rule(a, c, path("$.y", "y"))
			m.rule(a, b, path("$.z", "z"))
			m.otherwise(a, b)
		}, []string{"[*] start A", "A choice B: 1 $.x\n3 $.z", "A choice C: 2 $.y", "A default B: default"}},
		{"a single rule has no number", func(m model, root *workflow.Region) {
			a, b := m.add(root, "A", "Choice", workflow.Choice), m.pass(root, "B")
			m.rule(a, b, path("$.x", "x"))
		}, []string{"[*] start A", "A choice B: $.x"}},
		{"a rule that could not be read", func(m model, root *workflow.Region) {
			a, b := m.add(root, "A", "Choice", workflow.Choice), m.pass(root, "B")
			m.rule(a, b, nil)
		}, []string{"[*] start A", "A choice B"}},
		{"branches have starts and ends of their own", func(m model, root *workflow.Region) {
			p := m.parallel(root, "P")
			m.last(p)
			m.last(m.pass(m.branch(p), "A"))
			m.last(m.pass(m.branch(p), "B"))
		}, []string{"[*] start P", "P end [*]", "[*] start A", "A end [*]", "[*] start B", "B end [*]"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m, root := newModel("")
			test.build(m, root)
			if diff := cmp.Diff(test.want, edgesOf(Of(m.Workflow, Options{}))); diff != "" {
				t.Errorf("edges (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBody(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		node   workflow.Node
		word   string
		ascii  bool
		expect []string
	}{
		{name: "the kind of the model where there is no word", node: workflow.Node{Kind: workflow.Choice}, expect: []string{"choice"}},
		{name: "a task", word: "Task", node: workflow.Node{Call: &workflow.Call{Task: "charge\ncard"}}, expect: []string{"Task · charge card"}},
		{name: "a wait for seconds", word: "Wait", node: workflow.Node{Until: &workflow.Length{Expr: &expr.Literal{Value: 1.5}}},
			expect: []string{"Wait ⏱ 1.5 s"}},
		{name: "a wait for seconds of the data", word: "Wait", node: workflow.Node{Until: &workflow.Length{Expr: path("$.seconds", "seconds")}},
			expect: []string{"Wait ⏱ $.seconds s"}},
		{name: "a wait until an instant", word: "Wait", node: workflow.Node{Until: &workflow.Length{
			Expr: &expr.Literal{Value: "2016-03-14T01:59:00Z"}, Unit: workflow.Instant}},
			expect: []string{"Wait ⏱ until 2016-03-14T01:59:00Z"}},
		{name: "a wait for a duration", word: "sleep", node: workflow.Node{Until: &workflow.Length{
			Expr: &expr.Literal{Value: "P1DT2H"}, Unit: workflow.Duration}}, expect: []string{"sleep ⏱ 1 d 2 h"}},
		{name: "a wait that could not be read", word: "Wait", node: workflow.Node{Until: &workflow.Length{}}, expect: []string{"Wait ⏱"}},
		{name: "a fail without a name", word: "Fail", node: workflow.Node{Raises: &workflow.Raises{Cause: &expr.Literal{Value: "why"}}},
			expect: []string{"Fail · why"}},
		{name: "a fail that says nothing", word: "Fail", node: workflow.Node{Raises: &workflow.Raises{}}, expect: []string{"Fail"}},
		{name: "retries and limits", word: "Pass", node: workflow.Node{
			Retry: []workflow.Retrier{
				{On: matching("A", "B"), Limit: 3, Interval: 1, Factor: 2},
				{On: workflow.Matcher{{All: true}}, Limit: 0, Interval: 0.5, Factor: 1},
			},
			Timers: []workflow.Timer{
				{Length: seconds(30), Raises: workflow.ClassTimeout},
				{Length: seconds(99), Raises: workflow.ClassTimeout, Implied: true},
				{Length: seconds(60), Raises: workflow.ClassHeartbeat},
			}},
			expect: []string{"Pass", "↻ 3× A, B, 1 s ×2", "↻ 0× any error, 500 ms", "⏱ timeout 30 s", "⏱ heartbeat 1 min"}},
		{name: "without symbols", word: "Task", ascii: true, node: workflow.Node{
			Call:   &workflow.Call{Task: "work"},
			Retry:  []workflow.Retrier{{On: matching("A"), Limit: 3, Interval: 1, Factor: 2}},
			Timers: []workflow.Timer{{Length: seconds(30), Raises: workflow.ClassTimeout}}},
			expect: []string{"Task - work", "retry 3x A, 1 s x2", "timeout 30 s"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.node.Element = &workflow.Element{Kind: test.word}
			got := texts{symbolsOf(test.ascii)}.body(&test.node)
			if diff := cmp.Diff(test.expect, got); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	for task, want := range map[string]string{
		"arn:aws:lambda:us-east-1:123456789012:function:validate-order":   "lambda validate-order",
		"arn:aws:lambda:us-east-1:123456789012:function:validate-order:7": "lambda validate-order:7",
		"arn:aws:states:::dynamodb:updateItem":                            "dynamodb updateItem",
		"arn:aws:states:::sqs:sendMessage.waitForTaskToken":               "sqs sendMessage.waitForTaskToken",
		"arn:aws:states:::aws-sdk:s3:getObject":                           "s3 getObject",
		"arn:aws-cn:states:cn-north-1:123456789012:activity:approve":      "activity approve",
		"arn:aws:sns:us-east-1:123456789012:alerts":                       "sns alerts",
		"arn:short":                       "arn:short",
		"charge":                          "charge",
		"":                                "",
		"https://example.com/a:b:c:d:e:f": "https://example.com/a:b:c:d:e:f",
	} {
		if got := address(task); got != want {
			t.Errorf("address(%q) = %q, want %q", task, got, want)
		}
	}
}

func TestIDsOfTheDrawing(t *testing.T) {
	t.Parallel()
	m, root := newModel("")
	for _, name := range []string{"a", "a", "a#2", "a", "", "[*]", "\xff", "\xfe"} {
		m.pass(root, name)
	}
	var got []string
	for _, n := range Of(m.Workflow, Options{}).Nodes {
		got = append(got, n.ID)
	}
	want := []string{"a", "a#3", "a#2", "a#4", "#2", "[*]#2", "\ufffd", "\ufffd#2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

func TestTitle(t *testing.T) {
	t.Parallel()
	tests := []struct{ id, doc, start, want string }{
		{"orders", "A doc", "First", "orders · starts at First"},
		{"", "  Ships\torders\nand more", "First", "Ships orders · starts at First"},
		{"", "", "First", "starts at First"},
		{"orders", "", "", "orders"},
		{"", "", "", ""},
	}
	for _, test := range tests {
		m, root := newModel(test.id)
		m.Doc = test.doc
		if test.start != "" {
			m.pass(root, test.start)
		}
		if got := Of(m.Workflow, Options{}).Title; got != test.want {
			t.Errorf("title of %+v = %q", test, got)
		}
	}
}
