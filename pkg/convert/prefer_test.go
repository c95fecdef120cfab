package convert_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// TestPreferences has a worker retry exactly where nothing is lost then, or nothing that an ordinary run shows, and the target itself where
// such a run differs anyway, unless one of them is asked for.
func TestPreferences(t *testing.T) {
	t.Parallel()
	const end = `{"id": "done", "name": "Done", "type": "END"}]}`
	weigh := func(next string) string {
		return `{"id": "x", "name": "x", "steps": [{"id": "weigh", "name": "Weigh", "type": "SERVICE_TASK", "jobType": "weigh", "retryCount": 2, "nextStep": "` + next + `"},
  `
	}
	plain := weigh("done") + end
	late := weigh("look") + `{"id": "look", "name": "Look", "type": "USER_TASK", "nextStep": "label",
   "boundaryEvents": [{"type": "TIMER", "duration": "PT1H", "interrupting": false, "targetStepId": "remind"}]},
  {"id": "remind", "name": "Remind", "type": "USER_TASK", "nextStep": "done"},
  {"id": "label", "name": "Label", "type": "SERVICE_TASK", "jobType": "label", "nextStep": "done"}, ` + end
	seen := `{"id": "x", "name": "x", "steps": [{"id": "both", "name": "Both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["weigh", "wrap"], "joinStep": "ready"},
  {"id": "weigh", "name": "Weigh", "type": "SERVICE_TASK", "jobType": "weigh", "retryCount": 2, "nextStep": "label",
   "boundaryEvents": [{"type": "TIMER", "duration": "PT1H", "interrupting": true, "targetStepId": "guess"}]},
  {"id": "guess", "name": "Guess", "type": "SERVICE_TASK", "jobType": "guess", "nextStep": "ready"}, {"id": "label", "name": "Label", "type": "SERVICE_TASK", "jobType": "label", "nextStep": "ready"},
  {"id": "wrap", "name": "Wrap", "type": "SERVICE_TASK", "jobType": "wrap", "nextStep": "ready"}, {"id": "ready", "name": "Ready", "type": "JOIN_GATEWAY", "nextStep": "done"}, ` + end
	without := strings.Replace(plain, `"retryCount": 2, `, "", 1)
	growing := `{"id": "x", "name": "x", "functions": [{"name": "call", "resource": "urn:call"}], "states": [
  {"name": "Call", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "call"}}],
    "retry": [{"expression": "{{ $.error }}", "interval": "PT5S", "multiplier": "PT5S", "maxAttempts": 5}], "end": {"kind": "default"}}]}`
	scheduled := strings.Replace(growing, `"start": {"kind": "default"}`, `"start": {"kind": "scheduled", "schedule": {"interval": "2020-03-20T09:00:00Z/2020-03-20T15:00:00Z", "directInvoke": "deny"}}`, 1)
	const note = `--prefer native lets the target itself retry "weigh": after 1 s, not immediately; this needs no worker`
	for _, x := range []struct {
		name, file, text string
		prefer, chosen   dialects.Preference
		class, note      string
	}{
		{"nothing is lost", "x.step.json", plain, dialects.PreferAuto, dialects.PreferExact, convert.ByContract, note},
		{"a timer differs", "x.step.json", late, dialects.PreferAuto, dialects.PreferExact, convert.Approximated, note},
		{"ordinary runs differ", "x.sw.json", scheduled, dialects.PreferAuto, dialects.PreferNative, convert.Dropped, ""},
		{"ordinary runs differ, and a retry of the target would lose a timer", "x.step.json", seen, dialects.PreferAuto, dialects.PreferExact, convert.Approximated, note},
		{"the retry of the target is asked for", "x.step.json", plain, dialects.PreferNative, dialects.PreferNative, convert.Approximated, ""},
		{"the worker is asked for", "x.step.json", late, dialects.PreferExact, dialects.PreferExact, convert.Approximated, note},
		{"there is no choice", "x.step.json", without, dialects.PreferAuto, dialects.PreferExact, convert.Exact, ""},
		{"delays that grow", "x.sw.json", growing, dialects.PreferAuto, dialects.PreferExact, convert.ByContract,
			`--prefer native lets the target itself retry "Call": after 5 s, 10 s, 20 s and so on, 5 times, not after 5 s, 10 s, 15 s and so on, 5 times; this needs no worker`},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := checked(x.file, []byte(x.text), dialects.Options{}).Program
			to := dialects.Named(all.Dialects(), "asl")
			o := written(to)
			o.Prefer = x.prefer
			o.Domain = dialects.Domain{Objects: true, Typed: true, Disjoint: true}
			made := convert.Raise(all.Dialects(), to, p, o)
			report := convert.NewReport(p, p.Start().Dialect, "asl", made, o.Domain)
			if made.Prefer != x.chosen || report.Class != x.class {
				t.Errorf("%v was chosen, and the class is %s: %+v", made.Prefer, report.Class, report.Losses)
			}
			if got := strings.Join(report.Notes, "\n"); x.note != "" && !strings.HasPrefix(got, x.note) || x.note == "" && strings.Contains(got, "--prefer") {
				t.Errorf("the notes are %s", got)
			}
			remedied := strings.Contains(report.Text("x", false), "or use --prefer exact")
			if native := x.chosen == dialects.PreferNative; remedied != native || strings.Contains(string(made.Definitions[0].Text), `"Retry"`) != native {
				t.Errorf("the report is\n%s\nof\n%s", report.Text("x", false), made.Definitions[0].Text)
			}
			if again := convert.Raise(all.Dialects(), to, p, o); !bytes.Equal(again.Definitions[0].Text, made.Definitions[0].Text) {
				t.Error("a second conversion gives another text")
			}
		})
	}
}
