package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// functionOf is how a resource calls a Lambda function that the payload names, and answers when the function has; nil for one that calls
// none (asl today: "Common integrations", lambda:invoke).
func functionOf(resource string) *workflow.Function {
	if actionOf(resource) != "lambda:invoke" || patternOf(resource) != "" {
		return nil
	}
	return &workflow.Function{Name: "FunctionName", Input: "Payload", Answer: "Payload", Plain: map[string]string{"InvocationType": "RequestResponse"}, Of: calledFunction}
}

// calledFunction is the function that a FunctionName names, and its ARN if that is known: "charge" of "charge",
// "arn:aws:lambda:eu-west-1:123456789012:function:charge", "${Charge}" and "${Charge.Arn}". A version or an alias stays, as it may be
// another program: "charge:live".
func calledFunction(text string) (name, address string) {
	const mark = ":function:"
	_, last, named := strings.Cut(text, mark)
	switch {
	case isPlaceholder(text):
		name = strings.TrimSpace(text[len("${") : len(text)-1])
		for _, attribute := range []string{".Arn", ".arn", ".function_name"} {
			name = strings.TrimSuffix(name, attribute)
		}
		return name[strings.LastIndexByte(name, '.')+1:], ""
	case hasPlaceholder(text):
		return "", ""
	case named && strings.HasPrefix(text, "arn:"):
		return last, text
	case named: // 123456789012:function:charge
		return last, ""
	}
	return text, ""
}
