package asl

import (
	"iter"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
)

// A use is a place where a state computes something: a path, a call of an intrinsic function, or a JSONata expression.
type use struct {
	state *State
	// field is the field of the state that it belongs to: "Parameters", "Assign", "Catch", "Choices".
	field string
	stage stage
	// variable is the variable that it is the value of; empty outside of Assign.
	variable string
	// computed is a part of a template, or the expression that stands for a plain value; nil for a path in a field of its own.
	computed *Computed
	// path is the path of such a field, or the variable or the operand of a choice rule.
	path *Path
	// operator is that of the choice rule that it belongs to; empty outside of Choices.
	operator string
}

// A stage describes what a use can see of the work of its state.
type stage uint8

const (
	beforeWork   stage = iota // the input alone
	afterWork                 // the result too
	afterFailure              // the Error Output
)

// paths yields the paths in a use, those in the arguments of calls among them.
func (u *use) paths(yield func(*expr.Path) bool) {
	if u.path != nil {
		if u.path.Path != nil {
			yield(u.path.Path)
		} else if u.path.Call != nil {
			pathsIn(u.path.Call, yield)
		}
		return
	}
	if u.computed.Expr != nil {
		pathsIn(u.computed.Expr, yield)
	}
}

func pathsIn(x expr.Expr, yield func(*expr.Path) bool) bool {
	switch x := x.(type) {
	case *expr.Path:
		return yield(x)
	case *expr.Call:
		for _, a := range x.Args {
			if !pathsIn(a, yield) {
				return false
			}
		}
	}
	return true
}

// calls yields the calls of intrinsic functions in a use, each before those in its arguments.
func (u *use) calls(yield func(*expr.Call) bool) {
	switch {
	case u.path != nil && u.path.Call != nil:
		callsIn(u.path.Call, yield)
	case u.computed != nil && u.computed.Expr != nil:
		callsIn(u.computed.Expr, yield)
	}
}

func callsIn(x expr.Expr, yield func(*expr.Call) bool) bool {
	call, ok := x.(*expr.Call)
	if !ok {
		return true
	}
	if !yield(call) {
		return false
	}
	for _, a := range call.Args {
		if !callsIn(a, yield) {
			return false
		}
	}
	return true
}

// what names the use in messages: "Parameters", or "x.$" in it.
func (u *use) what() string {
	if u.computed != nil && u.computed.Member != nil {
		return quote(u.computed.Member.Key)
	}
	return quote(u.field)
}

// uses yields what a state computes, field by field.
func (s *State) uses(yield func(*use) bool) {
	c := &useCollector{state: s, yield: yield}
	c.fields()
}

// A useCollector goes through the fields of a state, or of one after another.
type useCollector struct {
	state *State
	yield func(*use) bool
	done  bool
	room  []use // for more: they are allocated several at a time
}

func (c *useCollector) give(u use) {
	if c.done {
		return
	}
	const most = 64
	if len(c.room) == cap(c.room) {
		c.room = make([]use, 0, min(2*cap(c.room)+1, most))
	}
	u.state = c.state
	c.room = append(c.room, u)
	c.done = !c.yield(&c.room[len(c.room)-1])
}

func (c *useCollector) path(field string, at stage, p *Path) {
	if p != nil && (p.Path != nil || p.Call != nil) {
		c.give(use{field: field, stage: at, path: p})
	}
}

func (c *useCollector) template(field string, at stage, t *Template) {
	if t == nil {
		return
	}
	for _, x := range t.Computed {
		c.give(use{field: field, stage: at, computed: x})
	}
}

func (c *useCollector) assign(field string, at stage, a *Assignments) {
	if a == nil {
		return
	}
	for _, v := range a.Variables {
		for _, x := range v.Value.Computed {
			c.give(use{field: field, stage: at, variable: v.Name, computed: x})
		}
	}
}

func (c *useCollector) fields() {
	s := c.state
	after := beforeWork
	if placeOf(s.Type)&inGuarded != 0 {
		after = afterWork
	}
	c.path("InputPath", beforeWork, s.InputPath)
	c.template("Parameters", beforeWork, s.Parameters)
	c.template("Arguments", beforeWork, s.Arguments)
	c.template("Credentials", beforeWork, s.Credentials)
	for _, x := range s.Computed {
		field, _, _ := strings.Cut(x.At, "/")
		c.give(use{field: field, computed: x})
	}
	for name, p := range s.valuePaths() {
		c.path(name, beforeWork, p)
	}
	c.mapFields()
	c.template("ResultSelector", afterWork, s.ResultSelector)
	c.path("ResultPath", after, s.ResultPath)
	c.assign("Assign", after, s.Assign)
	c.template("Output", after, s.Output)
	c.path("OutputPath", after, s.OutputPath)
	for _, x := range s.Choices {
		c.rule(x)
	}
	for _, x := range s.Catch {
		c.path("Catch", afterFailure, x.ResultPath)
		c.assign("Catch", afterFailure, x.Assign)
		c.template("Catch", afterFailure, x.Output)
	}
}

// valuePaths yields the fields that read one plain value by a path.
func (s *State) valuePaths() iter.Seq2[string, *Path] {
	return func(yield func(string, *Path) bool) {
		_ = yield("SecondsPath", s.SecondsPath) && yield("TimestampPath", s.TimestampPath) &&
			yield("TimeoutSecondsPath", s.TimeoutSecondsPath) && yield("HeartbeatSecondsPath", s.HeartbeatSecondsPath) &&
			yield("ErrorPath", s.ErrorPath) && yield("CausePath", s.CausePath) &&
			yield("ItemsPath", s.ItemsPath) && yield("MaxConcurrencyPath", s.MaxConcurrencyPath) &&
			yield("ToleratedFailureCountPath", s.ToleratedFailureCountPath) &&
			yield("ToleratedFailurePercentagePath", s.ToleratedFailurePercentagePath)
	}
}

func (c *useCollector) mapFields() {
	s := c.state
	c.template("Items", beforeWork, s.Items)
	if x := s.ItemReader; x != nil {
		c.template("ItemReader", beforeWork, x.Parameters)
		if x.Config != nil {
			c.path("ItemReader", beforeWork, x.Config.MaxItemsPath)
		}
	}
	c.template("ItemSelector", beforeWork, s.ItemSelector)
	if x := s.ItemBatcher; x != nil {
		c.template("ItemBatcher", beforeWork, x.BatchInput)
		c.path("ItemBatcher", beforeWork, x.MaxItemsPerBatchPath)
		c.path("ItemBatcher", beforeWork, x.MaxInputBytesPerBatchPath)
	}
	if x := s.ResultWriter; x != nil {
		c.template("ResultWriter", beforeWork, x.Parameters)
	}
}

func (c *useCollector) rule(x *Rule) {
	operator := ""
	if x.Operator != nil {
		operator = x.Operator.Key
	}
	if x.Condition != nil {
		c.give(use{field: "Choices", computed: x.Condition, operator: operator})
	}
	for _, p := range []*Path{x.Variable, x.OperandPath} {
		if p != nil && p.Path != nil {
			c.give(use{field: "Choices", path: p, operator: operator})
		}
	}
	c.assign("Choices", beforeWork, x.Assign)
	c.template("Choices", beforeWork, x.Output)
	for _, inner := range x.Rules {
		c.rule(inner)
	}
}

// uses returns what all states compute, at the level current.
func (c *checker) uses() []*use {
	if !c.collected && c.level == Current {
		c.collected = true
		all := &useCollector{yield: func(u *use) bool { c.used = append(c.used, u); return true }}
		for _, s := range c.states {
			all.state = s
			all.fields()
		}
	}
	return c.used
}

// uses returns checks that look at everything that is computed, at the level current.
func uses(looks ...func(*checker, *use)) []func(*checker) {
	return dialects.Each((*checker).uses, looks...)
}

// today returns checks that are made at the level current alone.
func today(checks []func(*checker)) []func(*checker) {
	out := make([]func(*checker), len(checks))
	for i, check := range checks {
		out[i] = func(c *checker) {
			if c.level == Current {
				check(c)
			}
		}
	}
	return out
}
