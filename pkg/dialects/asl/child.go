package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A task that starts the execution of another machine and waits for its end runs that machine, where the program has it (asl today:
// "Common integrations", states:startExecution with .sync and .sync:2).

// childOf is how a resource runs another machine; nil for a resource that runs none, or does not wait for it. References are what
// placeholders stand for.
func childOf(resource string, references map[string]string) *workflow.Child {
	pattern := patternOf(resource)
	if actionOf(resource) != "states:startExecution" || pattern == "" || pattern == waitForToken {
		return nil
	}
	return &workflow.Child{
		Of: func(payload any) (string, any, bool) {
			id := machineOf(parameter(payload, "StateMachineArn"), references)
			return id, childInput(payload), id != ""
		},
		Answer: func(payload any, o *workflow.RunOutcome) any {
			return execution(payload, o, pattern, references)
		},
		Failure: func(payload any, o *workflow.RunOutcome) (string, string) {
			return errTaskFailed, text(execution(payload, o, ".sync", references))
		},
	}
}

// machineOf is the name of the machine that an ARN names, or the placeholder of one: "Order" of "${Order}", "${Order.Arn}",
// "${aws_sfn_state_machine.Order.arn}" and "arn:aws:states:us-east-1:123456789012:stateMachine:Order:live".
func machineOf(address string, references map[string]string) string {
	if isPlaceholder(address) {
		name := strings.TrimSpace(address[len("${") : len(address)-1])
		if of, ok := references[name]; ok {
			name = of
		}
		for _, attribute := range []string{".Arn", ".arn", ".id"} {
			name = strings.TrimSuffix(name, attribute)
		}
		return name[strings.LastIndexByte(name, '.')+1:]
	}
	_, name, ok := strings.Cut(address, ":stateMachine:")
	if !ok {
		return ""
	}
	name, _, _ = strings.Cut(name, ":")
	return name
}

// childInput is the input that a task gives to an execution: an object, or the text of one.
func childInput(payload any) any {
	in := memberOr(payload, "Input", value.NewObject(0))
	s, ok := in.(string)
	if !ok {
		return in
	}
	f := &source.File{Text: []byte(s), Format: source.JSON}
	if len(source.Parse(f)) > 0 {
		return in
	}
	return value.Of(f.Root)
}

// execution describes the end of an execution, as the service does: with texts, or parsed where the pattern is .sync:2.
func execution(payload any, o *workflow.RunOutcome, pattern string, references map[string]string) any {
	machine := machineOf(parameter(payload, "StateMachineArn"), references)
	name := parameter(payload, "Name")
	if name == "" {
		name = runName(o.Run)
	}
	shown := func(v any) any {
		if pattern == ".sync" {
			return text(v)
		}
		return v
	}
	out, status, included := object(), "SUCCEEDED", object("Included", true)
	set := func(pairs ...any) {
		for i := 0; i < len(pairs); i += 2 {
			out.Set(pairs[i].(string), pairs[i+1])
		}
	}
	if o.Failed {
		set("Cause", o.Cause, "Error", o.Error)
		status = "FAILED"
		if o.Error == errTimeout {
			status = "TIMED_OUT"
		}
	}
	set("ExecutionArn", arn("execution", machine+":"+name), "Input", shown(o.Input), "InputDetails", included, "Name", name)
	if !o.Failed {
		set("Output", shown(o.Output), "OutputDetails", included)
	}
	set("RedriveCount", int64(0), "StartDate", instant(o.Start), "StateMachineArn", parameter(payload, "StateMachineArn"), "Status", status,
		"StopDate", instant(o.Stop))
	return out
}
