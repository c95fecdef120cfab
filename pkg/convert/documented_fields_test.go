package convert_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/value"
)

// The tables here are those of the service's documents, and not those that the dialect itself reads by: a field that only flowglot
// knows has no place in what is deployed.

// stateFields are the fields of the types of states in both query languages, apart from those that every state has.
var stateFields = map[string]string{
	"Task JSONPath": "InputPath OutputPath Parameters ResultSelector ResultPath Assign Next End Retry Catch " +
		"Resource TimeoutSeconds HeartbeatSeconds TimeoutSecondsPath HeartbeatSecondsPath Credentials",
	"Task JSONata":      "Arguments Output Assign Next End Retry Catch Resource TimeoutSeconds HeartbeatSeconds Credentials",
	"Parallel JSONPath": "InputPath OutputPath Parameters ResultSelector ResultPath Assign Next End Retry Catch Branches",
	"Parallel JSONata":  "Arguments Output Assign Next End Retry Catch Branches",
	"Map JSONPath": "InputPath OutputPath Parameters ResultSelector ResultPath Assign Next End Retry Catch " +
		"ItemProcessor Iterator ItemsPath ItemSelector MaxConcurrency MaxConcurrencyPath",
	"Map JSONata":      "Output Assign Next End Retry Catch ItemProcessor Iterator Items ItemSelector MaxConcurrency",
	"Pass JSONPath":    "InputPath OutputPath Parameters ResultPath Assign Next End Result",
	"Pass JSONata":     "Output Assign Next End",
	"Wait JSONPath":    "InputPath OutputPath Assign Next End Seconds Timestamp SecondsPath TimestampPath",
	"Wait JSONata":     "Output Assign Next End Seconds Timestamp",
	"Choice JSONPath":  "InputPath OutputPath Assign Choices Default",
	"Choice JSONata":   "Output Assign Choices Default",
	"Succeed JSONPath": "InputPath OutputPath",
	"Succeed JSONata":  "Output",
	"Fail JSONPath":    "Error Cause ErrorPath CausePath",
	"Fail JSONata":     "Error Cause",
}

// partFields are the fields of what is inside of states and machines.
var partFields = map[string]string{
	"machine":          "StartAt States Comment Version TimeoutSeconds QueryLanguage",
	"branch":           "StartAt States Comment",
	"processor":        "StartAt States Comment ProcessorConfig",
	"retrier":          "ErrorEquals IntervalSeconds MaxAttempts BackoffRate MaxDelaySeconds JitterStrategy Comment",
	"catcher JSONPath": "ErrorEquals Next ResultPath Assign Comment",
	"catcher JSONata":  "ErrorEquals Next Output Assign Comment",
	"rule JSONata":     "Condition Next Assign Output Comment",
}

// comparisons are the operators of choice rules by the type of their operand; each apart from StringMatches and the tests has a twin
// that ends in Path.
var comparisons = func() map[string]string {
	out := map[string]string{"StringMatches": "string", "BooleanEquals": "boolean", "BooleanEqualsPath": "path"}
	for _, is := range []string{"IsNull", "IsString", "IsNumeric", "IsBoolean", "IsTimestamp", "IsPresent"} {
		out[is] = "boolean"
	}
	for family, operand := range map[string]string{"String": "string", "Numeric": "number", "Timestamp": "string"} {
		for _, how := range []string{"Equals", "LessThan", "GreaterThan", "LessThanEquals", "GreaterThanEquals"} {
			out[family+how], out[family+how+"Path"] = operand, "path"
		}
	}
	return out
}()

// A documentation looks for what the service's documents do not have, and takes it out.
type documentation struct {
	language string // of the machine
	names    map[string]bool
	faults   []string
}

// documented returns a definition without what the documents do not have, and what is wrong with it by them.
func documented(text []byte) (stripped []byte, faults []string) {
	if len(text) > 1<<20 {
		faults = append(faults, "the document is longer than 1 MB")
	}
	v, err := value.Parse(text)
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return text, append(faults, fmt.Sprintf("it is not a JSON object: %v", err))
	}
	d := &documentation{language: "JSONPath", names: map[string]bool{}, faults: faults}
	if l, ok := o.Lookup("QueryLanguage"); ok {
		d.language = d.oneOf("/QueryLanguage", l, "JSONPath", "JSONata")
	}
	o = d.machine("", "machine", o, nil)
	return value.AppendIndent(nil, o, "", "  "), d.faults
}

func (d *documentation) fault(at, format string, args ...any) {
	d.faults = append(d.faults, at+": "+fmt.Sprintf(format, args...))
}

// only is a copy of an object with those of its members that it may have.
func (d *documentation) only(at string, o *value.Object, allowed string) *value.Object {
	fields, out := strings.Fields(allowed), value.NewObject(o.Len())
	for key, v := range o.All() {
		if !slices.Contains(fields, key) {
			d.fault(at, "field %q is not documented here", key)
			continue
		}
		out.Set(key, v)
	}
	if c, ok := out.Lookup("Comment"); ok {
		d.text(at+"/Comment", c)
	}
	return out
}

func (d *documentation) oneOf(at string, v any, allowed ...string) string {
	s, _ := v.(string)
	if !slices.Contains(allowed, s) {
		d.fault(at, "%v is not one of %v", v, allowed)
	}
	return s
}

func (d *documentation) text(at string, v any) {
	if _, ok := v.(string); !ok {
		d.fault(at, "%v is not a string", v)
	}
}

// whole checks that a field, where it is there, has a whole number between two others.
func (d *documentation) whole(at string, o *value.Object, field string, least, most int64) {
	if v, ok := o.Lookup(field); ok {
		if n, ok := v.(int64); !ok || n < least || n > most {
			d.fault(at+"/"+field, "%v is not a whole number from %d to %d", v, least, most)
		}
	}
}

// each calls a function for the objects of a list, which may not be empty where the list is required, and returns what it returns.
func (d *documentation) each(at string, v any, required bool, do func(at string, o *value.Object) *value.Object) []any {
	list, ok := v.([]any)
	if !ok || required && len(list) == 0 {
		d.fault(at, "%v is not a list with elements", v)
	}
	var out []any
	for i, x := range list {
		at := fmt.Sprintf("%s/%d", at, i)
		if o, ok := x.(*value.Object); ok {
			out = append(out, do(at, o))
			continue
		}
		d.fault(at, "%v is not an object", x)
	}
	return out
}

// machine checks a machine, a branch or a processor, in the scope of the variables around it.
func (d *documentation) machine(at, kind string, o *value.Object, outer []string) *value.Object {
	o = d.only(at, o, partFields[kind])
	d.whole(at, o, "TimeoutSeconds", 1, 99_999_999)
	if v, ok := o.Lookup("Version"); ok {
		d.oneOf(at+"/Version", v, "1.0")
	}
	if c, ok := o.Get("ProcessorConfig").(*value.Object); ok {
		o.Set("ProcessorConfig", d.only(at+"/ProcessorConfig", c, "Mode"))
		d.oneOf(at+"/ProcessorConfig/Mode", c.Get("Mode"), "INLINE")
	}
	states, _ := o.Get("States").(*value.Object)
	if states.Len() == 0 {
		d.fault(at+"/States", "there are no states")
		return o
	}
	visible := d.variables(at, states, outer)
	out := value.NewObject(states.Len())
	for name, x := range states.All() {
		s, ok := x.(*value.Object)
		if n := len([]rune(name)); !ok || n == 0 || n > 80 || d.names[name] {
			d.fault(at+"/States", "the state %q is not an object, or its name is not new and of 1 to 80 characters", name)
		}
		d.names[name] = true
		out.Set(name, d.state(at+"/"+name, s, visible))
	}
	o.Set("States", out)
	d.transitions(at, o.Get("StartAt"), out)
	return o
}

// transitions checks that the targets exist, that each state is reached, and that the machine ends.
func (d *documentation) transitions(at string, start any, states *value.Object) {
	reached, ends := map[string]bool{}, false
	var visit func(from string, v any)
	visit = func(from string, v any) {
		name, _ := v.(string)
		s, ok := states.Get(name).(*value.Object)
		if !ok {
			d.fault(from, "the target %v does not exist", v)
		}
		if !ok || reached[name] {
			return
		}
		reached[name] = true
		for _, field := range []string{"Next", "Default"} {
			if next, ok := s.Lookup(field); ok {
				visit(at+"/"+name+"/"+field, next)
			}
		}
		for _, field := range []string{"Choices", "Catch"} {
			list, _ := s.Get(field).([]any)
			for i, x := range list {
				visit(fmt.Sprintf("%s/%s/%s/%d", at, name, field, i), x.(*value.Object).Get("Next"))
			}
		}
		kind := s.Get("Type")
		ends = ends || kind == "Succeed" || kind == "Fail" || s.Get("End") == true
	}
	visit(at+"/StartAt", start)
	for name := range states.All() {
		if !reached[name] {
			d.fault(at+"/"+name, "the state is not reachable")
		}
	}
	if !ends {
		d.fault(at, "no state ends the machine")
	}
}
