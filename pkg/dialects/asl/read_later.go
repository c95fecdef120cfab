package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// What later versions brought is read as far as its shape goes. At the level of 2016 only the states inside of a Map are
// read, as their names count.

// laterField reads a field of a state that a later version brought, and answers whether the state has it now.
func (r *reader) laterField(s *State, f *source.Member) bool {
	switch f.Key {
	case "ItemProcessor", "Iterator":
		s.Processor = r.machine(f.Value, s, inProcessor)
		return true
	case "ItemsPath", "TimeoutSecondsPath", "HeartbeatSecondsPath", "MaxConcurrencyPath", "ToleratedFailurePercentagePath",
		"ToleratedFailureCountPath":
		r.path(f, referencePath)
	case "ErrorPath", "CausePath":
		r.path(f, failPath)
	case "MaxConcurrency", "ToleratedFailureCount":
		r.number(f, &nonNegativeInteger)
	case "ToleratedFailurePercentage":
		r.number(f, &percentage)
	case "Label":
		r.Text(f)
	case "Credentials", "ItemReader", "ItemBatcher", "ResultWriter":
		r.structure(f)
	case "Assign":
		r.assign(f)
	}
	return false
}

// structure checks that a value is an object, or a JSONata expression for one.
func (r *reader) structure(f *source.Member) {
	if f.Value.Kind != source.Object && !r.expression(f) {
		r.WrongField(f, "an object")
	}
}

// assign checks the field that sets variables.
func (r *reader) assign(f *source.Member) {
	if f.Value.Kind != source.Object {
		r.WrongField(f, "an object")
	}
}

// queryLanguage reads a query language. One that is not known was reported and taken for the one that was meant.
func (r *reader) queryLanguage(f *source.Member) *Text {
	t := r.Text(f)
	if t == nil {
		return nil
	}
	r.oneOf(f, "JSONPath", "JSONata")
	t.Value = languageName(t.Value)
	return t
}

// languageName returns the query language that a text most likely means.
func languageName(s string) string {
	if strings.EqualFold(s, "JSONata") {
		return "JSONata"
	}
	return "JSONPath"
}

// processorConfig checks how a processor is to run.
func (r *reader) processorConfig(f *source.Member) {
	if f.Value.Kind != source.Object {
		r.WrongField(f, "an object")
		return
	}
	for _, m := range f.Value.LastMembers() {
		switch m.Key {
		case "Mode":
			r.oneOf(m, "INLINE", "DISTRIBUTED")
		case "ExecutionType":
			r.oneOf(m, "STANDARD", "EXPRESS")
		default:
			d := r.Add(&unknownField.Rule, m.KeySpan, `"ProcessorConfig" of %s has an unknown field %s`, r.Subject(), quote(m.Key))
			r.Suggest(d, r.Guess(m.Key, []string{"Mode", "ExecutionType"}))
		}
	}
}
