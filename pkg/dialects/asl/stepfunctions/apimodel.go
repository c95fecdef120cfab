package stepfunctions

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/value"
)

// A ValidationMode is how the result of a mock is compared with the response of the service (asl today: "TestState").
type ValidationMode string

// The modes.
const (
	Strict  ValidationMode = "STRICT"  // required members are there, and all that are there have their types
	Present ValidationMode = "PRESENT" // all that are there have their types
	None    ValidationMode = "NONE"
)

// A shape is what a value of a response has to be. Members that an object does not name may be anything, as on AWS.
type shape struct {
	kind     string // "string", "number", "boolean", "array", "object"; empty: anything
	required []string
	members  map[string]*shape // of an object
	item     *shape            // of an array
	values   []string          // of an enumeration
	least    int               // characters of a string
}

var (
	aText    = &shape{kind: "string"}
	aNumber  = &shape{kind: "number"}
	anObject = &shape{kind: "object"}
	someText = &shape{kind: "string", least: 1}
	anything = &shape{}
)

func textsOf(names ...string) map[string]*shape {
	out := map[string]*shape{}
	for _, name := range names {
		out[name] = aText
	}
	return out
}

// with adds members to those of another object.
func with(members map[string]*shape, more map[string]*shape) map[string]*shape {
	out := maps.Clone(members)
	maps.Copy(out, more)
	return out
}

// responseOf is the shape of the response of the API that a resource calls; nil: it is not known. It has the calls that have an optimized
// integration and whose response the service documents, under its name and that of the SDK integration.
func responseOf(resource string) *shape {
	service, action := integrationOf(resource)
	service = strings.TrimPrefix(service, "aws-sdk:")
	if same, ok := map[string]string{"sfn": "states", "eventbridge": "events"}[service]; ok {
		service = same
	}
	capacity := &shape{kind: "object", members: with(textsOf("TableName"), map[string]*shape{"CapacityUnits": aNumber, "ReadCapacityUnits": aNumber,
		"WriteCapacityUnits": aNumber, "Table": anObject, "LocalSecondaryIndexes": anObject, "GlobalSecondaryIndexes": anObject})}
	switch service + ":" + action {
	case "lambda:invoke":
		return &shape{kind: "object", members: with(textsOf("FunctionError", "LogResult"), map[string]*shape{"StatusCode": aNumber, "Payload": anything,
			"ExecutedVersion": someText})}
	case "sqs:sendMessage":
		return &shape{kind: "object", members: textsOf("MD5OfMessageBody", "MD5OfMessageAttributes", "MD5OfMessageSystemAttributes", "MessageId", "SequenceNumber")}
	case "sns:publish":
		return &shape{kind: "object", members: textsOf("MessageId", "SequenceNumber")}
	case "states:startExecution":
		return &shape{kind: "object", required: []string{"ExecutionArn", "StartDate"}, members: map[string]*shape{"ExecutionArn": someText, "StartDate": aText}}
	case "states:startExecution.sync", "states:startExecution.sync:2": // the response of DescribeExecution
		data := aText
		if strings.HasSuffix(action, ":2") {
			data = anything
		}
		return &shape{kind: "object", required: []string{"ExecutionArn", "StateMachineArn", "Status", "StartDate"}, members: with(textsOf("Name", "StartDate", "StopDate",
			"Error", "Cause"), map[string]*shape{"ExecutionArn": someText, "StateMachineArn": someText, "Input": data, "Output": data,
			"Status": {kind: "string", values: []string{"RUNNING", "SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED", "PENDING_REDRIVE"}}})}
	case "events:putEvents":
		entry := &shape{kind: "object", members: textsOf("EventId", "ErrorCode", "ErrorMessage")}
		return &shape{kind: "object", members: map[string]*shape{"FailedEntryCount": aNumber, "Entries": {kind: "array", item: entry}}}
	case "dynamodb:getItem":
		return &shape{kind: "object", members: map[string]*shape{"Item": anObject, "ConsumedCapacity": capacity}}
	case "dynamodb:putItem", "dynamodb:updateItem", "dynamodb:deleteItem":
		metrics := &shape{kind: "object", members: map[string]*shape{"ItemCollectionKey": anObject, "SizeEstimateRangeGB": {kind: "array", item: aNumber}}}
		return &shape{kind: "object", members: map[string]*shape{"Attributes": anObject, "ConsumedCapacity": capacity, "ItemCollectionMetrics": metrics}}
	case "batch:submitJob":
		return &shape{kind: "object", required: []string{"JobName", "JobId"}, members: textsOf("JobArn", "JobName", "JobId")}
	case "glue:startJobRun":
		return &shape{kind: "object", members: map[string]*shape{"JobRunId": someText}}
	case "athena:startQueryExecution":
		return &shape{kind: "object", members: map[string]*shape{"QueryExecutionId": someText}}
	}
	return nil
}

// mismatch describes how a value differs from its shape, in the words of the API; empty: it does not. name is that of the member which has
// it.
func (s *shape) mismatch(name string, v any, mode ValidationMode) string {
	is := false
	switch x := v.(type) {
	case string:
		is = s.kind == "string"
		switch {
		case is && len(s.values) > 0 && !slices.Contains(s.values, x):
			return fmt.Sprintf("%s is not one of %s", name, strings.Join(s.values, ", "))
		case is && utf8.RuneCountInString(x) < s.least:
			return fmt.Sprintf("%s must have at least %d character", name, s.least)
		}
	case int64, float64:
		is = s.kind == "number"
	case bool:
		is = s.kind == "boolean"
	case []any:
		is = s.kind == "array"
		for i := 0; is && s.item != nil && i < len(x); i++ {
			if m := s.item.mismatch(fmt.Sprintf("%s[%d]", name, i), x[i], mode); m != "" {
				return m
			}
		}
	case *value.Object:
		if is = s.kind == "object"; is {
			return s.mismatchOf(name, x, mode)
		}
	}
	if s.kind == "" || is {
		return ""
	}
	return fmt.Sprintf("%s must be %s, not %s", name, withArticle(s.kind), value.Short(v))
}

// mismatchOf looks at the members of an object.
func (s *shape) mismatchOf(name string, o *value.Object, mode ValidationMode) string {
	inner := func(key string) string {
		if name == "the result" {
			return fmt.Sprintf("%q", key)
		}
		return name + "." + key
	}
	for _, key := range s.required {
		if mode == Strict && !o.Has(key) {
			return fmt.Sprintf("the required field %s is missing", inner(key))
		}
	}
	for key, v := range o.All() {
		if of := s.members[key]; of != nil {
			if m := of.mismatch(inner(key), v, mode); m != "" {
				return m
			}
		}
	}
	return ""
}

func withArticle(kind string) string {
	if kind == "array" || kind == "object" {
		return "an " + kind
	}
	return "a " + kind
}
