package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// What later versions brought is read at the level current. At the level of 2016 only the states inside of a Map are read, as
// their names count. What is read here stays among the extra members of its owner too, as it was written.

// laterField reads a field of a state that a later version brought, and answers whether the state has it now.
func (r *reader) laterField(s *State, f *source.Member) bool {
	switch f.Key {
	case "ItemProcessor", "Iterator":
		at := r.at
		r.at = ""
		s.Processor = r.machine(f.Value, s, inProcessor)
		r.at = at
		return true
	case "Parameters":
		if s.Type == Map {
			s.ItemSelector = r.template(f)
		} else {
			s.Parameters = r.template(f)
		}
	case "ResultSelector":
		s.ResultSelector = r.template(f)
	case "Arguments":
		s.Arguments = r.template(f)
	case "Output":
		s.Output = r.template(f)
	case "Assign":
		s.Assign = r.assign(f)
	case "Credentials":
		s.Credentials = r.structure(f)
	case "TimeoutSecondsPath":
		s.TimeoutSecondsPath = r.path(f, referencePath)
	case "HeartbeatSecondsPath":
		s.HeartbeatSecondsPath = r.path(f, referencePath)
	case "ErrorPath":
		s.ErrorPath = r.path(f, failPath)
	case "CausePath":
		s.CausePath = r.path(f, failPath)
	default:
		r.mapField(s, f)
	}
	return false
}

// template reads a value parts of which may be computed.
func (r *reader) template(f *source.Member) *Template {
	t := templating{file: r.File, jsonata: r.owner.jsonata, queries: r.queries, fault: r.templateFault}
	return t.template(f.Value, r.at+f.Key)
}

// templateFault reports what is wrong with a part of a template.
func (r *reader) templateFault(c *Computed, fault templateFault) {
	key := quote(c.At[strings.LastIndexByte(c.At, '/')+1:]) + " of "
	if c.Member != nil {
		key = quote(c.Member.Key) + " of "
	}
	switch fault {
	case notComputed:
		r.Add(&payloadTemplate.Rule, r.Whole(c.Node), "%s%s must be a path or the call of an intrinsic function, %s", key, r.Subject(), c.Err.Message).
			Help = `a key that ends in ".$" has a computed value; without the ".$" the value is taken as it is`
	case wrongPath:
		dialects.Remedy(r.Add(&pathSyntax.Rule, c.Err.Span, "%s%s is not a path: %s", key, r.Subject(), c.Err.Message), c.Err)
	case wrongFunction:
		dialects.Remedy(r.Add(&intrinsicSyntax.Rule, c.Err.Span, "%s%s: %s", key, r.Subject(), c.Err.Message), c.Err)
	case wrongQuery:
		dialects.Remedy(r.Add(&jsonataSyntax.Rule, c.Err.Span, "%s%s is not a JSONata expression: %s", key, r.Subject(), c.Err.Message), c.Err)
	}
}

// structure reads a value that has to be an object, or a JSONata expression for one.
func (r *reader) structure(f *source.Member) *Template {
	if f.Value.Kind != source.Object && !(r.owner.jsonata && (isJSONata(f.Value.Text) || isOpenJSONata(f.Value.Text))) {
		r.WrongField(f, "an object")
		return nil
	}
	return r.template(f)
}

// assign reads the field that sets variables.
func (r *reader) assign(f *source.Member) *Assignments {
	if f.Value.Kind != source.Object {
		r.WrongField(f, "an object")
		return nil
	}
	t := templating{file: r.File, jsonata: r.owner.jsonata, queries: r.queries, fault: r.templateFault}
	out := &Assignments{Node: f.Value}
	for _, m := range f.Value.LastMembers() {
		out.Variables = append(out.Variables, &Assignment{Member: m, Name: t.name(m), Value: t.member(m, r.at+f.Key)})
	}
	return out
}

// queryLanguage reads a query language. One that is not known was reported and taken for the one that was meant.
func (r *reader) queryLanguage(f *source.Member) *Text {
	r.oneOf(f, "JSONPath", "JSONata")
	if f.Value.Kind != source.String {
		return nil
	}
	return &Text{Node: f.Value, Value: languageName(f.Value.Text)}
}

// languageName returns the query language that a text most likely means.
func languageName(s string) string {
	if strings.EqualFold(s, "JSONata") {
		return "JSONata"
	}
	return "JSONPath"
}
