package convert_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// TestLossesPage holds the table of the causes of losses to the causes.
func TestLossesPage(t *testing.T) {
	t.Parallel()
	const page, begins, ends = "../../docs/convert.md", "<!-- losses -->\n", "<!-- end -->"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begins)
	_, after, okay := strings.Cut(rest, ends)
	if !ok || !okay {
		t.Fatal("the page has no place for the table")
	}
	want := before + begins + lossTable() + ends + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Error("the table of losses is not up to date; -update writes it")
	}
}

// lossTable is the table of all causes, in the order of their ids, with what to do about each.
func lossTable() string {
	var b strings.Builder
	b.WriteString("\n| cause | | loss | may differ | data | what to do |\n|---|---|---|---|---|---|\n")
	for _, r := range convert.LossRules(all.Dialects()) {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", r.ID, r.Level, r.What, strings.Join(r.Affects.Names(), ", "), r.Data, r.Remedy)
	}
	b.WriteString("\n")
	return b.String()
}

// TestMergedDocuments has a branch of arrow that replaces the document be a loss of the tasks of all branches, whose answers it may undo.
func TestMergedDocuments(t *testing.T) {
	t.Parallel()
	r := checked("x.step.json", []byte(`{"id": "x", "name": "x", "steps": [
  {"id": "fork", "name": "fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["count", "ask"], "joinStep": "join"},
  {"id": "count", "name": "count", "type": "SERVICE_TASK", "jobType": "count", "nextStep": "join"},
  {"id": "ask", "name": "ask", "type": "SERVICE_TASK", "jobType": "ask", "nextStep": "note"},
  {"id": "note", "name": "note", "type": "SERVICE_TASK", "jobType": "note", "nextStep": "join",
   "boundaryEvents": [{"type": "TIMER", "duration": "PT9S", "interrupting": true, "targetStepId": "join"}]},
  {"id": "join", "name": "join", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`), dialects.Options{})
	to := dialects.Named(all.Dialects(), "arrow")
	var from []string
	for _, l := range convert.Raise(all.Dialects(), to, r.Program, written(to)).Losses {
		if l.Rule == &dialects.LossJoin {
			for _, e := range l.From {
				from = append(from, e.Name)
			}
		}
	}
	for _, name := range []string{"fork", "count", "note"} {
		if !slices.Contains(from, name) {
			t.Errorf("the merged documents are a loss of %q, and not of %q", from, name)
		}
	}
}

// TestRefusalsStandAlone converts a definition that a flow cannot express: the report has the reason at its place, and no losses of a
// definition that was not written.
func TestRefusalsStandAlone(t *testing.T) {
	t.Parallel()
	r := checked("x.step.json", []byte(`{"id": "x", "name": "x", "steps": [
  {"id": "fork", "name": "fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["count", "ask"], "joinStep": "join"},
  {"id": "count", "name": "count", "type": "SERVICE_TASK", "jobType": "count", "nextStep": "enough"},
  {"id": "enough", "name": "enough", "type": "DECISION", "conditionalNextSteps": {"enough == true": "stop", "true": "join"}},
  {"id": "stop", "name": "stop", "type": "END"},
  {"id": "ask", "name": "ask", "type": "SERVICE_TASK", "jobType": "ask", "nextStep": "join"},
  {"id": "join", "name": "join", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`), dialects.Options{})
	to := dialects.Named(all.Dialects(), "arrow")
	raised := convert.Raise(all.Dialects(), to, r.Program, written(to))
	if raised.Reason == "" || len(raised.Losses) != 1 || !raised.Losses[0].Rule.Refuses() || raised.Losses[0].Message != raised.Reason {
		t.Errorf("refused because of %q, with the losses %v", raised.Reason, raised.Losses)
	}
}
