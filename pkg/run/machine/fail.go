package machine

import (
	"errors"
	"math"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// fail makes the node of a token fail: it is tried again, or an error edge is taken, or the scope that it lies in fails, up
// to the workflow. vi is the visit of the token, or none.
func (m *Machine) fail(t token, vi int32, e *Error) {
	for {
		if m.observe != nil {
			m.emit(Trace{Kind: Raised, Node: t.node, Error: e, frame: t.frame})
		}
		doc := m.document(t.frame, t.data)
		if vi != none {
			m.keepPartialChanges(vi)
			doc = m.currentDocument(vi)
			m.cancelAttempt(vi, e)
		}
		if !e.Fatal {
			if vi != none && m.retry(vi, e, doc) {
				return
			}
			if fault, caught := m.catch(t, vi, e, doc); caught {
				return
			} else if fault != nil {
				e = fault
			}
		}
		if vi != none {
			m.closeVisit(vi)
		}
		if vi = m.failParent(t, e); vi == none {
			return
		}
		t, e = m.tokenAt(vi), m.errorOfRegion(vi, e)
	}
}

// errorOfRegion is the error of a visit one of whose regions failed.
func (m *Machine) errorOfRegion(vi int32, e *Error) *Error {
	if m.isChild(vi) {
		return m.childError(vi, e)
	}
	return &Error{Name: e.Name, Cause: e.Cause, Class: e.Class | workflow.ClassBranch, Fatal: e.Fatal}
}

// failRegion makes the region of a token fail, whatever its node does about errors.
func (m *Machine) failRegion(t token, e *Error) {
	if m.observe != nil {
		m.emit(Trace{Kind: Raised, Node: t.node, Error: e, frame: t.frame})
	}
	if vi := m.failParent(t, e); vi != none {
		m.fail(m.tokenAt(vi), vi, m.errorOfRegion(vi, e))
	}
}

// failParent is the visit that fails with the region of a token. It is none where there is nothing above: the run is then over,
// or the region was detached.
func (m *Machine) failParent(t token, e *Error) int32 {
	fr := &m.frames[t.frame]
	switch {
	case fr.visit != none && m.tolerates(t.frame, e):
		return none
	case fr.visit != none:
	case fr.detached:
		m.closeDetached(t.frame)
	default:
		m.finish(Outcome{Output: m.document(t.frame, t.data), Error: e})
	}
	return fr.visit
}

// catches reports whether a matcher takes an error, which comes up with a document. A condition that cannot be evaluated
// does not hold.
func (m *Machine) catches(on workflow.Matcher, e *Error, doc any) bool {
	for i := range on {
		c := &on[i]
		if c.If == nil {
			if c.Matches(e.Name, e.Class) {
				return true
			}
			continue
		}
		m.env.Error = m.flow.Errors.Object(e.Name, e.Cause)
		if holds, err := m.holds(c.If, doc); err == nil && holds {
			return true
		}
	}
	return false
}

// retry makes a visit wait for its next attempt, if a retrier takes the error and is not used up. The first retrier that
// takes the error decides.
func (m *Machine) retry(vi int32, e *Error, doc any) bool {
	v := &m.visits[vi]
	for i := range v.node.Retry {
		r := &v.node.Retry[i]
		if !m.catches(r.On, e, doc) {
			continue
		}
		limit, fault := m.evaluateCount(r.Most, doc, r.Limit)
		if m.oracle != nil {
			limit = m.oracle.Retries(limit)
		}
		if fault != nil || v.retries[i] >= limit {
			return false
		}
		at, fault := m.retryAt(r, v.retries[i], doc)
		if fault != nil {
			return false
		}
		v.retries[i]++
		m.retries++
		m.uses(v.node, PartRetrier, i)
		if m.observe != nil {
			m.emit(Trace{Kind: Retrying, Node: v.node, Attempt: v.attempt + 1, Until: at, Error: e,
				Count: v.retries[i], Limit: limit, Retrier: r, frame: v.frame})
		}
		v.attemptTimers = append(v.attemptTimers, m.setTimer(at, timer{visit: vi, action: startsAttempt}))
		return true
	}
	return false
}

// retryAt is when the next attempt begins, after a retrier was used so many times.
func (m *Machine) retryAt(r *workflow.Retrier, used int, doc any) (time.Time, *Error) {
	if r.Delay == nil {
		delay := r.Interval * math.Pow(r.Factor, float64(used))
		if r.Longest > 0 {
			delay = min(delay, r.Longest)
		}
		if r.Jitter {
			delay *= float64(m.nextRandom()>>11) / (1 << 53)
		}
		return m.now.Add(seconds(delay)), nil
	}
	at, fault := m.dueAt(*r.Delay, doc)
	if fault != nil || r.Longer == nil {
		return at, fault
	}
	longer, fault := m.dueAt(*r.Longer, doc)
	if fault != nil {
		return at, fault
	}
	return at.Add(seconds(longer.Sub(m.now).Seconds() * float64(used))), nil
}

// catch follows the first error edge that takes the error. A fault is an error that came up on the way.
func (m *Machine) catch(t token, vi int32, e *Error, doc any) (fault *Error, caught bool) {
	for _, edge := range t.node.Out {
		if edge.Kind != workflow.OnError || !m.catches(edge.On, e, doc) {
			continue
		}
		m.at(t.node, t.frame, vi)
		m.env.Error = m.flow.Errors.Object(e.Name, e.Cause)
		assigned, fault := m.computeAssignments(edge.Data.Assign, doc, m.env.Error)
		var out, change any
		if fault == nil {
			out, fault = m.replaceResult(edge.Data.Result, doc, m.env.Error)
		}
		if fault == nil {
			change = out
			out, fault = m.combineResult(edge.Data.Combine, m.documentToCombine(edge.Data.Combine, t.frame, t.data, doc), out)
		}
		if fault == nil {
			out, fault = m.selectOutput(edge.Data.Output, out)
		}
		if fault == nil {
			fault = m.checkOutput(t.node, out)
		}
		if fault != nil {
			return fault, false
		}
		if vi != none {
			m.closeVisit(vi)
		}
		m.assign(t.node, t.frame, assigned)
		m.recordError(t.frame, edge, change)
		m.takeEdge(&t, edge, out)
		return nil, true
	}
	return nil, false
}

// failError is the error of a fail node.
func (m *Machine) failError(n *workflow.Node, doc any) *Error {
	e := &Error{Class: workflow.ClassFail}
	for _, part := range []struct {
		to *string
		x  expr.Expr
	}{{&e.Name, n.Raises.Name}, {&e.Cause, n.Raises.Cause}} {
		if part.x == nil {
			continue
		}
		v, err := m.evaluate(part.x, doc)
		if err != nil {
			return m.dataError(m.flow.Errors.Path, err)
		}
		if m.isFree(part.x) {
			continue
		}
		s, ok := v.(string)
		if !ok {
			return m.dataError(m.flow.Errors.Path, errors.New("the error's name and cause have to be strings"))
		}
		*part.to = s
	}
	return e
}

// taskError is an error as the task of a node reported it; the node is nil where a question is asked.
func (m *Machine) taskError(n *workflow.Node, e *Error) *Error {
	out := &Error{Name: e.Name, Cause: e.Cause, Class: workflow.ClassTask}
	switch table := &m.flow.Errors; {
	case out.Name == "" && n != nil && n.Call != nil && n.Call.Token: // whoever has the token need not name the error
	case out.Name == "":
		out.Name = table.Task.Name
	case table.Hidden:
		out.Cause = strings.TrimSuffix(out.Name+": "+out.Cause, ": ")
		out.Name = table.Task.Name
	}
	out.Fatal = m.flow.Errors.Path.Fatal && out.Name == m.flow.Errors.Path.Name // a task may report what nothing catches
	return out
}

// limitError is the error of a time limit that passed.
func (m *Machine) limitError(n *workflow.Node, class workflow.Class) *Error {
	if m.flow.Errors.Nulls { // an error that is named and has no cause
		as := m.flow.Errors.Timeout
		if class == workflow.ClassHeartbeat {
			as = m.flow.Errors.Heartbeat
		}
		return m.newError(as, class, "")
	}
	if class == workflow.ClassHeartbeat {
		return m.newError(m.flow.Errors.Heartbeat, class, "no heartbeat within the time limit")
	}
	return m.newError(m.flow.Errors.Timeout, class, workflow.TimedOut)
}

// dataError is the error of an expression that cannot be evaluated, or whose value cannot be used.
func (m *Machine) dataError(as workflow.ErrorName, err error) *Error {
	var e *expr.EvalError
	if errors.As(err, &e) {
		table := &m.flow.Errors
		switch {
		case e.Fault == expr.FunctionFault && table.Function.Name != "":
			as = table.Function
		case e.Fault == expr.QueryFault && table.Query.Name != "":
			as = table.Query
		}
	}
	return m.newError(as, workflow.ClassData, err.Error())
}

func (m *Machine) newError(as workflow.ErrorName, class workflow.Class, cause string) *Error {
	return &Error{Name: as.Name, Cause: cause, Class: class, Fatal: as.Fatal}
}

// longest is the longest delay that the machine counts: about 290 years.
const longest = time.Duration(math.MaxInt64)

// seconds returns a number of seconds as a duration; what is too long is the longest there is.
func seconds(s float64) time.Duration {
	if s*float64(time.Second) >= float64(longest) {
		return longest
	}
	return time.Duration(math.Round(s * float64(time.Second)))
}
