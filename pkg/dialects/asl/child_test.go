package asl

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/value"
)

func TestMachineOf(t *testing.T) {
	t.Parallel()
	references := map[string]string{"OrderArn": "OrderMachine", "order_arn": "aws_sfn_state_machine.order.arn"}
	for address, want := range map[string]string{
		"${OrderMachine}":                    "OrderMachine",
		"${OrderMachine.Arn}":                "OrderMachine",
		"${OrderArn}":                        "OrderMachine",
		"${order_arn}":                       "order",
		"${aws_sfn_state_machine.order.arn}": "order",
		"arn:aws:states:us-east-1:123456789012:stateMachine:Order":      "Order",
		"arn:aws:states:us-east-1:123456789012:stateMachine:Order:live": "Order",
		"arn:${AWS::Partition}:states:r:1:stateMachine:Order":           "Order",
		"arn:aws:lambda:us-east-1:123456789012:function:f":              "",
		"": "",
	} {
		if got := machineOf(address, references); got != want {
			t.Errorf("%s: %q", address, got)
		}
	}
}

func TestChildInput(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want any }{
		{object("Input", object("a", int64(1))), object("a", int64(1))},
		{object("Input", `{"a": 1}`), object("a", int64(1))},
		{object("Input", `no JSON`), "no JSON"},
		{object(), object()},
		{nil, object()},
	} {
		if got := childInput(test.in); !value.Equal(got, test.want) {
			t.Errorf("%v: %v", test.in, got)
		}
	}
}

// TestChildOf lists the resources that run another machine.
func TestChildOf(t *testing.T) {
	t.Parallel()
	for resource, want := range map[string]bool{
		"arn:aws:states:::states:startExecution.sync":             true,
		"arn:aws:states:::states:startExecution.sync:2":           true,
		"arn:aws:states:::states:startExecution":                  false,
		"arn:aws:states:::states:startExecution.waitForTaskToken": false,
		"arn:aws:states:::lambda:invoke":                          false,
	} {
		if got := childOf(resource, nil) != nil; got != want {
			t.Errorf("%s: %v", resource, got)
		}
	}
}
