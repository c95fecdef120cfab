package cmd

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/terminal"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// watcher shows a run as it goes on, and writes its trace.
type watcher struct {
	app   *app
	out   *stream
	stop  func()        // ends the run
	view  runView       // nil: the result is printed as JSON
	still func()        // ends the drawing of a live view
	trace traceWriter   // nil: there is no trace file
	file  *files.Output // of the trace
	next  time.Time     // when progress is shown again; zero: never
	shown bool
	quiet bool // the result is not printed: the trace is
	// output prints the output only.
	output   bool
	failures *terminal.Failures // nil: the result is printed as JSON
	report   *reporter          // nil: no page is written
}

// A runView shows a run to a person: as lines, or live on a terminal.
type runView interface {
	Observe(t *machine.Trace)
	Finish(r *run.Result) error
	Err() error
	StartAt(t time.Time)
}

// A traceWriter writes what happens in a run. Flush is called at its end.
type traceWriter interface {
	Write(t *machine.Trace)
	Flush() error
}

// traceTo returns a writer of the format that the flags ask for.
func traceTo(out io.Writer, f *runFlags) traceWriter {
	if f.traceFormat == "aws" {
		return stepfunctions.NewHistoryWriter(out)
	}
	return run.NewTraceWriter(out)
}

// watch prepares what the flags of a run ask to be shown and written. The context is that of the run, and stop ends it: nothing
// is run whose result cannot be written. A trace on standard output takes the place of the text.
func (a *app) watch(ctx context.Context, stop func(), f *runFlags) (*watcher, error) {
	w := &watcher{app: a, stop: stop, still: func() {}}
	if f.traceFile == stdout && f.format != "text" {
		return nil, fmt.Errorf("--trace-file - and --format %s both write to standard output", f.format)
	}
	if f.traceFile != "" && f.traceFile != stdout {
		var err error
		if w.file, err = files.Create(f.traceFile); err != nil {
			return nil, err
		}
		w.trace = traceTo(w.file, f)
	}
	if f.report != "" {
		w.report = newReporter()
	}
	w.out = newStream(ctx, a.Stdout, a.After, stop)
	switch {
	case f.traceFile == stdout:
		w.trace = traceTo(w.out, f)
	case f.quiet:
		w.output, w.failures = true, terminal.NewFailures()
	case f.format == "text":
		w.show(f.verbose)
		w.failures = terminal.NewFailures()
	case a.StderrIsTerminal:
		w.next = a.Now().Add(patience)
	}
	w.quiet = f.traceFile == stdout
	if f.state != nil {
		w.startAt(f.state.Start.Time())
	}
	return w, nil
}

// startAt describes what shows and writes a resumed run when it began.
func (w *watcher) startAt(start time.Time) {
	if w.view != nil {
		w.view.StartAt(start)
	}
	if t, ok := w.trace.(*run.TraceWriter); ok {
		t.StartAt(start)
	}
}

// show shows the run: live on a terminal that can be steered, and as lines anywhere else.
func (w *watcher) show(whole bool) {
	a := w.app
	color := a.colors(a.StdoutIsTerminal)
	if dumb, _ := a.Env("TERM"); !a.StdoutIsTerminal || dumb == "dumb" {
		view := terminal.NewRunView(w.out, color)
		view.Whole = whole
		w.view = view
		return
	}
	live := terminal.NewLive(w.out, color, a.TerminalWidth)
	live.View.Whole = whole
	w.view = live
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-a.After(pace):
				live.Refresh()
			case <-done:
				return
			}
		}
	}()
	w.still = sync.OnceFunc(func() {
		close(done)
		<-ended
		live.Clear()
	})
}

// observer is what is to be told of every event; nil if nobody looks.
func (w *watcher) observer() func(*machine.Trace) {
	if w.view == nil && w.trace == nil && w.failures == nil && w.report == nil {
		return nil
	}
	return func(t *machine.Trace) {
		if w.report != nil {
			w.report.observe(t)
		}
		if w.failures != nil {
			w.failures.Observe(t)
		}
		if w.view != nil {
			if w.view.Observe(t); w.view.Err() != nil {
				w.stop()
			}
		}
		if w.trace != nil {
			w.trace.Write(t)
		}
	}
}

// progress tells on a terminal how far a long run is.
func (w *watcher) progress(steps int) {
	if w.next.IsZero() {
		return
	}
	if now := w.app.Now(); now.After(w.next) {
		fmt.Fprintf(w.app.Stderr, "\r%d steps", steps)
		w.next, w.shown = now.Add(pace), true
	}
}

// finish gives the trace its name, and prints the notes and the result.
func (w *watcher) finish(r *run.Result) error {
	w.still()
	if w.shown {
		fmt.Fprint(w.app.Stderr, "\r\x1b[K")
	}
	if w.trace != nil {
		if err := w.trace.Flush(); err != nil {
			return err
		}
		if w.file != nil {
			if err := w.file.Finish(); err != nil {
				return err
			}
		}
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	for _, n := range r.Notes {
		w.app.note(n)
	}
	if w.view == nil {
		w.notePrinted(r)
	}
	if err := w.result(r); err != nil {
		return err
	}
	return w.out.Flush()
}

// mostPrinted bounds the notes about what tasks printed.
const mostPrinted = 100

// notePrinted notes what the commands of successful tasks printed on stderr. The text view shows it where it was printed.
func (w *watcher) notePrinted(first *run.Result) {
	noted := 0
	for _, r := range append([]*run.Result{first}, first.Chain...) {
		for i := range r.Calls {
			for _, line := range r.Calls[i].Printed {
				if noted == mostPrinted {
					w.app.note(fmt.Sprintf("tasks printed more on stderr than these %d lines", mostPrinted))
					return
				}
				noted++
				w.app.note(r.Calls[i].Node + " printed: " + line)
			}
		}
	}
}

func (w *watcher) result(r *run.Result) error {
	switch {
	case w.view != nil:
		return w.view.Finish(r)
	case w.quiet:
		return nil
	case w.output:
		return w.writeOutput(r)
	}
	return r.WriteJSON(w.out)
}

// writeOutput prints the output of a run that has one, that of the last workflow.
func (w *watcher) writeOutput(r *run.Result) error {
	if n := len(r.Chain); n > 0 {
		r = r.Chain[n-1]
	}
	if r.Status != run.Succeeded && r.Status != run.Resting {
		return nil
	}
	_, err := w.out.Write(append(value.AppendIndent(nil, r.Output, "", "  "), '\n'))
	return err
}

// explain prints where a run failed, and why nothing took the error.
func (w *watcher) explain(r *run.Result, p *workflow.Program, all []*load.Definition) error {
	if w.failures == nil {
		return nil
	}
	d, ok := w.failures.Explain(r, func(e *workflow.Element) *source.File { return fileOf(p, e) })
	if !ok {
		if w.output {
			w.noteError(r)
		}
		return nil
	}
	found := []diag.Diagnostic{d}
	for _, x := range all {
		x.Locate(found)
	}
	return w.app.report(found)
}

// noteError notes the error of a run that no element explains, such as a limit that was reached. Without the text view, nothing else
// prints it.
func (w *watcher) noteError(first *run.Result) {
	for _, r := range append([]*run.Result{first}, first.Chain...) {
		if r.Error == nil {
			continue
		}
		ended, reason := "failed", r.Error.Name
		if r.Status == run.Aborted {
			ended = "was aborted"
		}
		if r.Error.Cause != "" {
			reason += ": " + r.Error.Cause
		}
		w.app.note("the run " + ended + ": " + reason)
	}
}

// fileOf is the file in which an element of a program is; nil if it is of another program.
func fileOf(p *workflow.Program, e *workflow.Element) *source.File {
	if e.File != nil {
		return e.File
	}
	for _, x := range p.Workflows {
		if e.ID < len(x.Elements) && x.Elements[e.ID] == e {
			return x.File
		}
	}
	return nil
}

// close ends the output, and gives up a trace that was not finished.
func (w *watcher) close() {
	w.still()
	_ = w.out.Close() // what was to be written was flushed
	w.file.Abandon()
}
