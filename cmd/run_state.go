package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
)

// readResumed reads what --resume names: a saved run, or a scenario with answers for -i.
func (a *app) readResumed(f *runFlags, given func(flag string) bool) error {
	if f.resume == "" {
		return nil
	}
	if f.scenario != "" {
		return errors.New("--resume and --scenario cannot be combined")
	}
	text, err := a.read(f.resume)
	if err != nil {
		return fmt.Errorf("--resume: %w", err)
	}
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte(`{"run"`)) && scenarioNamed(f.resume) {
		f.interactive, f.scenario = true, f.resume
		return nil
	}
	if f.state, err = run.ParseState(text); err != nil {
		return fmt.Errorf("--resume %s: %w", f.resume, err)
	}
	for _, name := range []string{"input", "set", "start", "schedule", "seed", "context", "no-limits", "mocks", "case"} {
		if given(name) {
			return fmt.Errorf("--%s is for a new run; the run of --resume has been started already", name)
		}
	}
	switch {
	case f.traceFormat == "aws", f.report != "", f.saveAnswers != "":
		return errors.New("--trace-format aws, --report and --save-scenario need a run from its start; they cannot be combined with --resume")
	case given("unstubbed"):
		f.state.Unstubbed, _ = run.ParseUnstubbed(f.unstubbed)
	}
	return nil
}

// scenarioNamed reports whether a file has the name of a scenario. A saved run is JSON.
func scenarioNamed(path string) bool {
	for _, end := range []string{".yaml", ".yml", ".scenario.json"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return false
}

// resumedFiles are the paths of the definitions of a saved run, which are relative to its file.
func (f *runFlags) resumedFiles() ([]string, error) {
	var out []string
	for _, path := range f.state.Files {
		if path == load.Stdin {
			return nil, fmt.Errorf("--resume %s: a definition of the run was read from standard input; name the file on the command line", f.resume)
		}
		out = append(out, named(f.resume, path))
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("--resume %s: the saved run is damaged: it does not name a definition", f.resume)
	}
	return out, nil
}

// saveRun saves a run that was stopped. There is nothing to save of one that has ended.
func (a *app) saveRun(path string, r *run.Result, paths []string) error {
	st := r.State
	if st == nil {
		status := r.Status
		for _, next := range r.Chain {
			status = next.Status
		}
		a.note(fmt.Sprintf("the run has %s: there is nothing to resume, and %s is not written", ended(status), path))
		return nil
	}
	for _, p := range paths {
		if p != load.Stdin {
			p = workflowFrom(path, p)
		}
		st.Files = append(st.Files, p)
	}
	st.Options = a.settings.values
	text, err := st.Append(nil)
	if err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	if err := files.Write(path, text); err != nil {
		return err
	}
	last := r
	if n := len(r.Chain); n > 0 {
		last = r.Chain[n-1]
	}
	a.note(fmt.Sprintf("%s has the run; continue it with: flowglot run --resume %s%s", path, quoteWord(path), remedy(last, st)))
	return nil
}

// ended is a status as a verb: "the run has failed".
func ended(s run.Status) string {
	if s == run.Aborted {
		return "been aborted"
	}
	return string(s)
}

// remedy is the flag by which the first of what a run waits for happens.
func remedy(r *run.Result, st *run.State) string {
	byToken := map[string]bool{}
	for _, f := range st.Flights {
		if f.Token {
			byToken[r.Calls[f.Call].Node] = true
		}
	}
	for _, w := range r.Waiting {
		switch w.Kind {
		case "userTask":
			return " --complete " + quoteWord(w.Node)
		case "signal":
			return " --signal " + quoteWord(w.Node)
		case "event":
			return " --event " + quoteWord(`{"type": "…"}`)
		case "task":
			if byToken[w.Node] {
				return " --task-token " + quoteWord(w.Node+"=JSON")
			}
			return " --stub " + quoteWord(w.Node+"=JSON")
		}
	}
	if r.Status == run.Resting || r.Status == run.Waiting && len(r.Ended) > 0 {
		return " --transition …"
	}
	return ""
}
