package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
)

var neverReported = rule{Rule: diag.Rule{
	ID:       "asl/unmatchable-error",
	Severity: diag.Warning,
	Summary:  "a retrier or catcher lists an error that it never sees",
	Why: "\"States.Runtime\" ends an execution whatever the retriers and catchers list. The engine of AWS reports missing paths " +
		"and unmatched choices as \"States.Runtime\" too, never as \"States.ParameterPathFailure\" or \"States.NoChoiceMatched\".",
	Source: "the language as AWS runs it today: predefined names",
	Levels: "only at level current",
}, Checks: today(states(checkNeverReported))}

var errorPrefix = rule{Rule: diag.Rule{
	ID:       "asl/error-prefix",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "an error name has the prefix of another integration",
	Why: "An optimized integration and an AWS SDK integration of the same service spell the prefix of their errors differently: " +
		"\"DynamoDB.\" and \"DynamoDb.\". A name with the other prefix never matches.",
	Source: "the language as AWS runs it today: common integrations",
	Levels: "only at level current",
}, Checks: today(states(checkErrorPrefix))}

var timeoutNotCaught = rule{Rule: diag.Rule{
	ID:       "asl/timeout-not-caught",
	Severity: diag.Info,
	Summary:  "\"States.TaskFailed\" does not match the timeout of the task",
	Why: "\"States.TaskFailed\" matches every error of a task except \"States.Timeout\". The task has a timeout, and nothing handles " +
		"it.",
	Source: "the language as AWS runs it today: matching",
	Levels: "only at level current",
}, Checks: today(states(checkTimeoutCaught))}

var retryDelay = rule{Rule: diag.Rule{
	ID:       "asl/retry-delay",
	Severity: diag.Warning,
	Summary:  "\"MaxDelaySeconds\" is less than \"IntervalSeconds\"",
	Why:      "The longest delay is shorter than the first one, so that the interval has no effect.",
	Source:   "the language as AWS runs it today: Retry",
	Levels:   "only at level current",
}, Checks: today(states(checkRetryDelay))}

var lambdaRetry = rule{Rule: diag.Rule{
	ID:       "asl/lambda-retry",
	Severity: diag.Info,
	Off:      true,
	Summary:  "a Lambda task does not retry the errors of the Lambda service",
	Why: "The service itself fails at times. AWS recommends retrying \"Lambda.ServiceException\", \"Lambda.AWSLambdaException\", " +
		"\"Lambda.SdkClientException\" and \"Lambda.TooManyRequestsException\".",
	Source: "the language as AWS runs it today: common integrations",
	Levels: "only at level current",
}, Checks: today(states(checkLambdaRetry))}

func checkNeverReported(c *checker, s *State) {
	for _, list := range s.clauses() {
		for _, x := range list {
			for _, t := range x.names {
				switch t.Value {
				case errRuntime:
					c.Report(t.Node.Span, "%s of state %s lists \"States.Runtime\", which nothing retries or catches", x.what, quote(s.Name)).
						Help = "remove it; check the data in a Choice state before this one"
				case errNoChoiceMatched, "States.ParameterPathFailure":
					if !c.raisedNames()[t.Value] {
						c.Report(t.Node.Span, "%s of state %s lists %s, which the engine reports as \"States.Runtime\"", x.what, quote(s.Name), quote(t.Value)).
							Help = "remove it; nothing retries or catches States.Runtime"
					}
				}
			}
		}
	}
}

// raisedNames are the errors that Fail states of the definition raise; the empty name is one that is computed.
func (c *checker) raisedNames() map[string]bool {
	if c.raised == nil {
		c.raised = map[string]bool{}
		for _, s := range c.states {
			switch {
			case s.Type != Fail:
			case s.Error != nil:
				c.raised[s.Error.Value] = true
			default:
				c.raised[""] = c.raised[""] || s.ErrorPath != nil || s.computed("Error") != nil
			}
		}
	}
	return c.raised
}

// raisesUnknown reports whether a Fail state of the definition may raise any error.
func (c *checker) raisesUnknown() bool { return c.raisedNames()[""] }

// errorPrefixes are the prefixes of error names by service: of the optimized integration, and of the AWS SDK.
var errorPrefixes = map[string][2]string{
	"dynamodb": {"DynamoDB.", "DynamoDb."}, "sqs": {"SQS.", "Sqs."}, "sns": {"SNS.", "Sns."}, "ecs": {"ECS.", "Ecs."}, "sfn": {"StepFunctions.", "Sfn."},
	"states": {"StepFunctions.", "Sfn."},
}

func checkErrorPrefix(c *checker, s *State) {
	r := resourceOf(s)
	pair, known := errorPrefixes[r.service]
	if !known {
		return
	}
	right, wrong := pair[0], pair[1]
	if r.sdk {
		right, wrong = wrong, right
	}
	for _, list := range s.clauses() {
		for _, x := range list {
			for _, t := range x.names {
				rest, found := strings.CutPrefix(t.Value, wrong)
				if !found {
					continue
				}
				d := c.Report(t.Node.Span, "%s of state %s lists %s, but errors of its integration begin with %s", x.what, quote(s.Name), quote(t.Value), quote(right))
				d.Help = "write " + quote(right+rest)
				c.OfferFix(d, d.Help, c.Spell(t.Node.Span, right+rest))
			}
		}
	}
}

func checkTimeoutCaught(c *checker, s *State) {
	if s.Type != Task || s.TimeoutSeconds == nil && s.TimeoutSecondsPath == nil && s.HeartbeatSeconds == nil {
		return
	}
	var failed *Text
	for _, list := range s.clauses() {
		for _, x := range list {
			for _, t := range x.names {
				switch t.Value {
				case errAll, errTimeout, errHeartbeatTimeout:
					return
				case errTaskFailed:
					failed = t
				}
			}
		}
	}
	if failed != nil {
		c.Report(failed.Node.Span, "\"States.TaskFailed\" does not match the timeout of state %s", quote(s.Name)).
			Help = `list "States.Timeout" too if the timeout is meant to be handled`
	}
}

func checkRetryDelay(c *checker, s *State) {
	for _, x := range s.Retry {
		interval := 1.0
		if x.IntervalSeconds != nil {
			interval = x.IntervalSeconds.Value
		}
		if x.MaxDelaySeconds == nil || x.MaxDelaySeconds.Value >= interval {
			continue
		}
		d := c.Report(x.MaxDelaySeconds.Node.Span, "\"MaxDelaySeconds\" of a retrier of state %s (%s s) is less than its \"IntervalSeconds\" (%s s)", quote(s.Name),
			x.MaxDelaySeconds.Node.Text, x.IntervalSeconds.Node.Text)
		d.Help = "raise it to " + x.IntervalSeconds.Node.Text + ", or remove it"
		d.Related = c.Related(x.IntervalSeconds.Node.Span, "the interval")
	}
}

func checkLambdaRetry(c *checker, s *State) {
	r := resourceOf(s)
	if s.Type != Task || r.service != "lambda" || r.sdk {
		return
	}
	for _, x := range s.Retry {
		for _, t := range x.ErrorEquals {
			if t.Value == errAll || t.Value == errTaskFailed || strings.HasPrefix(t.Value, "Lambda.") {
				return
			}
		}
	}
	c.Report(s.NameSpan, "state %s does not retry the errors of the Lambda service", quote(s.Name)).
		Help = `add a retrier of "Lambda.ServiceException", "Lambda.AWSLambdaException", "Lambda.SdkClientException" and "Lambda.TooManyRequestsException"`
}
