package asl

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/source"
)

var unknownIntegration = rule{Rule: diag.Rule{
	ID:       "asl/unknown-integration",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "unknown service or action of an integration",
	Why: "AWS refuses a resource that it does not know. A service has an optimized integration with a few actions, or all its " +
		"actions by \"arn:aws:states:::aws-sdk:SERVICE:ACTION\". The list here is of 2026; for a newer service, disable the rule with --disable.",
	Source: "the language as AWS runs it today: resources",
	Levels: "only at level current",
}, Checks: today(states(checkIntegration))}

var integrationPattern = rule{Rule: diag.Rule{
	ID:       "asl/integration-pattern",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "an integration does not have the pattern",
	Why: "The patterns are \".sync\" (\".sync:2\" for nested executions), which waits for a job, and \".waitForTaskToken\", which waits " +
		"for a callback. Each integration has some of them.",
	Source: "the language as AWS runs it today: resources",
	Levels: "only at level current",
}, Checks: today(states(checkPattern))}

var integrationParameter = rule{Rule: diag.Rule{
	ID:       "asl/integration-parameter",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "a parameter of an integration is missing or misspelled",
	Why: "The call fails without its required parameters. Their names begin with an upper-case letter in Step Functions, whatever " +
		"case the API of the service uses.",
	Source: "the language as AWS runs it today: common integrations",
	Levels: "only at level current",
}, Checks: today(states(checkParameters))}

var taskToken = rule{Rule: diag.Rule{
	ID:       "asl/task-token",
	Severity: diag.Warning,
	Summary:  "a callback task does not pass its token on, or another task reads one",
	Why: "A task with \".waitForTaskToken\" ends when its token is returned, so its parameters must contain " +
		"$$.Task.Token (in JSONata $states.context.Task.Token). Other tasks have no token.",
	Source: "the language as AWS runs it today: callback with a token",
	Levels: "only at level current",
}, Checks: today(states(checkToken))}

var noTimeLimit = rule{Rule: diag.Rule{
	ID:       "asl/no-time-limit",
	Severity: diag.Info,
	Summary:  "a callback or job has no time limit",
	Why: "A callback that never comes, or a job that hangs, keeps the execution waiting for up to a year. Set \"TimeoutSeconds\" or " +
		"\"HeartbeatSeconds\".",
	Source: "the language as AWS runs it today: time limits",
	Levels: "only at level current",
}, Checks: today(states(checkTimeLimit))}

var credentials = rule{Rule: diag.Rule{
	ID:       "asl/credentials",
	Severity: diag.Error,
	Summary:  "credentials without a role",
	Why:      "\"Credentials\" names the role to assume: \"RoleArn\" with a constant, \"RoleArn.$\" with a path, or an expression.",
	Source:   "the language as AWS runs it today: credentials",
	Levels:   "only at level current",
}, Checks: today(states(checkCredentials))}

// part is the place of a part of the resource of a task.
func (c *checker) part(s *State, from, length int) source.Span {
	return c.File.Content(s.Resource.Node).At(from, from+length)
}

func checkIntegration(c *checker, s *State) {
	r := resourceOf(s)
	if r.serviceAt == 0 {
		return
	}
	if r.sdk {
		c.checkSDK(s, &r)
		return
	}
	known := integrations()[r.service]
	switch x := r.integration(); {
	case known == nil:
		d := c.Report(c.part(s, r.serviceAt, len(r.service)), "state %s names the integration %s, which does not exist", quote(s.Name), quote(r.service))
		if c.Correct(d, r.service, slices.Sorted(maps.Keys(integrations()))); slices.Contains(sdkServices(), r.service) {
			d.Fix = nil
			d.Help = "write aws-sdk:" + r.service + ", the service has no optimized integration"
		}
	case x == nil || x.files:
		var actions []string
		for _, x := range known {
			if !x.files {
				actions = append(actions, x.action)
			}
		}
		d := c.Report(c.part(s, r.actionAt, len(r.action)), "state %s calls %s, which the optimized integration of %s does not have", quote(s.Name), quote(r.action), r.service)
		if !c.Correct(d, r.action, actions) {
			d.Help = "use aws-sdk:" + r.service + ":" + r.action
		}
	}
}

func (c *checker) checkSDK(s *State, r *resource) {
	_, known := slices.BinarySearch(sdkServices(), r.service)
	if !known {
		d := c.Report(c.part(s, r.serviceAt, len(r.service)), "state %s names the service %s, which the AWS SDK does not have", quote(s.Name), quote(r.service))
		if lower := strings.ToLower(strings.ReplaceAll(r.service, "-", "")); slices.Contains(sdkServices(), lower) {
			d.Help = "write " + lower
			c.OfferFix(d, d.Help, lower)
			return
		}
		c.Correct(d, r.service, sdkServices())
		return
	}
	if r.action == "" {
		c.Report(s.Resource.Node.Span, "the resource of state %s names no action", quote(s.Name)).Help = "write arn:aws:states:::aws-sdk:" + r.service + ":ACTION"
		return
	}
	if first := rune(r.action[0]); unicode.IsUpper(first) {
		d := c.Report(c.part(s, r.actionAt, len(r.action)), "state %s calls %s; actions begin with a lower-case letter", quote(s.Name), quote(r.action))
		d.Help = "write " + strings.ToLower(r.action[:1]) + r.action[1:]
		c.OfferFix(d, d.Help, strings.ToLower(r.action[:1])+r.action[1:])
	}
}

func checkPattern(c *checker, s *State) {
	r := resourceOf(s)
	if r.pattern == "" {
		return
	}
	at := c.part(s, r.patternAt, len(r.pattern))
	all := []string{".sync", ".sync:2", waitForToken}
	if !slices.Contains(all, r.pattern) {
		d := c.Report(at, "state %s uses the integration pattern %s, which does not exist", quote(s.Name), quote(r.pattern))
		if !c.Correct(d, r.pattern, all) {
			d.Help = "the patterns are " + dialects.Listed(all, "and")
		}
		return
	}
	x := r.integration()
	switch {
	case r.sdk && r.pattern != waitForToken:
		c.Report(at, "state %s uses %s, which calls of the AWS SDK do not have", quote(s.Name), quote(r.pattern)).
			Help = "poll for the end of the job, or use an optimized integration"
	case x != nil && !slices.Contains(x.patterns, r.pattern):
		d := c.Report(at, "state %s uses %s, which %s:%s does not have", quote(s.Name), quote(r.pattern), r.service, r.action)
		if len(x.patterns) > 0 {
			d.Help = "it has " + dialects.Listed(x.patterns, "and")
		} else {
			d.Help = "remove it; the task continues with the answer of the call"
		}
	}
}

// arguments is the object with what a task is called with, its key, and the field that holds it; nil if it is not an object.
func (s *State) arguments() *source.Member {
	m := s.Node.Member("Parameters")
	if s.JSONata() {
		m = s.Node.Member("Arguments")
	}
	if m == nil || m.Value.Kind != source.Object {
		return nil
	}
	return m
}

func checkParameters(c *checker, s *State) {
	r := resourceOf(s)
	m := s.arguments()
	if m == nil || r.serviceAt == 0 {
		return
	}
	for i := range m.Value.Members {
		c.checkCase(s, &m.Value.Members[i])
	}
	x := r.integration()
	if x == nil {
		return
	}
	for _, names := range x.required {
		if !slices.ContainsFunc(names, func(name string) bool { return hasParameter(m.Value, name) }) {
			c.Report(m.KeySpan, "%s of state %s lacks %s, which %s:%s needs", quote(m.Key), quote(s.Name), listedNames(names), r.service, r.action)
		}
	}
}

func listedNames(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quote(name)
	}
	return dialects.Listed(quoted, "or")
}

// hasParameter reports whether an object has a member, in whichever case it is written, or with a computed value.
func hasParameter(n *source.Node, name string) bool {
	for i := range n.Members {
		if strings.EqualFold(strings.TrimSuffix(n.Members[i].Key, ".$"), name) {
			return true
		}
	}
	return false
}

// checkCase looks at the first letter of a parameter.
func (c *checker) checkCase(s *State, m *source.Member) {
	if m.Key == "" || m.Key[0] < 'a' || m.Key[0] > 'z' {
		return
	}
	name := strings.ToUpper(m.Key[:1]) + m.Key[1:]
	d := c.Report(m.KeySpan, "the parameter %s of state %s begins with a lower-case letter", quote(m.Key), quote(s.Name))
	d.Help = "write " + quote(name)
	c.OfferFix(d, d.Help, c.Spell(m.KeySpan, name))
}

func checkToken(c *checker, s *State) {
	if s.Type != Task || s.Resource == nil || hasPlaceholder(s.Resource.Value) {
		return
	}
	var reads *contextPath
	opaque := s.Parameters == nil && s.Arguments == nil && !strings.Contains(s.Resource.Value, ":states:::")
	for u := range s.uses {
		opaque = opaque || u.computed != nil && u.computed.Expr == nil
		if u.path == nil || u.field == "InputPath" {
			for _, p := range c.contextPaths(u) {
				whole := len(p.names) == 0 || len(p.names) == 1 && p.names[0] == "Task"
				opaque = opaque || whole
				if len(p.names) > 1 && p.names[0] == "Task" && p.names[1] == "Token" {
					reads = &p
				}
			}
			opaque = opaque || c.readsVariableAsWhole(u)
		}
	}
	waits := patternOf(s.Resource.Value) == waitForToken
	switch {
	case waits && reads == nil && !opaque:
		c.Report(s.Resource.Node.Span, "state %s waits for its token, but does not pass it on", quote(s.Name)).
			Help = tokenHelp(s)
	case !waits && reads != nil && patternOf(s.Resource.Value) == "" && !hasToken(s.Resource.Value):
		c.Report(reads.whole, "state %s reads a token, which it does not have", quote(s.Name)).
			Help = `end its resource with ".waitForTaskToken"`
	}
}

// readsVariableAsWhole reports whether a use takes $states as a whole, in which the token is too.
func (c *checker) readsVariableAsWhole(u *use) bool {
	f := c.query(u)
	if f == nil {
		return false
	}
	return slices.ContainsFunc(f.states, func(p *jsonata.Path) bool {
		if len(p.Steps) < 2 {
			return true
		}
		_, at := firstName(p.Steps[1])
		return at == nil
	})
}

func tokenHelp(s *State) string {
	if s.JSONata() {
		return "put {% $states.context.Task.Token %} into its arguments"
	}
	return `put "Token.$": "$$.Task.Token" into its parameters`
}

func checkTimeLimit(c *checker, s *State) {
	if s.Type != Task || s.Resource == nil || patternOf(s.Resource.Value) == "" || hasPlaceholder(s.Resource.Value) {
		return
	}
	for _, name := range []string{"TimeoutSeconds", "HeartbeatSeconds", "TimeoutSecondsPath", "HeartbeatSecondsPath"} {
		if c.Has(s.Node, name) {
			return
		}
	}
	c.Report(c.part(s, len(s.Resource.Value)-len(patternOf(s.Resource.Value)), len(patternOf(s.Resource.Value))),
		"state %s may wait for up to a year", quote(s.Name)).Help = `set "TimeoutSeconds"`
}

func checkCredentials(c *checker, s *State) {
	m := s.Node.Member("Credentials")
	if s.Type != Task || m == nil || m.Value.Kind != source.Object {
		return
	}
	if !c.Has(m.Value, "RoleArn") && (s.JSONata() || !c.Has(m.Value, "RoleArn.$")) {
		c.Report(m.KeySpan, "\"Credentials\" of state %s has no \"RoleArn\"", quote(s.Name))
	}
}
