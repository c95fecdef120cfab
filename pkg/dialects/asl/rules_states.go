package asl

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

var unknownType = rule{Rule: diag.Rule{
	ID:       "asl/unknown-type",
	Aliases:  []string{"asl/unknown-state-type"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown type of state",
	Why:      "The type defines what a state does. Types are case-sensitive.",
	Source:   `asl 2016: "State Types"`,
}}

var nameLength = rule{Rule: diag.Rule{
	ID:       "asl/name-length",
	Severity: diag.Error,
	Summary:  "the name of a state is too long",
	Why:      "Engines refuse names longer than a limit, counted in Unicode characters. Move the description to the \"Comment\".",
	Source:   `asl 2016: "States"`,
	Levels:   "128 characters at level 2016, 80 today",
}, Checks: states(checkNameLength)}

var duplicateName = rule{Rule: diag.Rule{
	ID:       "asl/duplicate-name",
	Severity: diag.Error,
	Summary:  "duplicate state name",
	Why: "Names are unique in the whole machine, not only in a branch, so that each name in the history of a run means one " +
		"state.",
	Source: `asl 2016: "States"`,
}, Checks: machines(checkDuplicateNames)}

var resourceURI = rule{Rule: diag.Rule{
	ID:       "asl/resource-uri",
	Severity: diag.Error,
	Summary:  "the resource of a task is not a URI",
	Why:      "An engine finds the task by its URI. A URI has a scheme, a colon and no spaces: \"arn:aws:lambda:…\".",
	Source:   `asl 2016: "Task State"`,
}, Checks: states(checkResource)}

var resourceARN = rule{Rule: diag.Rule{
	ID:       "asl/resource-arn",
	Severity: diag.Warning,
	Summary:  "the resource of a task is a URI, but not an ARN",
	Why: "The specification of 2016 leaves the scheme open, but AWS runs only resources named by an ARN. A resource of the " +
		"form urn:task:NAME is a placeholder that convert writes in place of an ARN; it is not reported.",
	Source: "the language as AWS runs it today",
	Levels: "only at level current",
}, Checks: states(checkARN)}

var heartbeat = rule{Rule: diag.Rule{
	ID:       "asl/heartbeat",
	Severity: diag.Error,
	Summary:  "a heartbeat is not shorter than the timeout",
	Why:      "The timeout ends the task before a heartbeat can be missed, so the heartbeat has no effect.",
	Source:   `asl 2016: "Task State"`,
	Levels:   "at level 2016 a task without a timeout has one of 60 seconds; today it has none",
}, Checks: states(checkHeartbeat)}

var waitTime = rule{Rule: diag.Rule{
	ID:       "asl/wait-time",
	Severity: diag.Error,
	Summary:  "a Wait state needs exactly one duration or timestamp",
	Why:      "Without one, the state does not know how long to wait; with several, they conflict.",
	Source:   `asl 2016: "Wait State"`,
}, Checks: states(checkWait)}

var timestamp = rule{Rule: diag.Rule{
	ID:       "asl/timestamp",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "invalid timestamp",
	Why: "Timestamps follow RFC 3339 with an upper-case T between date and time, and an upper-case Z where there is no " +
		"offset. Other forms are rejected or never match.",
	Source: `asl 2016: "Timestamps"`,
}}

func checkNameLength(c *checker, s *State) {
	limit := 80
	if c.level == Level2016 {
		limit = 128
	}
	if n := utf8.RuneCountInString(s.Name); n > limit {
		c.Report(s.NameSpan, "the name of state %s has %d characters; the limit is %d", quote(s.Name), n, limit)
	}
}

func checkDuplicateNames(c *checker, m *Machine) {
	for _, s := range m.States {
		if first := c.names[s.Name]; first != s && first.NameSpan != s.NameSpan {
			c.Report(s.NameSpan, "duplicate state name %s", quote(s.Name)).
				Related = c.Related(first.NameSpan, "first declared here")
		}
	}
}

func checkResource(c *checker, s *State) {
	if r := s.Resource; s.Type == Task && r != nil && !isURI(r.Value) {
		c.Report(r.Node.Span, "the resource %[2]s of state %[1]s is not a URI", quote(s.Name), quote(r.Value)).
			Help = `use the URI of the task, such as "arn:aws:lambda:REGION:ACCOUNT:function:NAME"`
	}
}

func checkARN(c *checker, s *State) {
	r := s.Resource
	if c.level == Level2016 || s.Type != Task || r == nil || !isURI(r.Value) {
		return
	}
	namesTask := strings.HasPrefix(r.Value, strings.TrimSuffix(dialects.DefaultResource, "{task}"))
	if !strings.HasPrefix(r.Value, "arn:") && !strings.HasPrefix(r.Value, "${") && !namesTask {
		c.Report(r.Node.Span, "the resource %[2]s of state %[1]s is not an ARN", quote(s.Name), quote(r.Value)).
			Help = "AWS runs only resources named by an ARN; level 2016 allows any URI"
	}
}

// isURI reports whether a text begins with a scheme and holds no character that a URI cannot have. What stands for
// placeholders is not known, and passes.
func isURI(s string) bool {
	if hasPlaceholder(s) {
		return true
	}
	scheme, rest, found := strings.Cut(s, ":")
	if !found || scheme == "" || rest == "" {
		return false
	}
	for i, c := range scheme {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", c)) {
			return false
		}
	}
	for i := range len(rest) {
		if c := rest[i]; c <= ' ' || c == 0x7f || strings.IndexByte("<>\"{}|\\^`", c) >= 0 {
			return false
		}
	}
	return true
}

func checkHeartbeat(c *checker, s *State) {
	const byDefault = 60
	beat, limit := s.HeartbeatSeconds, s.TimeoutSeconds
	switch {
	case s.Type != Task || beat == nil:
	case limit != nil && beat.Value >= limit.Value:
		d := c.Report(beat.Node.Span, "the heartbeat of state %s (%s s) must be shorter than its timeout (%s s)",
			quote(s.Name), beat.Node.Text, limit.Node.Text)
		d.Help = "lower it below " + limit.Node.Text + ", or raise the timeout"
		d.Related = c.Related(limit.Node.Span, "the timeout")
	case limit == nil && c.level == Level2016 && beat.Value >= byDefault && len(c.Lacking(s.Node, "TimeoutSeconds", "TimeoutSecondsPath")) == 2:
		d := c.Report(beat.Node.Span, "the heartbeat of state %s (%s s) must be shorter than its timeout (%s s)",
			quote(s.Name), beat.Node.Text, strconv.Itoa(byDefault))
		d.Help = `this is the default timeout; set a longer "TimeoutSeconds"`
	}
}

func checkWait(c *checker, s *State) {
	if s.Type != Wait {
		return
	}
	var found []*source.Member
	for _, name := range []string{"Seconds", "SecondsPath", "Timestamp", "TimestampPath"} {
		if m := c.Member(s.Node, name); m != nil {
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b *source.Member) int { return cmp.Compare(a.KeySpan.Start, b.KeySpan.Start) })
	const help = `use one of "Seconds", "SecondsPath", "Timestamp" and "TimestampPath"`
	switch {
	case len(found) == 0:
		c.Report(s.NameSpan, "state %s has no duration or timestamp to wait for", quote(s.Name)).Help = help
	case len(found) > 1:
		d := c.Report(found[1].KeySpan, "state %s has %s; a Wait state takes exactly one", quote(s.Name),
			keys(found))
		d.Help = help
		d.Related = c.Related(found[0].KeySpan, "the first is %s", quote(found[0].Key))
	}
}
