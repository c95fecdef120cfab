package stepfunctions

import (
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A called resource is one of these families, whose events have different names and details.
const (
	familyTask     = "Task"
	familyLambda   = "LambdaFunction"
	familyActivity = "Activity"
)

// family is the family of a resource.
func family(resource string) string {
	switch {
	case strings.Contains(resource, ":lambda:") && strings.Contains(resource, ":function:"):
		return familyLambda
	case strings.Contains(resource, ":activity:"):
		return familyActivity
	}
	return familyTask
}

// integrationOf takes the resource of an integration apart: "sqs" and "sendMessage.waitForTaskToken". A resource that is not
// one has no type.
func integrationOf(resource string) (kind, action string) {
	_, action, ok := strings.Cut(resource, ":states:::")
	if !ok {
		return "", resource
	}
	if i := strings.LastIndex(action, ":"); i >= 0 && strings.HasSuffix(action[:i], ".sync") { // the version of .sync:2
		i = strings.LastIndex(action[:i], ":")
		return action[:i], action[i+1:]
	} else if i >= 0 {
		return action[:i], action[i+1:]
	}
	return "", action
}

// resourceDetails begins the details of an event of the task of a node.
func resourceDetails(resource string) *value.Object {
	o := value.NewObject(6)
	kind, action := integrationOf(resource)
	if kind != "" {
		o.Set("resourceType", kind)
	}
	o.Set("resource", action)
	return o
}

// call schedules and starts the task of a state.
func (h *HistoryWriter) call(l *lane, t *machine.Trace) {
	s := l.open
	if s == nil || s.node != t.Node {
		return
	}
	s.called = true
	resource := t.Call.Task
	of := family(resource)
	key := lower(of) + "Scheduled"
	var details *value.Object
	if of == familyTask {
		details = resourceDetails(resource)
		details.Set("region", localRegion)
		details.Set("parameters", text(t.Data))
	} else {
		details = object("resource", resource, "input", text(t.Data), "inputDetails", whole)
	}
	for i := range t.Node.Timers {
		timer := &t.Node.Timers[i]
		seconds, ok := timer.Length.Expr.(*expr.Literal)
		switch {
		case !ok || timer.Implied:
		case timer.Raises == workflow.ClassHeartbeat:
			details.Set("heartbeatInSeconds", seconds.Value)
		case timer.Raises == workflow.ClassTimeout:
			details.Set("timeoutInSeconds", seconds.Value)
		}
	}
	h.follow(l, t.At, of+"Scheduled", key, details)
	switch of {
	case familyTask:
		h.follow(l, t.At, "TaskStarted", "taskStarted", resourceDetails(resource))
		if strings.HasSuffix(resource, ".waitForTaskToken") || strings.Contains(resource, ".sync") {
			h.follow(l, t.At, "TaskSubmitted", "taskSubmitted", resourceDetails(resource))
		}
	case familyLambda:
		h.follow(l, t.At, "LambdaFunctionStarted", "", nil)
	case familyActivity:
		h.follow(l, t.At, "ActivityStarted", "activityStarted", object("workerName", "local"))
	}
}

// answer makes the task of a state succeed.
func (h *HistoryWriter) answer(l *lane, t *machine.Trace) {
	s := l.open
	if s == nil || s.node != t.Node {
		return
	}
	s.called = false
	of := family(t.Call.Task)
	details := value.NewObject(4)
	if of == familyTask {
		details = resourceDetails(t.Call.Task)
	}
	details.Set("output", text(t.Data))
	details.Set("outputDetails", whole)
	h.follow(l, t.At, of+"Succeeded", lower(of)+"Succeeded", details)
}

// fail makes the state that a lane is in fail.
func (h *HistoryWriter) fail(l *lane, t *machine.Trace) {
	s := l.open
	failed := h.failed
	h.failed = l
	switch {
	case s == nil || s.node != t.Node:
	case s.called:
		s.called = false
		h.failTask(l, t)
	case s.started:
		h.failScope(l, t, failed)
	case t.Error.Name == "States.QueryEvaluationError":
		details := failure(t.Error)
		details.Set("state", t.Node.Name())
		h.follow(l, t.At, "EvaluationFailed", "evaluationFailed", details)
	}
}

// failTask makes the task of a state fail, or run out of time.
func (h *HistoryWriter) failTask(l *lane, t *machine.Trace) {
	resource := t.Node.Call.Task
	of := family(resource)
	kind := of + "Failed"
	if t.Error.Class&(workflow.ClassTimeout|workflow.ClassHeartbeat) != 0 {
		kind = of + "TimedOut"
	}
	details := failure(t.Error)
	if of == familyTask {
		details = resourceDetails(resource)
		for k, v := range failure(t.Error).All() {
			details.Set(k, v)
		}
	}
	h.follow(l, t.At, kind, lower(kind), details)
}

// failScope makes a Parallel or Map state fail with one of its branches or iterations, and aborts the others.
func (h *HistoryWriter) failScope(l *lane, t *machine.Trace, failed *lane) {
	s := l.open
	isMap := s.node.Body.Items != nil
	last := l.last
	if s.inner != 0 {
		last = s.inner
	}
	var inside *lane
	for _, i := range s.order {
		inner := s.lanes[i]
		if inner == nil {
			continue
		}
		if inner == failed {
			inside = inner
		}
		if inner == failed && isMap {
			continue
		}
		h.abort(inner, t.At)
		if isMap {
			h.follow(inner, t.At, "MapIterationAborted", "mapIterationAborted", iteration(s.node, i))
		}
	}
	if inside != nil {
		last = inside.last
		if isMap {
			h.add(t.At, last, "MapIterationFailed", "mapIterationFailed", iteration(s.node, inside.index))
		}
	}
	l.last = last
	if distributed(s.node) {
		l.last = s.begin
		h.follow(l, t.At, "MapRunFailed", "mapRunFailed", failure(t.Error))
	}
	h.follow(l, t.At, s.node.Element.Kind+"StateFailed", "", nil)
	s.started, s.begin, s.inner, s.lanes, s.order = false, 0, 0, nil, nil
}

// abort ends the state that a lane is in, and what runs inside of it.
func (h *HistoryWriter) abort(l *lane, at time.Time) {
	s := l.open
	if s == nil {
		return
	}
	for _, i := range s.order {
		inner := s.lanes[i]
		if inner == nil {
			continue
		}
		h.abort(inner, at)
		if s.node.Body.Items != nil {
			h.follow(inner, at, "MapIterationAborted", "mapIterationAborted", iteration(s.node, i))
		}
	}
	switch s.node.Kind {
	case workflow.Task, workflow.Wait, workflow.Scope:
		h.follow(l, at, s.node.Element.Kind+"StateAborted", "", nil)
	}
	l.open = nil
}
