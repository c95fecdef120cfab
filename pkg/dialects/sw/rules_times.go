package sw

import (
	"errors"
	"time"
	_ "time/tzdata" // the names of time zones are the same on every machine

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
)

var retryCount = rule{Rule: diag.Rule{
	ID:       "sw/missing-retry-count",
	Aliases:  []string{"sw/no-retry-count"},
	Severity: diag.Warning,
	Summary:  "a retry has no number of attempts",
	Why: "Neither \"maxAttempts\" nor the interval (\"R5/PT2M\") has a number. flowglot retries once; another engine may retry " +
		"forever.",
	Source: `sw: "Retry Definition", which leaves it open`,
}, Checks: eachState(checkRetryCount)}

var retryCountsDiffer = rule{Rule: diag.Rule{
	ID:       "sw/conflicting-retry-counts",
	Aliases:  []string{"sw/retry-counts-differ"},
	Severity: diag.Warning,
	Summary:  "a retry has two different numbers of attempts",
	Why:      "\"maxAttempts\" and the number in the interval (\"R5/PT2M\") differ. flowglot uses the smaller one.",
	Source:   `sw: "Retry Definition", whose example has the same number twice`,
}, Checks: eachState(checkRetryCountsDiffer)}

var scheduleInterval = rule{Rule: diag.Rule{
	ID:       "sw/schedule-interval",
	Severity: diag.Error,
	Summary:  "invalid interval of a schedule",
	Why:      "Use a start and an end, one of them and a duration, or a duration alone: \"2025-01-01T09:00:00Z/PT6H\".",
	Source:   `sw: "Schedule Definition"`,
}, Checks: eachState(checkInterval)}

var cron = rule{Rule: diag.Rule{
	ID:       "sw/cron",
	Severity: diag.Error,
	Summary:  "invalid cron expression",
	Why: "The fields are minute, hour, day of the month, month and day of the week, optionally preceded by the second. Each is " +
		"\"*\", a number, a range, a step (\"*/15\") or a list of them.",
	Source: `sw: "Start Definition", "Schedule Definition"`,
}, Checks: eachState(checkCron)}

var timezone = rule{Rule: diag.Rule{
	ID:       "sw/timezone",
	Severity: diag.Error,
	Summary:  "unknown time zone, or a time zone without effect",
	Why:      "Use a name of the tz database, such as \"Europe/Berlin\". A time zone applies to cron expressions.",
	Source:   `sw: "Schedule Definition"`,
	Levels:   "a warning if there is an interval, whose instants have zones of their own",
}, Checks: eachState(checkTimezone)}

func checkRetryCount(c *checker, s *State) {
	for _, x := range s.Retries {
		if m := c.Member(x.Node, "interval"); c.Member(x.Node, "maxAttempts") == nil && (m == nil || x.Interval != nil && x.Interval.Repeats < 0) && x.Expression != nil {
			c.Report(c.Head(x.Node), "a retry of %s has no number of attempts", s).Help = `add "maxAttempts"`
		}
	}
}

func checkRetryCountsDiffer(c *checker, s *State) {
	for _, x := range s.Retries {
		if x.Interval == nil || x.MaxAttempts == nil || x.Interval.Repeats < 0 || x.MaxAttempts.Value < 0 || x.Interval.Repeats == x.MaxAttempts.Value {
			continue
		}
		c.Report(x.MaxAttempts.Node.Span, "a retry of %s has %d attempts, but its interval has %d", s, x.MaxAttempts.Value, x.Interval.Repeats).
			Related = c.Related(x.Interval.Node.Span, "the interval")
	}
}

func checkInterval(c *checker, s *State) {
	if s.Schedule == nil || s.Schedule.Interval == nil {
		return
	}
	t := s.Schedule.Interval
	if _, err := iso8601.ParseInterval(t.Value); err != nil {
		at := t.Node.Span
		var mistake *iso8601.Error
		if errors.As(err, &mistake) && mistake.End > mistake.Start && mistake.End-mistake.Start < len(t.Value) {
			at = c.File.Content(t.Node).At(mistake.Start, mistake.End)
		}
		c.Report(at, "invalid interval of the schedule of %s: %s", s, err)
	}
}

func checkCron(c *checker, s *State) {
	if s.Schedule == nil || s.Schedule.Cron == nil {
		return
	}
	t := s.Schedule.Cron
	if _, err := parseCron(t.Value); err != nil {
		at := t.Node.Span
		if err.from < err.to {
			at = c.File.Content(t.Node).At(err.from, err.to)
		}
		c.Report(at, "invalid cron expression of %s: %s", s, err.message)
	}
}

func checkTimezone(c *checker, s *State) {
	if s.Schedule == nil || s.Schedule.Timezone == nil {
		return
	}
	t := s.Schedule.Timezone
	switch _, err := time.LoadLocation(t.Value); {
	case err != nil || t.Value == "" || t.Value == "Local":
		c.Report(t.Node.Span, "unknown time zone %s of %s", quote(t.Value), s).Help = `use a name such as "America/Los_Angeles"`
	case s.Schedule.Cron == nil && s.Schedule.Interval != nil:
		d := c.Report(c.Member(s.Schedule.Node, "timezone").KeySpan, `"timezone" has no effect in the schedule of %s, which has an interval`, s)
		d.Severity, d.Help = diag.Warning, "remove it: the instants of the interval have zones of their own"
	}
}
