package verify_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// booking stores an answer at a path, selects an input, and catches an error.
const booking = `{"StartAt": "Seats", "States": {
  "Seats": {"Type": "Task", "Resource": "urn:task:seats", "TimeoutSeconds": 900, "ResultPath": "$.seats", "Next": "Free?"},
  "Free?": {"Type": "Choice", "Choices": [{"Variable": "$.seats.free", "NumericGreaterThan": 0, "Next": "Pay"}], "Default": "Full"},
  "Pay": {"Type": "Task", "Resource": "urn:task:pay", "TimeoutSeconds": 900, "InputPath": "$.card", "ResultPath": "$.paid",
    "Catch": [{"ErrorEquals": ["Refused"], "ResultPath": "$.problem", "Next": "Full"}], "End": true},
  "Full": {"Type": "Succeed"}}}`

// merged is what a target makes of it that merges answers, gives tasks all variables, and has no handlers.
const merged = `{"id": "booking", "name": "Booking", "steps": [
  {"id": "Seats", "name": "Seats", "type": "SERVICE_TASK", "jobType": "urn:task:seats", "nextStep": "Free?"},
  {"id": "Free?", "name": "Free?", "type": "DECISION", "conditionalNextSteps": {"seats.free > 0": "Pay", "true": "end"}},
  {"id": "Pay", "name": "Pay", "type": "SERVICE_TASK", "jobType": "urn:task:pay", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

// TestContracts has workers do what contracts ask for: both sides are equal with them, and differ without.
func TestContracts(t *testing.T) {
	t.Parallel()
	from, to := program(t, "x.asl.json", booking), program(t, "y.step.json", merged)
	element := func(name string) *workflow.Element {
		for _, e := range from.Start().Elements {
			if e.Name == name {
				return e
			}
		}
		t.Fatalf("%s is missing", name)
		return nil
	}
	contracts := []dialects.Contract{
		{Task: "urn:task:seats", Element: element("Seats"), Under: "seats"},
		{Task: "urn:task:pay", Element: element("Pay"), From: "$.card", Under: "paid", Fails: []string{"Refused"}},
	}
	answer := func(reply run.Reply) run.Options {
		o := options()
		o.Input = valuetest.Object("card", valuetest.Object("number", "4"))
		reply.After = iso8601.Duration{Clock: 3 * time.Second}
		o.Stubs = []run.Stub{{Name: "urn:task:seats", Replies: []run.Reply{{Return: valuetest.Object("free", int64(2))}}}, {Name: "urn:task:pay", Replies: []run.Reply{reply}}}
		return o
	}
	paid, refused := answer(run.Reply{Return: valuetest.Object("id", "p1")}), answer(run.Reply{Fail: &machine.Error{Name: "Refused", Cause: "expired"}})
	compare := func(list []dialects.Contract, o run.Options) *verify.Verdict {
		t.Helper()
		v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{Contracts: list}}).Verify(context.Background(), []run.Options{o})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if v := compare(contracts, paid); v.Equal != 1 {
		t.Errorf("with contracts: %s", *v.Difference)
	}
	for i := range contracts {
		if v := compare(contracts[i:i+1], paid); !v.Failed() {
			t.Errorf("one contract alone is enough: %v", v)
		}
	}
	// What the handler does with the error, the target leaves to the condition on the answer; here the output differs.
	if v := compare(contracts, refused); !v.Failed() {
		t.Errorf("a failure that is answered: %v", v)
	}
}

// TestStandIns has a task that stands in for a condition answer what the condition gives, for the data that it gets.
func TestStandIns(t *testing.T) {
	t.Parallel()
	from := program(t, "x.asl.json", chain)
	to := program(t, "y.asl.json", `{"StartAt": "A", "States": {
  "A": {"Type": "Task", "Resource": "urn:task:a", "TimeoutSeconds": 900, "Next": "Decide"},
  "Decide": {"Type": "Task", "Resource": "urn:task:decide", "TimeoutSeconds": 900, "ResultPath": "$.decide", "Next": "Which"},
  "Which": {"Type": "Choice", "Choices": [{"Variable": "$.decide", "BooleanEquals": true, "Next": "Bare"}], "Default": "C"},
  "Bare": {"Type": "Task", "Resource": "urn:task:b", "TimeoutSeconds": 900, "InputPath": "$", "Next": "C"},
  "C": {"Type": "Succeed"}}}`)
	by := dialects.StandIn{Element: "Which", Task: "urn:task:decide", What: "answers true if n > 5", By: above{5}}
	r := &dialects.Raised{StandIns: []dialects.StandIn{by}, Substitutes: []string{by.Task}}
	for n, want := range map[int64]string{9: "input", 2: "output"} {
		o := options()
		o.Stubs = []run.Stub{{Name: "urn:task:a", Replies: []run.Reply{{Return: valuetest.Object("n", n)}}}, {Name: "urn:task:b", Replies: []run.Reply{{Return: valuetest.Object()}}}}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Verify(context.Background(), []run.Options{o})
		if err != nil {
			t.Fatal(err)
		}
		// The answer stays in the document, which is the only difference: the path is the same.
		if v.Difference == nil || !strings.Contains(*v.Difference, want) {
			t.Errorf("with %d: %v", n, v)
		}
	}
}

// An above answers whether the member n is more than a number.
type above struct{ than int64 }

func (a above) Answer(input any, _ time.Time) (any, error) {
	n, _ := input.(*value.Object).Get("n").(int64)
	return n > a.than, nil
}

// TestCallsAtOnceAreToldApartByTheirParameters has two branches call one task at the same time, with the same input and other parameters,
// and the target have the branches in another order.
func TestCallsAtOnceAreToldApartByTheirParameters(t *testing.T) {
	t.Parallel()
	text := func(first, second string) string {
		return "{\n  sort({\"by\": \"" + first + "\"})\n  sort({\"by\": \"" + second + "\"})\n} → show\n"
	}
	from := program(t, "x.flow", text("name", "size"))
	for second, equal := range map[string]int{"name": 1, "age": 0} {
		to := program(t, "x.flow", text("size", second))
		o := options()
		o.Stubs = []run.Stub{{Name: "sort", Replies: []run.Reply{{Return: value.NewObject(0)}}}}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}}).Compare(context.Background(), nil, []run.Options{o})
		if err != nil || v.Equal != equal || v.Failed() == (equal == 1) {
			t.Errorf("%s: %+v, %v", second, v, err)
		}
	}
}
