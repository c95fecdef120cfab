package convert_test

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
)

// A site is where a value is computed: in a state, with the variables that it sees and what else it may read.
type site struct {
	language  string
	variables []string
	reads     []string // result and errorOutput of $states, Task and Map of the Context object
}

// with is a site that may read more.
func (s site) with(more ...string) site {
	s.reads = append(slices.Clone(s.reads), more...)
	return s
}

// state checks a state. Its fields are those of its type and its query language.
func (d *documentation) state(at string, o *value.Object, variables []string) *value.Object {
	if o == nil {
		return nil
	}
	here := site{language: d.language, variables: variables}
	if l, ok := o.Lookup("QueryLanguage"); ok {
		if here.language = d.oneOf(at+"/QueryLanguage", l, "JSONPath", "JSONata"); d.language == "JSONata" && l != "JSONata" {
			d.fault(at, "a state of a JSONata machine cannot be %v", l)
		}
	}
	kind, _ := o.Get("Type").(string)
	fields, ok := stateFields[kind+" "+here.language]
	if !ok {
		d.fault(at, "the type %q is unknown", kind)
	}
	o = d.only(at, o, "Type Comment QueryLanguage "+fields)
	d.continuation(at, o, strings.Contains(fields, "Next"))
	d.data(at, o, here)
	for field, v := range o.All() {
		at := at + "/" + field
		switch field {
		case "Retry":
			o.Set(field, d.each(at, v, false, d.retrier))
			d.wildcards(at, v)
		case "Catch":
			o.Set(field, d.each(at, v, false, func(at string, c *value.Object) *value.Object { return d.catcher(at, c, here) }))
			d.wildcards(at, v)
		case "Branches":
			o.Set(field, d.each(at, v, true, func(at string, m *value.Object) *value.Object { return d.machine(at, "branch", m, variables) }))
		case "ItemProcessor", "Iterator":
			m, _ := v.(*value.Object)
			o.Set(field, d.machine(at, "processor", m, variables))
		case "Choices":
			o.Set(field, d.each(at, v, true, func(at string, r *value.Object) *value.Object { return d.rule(at, r, here, true) }))
		}
	}
	switch kind {
	case "Task":
		d.task(at, o, here)
	case "Wait":
		d.exactlyOne(at, o, "Seconds", "Timestamp", "SecondsPath", "TimestampPath")
		d.wait(at, o, here)
	case "Map":
		d.exactlyOne(at, o, "ItemProcessor", "Iterator")
		d.number(at, o, "MaxConcurrency", 0, here)
	case "Choice":
		if !o.Has("Choices") {
			d.fault(at, "there are no Choices")
		}
	case "Parallel":
		if !o.Has("Branches") {
			d.fault(at, "there are no Branches")
		}
	}
	return o
}

// continuation checks that a state has Next or End, or neither where its type has none.
func (d *documentation) continuation(at string, o *value.Object, goesOn bool) {
	next, end := o.Has("Next"), o.Get("End") == true
	if goesOn && next == end {
		d.fault(at, "it has both or neither of Next and End")
	}
	if v, ok := o.Lookup("End"); ok && v != true && v != false {
		d.fault(at+"/End", "%v is not a boolean", v)
	}
}

func (d *documentation) exactlyOne(at string, o *value.Object, fields ...string) {
	n := 0
	for _, f := range fields {
		if o.Has(f) {
			n++
		}
	}
	if n != 1 {
		d.fault(at, "it has %d of %v", n, fields)
	}
}

// data checks the fields that select and compute data.
func (d *documentation) data(at string, o *value.Object, here site) {
	after := here
	if kind := o.Get("Type"); here.language == "JSONPath" || kind == "Task" || kind == "Parallel" || kind == "Map" {
		after = here.with("result")
	}
	for field, v := range o.All() {
		at := at + "/" + field
		switch field {
		case "InputPath", "OutputPath":
			if v != nil {
				d.path(at, v, here, anyPath)
			}
		case "ResultPath":
			if v != nil {
				d.path(at, v, here, resultPath)
			}
		case "ItemsPath", "SecondsPath", "TimestampPath", "TimeoutSecondsPath", "HeartbeatSecondsPath", "MaxConcurrencyPath":
			d.path(at, v, here, referencePath)
		case "ErrorPath", "CausePath":
			if s, _ := v.(string); !strings.HasPrefix(s, "States.") {
				d.path(at, v, here, referencePath)
			} else {
				d.intrinsic(at, s, here)
			}
		case "Parameters", "Arguments":
			reads := map[any]string{"Task": "Task", "Map": "Map"}[o.Get("Type")] // Parameters of a Map are those of its items
			d.template(at, v, here.with(reads))
		case "ItemSelector":
			d.template(at, v, here.with("Map"))
		case "Credentials", "Items", "Error", "Cause":
			d.template(at, v, here)
		case "ResultSelector", "Output", "Assign":
			d.template(at, v, after)
		}
	}
}

func (d *documentation) retrier(at string, o *value.Object) *value.Object {
	o = d.only(at, o, partFields["retrier"])
	d.whole(at, o, "IntervalSeconds", 1, 99_999_999)
	d.whole(at, o, "MaxAttempts", 0, 99_999_999)
	d.whole(at, o, "MaxDelaySeconds", 1, 31_622_400)
	if v, ok := o.Lookup("BackoffRate"); ok {
		if rate, ok := value.Float(v); !ok || rate < 1 {
			d.fault(at+"/BackoffRate", "%v is not a number from 1.0", v)
		}
	}
	if v, ok := o.Lookup("JitterStrategy"); ok {
		d.oneOf(at+"/JitterStrategy", v, "NONE", "FULL")
	}
	return o
}

func (d *documentation) catcher(at string, o *value.Object, here site) *value.Object {
	o = d.only(at, o, partFields["catcher "+here.language])
	d.data(at, o, here.with("errorOutput"))
	return o
}

// wildcards checks the names of errors of retriers or catchers: States.ALL is alone, and in the last one.
func (d *documentation) wildcards(at string, v any) {
	list, _ := v.([]any)
	for i, x := range list {
		o, _ := x.(*value.Object)
		names, _ := o.Get("ErrorEquals").([]any)
		if len(names) == 0 {
			d.fault(at, "ErrorEquals is empty")
		}
		for _, name := range names {
			d.text(at, name)
			if name == "States.ALL" && (len(names) > 1 || i < len(list)-1) {
				d.fault(at, "States.ALL is not alone or not last")
			}
		}
	}
}

// rule checks a choice rule, or one inside of another.
func (d *documentation) rule(at string, o *value.Object, here site, top bool) *value.Object {
	if here.language == "JSONata" {
		o = d.only(at, o, partFields["rule JSONata"])
		if v, ok := o.Lookup("Condition"); !ok || v != true && v != false && !isQuery(v) {
			d.fault(at, "Condition is not a boolean or an expression")
		}
		d.template(at+"/Condition", o.Get("Condition"), here)
		d.data(at, o, here)
		return o
	}
	allowed, operators := "Variable And Or Not Comment", 0
	if top {
		allowed += " Next Assign"
	}
	for key, v := range o.All() {
		operand, ok := comparisons[key]
		if ok {
			allowed += " " + key
			d.operand(at+"/"+key, v, operand, here)
		}
		if ok || key == "And" || key == "Or" || key == "Not" {
			operators++
		}
		if ok != o.Has("Variable") && (ok || key == "And" || key == "Or" || key == "Not") {
			d.fault(at, "a comparison needs a Variable, and And, Or and Not have none")
		}
	}
	o = d.only(at, o, allowed)
	if operators != 1 {
		d.fault(at, "it has %d operators", operators)
	}
	inner := func(at string, r *value.Object) *value.Object { return d.rule(at, r, here, false) }
	for key, v := range o.All() {
		switch key {
		case "Variable":
			d.path(at+"/"+key, v, here, anyPath)
		case "And", "Or":
			o.Set(key, d.each(at+"/"+key, v, true, inner))
		case "Not":
			r, _ := v.(*value.Object)
			o.Set(key, inner(at+"/Not", r))
		}
	}
	d.data(at, o, here)
	return o
}

func (d *documentation) operand(at string, v any, kind string, here site) {
	ok := false
	switch kind {
	case "path":
		d.path(at, v, here, anyPath)
		ok = true
	case "number":
		ok = value.IsNumber(v)
	case "boolean":
		_, ok = v.(bool)
	default:
		_, ok = v.(string)
		if ok && strings.Contains(at, "/Timestamp") {
			_, err := time.Parse(time.RFC3339, v.(string))
			ok = err == nil
		}
	}
	if !ok {
		d.fault(at, "%v is not a %s", v, kind)
	}
}

// number checks a field that is a whole number, or in JSONata an expression.
func (d *documentation) number(at string, o *value.Object, field string, least int64, here site) {
	if v, ok := o.Lookup(field); ok && here.language == "JSONata" && isQuery(v) {
		d.template(at+"/"+field, v, here)
		return
	}
	d.whole(at, o, field, least, 99_999_999)
}

func (d *documentation) wait(at string, o *value.Object, here site) {
	d.number(at, o, "Seconds", 0, here)
	v, ok := o.Lookup("Timestamp")
	if ok && here.language == "JSONata" && isQuery(v) {
		d.template(at+"/Timestamp", v, here)
		return
	}
	if ok {
		d.operand(at+"/Timestamp", v, "string", here)
	}
}

// The forms of a Resource: a function, an activity, and an integration with its pattern.
var (
	functionARN       = regexp.MustCompile(`^arn:aws(-cn|-us-gov)?:lambda:(\$\{AWS::Region\}|[a-z0-9-]+):(\$\{AWS::AccountId\}|\d{12}):function:[\w-]{1,140}(:[\w$-]+)?$`)
	activityARN       = regexp.MustCompile(`^arn:aws(-cn|-us-gov)?:states:.+:activity:[^\s:]{1,80}$`)
	integrationARN    = regexp.MustCompile(`^arn:aws(-cn|-us-gov)?:states:::([a-z0-9-]+(?::[a-z0-9]+)?:[a-zA-Z0-9]+)(\.sync|\.sync:2|\.waitForTaskToken)?$`)
	functionReference = regexp.MustCompile(`^[\w-]{1,140}$|^arn:aws|^\$\{`)
	pascalCase        = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*(\.\$)?$`)
)

// integrated are the parameters that the integrations which are written need.
var integrated = map[string][]string{"lambda:invoke": {"FunctionName"}, "events:putEvents": {"Entries"}}

// task checks what a task calls, with what, and how long it may take.
func (d *documentation) task(at string, o *value.Object, here site) {
	d.number(at, o, "TimeoutSeconds", 1, here)
	d.number(at, o, "HeartbeatSeconds", 1, here)
	d.exactlyOne(at, o, "Resource")
	resource, _ := o.Get("Resource").(string)
	if functionARN.MatchString(resource) || activityARN.MatchString(resource) {
		return
	}
	form := integrationARN.FindStringSubmatch(resource)
	if form == nil {
		d.fault(at+"/Resource", "%q is not an address of a task", resource)
		return
	}
	required, ok := integrated[form[2]]
	if !ok {
		d.fault(at+"/Resource", "the integration %q is not in the table", form[2])
	}
	field := map[string]string{"JSONPath": "Parameters", "JSONata": "Arguments"}[here.language]
	given, _ := o.Get(field).(*value.Object)
	for _, name := range required {
		if !given.Has(name) && !given.Has(name+".$") {
			d.fault(at+"/"+field, "%s has no %s", form[2], name)
		}
	}
	if function, ok := given.Get("FunctionName").(string); ok && !functionReference.MatchString(function) {
		d.fault(at+"/"+field, "%q is not the name or the ARN of a function", function)
	}
	for key := range given.All() {
		if !pascalCase.MatchString(key) {
			d.fault(at+"/"+field, "the parameter %q is not in PascalCase", key)
		}
	}
	if token := strings.Contains(given.String(), ".Task.Token"); token != (form[3] == ".waitForTaskToken") {
		d.fault(at, "the token is used: %v, and the pattern is %q", token, form[3])
	}
}
