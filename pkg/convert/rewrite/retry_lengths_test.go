package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestDelaysThatGrow has delays that grow by the same each time grow by a factor up to the longest one, and the other way round.
func TestDelaysThatGrow(t *testing.T) {
	t.Parallel()
	factor := dialects.Abilities{Retries: dialects.RetryTasks | dialects.RetryScopes | dialects.RetryByError | dialects.RetryDelay | dialects.RetryFactor | dialects.RetryLongest}
	addition := dialects.Abilities{Retries: dialects.RetryTasks | dialects.RetryScopes | dialects.RetryByError | dialects.RetryDelay | dialects.RetryAddition}
	fails := play{input: `{"n": 1}`, answers: map[string][]string{"call": {"0 fail Busy"}, "urn:task:call": {"0 fail Busy"}}}
	for _, x := range []struct {
		interval, multiplier string
		times                int
		lost                 string
		does                 string // of a worker, if it is to be exact
	}{
		{"PT10S", "PT3S", 2, "", ""},
		{"PT10S", "PT3S", 3, "", ""},
		{"PT1M", "PT2M", 3, "", ""},
		{"PT1M", "PT2M", 4, `convert/retry-interval: "Call" is retried after 60 s, 180 s, 300 s and so on, 4 times`,
			"calls call, retried up to 4 times on any error, after 60 s, and each time 120 s later, and answers the same"},
		{"PT1S", "PT0.25S", 3, `convert/retry-interval: "Call" is retried after 1 s, 1.25 s, 1.5 s`,
			"calls call, retried up to 3 times on any error, after 1 s, and each time 0.25 s later, and answers the same"},
	} {
		p := lowered(t, "x.sw.json", fmt.Sprintf(`{"id": "x", "name": "x", "functions": [{"name": "call", "resource": "urn:call"}], "states": [
  {"name": "Call", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "call"}}],
    "retry": [{"expression": "{{ $.error }}", "interval": %q, "multiplier": %q, "maxAttempts": %d}], "end": {"kind": "default"}}]}`, x.interval, x.multiplier, x.times))
		c := rewritten(t, p, factor, retryLengths, retries)
		if got := strings.Join(lost(c), "\n"); got != x.lost {
			t.Errorf("%+v: lost is %q", x, got)
		}
		if x.lost == "" {
			alike(t, p, c, fails)
		}
		exact := rewrittenWith(t, p, factor, dialects.Raising{Prefer: dialects.PreferExact}, actions, retryLengths, plainData, callingTasks(callTasks), retries)
		does := ""
		for _, s := range exact.Raised.StandIns {
			does += s.What
		}
		if does != x.does || len(lost(exact)) > 0 || len(exact.Raised.Near) != len(exact.Raised.StandIns) {
			t.Errorf("%+v: with workers, %q is lost, and they do: %s", x, lost(exact), does)
		}
	}
	for _, x := range []struct {
		delays string
		adds   bool
	}{
		{`"IntervalSeconds": 10, "BackoffRate": 1.3, "MaxDelaySeconds": 16, "MaxAttempts": 3`, true},
		{`"IntervalSeconds": 5, "BackoffRate": 2, "MaxDelaySeconds": 15, "MaxAttempts": 3`, true},
		{`"IntervalSeconds": 5, "BackoffRate": 2, "MaxDelaySeconds": 15, "MaxAttempts": 4`, false},
		{`"IntervalSeconds": 5, "BackoffRate": 2, "MaxAttempts": 3`, false},
		{`"IntervalSeconds": 10, "BackoffRate": 2, "MaxDelaySeconds": 5, "MaxAttempts": 3`, true},
		{`"IntervalSeconds": 10, "MaxDelaySeconds": 5, "MaxAttempts": 1`, true},
	} {
		d := read(t, "x.asl.json", `{"StartAt": "Call", "States": {"Call": {"Type": "Task", "Resource": "urn:task:call", "Retry": [{"ErrorEquals": ["Busy"], `+x.delays+`}], "End": true}}}`)
		p := d.Lower()
		c := rewritten(t, p, addition, retryLengths)
		if added := len(c.Applied) > 0; added != x.adds {
			t.Errorf("%s: delays that grow by the same each time: %v", x.delays, added)
		}
		alike(t, p, c, fails)
	}
}

// TestNoRetries has the delays of errors that are not retried be no loss.
func TestNoRetries(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.sw.json", `{"id": "x", "name": "x", "functions": [{"name": "call", "resource": "urn:call"}], "states": [
  {"name": "Call", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "call"}}],
    "retry": [{"expression": "{{ $.errors[?(@.name == 'Lost')] }}", "maxAttempts": 0}], "end": {"kind": "default"}}]}`)
	able := dialects.Abilities{WholeDelays: true, Retries: dialects.RetryTasks | dialects.RetryScopes | dialects.RetryByError | dialects.RetryDelay | dialects.RetryFactor}
	for _, prefer := range []dialects.Preference{dialects.PreferNative, dialects.PreferExact} {
		c := rewrittenWith(t, p, able, dialects.Raising{Prefer: prefer}, actions, retryLengths, plainData, callingTasks(callTasks), retries)
		if got := lost(c); len(got) > 0 || len(c.Raised.StandIns) > 0 {
			t.Errorf("with %v, %q is lost, and the stand-ins are %+v", prefer, got, c.Raised.StandIns)
		}
	}
}

// TestJitter has a delay that is drawn at random stay one, or become a fixed one, which is a loss.
func TestJitter(t *testing.T) {
	t.Parallel()
	p := read(t, "x.asl.json", `{"StartAt": "Call", "States": {"Call": {"Type": "Task", "Resource": "urn:task:call",
  "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 5, "MaxAttempts": 2, "JitterStrategy": "FULL"}], "End": true}}}`).Lower()
	able := dialects.RetryTasks | dialects.RetryByError | dialects.RetryDelay | dialects.RetryFactor
	for _, keeps := range []bool{true, false} {
		want := `convert/retry-interval: "Call" is retried after 5 s, 10 s, or a part of that, drawn at random`
		if keeps {
			able |= dialects.RetryJitter
			want = ""
		} else {
			able &^= dialects.RetryJitter
		}
		c := rewritten(t, p, dialects.Abilities{Retries: able}, retries)
		if got := strings.Join(lost(c), "\n"); got != want || c.Program.Start().Root.Start.Retry[0].Jitter != keeps {
			t.Errorf("lost is %q, want %q", got, want)
		}
	}
}
