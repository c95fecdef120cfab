package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
)

var absentData = rule{Rule: diag.Rule{
	ID:       "asl/absent-data",
	Severity: diag.Warning,
	Summary:  "a path reads a field that no earlier state leaves in the data",
	Why: "\"ResultPath\", \"ResultSelector\", \"Result\", \"Parameters\" and \"OutputPath\" of the states before decide what is in the " +
		"data. Without \"ResultPath\" a result replaces all of it. A path that selects nothing fails the execution.",
	Source: "the language as AWS runs it today: data flow",
	Levels: "only at level current",
}, Checks: today([]func(*checker){checkData})}

// checkData finds out what is in the data at each state as far as the definition shows, and looks at the paths there.
func checkData(c *checker) {
	inside := map[*Machine]*shape{} // at the start of processors
	for _, m := range c.machines {  // each before those inside of it
		input := shapesIn(m, inside[m])
		for i, s := range m.States {
			if s.Type == Map && s.Processor != nil && s.ItemSelector != nil && !s.JSONata() && s.ItemBatcher == nil {
				inside[s.Processor] = shapeOf(s.ItemSelector.Node, true, 0)
			}
			if input != nil && input[i].shape != nil {
				c.checkShape(s, input[i].shape)
			}
		}
	}
}

// An arrival is what is known of the input of a state.
type arrival struct {
	shape   *shape
	reached bool
	rounds  int // how often the state was reached again
}

// shapesIn are the shapes of the inputs of the states of a machine, in their order; nil if the machine has no start.
func shapesIn(m *Machine, start *shape) []arrival {
	if m.StartAt == nil || m.StartAt.Target == nil {
		return nil
	}
	out := make([]arrival, len(m.States))
	work := []*State{m.StartAt.Target}
	out[m.StartAt.Target.index] = arrival{shape: start, reached: true}
	arrive := func(t *Transition, x *shape) {
		if t == nil || t.Target == nil {
			return
		}
		at := &out[t.Target.index]
		if !at.reached {
			at.shape, at.reached = x, true
			work = append(work, t.Target)
			return
		}
		if at.shape == nil {
			return // it stays unknown
		}
		var now *shape
		if at.rounds++; at.rounds < mostRounds {
			now = joined(at.shape, x)
		}
		if !same(at.shape, now) {
			at.shape = now
			work = append(work, t.Target)
		}
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		after := leaves(s, out[s.index].shape)
		arrive(s.Next, after)
		arrive(s.Default, after)
		for _, x := range s.Choices {
			arrive(x.Next, after)
		}
		for _, x := range s.Catch {
			if s.JSONata() {
				arrive(x.Next, nil)
				continue
			}
			failure := &shape{object: true, members: map[string]*shape{"Error": plainShape, "Cause": plainShape}}
			arrive(x.Next, out[s.index].shape.with(x.ResultPath, failure))
		}
	}
	return out
}

// combined is the data of a state once its result is in it, before its OutputPath.
func combined(s *State, input *shape) *shape {
	effective := input.selected(s.InputPath)
	var result *shape
	switch s.Type {
	case Wait, Choice, Succeed:
		return effective
	case Pass:
		result = effective
		if s.Parameters != nil {
			result = shapeOf(s.Parameters.Node, true, 0)
		}
		if s.Result != nil {
			result = shapeOf(s.Result, false, 0)
		}
	case Task, Parallel, Map:
		if s.ResultSelector != nil {
			result = shapeOf(s.ResultSelector.Node, true, 0)
		}
	default:
		return nil
	}
	return input.with(s.ResultPath, result)
}

// leaves is the shape of the output of a state.
func leaves(s *State, input *shape) *shape {
	if s.JSONata() || s.Broken {
		return nil
	}
	return combined(s, input).selected(s.OutputPath)
}

// checkShape looks at the paths of a state whose input is known.
func (c *checker) checkShape(s *State, input *shape) {
	if s.JSONata() || s.Broken {
		return
	}
	effective := input.selected(s.InputPath)
	asked := asksFor(s)
	for u := range s.uses {
		base := effective
		switch u.field {
		case "InputPath":
			base = input
		case "OutputPath":
			base = combined(s, input)
		case "Parameters", "ItemSelector", "ItemsPath", "SecondsPath", "TimestampPath", "TimeoutSecondsPath", "HeartbeatSecondsPath", "MaxConcurrencyPath",
			"ToleratedFailureCountPath", "ToleratedFailurePercentagePath", "Choices":
		default:
			continue
		}
		for p := range u.paths {
			if u.operator == "IsPresent" || slices.Contains(asked, p.Text) {
				continue
			}
			c.absent(u, p, base)
		}
	}
}

// asksFor are the paths that choice rules of a state ask about whether they are there.
func asksFor(s *State) []string {
	var out []string
	for _, x := range s.Choices {
		x.leaves(func(x *Rule) {
			if x.Test != nil && x.Test.Type == expr.IsPresent {
				out = append(out, variableOf(x))
			}
		})
	}
	return out
}

func (c *checker) absent(u *use, p *expr.Path, base *shape) {
	step := base.lacks(p)
	if step == nil {
		return
	}
	d := c.Report(p.Span, "%s of state %s reads %s, but no earlier state leaves %s in the data", u.what(), quote(u.state.Name), quote(p.Text), quote(step.Name))
	var there []string
	if at := base.selected(&Path{Path: &expr.Path{Steps: p.Steps[:slices.IndexFunc(p.Steps, func(s expr.Step) bool { return s.Span == step.Span && s.Name == step.Name })]}}); at != nil {
		for name := range at.members {
			there = append(there, name)
		}
		slices.Sort(there)
	}
	if !c.Correct(d, step.Name, there) {
		d.Help = `check "ResultPath", "Result" and "ResultSelector" of the earlier states`
	}
}
