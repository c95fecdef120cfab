package verify

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A fact is a value that a condition compares, and the values that distinguish its sides.
type fact struct {
	steps   []expr.Step
	values  []any
	decides bool // the path depends on it, or how long something takes
	least   any  // the value with which something takes no time, or is not repeated; nil if there is none
}

// An invented task is one that needs answers.
type invented struct {
	name   string
	errors []string // that a handler or a retrier of it names
	limit  bool
	beside int           // from 1, of the tasks that run at the same time as others and merge their answers; 0 of the others
	places [][]expr.Step // of the document, at which an answer is put
	reads  []fact        // what is read of an answer
}

// study collects what the program compares, calls and awaits.
func (v *inventor) study() {
	flows := v.program.Workflows
	for _, w := range flows {
		if w.Root != nil && w.Root.Start != nil && w.Root.Start.Kind == workflow.State {
			v.states = append(v.states, w.Root.Start)
		}
		whole := w.Documents == workflow.ObjectDocument
		for _, n := range w.Nodes {
			v.addGuard(n.When, false)
			v.studyStages(&n.Data)
			v.studyNode(n)
			for _, e := range n.Out {
				v.addGuard(e.Guard, whole)
				v.addGuard(e.Require, whole)
				v.studyStages(&e.Data)
				if e.Ask != nil {
					v.addTask(e.Ask.Task, nil, false)
				}
				if n.Kind == workflow.State && e.Name != "" && !e.Disabled {
					v.awaits = append(v.awaits, run.Occurrence{Kind: "transition", Node: e.Name})
				}
			}
		}
	}
	defer func() {
		for i := range v.facts {
			if f := &v.facts[i]; len(f.values) == 0 {
				f.values = v.fitting([]any{int64(1), "text", true})
			}
		}
	}()
	for _, c := range v.program.Select {
		v.addGuard(c.If, true)
		if c.Ask != nil {
			v.addTask(c.Ask.Task, nil, false)
		}
	}
}

func (v *inventor) studyNode(n *workflow.Node) {
	if n.Awaits != nil {
		for _, t := range n.Awaits.For {
			v.addEvent(t.Event)
		}
	}
	if n.Body != nil && n.Body.Each {
		v.addList(n.Data.Payload)
	}
	if n.Until != nil {
		v.studyLength(n.Until)
	}
	switch {
	case n.Kind == workflow.Task && n.Call != nil:
		names := handled(n)
		for scope := n.Region.Scope; scope != nil; scope = scope.Region.Scope {
			names = append(names, handled(scope)...)
		}
		limit := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return !t.Implied })
		v.addTask(n.Call.Task, names, limit)
		v.studyAnswer(n)
	case n.Kind == workflow.Await && n.Awaits != nil && len(n.Awaits.For) == 0:
		v.awaits = append(v.awaits, run.Occurrence{Kind: "complete", Node: n.Name()})
	case n.Kind == workflow.Table:
		for _, r := range n.Rules.Rules {
			for _, c := range r.Cells {
				v.studyCondition(c.If, true)
			}
		}
	}
}

// studyAnswer notes where the answer of a task is put, and what is read of it.
func (v *inventor) studyAnswer(n *workflow.Node) {
	t := &v.tasks[slices.IndexFunc(v.tasks, func(t invented) bool { return t.name == n.Call.Task })]
	place := []expr.Step{}
	if c := n.Data.Combine; c != nil && c.Mode == workflow.SetAt && c.Path != nil && !slices.ContainsFunc(c.Path.Steps, func(s expr.Step) bool { return s.Kind != expr.StepChild }) {
		place = c.Path.Steps
	}
	t.places = append(t.places, place)
	if c := n.Data.Combine; t.beside == 0 && c != nil && (c.Mode == workflow.MergeDeep || c.Mode == workflow.MergeShallow) && v.parallel(n) {
		v.besides++
		t.beside = v.besides
	}
	t.reads = appendReads(t.reads, n.Data.Result)
}

// parallel reports whether a node lies in one of several regions that run at the same time, or in a branch of a fork.
func (v *inventor) parallel(n *workflow.Node) bool {
	for region := n.Region; region != nil; {
		for _, fork := range region.Nodes {
			if fork.Split == workflow.SplitFork && fork != n && v.between(fork, n) {
				return true
			}
		}
		if region.Scope == nil {
			return false
		}
		if len(region.Scope.Body.Regions) > 1 {
			return true
		}
		region = region.Scope.Region
	}
	return false
}

// between reports whether a node lies in a branch of a fork.
func (v *inventor) between(fork, n *workflow.Node) bool {
	seen := map[*workflow.Node]bool{fork: true}
	todo := []*workflow.Node{fork}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range at.Out {
			if e.To == n {
				return true
			}
			if e.To != nil && e.To != fork.Joins && !seen[e.To] {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return false
}

// appendReads adds the members of an answer that an expression selects.
func appendReads(to []fact, x expr.Expr) []fact {
	switch x := x.(type) {
	case *expr.Object:
		for _, m := range x.Members {
			to = appendReads(to, m.Value)
		}
	case *expr.Path:
		if x.Root == expr.RootAnswer && len(x.Steps) > 0 && !slices.ContainsFunc(x.Steps, func(s expr.Step) bool { return s.Kind != expr.StepChild }) {
			to = append(to, fact{steps: x.Steps, values: []any{int64(3), int64(7000), "text"}})
		}
	}
	return to
}

var words = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*`)

// handled are the names of the errors that a node handles, or is retried after.
func handled(n *workflow.Node) []string {
	var names []string
	for _, r := range n.Retry {
		names = append(names, named(r.On)...)
	}
	for _, e := range n.Out {
		names = append(names, named(e.On)...)
	}
	return names
}

// studyStages notes what is selected of the document: mostly something is there.
func (v *inventor) studyStages(d *workflow.Stages) {
	for _, x := range []expr.Expr{d.Select, d.Payload, d.Result, d.Output} {
		v.studySelection(x)
	}
}

func (v *inventor) studySelection(x expr.Expr) {
	switch x := x.(type) {
	case *expr.Foreign:
		if m := x.Meaning(); m != nil {
			v.studySelection(m)
			return
		}
		for _, word := range words.FindAllString(x.Text, -1) { // what looks like a name in it
			p := &expr.Path{}
			for _, name := range strings.Split(word, ".") {
				p.Steps = append(p.Steps, expr.Step{Kind: expr.StepChild, Name: name})
			}
			v.noteFact(p, []any{int64(3), "text"})
		}
	case *expr.Apply:
		v.studyApplied(x)
	case *expr.Path:
		if v.studyList(x) {
			return
		}
		v.noteFact(x, []any{value.ObjectOf(value.Member{Key: "x", Value: int64(1)}), value.ObjectOf(value.Member{Key: "y", Value: "text"}, value.Member{Key: "x", Value: true}), int64(3)})
	case *expr.Object:
		for _, m := range x.Members {
			v.studySelection(m.Value)
		}
	}
}

// studyLength notes the data that a length of time is read from.
func (v *inventor) studyLength(l *workflow.Length) {
	p, ok := l.Expr.(*expr.Path)
	if !ok {
		return
	}
	values, least := []any{int64(5), int64(70)}, any(int64(0))
	switch l.Unit {
	case workflow.Instant:
		values, least = []any{"2025-01-01T12:00:00Z", "2025-02-01T00:00:00Z"}, v.now.UTC().Format(time.RFC3339)
	case workflow.Duration:
		values, least = []any{"PT5S", "PT2H"}, "PT0S"
	}
	if f := v.noteFact(p, values); f != nil {
		f.decides, f.least = true, least
	}
}

// addEvent notes an event that is awaited, with the attributes that distinguish it from others.
func (v *inventor) addEvent(e *workflow.Event) {
	if e == nil {
		return
	}
	x := cloudEvent(e.Type, e.Source)
	for _, c := range e.Correlations {
		x.Set(c.Attribute, "a")
		if l, ok := c.Value.(*expr.Literal); ok {
			x.Set(c.Attribute, l.Value)
		}
	}
	v.awaits = append(v.awaits, run.Occurrence{Kind: "event", Value: x})
}

// addList makes the value at a path a list, each item of which is worked on.
func (v *inventor) addList(x expr.Expr) {
	if f, ok := x.(*expr.Foreign); ok {
		x = f.Meaning()
	}
	if p, ok := x.(*expr.Path); ok {
		one := value.ObjectOf(value.Member{Key: "id", Value: int64(1)})
		two := value.ObjectOf(value.Member{Key: "id", Value: int64(2)})
		if f := v.noteFact(p, []any{[]any{one}, []any{one, two}, []any{}}); f != nil {
			f.decides, f.least = true, []any{}
		}
	}
}

// named are the names of errors that a matcher speaks of.
func named(m workflow.Matcher) []string {
	var out []string
	for _, c := range m {
		switch {
		case c.If != nil:
			out = append(out, compared(c.If)...)
		case c.Name != "" && !c.All && c.Class == 0:
			out = append(out, c.Name)
		}
	}
	return out
}

// compared are the texts that an expression compares with.
func compared(x expr.Expr) []string {
	var out []string
	switch x := x.(type) {
	case *expr.Foreign:
		if m := x.Meaning(); m != nil {
			return compared(m)
		}
	case *expr.Logic:
		for _, o := range x.Operands {
			out = append(out, compared(o)...)
		}
	case *expr.Not:
		return compared(x.Operand)
	case *expr.Compare:
		return append(compared(x.Left), compared(x.Right)...)
	case *expr.Test:
		return compared(&expr.Literal{Value: x.Value})
	case *expr.Literal:
		if s, ok := x.Value.(string); ok {
			return []string{s}
		}
	case *expr.Path:
		for _, s := range x.Steps {
			out = append(out, compared(s.Filter)...)
		}
	}
	return out
}

// addTask notes a task with errors that are handled. Those that only a machine raises are not what a task reports.
func (v *inventor) addTask(name string, errors []string, limit bool) {
	errors = slices.DeleteFunc(slices.Clone(errors), func(e string) bool {
		return slices.ContainsFunc(v.program.Workflows, func(w *workflow.Workflow) bool {
			own := ownErrors(&w.Errors)
			return (e != w.Errors.Task.Name || w.Errors.Hidden) && slices.ContainsFunc(own[:], func(x workflow.ErrorName) bool { return x.Name == e })
		})
	})
	for i := range v.tasks {
		if t := &v.tasks[i]; t.name == name {
			t.errors, t.limit = append(t.errors, errors...), t.limit || limit
			return
		}
	}
	v.tasks = append(v.tasks, invented{name: name, errors: errors, limit: limit})
}

// addGuard notes a condition that decides about the way.
func (v *inventor) addGuard(x expr.Expr, whole bool) {
	if x != nil {
		v.guards = append(v.guards, x)
		v.studyCondition(x, whole)
	}
}

// studyCondition collects what a condition compares.
func (v *inventor) studyCondition(x expr.Expr, whole bool) {
	if f, ok := x.(*expr.Foreign); ok {
		if m := f.Meaning(); m != nil {
			x = m
		}
	}
	if x == nil {
		return
	}
	switch x := expr.Portable(x, whole).(type) {
	case *expr.Logic:
		for _, o := range x.Operands {
			v.studyCondition(o, whole)
		}
	case *expr.Not:
		v.studyCondition(x.Operand, whole)
	case *expr.Test:
		v.addFact(x.Path, tested(x))
	case *expr.Loose:
		v.studyLoose(x)
	case *expr.Compare:
		v.studyCompared(x)
	case *expr.Apply:
		v.studyFunction(x, someBooleans)
	case *expr.Path:
		v.studyFilters(x)
		if x.Definite {
			v.addFact(x, []any{true, false})
		}
	}
}

// tested are values that a test distinguishes, those first that it is made for; none if any will do.
func tested(x *expr.Test) []any {
	switch x.Op {
	case expr.TestText, expr.TestInstant:
		return []any{"2025-01-01T12:00:00Z", "text", int64(1)}
	case expr.TestNumber:
		return []any{int64(3), 0.5, "text"}
	case expr.TestBoolean:
		return []any{true, false, "text"}
	case expr.TestList:
		return []any{[]any{}, []any{int64(1)}, "text"}
	case expr.TestObject:
		return []any{value.NewObject(0), "text"}
	case expr.TestPresent: // which does not ask for a type
		return nil
	}
	return around(x.Value)
}

func (v *inventor) studyLoose(x *expr.Loose) {
	p, ok := x.Left.(*expr.Path)
	if !ok {
		return
	}
	var values []any
	for _, r := range x.Right {
		values = append(values, around(r.Value)...)
	}
	values = append(values, "x", int64(1))
	v.addFact(p, values)
}

// studyFilters collects what the filters of a path compare, as if of the document.
func (v *inventor) studyFilters(p *expr.Path) {
	for _, s := range p.Steps {
		if s.Filter == nil {
			continue
		}
		one := &expr.Path{Steps: []expr.Step{s}}
		if x := expr.Portable(one, true); x != expr.Expr(one) {
			v.studyCondition(x, true)
		}
	}
}

// addFact notes the values that a path should have on which something depends.
func (v *inventor) addFact(p *expr.Path, values []any) {
	if f := v.noteFact(p, values); f != nil {
		f.decides = true
	}
}

// noteFact notes the values that a path should have. Only members are followed: of other paths it notes nothing, and returns nil.
func (v *inventor) noteFact(p *expr.Path, values []any) *fact {
	if p.Root != expr.RootInput || len(p.Steps) == 0 {
		return nil
	}
	for _, s := range p.Steps {
		if s.Kind != expr.StepChild {
			return nil
		}
	}
	for i := range v.facts {
		if f := &v.facts[i]; slices.EqualFunc(f.steps, p.Steps, func(a, b expr.Step) bool { return a.Name == b.Name }) {
			f.values = v.fitting(append(f.values, values...))
			return f
		}
	}
	v.facts = append(v.facts, fact{steps: p.Steps, values: v.fitting(values)})
	return &v.facts[len(v.facts)-1]
}

// fitting are the values that the domain allows: of the type of the first where fields have the types that they are compared with, and
// objects with the same members where answers do not overwrite a part of one.
func (v *inventor) fitting(values []any) []any {
	var out []any
	objects := 0
	for _, x := range values {
		if _, ok := x.(*value.Object); ok {
			if objects++; objects > 1 && v.domain.Disjoint {
				continue
			}
		}
		if !v.domain.Typed || sameType(x, values[0]) {
			out = append(out, x)
		}
	}
	return out
}

// sameType reports whether two values compare: numbers, texts, booleans, lists and objects each among themselves.
func sameType(a, b any) bool {
	return value.TypeOf(a) == value.TypeOf(b)
}

// around are a value and those that a comparison with it distinguishes from it; of a value without neighbors, others of each type.
func around(v any) []any {
	out := expr.Neighbors(v)
	if len(out) == 1 {
		out = append(out, "x", int64(0), true)
	}
	return out
}
