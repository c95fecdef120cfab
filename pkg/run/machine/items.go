package machine

import (
	"fmt"
	"math"
	"strconv"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// items are what a scope works on that has [workflow.Items]: for each of its regions the item, or the input of a batch.
type items struct {
	stage itemsStage
	list  []any
	// made reports that the list has what regions get, and not the items that this is made of.
	made bool
	// keyed reports that the items are the members of an object, and source where they were read.
	keyed  bool
	source string
	// weights is how many items each region has, where they are batches; nil: one each.
	weights []int
	// count is how many items there are, and failed how many of them are in regions that failed.
	count, failed int
	// tolerated and share bound the failed ones, as a number and in a hundred; negative means no bound.
	tolerated, share float64
	// outcomes are those of regions that are runs of their own.
	outcomes []workflow.RunOutcome
}

// itemsStage describes what a scope does with its items.
type itemsStage uint8

const (
	readsItems itemsStage = iota
	runsItems
	writesResults
)

// copy returns a copy that changes apart from the original.
func (x *items) copy() *items {
	if x == nil {
		return nil
	}
	c := *x
	c.outcomes = copied(x.outcomes)
	return &c
}

// openItems begins what a scope does with its items: it has them read, or takes those of its payload.
func (m *Machine) openItems(vi int32) {
	v := &m.visits[vi]
	of := v.node.Body.Items
	v.items = &items{tolerated: -1, share: -1}
	if of.Reader == nil {
		list, fault := m.itemsOf(v.items, of, v.payload)
		if fault != nil {
			m.fail(m.tokenAt(vi), vi, fault)
			return
		}
		m.runItems(vi, list)
		return
	}
	var parameters any
	most, fault := m.evaluateCount(of.Reader.Most, v.effective, 0)
	if fault == nil && of.Reader.Parameters != nil {
		var err error
		if parameters, err = m.evaluate(of.Reader.Parameters, v.effective); err != nil {
			fault = m.dataError(m.flow.Errors.Path, err)
		}
	}
	if fault != nil {
		m.fail(m.tokenAt(vi), vi, fault)
		return
	}
	if of.Reader.Source != nil {
		m.visits[vi].items.source = of.Reader.Source(parameters)
	}
	m.access(vi, Command{Reader: of.Reader, Input: parameters, Most: most})
}

// access makes the host read or write something for a visit.
func (m *Machine) access(vi int32, c Command) {
	v := &m.visits[vi]
	m.lastID++
	v.call = m.lastID
	m.calls[v.call] = vi
	c.Kind, c.ID, c.Node = Access, v.call, v.node
	m.commands = append(m.commands, c)
}

// itemsOf are the items of a payload.
func (m *Machine) itemsOf(x *items, of *workflow.Items, payload any) ([]any, *Error) {
	if list, ok := payload.([]any); ok {
		return list, nil
	}
	if m.oracle != nil {
		return []any{m.oracle.Anything()}, nil
	}
	if o, ok := payload.(*value.Object); ok && of.Objects != nil {
		x.keyed = true
		return of.Objects(o), nil
	}
	if of.List {
		return nil, m.dataError(m.flow.Errors.Path, fmt.Errorf("the items must be an array, found %s", value.Short(payload)))
	}
	return []any{payload}, nil
}

// itemsAnswered makes a scope go on after the host has read its items, or written its results.
func (m *Machine) itemsAnswered(vi int32, answer any) {
	v := &m.visits[vi]
	if v.items.stage == writesResults {
		m.leaveVisit(vi, v.effective, answer)
		return
	}
	list, _ := answer.([]any)
	m.at(v.node, v.frame, vi)
	m.runItems(vi, list)
}

// itemsFailed makes a scope fail because its items could not be read, or its results not written.
func (m *Machine) itemsFailed(vi int32, cause string) {
	as := m.flow.Errors.Items
	if m.visits[vi].items.stage == writesResults {
		as = m.flow.Errors.Results
	}
	m.fail(m.tokenAt(vi), vi, m.newError(as, workflow.ClassTask, cause))
}

// runItems runs the regions of a scope, one for each item or batch.
func (m *Machine) runItems(vi int32, list []any) {
	if m.oracle != nil && !m.oracle.Unknown("there are items") {
		list = nil
	}
	v := &m.visits[vi]
	of, body := v.node.Body.Items, v.node.Body
	x := v.items
	x.stage, x.list, x.count = runsItems, list, len(list)
	limit, fault := m.evaluateCount(body.Most, v.effective, 0)
	if fault == nil && of.Tolerated != nil {
		x.tolerated, fault = m.evaluateNumber(of.Tolerated, v.effective, math.MaxInt32)
		if fault == nil && x.tolerated != math.Trunc(x.tolerated) {
			fault = m.dataError(m.flow.Errors.Path, fmt.Errorf("%v is not a whole number of failures to tolerate", x.tolerated))
		}
	}
	if fault == nil && of.Share != nil {
		x.share, fault = m.evaluateNumber(of.Share, v.effective, 100)
	}
	if fault == nil && of.Batch != nil {
		fault = m.makeBatches(vi)
	}
	if fault != nil {
		m.fail(m.tokenAt(vi), vi, fault)
		return
	}
	if limit == 0 {
		limit = of.AtOnce
	}
	if m.observe != nil {
		m.emit(Trace{Kind: Opened, Node: v.node, Count: x.count, frame: v.frame})
	}
	v = &m.visits[vi]
	n := len(x.list)
	m.uses(v.node, PartItems, n)
	v.regions = regions{all: n, limit: limit, required: n}
	v.results = make([]any, n)
	if of.Runs {
		x.outcomes = make([]workflow.RunOutcome, n)
	}
	if n == 0 {
		m.completeScope(vi)
		return
	}
	m.startRegions(vi)
}

// evaluateNumber evaluates a number between 0 and a limit, which a text may spell.
func (m *Machine) evaluateNumber(x expr.Expr, doc any, most float64) (float64, *Error) {
	v, err := m.evaluate(x, doc)
	if err != nil {
		return 0, m.dataError(m.flow.Errors.Path, err)
	}
	if m.isFree(x) {
		return 0, nil
	}
	n := math.NaN()
	switch v := v.(type) {
	case int64:
		n = float64(v)
	case float64:
		n = v
	case string:
		if f, err := strconv.ParseFloat(v, 64); err == nil {
			n = f
		}
	}
	if !(n >= 0 && n <= most) {
		return 0, m.dataError(m.flow.Errors.Path, fmt.Errorf("%s is not a number from 0 to %v", value.Short(v), most))
	}
	return n, nil
}

// selectItem makes what a region gets of an item.
func (m *Machine) selectItem(vi int32, index int, item any) (any, *Error) {
	v := &m.visits[vi]
	x := v.node.Body.Items.Select
	if x == nil {
		return item, nil
	}
	m.at(v.node, v.frame, vi)
	m.here.hasItem, m.here.index, m.here.item = true, index, item
	out, err := m.evaluate(x, v.effective)
	m.here.hasItem, m.here.item = false, nil
	if err != nil {
		return nil, m.dataError(m.flow.Errors.Path, err)
	}
	return out, nil
}

// makeBatches groups the items of a scope: as many together as the bounds allow, in their order.
func (m *Machine) makeBatches(vi int32) *Error {
	v := &m.visits[vi]
	b, x := v.node.Body.Items.Batch, v.items
	most, fault := m.evaluateCount(b.Most, v.effective, 0)
	if fault != nil {
		return fault
	}
	bytes, fault := m.evaluateCount(b.Bytes, v.effective, 0)
	if fault != nil {
		return fault
	}
	var input any
	if b.Input != nil {
		var err error
		if input, err = m.evaluate(b.Input, v.effective); err != nil {
			return m.dataError(m.flow.Errors.Path, err)
		}
	}
	var batches []any
	var weights []int
	var batch []any
	size := value.Size(b.Make([]any{}, input), math.MaxInt32)
	used := size
	flush := func() {
		if len(batch) > 0 {
			batches, weights = append(batches, b.Make(batch, input)), append(weights, len(batch))
		}
		batch, used = nil, size
	}
	for i, item := range x.list {
		selected, fault := m.selectItem(vi, i, item)
		if fault != nil {
			return fault
		}
		weight := 1 // of the comma
		if bytes > 0 {
			weight += value.Size(selected, bytes)
		}
		if most > 0 && len(batch) == most || bytes > 0 && used+weight > bytes {
			flush()
		}
		batch, used = append(batch, selected), used+weight
	}
	flush()
	x.list, x.weights, x.made = batches, weights, true
	return nil
}

// itemInput is what the i-th region of a scope gets.
func (m *Machine) itemInput(vi int32, i int) (any, *Error) {
	x := m.visits[vi].items
	if x.made {
		return x.list[i], nil
	}
	return m.selectItem(vi, i, x.list[i])
}

// weight is how many items a region has.
func (x *items) weight(i int) int {
	if x.weights == nil {
		return 1
	}
	return x.weights[i]
}

// recordOutcome notes how the region of a scope ended that is a run of its own; e is nil for one that succeeded.
func (m *Machine) recordOutcome(vi int32, f int32, out any, e *Error) {
	v, fr := &m.visits[vi], &m.frames[f]
	i := int(fr.index)
	o := workflow.RunOutcome{Index: i, Items: v.items.weight(i), Input: fr.input, Output: out, Start: fr.started, Stop: m.now, Run: fr.run}
	if e != nil {
		o.Failed, o.Output, o.Error, o.Cause = true, nil, e.Name, e.Cause
	}
	v.items.outcomes[i] = o
}

// tolerates reports whether the error that ends a region is the end of that region alone. If it is, the scope goes on, or it
// fails because of how many of its regions have failed.
func (m *Machine) tolerates(f int32, e *Error) bool {
	vi := m.frames[f].visit
	n := m.visits[vi].node
	if n.Body == nil || n.Body.Items == nil || !n.Body.Items.Runs {
		return false
	}
	m.recordOutcome(vi, f, nil, e)
	index := int(m.frames[f].index)
	m.closeFrame(f)
	v := &m.visits[vi]
	x := v.items
	x.failed += x.weight(index)
	v.regions.ended++
	if x.exceeded() {
		m.fail(m.tokenAt(vi), vi, m.newError(m.flow.Errors.Tolerance, workflow.ClassTask, "the specified tolerated failure threshold was exceeded"))
		return true
	}
	m.continueScope(vi)
	return true
}

// exceeded reports whether more items failed than the scope tolerates.
func (x *items) exceeded() bool {
	if x.tolerated < 0 && x.share < 0 {
		return x.failed > 0
	}
	return x.tolerated >= 0 && float64(x.failed) > x.tolerated || x.share >= 0 && 100*float64(x.failed) > x.share*float64(x.count)
}

// collectItems makes a scope go on with what its regions resulted in: a list, what the dialect makes of the outcomes, or what
// the host answers that stores them.
func (m *Machine) collectItems(vi int32) {
	v := &m.visits[vi]
	of, x := v.node.Body.Items, v.items
	m.at(v.node, v.frame, vi)
	if of.Writer != nil {
		var parameters any
		if of.Writer.Parameters != nil {
			var err error
			if parameters, err = m.evaluate(of.Writer.Parameters, v.effective); err != nil {
				m.fail(m.tokenAt(vi), vi, m.dataError(m.flow.Errors.Path, err))
				return
			}
		}
		x.stage = writesResults
		f := m.facts()
		f.Parent, f.Run, f.Label = f.Run, m.nextRandom()|1, v.node
		m.access(vi, Command{Writer: of.Writer, Input: parameters, Facts: &f, Outcomes: x.outcomes})
		return
	}
	answer := any(v.results)
	if of.Collect != nil {
		f := m.facts()
		f.Parent, f.Label = f.Run, v.node
		answer = of.Collect(&f, x.outcomes)
	}
	v.results, v.regions = nil, regions{}
	m.leaveVisit(vi, v.effective, answer)
}
