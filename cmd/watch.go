package cmd

import (
	"fmt"
	"time"

	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/terminal"
)

// watcher shows a run as it goes on, and writes its trace.
type watcher struct {
	app   *app
	view  *terminal.RunView // nil: the result is printed as JSON
	trace *run.TraceWriter  // nil: there is no trace file
	file  *files.Output     // of the trace
	next  time.Time         // when progress is shown again; zero: never
	shown bool
}

// watch prepares what the flags of a run ask to be shown and written.
func (a *app) watch(f *runFlags) (*watcher, error) {
	w := &watcher{app: a}
	if f.format == "text" {
		w.view = terminal.NewRunView(a.Stdout, a.colors(a.StdoutIsTerminal))
	} else if a.StderrIsTerminal {
		w.next = a.Now().Add(patience)
	}
	if f.traceFile == "" {
		return w, nil
	}
	var err error
	if w.file, err = files.Create(f.traceFile); err != nil {
		return nil, err
	}
	w.trace = run.NewTraceWriter(w.file)
	return w, nil
}

// observer is what is to be told of every event; nil if nobody looks.
func (w *watcher) observer() func(*machine.Trace) {
	switch {
	case w.view != nil && w.trace != nil:
		return func(t *machine.Trace) { w.view.Observe(t); w.trace.Write(t) }
	case w.view != nil:
		return w.view.Observe
	case w.trace != nil:
		return w.trace.Write
	}
	return nil
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
	if w.shown {
		fmt.Fprint(w.app.Stderr, "\r\x1b[K")
	}
	if w.trace != nil {
		if err := w.trace.Flush(); err != nil {
			return err
		}
		if err := w.file.Finish(); err != nil {
			return err
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintln(w.app.Stderr, "note: "+n)
	}
	if w.view != nil {
		w.view.Finish(r)
		return nil
	}
	return printJSON(w.app.Stdout, r)
}

// close gives up a trace that was not finished.
func (w *watcher) close() { w.file.Abandon() }
