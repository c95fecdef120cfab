package rewrite

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Where a target lacks parallel branches or iterations, a task replaces them, and a plan in its parameters names the tasks that its worker
// calls (plans.go writes it). This file reads such a plan; any other data is not a plan, so that a task with parameters of its own stays a
// task.
//
//	"credit"                                      a task
//	["credit", "fraud"]                           tasks one after the other
//	{"parallel": ["credit", "fraud"]}             branches
//	{"forEach": "$.orders", "do": "ship"}         an iteration

// A partPlan is a plan, or a step of one. Which fields are set decides what it is.
type partPlan struct {
	name, task string
	sequence   []*partPlan // one after the other
	parallel   []*partPlan
	each       *expr.Path
	most       any
	results    *expr.Path
	do         *partPlan // of an iteration, and of a choice
	guard      expr.Expr
	choose     []*partPlan
	failed     []failedPlan
	data       *value.Object // the data of a step, as a task is given it that stands in for one
	end        string        // the name of an end
	repeat     *partPlan     // steps that are done again each time when again is reached
	again      bool
	leave      bool
	leaveTo    *workflow.Node // where that is
	wait       any            // how long a wait is
	fail       string         // the error of a failure, and its cause
	cause      any            // a text, or what the data decides about it
	happens    []happening    // or what is waited for
	late       *partPlan      // what is done when that does not come within a time
	within     any            // the time that a task has
	retries    int64          // in that time
	answered   *happening     // the event that answers it
	answers    expr.Expr      // what is made of the answer of a task
	beside     []*partPlan    // of a task: what is done beside it
	after      any            // the time after which that begins
}

type failedPlan struct {
	error string
	do    *partPlan
}

// readPlan reads a plan. It reports false for other data.
func readPlan(v any) (*partPlan, bool) {
	switch v := v.(type) {
	case string:
		return &partPlan{name: v, task: v}, v != ""
	case []any:
		list, ok := readPlans(v)
		return &partPlan{sequence: list}, ok
	case *value.Object:
		return readPlanned(v)
	}
	return nil, false
}

func readPlans(v any) ([]*partPlan, bool) {
	list, ok := v.([]any)
	var out []*partPlan
	for _, x := range list {
		p, fits := readPlan(x)
		out, ok = append(out, p), ok && fits
	}
	return out, ok
}

// readPlanned reads a plan that is an object.
func readPlanned(o *value.Object) (*partPlan, bool) {
	p := &partPlan{}
	all := true
	for key, v := range o.All() {
		ok := false
		switch key {
		case planDo:
			p.do, ok = readPlan(v)
		case planName:
			p.name, ok = v.(string)
			ok = ok && p.name != ""
		case planParallel:
			p.parallel, ok = readPlans(v)
			ok = ok && len(p.parallel) > 0
		case planEach:
			p.each, ok = readPlanPath(v)
		case planResults:
			p.results, ok = readPlanPath(v)
		case planAtOnce:
			_, ok = v.(int64)
			p.most = v
		case planChoose:
			p.choose, ok = readPlans(v)
			ok = ok && len(p.choose) > 0
		case planIf:
			p.guard, ok = readPlanPath(v)
		case planEnd:
			p.end, ok = v.(string)
			ok = ok && p.end != ""
		case givenAnswer, givenAdded, givenValue:
			ok = p.data == nil
			p.data = value.ObjectOf(value.Member{Key: key, Value: v})
		case planWithin:
			p.within = v
			ok = p.length() != nil
		case planAnswered:
			ok = p.readAnswered(v)
		case planAnswers:
			p.answers = computedIn(v, givenValue)
			ok = p.answers != nil
		case planRetries:
			p.retries, ok = v.(int64)
			ok = ok && p.retries > 0
		case planBeside:
			p.beside, ok = readPlans(v)
			ok = ok && len(p.beside) > 0 && !slices.ContainsFunc(p.beside, func(q *partPlan) bool { return q.after == nil || q.do == nil })
		case planAfter:
			p.after = v
			ok = (&partPlan{within: v}).length() != nil
		case planOnError:
			ok = p.readFailed(v)
		default:
			ok = p.readStep(key, v)
		}
		all = all && ok
	}
	return p, all && p.fits()
}

// readFailed reads what is done after errors.
func (p *partPlan) readFailed(v any) bool {
	failed, ok := v.(*value.Object)
	if !ok {
		return false
	}
	for name, v := range failed.All() {
		do, fits := readPlan(v)
		p.failed = append(p.failed, failedPlan{name, do})
		ok = ok && fits && name != ""
	}
	return ok
}

// fits reports whether the members of a plan go together. A plan of one task takes its name.
func (p *partPlan) fits() bool {
	kinds := 0
	for _, is := range []bool{p.parallel != nil, p.choose != nil, p.do != nil, p.data != nil, p.end != "", p.repeat != nil, p.again, p.leave, p.wait != nil, p.fail != "", p.happens != nil} {
		if is {
			kinds++
		}
	}
	if slices.ContainsFunc(p.choose, func(q *partPlan) bool { return q.do == nil || q.task != "" || q.each != nil }) ||
		p.each != nil && p.do == nil || p.most != nil && p.each == nil || (p.data != nil || p.wait != nil || p.fail != "" || p.happens != nil) && p.name == "" || p.cause != nil && p.fail == "" {
		return false
	}
	if do := p.do; do != nil && do.task != "" && do.within == nil && do.results == nil && do.answers == nil && p.each == nil && p.guard == nil &&
		(p.name != "" || p.failed != nil || p.within != nil || p.results != nil || p.beside != nil) {
		p.task, p.name, p.do = do.task, cmp.Or(p.name, do.name), nil
	}
	if p.results != nil && p.parallel == nil && p.each == nil && p.task == "" {
		return false
	}
	if p.answers != nil && (p.task == "" || p.within == nil) {
		return false
	}
	if p.happens != nil {
		return kinds == 1 && p.failed == nil && p.beside == nil && p.retries == 0 && (p.late == nil) == (p.within == nil)
	}
	return kinds == 1 && (p.answered == nil || p.within != nil && p.results == nil) && (p.failed == nil && p.within == nil && p.beside == nil || p.task != "") && (p.retries == 0 || p.within != nil || p.beside != nil) && p.late == nil
}

func readPlanPath(v any) (*expr.Path, bool) {
	text, ok := v.(string)
	if !ok {
		return nil, false
	}
	p, err := expr.ParsePath(source.Plain(text, 0))
	return p, err == nil
}
