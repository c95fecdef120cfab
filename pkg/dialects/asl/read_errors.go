package asl

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/source"
)

// retriers reads the field Retry (asl 2016: "Retrying after error").
func (r *reader) retriers(s *State, f *source.Member) []*Retrier {
	items, ok := r.array(f, "an array of retriers", source.Object, true)
	if !ok {
		return nil
	}
	retriers := make([]*Retrier, 0, len(items))
	for _, n := range items {
		x := &Retrier{Node: n}
		o := owner{in: inRetrier, state: s, jsonata: r.owner.jsonata, extra: &x.Extra, later: &x.Later}
		x.Broken = !r.object(n, o, func(f *source.Member) bool { return r.retrierField(x, f) })
		retriers = append(retriers, x)
	}
	return retriers
}

// retrierField reads a field of a retrier, and reports whether it took it; see [reading.Reader.Object].
func (r *reader) retrierField(x *Retrier, f *source.Member) bool {
	switch f.Key {
	case "ErrorEquals":
		x.ErrorEquals = r.errorNames(f)
		return x.ErrorEquals != nil
	case "IntervalSeconds":
		x.IntervalSeconds = r.number(f, &positiveInteger)
		return x.IntervalSeconds != nil
	case "MaxAttempts":
		x.MaxAttempts = r.number(f, &nonNegativeInteger)
		return x.MaxAttempts != nil
	case "BackoffRate":
		x.BackoffRate = r.number(f, &backoffRate)
		return x.BackoffRate != nil
	case "Comment":
		x.Comment = r.Text(f)
		return x.Comment != nil
	case "MaxDelaySeconds":
		x.MaxDelaySeconds = r.number(f, &positiveInteger)
	case "JitterStrategy":
		x.JitterStrategy = r.oneOf(f, "FULL", "NONE")
	}
	return false
}

// catchers reads the field Catch (asl 2016: "Fallback states").
func (r *reader) catchers(s *State, f *source.Member) []*Catcher {
	items, ok := r.array(f, "an array of catchers", source.Object, true)
	if !ok {
		return nil
	}
	catchers := make([]*Catcher, 0, len(items))
	for i, n := range items {
		r.at = fmt.Sprintf("Catch[%d]/", i)
		x := &Catcher{Node: n}
		o := owner{in: inCatcher, state: s, jsonata: r.owner.jsonata, extra: &x.Extra, later: &x.Later}
		x.Broken = !r.object(n, o, func(f *source.Member) bool { return r.catcherField(x, f) })
		catchers = append(catchers, x)
	}
	r.at = ""
	return catchers
}

func (r *reader) catcherField(x *Catcher, f *source.Member) bool {
	switch f.Key {
	case "ErrorEquals":
		x.ErrorEquals = r.errorNames(f)
		return x.ErrorEquals != nil
	case "Next":
		x.Next = r.transition(f)
		return x.Next != nil
	case "ResultPath":
		x.ResultPath = r.path(f, resultPath)
		return x.ResultPath != nil
	case "Comment":
		x.Comment = r.Text(f)
		return x.Comment != nil
	case "Assign":
		x.Assign = r.assign(f)
	case "Output":
		x.Output = r.template(f)
	}
	return false
}

// errorNames reads the field ErrorEquals. What is not a string in it is reported and left out.
func (r *reader) errorNames(f *source.Member) []*Text {
	items, ok := r.array(f, "an array of error names", source.String, false)
	if !ok {
		return nil
	}
	names := make([]*Text, 0, len(items))
	for _, n := range items {
		if n.Kind != source.String {
			r.WrongKind(n, `an item of "ErrorEquals" of `+r.Subject(), "a string")
			continue
		}
		if laterError(n.Text) {
			what := "the error name " + quote(n.Text)
			*r.owner.later = append(*r.owner.later, LaterField{Member: f, Span: n.Span, What: what})
			if r.level == Level2016 {
				r.laterVersion(n.Span, what)
			}
		}
		names = append(names, &Text{Node: n, Value: n.Text})
	}
	return names
}
