package cmd

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
)

// An expectationUpdate is what --update changes in a scenario file.
type expectationUpdate struct {
	file    *source.File
	edits   []diag.Edit
	results map[int]*run.Result // by the index of the case
	failed  []int               // the cases, as indexes of the results of the tester
}

// update writes the results of failed cases into their files as the new expectations, and prints to standard error which. It
// returns how many cases it updated.
func (t *tester) update() int {
	if !t.flags.update {
		return 0
	}
	var all []*expectationUpdate
	for i := range t.results {
		r := &t.results[i]
		if r.Passed {
			continue
		}
		if r.result == nil || r.stdin {
			t.notUpdated(r, "it could not be run from a file")
			continue
		}
		edits, err := r.scenario.Update(r.file, r.result)
		if err != nil {
			t.notUpdated(r, err.Error())
			continue
		}
		if len(all) == 0 || all[len(all)-1].file != r.file {
			all = append(all, &expectationUpdate{file: r.file, results: map[int]*run.Result{}})
		}
		u := all[len(all)-1]
		u.edits, u.failed = append(u.edits, edits...), append(u.failed, i)
		u.results[r.index] = r.result
	}
	updated := 0
	for _, u := range all {
		text, err := scenario.Updated(u.file, u.edits, u.results, t.app.readRegular, t.settings.scenarioOptions()...)
		if err == nil {
			err = files.Write(u.file.Name, text)
		}
		if err != nil {
			for _, i := range u.failed {
				t.notUpdated(&t.results[i], err.Error())
			}
			continue
		}
		updated += len(u.failed)
		fmt.Fprintf(t.Stderr, "updated %s in %s\n", count(len(u.failed), "case", "cases"), diag.VisibleName(u.file.Name))
	}
	return updated
}

func (t *tester) notUpdated(r *caseResult, why string) {
	t.note(fmt.Sprintf("%s:%d: %s is not updated: %s", r.File, r.Line, r.Name, why))
}
