package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/terminal"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A session is an interactive run: a person answers what nothing else does. To go back, the run is run again with one answer less,
// which comes to the same place, as a run depends on nothing but what it is given.
type session struct {
	app     *app
	program *workflow.Program
	options run.Options
	verbose bool
	// resumed has the answers of the scenario taken one by one, and asks when they are used up: the last one does not repeat.
	resumed bool
	state   *run.State // that the run is resumed from; nil: it begins
	keeps   bool       // the run is to be saved where it is left
	in      *bufio.Reader
	given   []given
	// stepping makes the run stop at each element that it enters; first is whether it does so from the start.
	stepping, first bool

	// Of the run that is being run:
	ctx     context.Context
	stop    context.CancelFunc
	at      int            // how many of the given answers were taken
	used    map[string]int // how often stubs answered
	stubbed func(element string, call *workflow.Call) (string, int, bool)
	out     io.Writer
	back    bool
	err     error
}

// given is what the person answered: the answer of a call, an occurrence, that time is to pass, or, at a stop, that the run goes on.
type given struct {
	node       string
	reply      *run.Reply
	occurrence *run.Occurrence
	stop       bool
	stepping   bool // whether the run stops at elements from here on
}

// errEnded ends a session.
var errEnded = errors.New("the session was ended")

// interact runs a program with a person who answers.
func (s *session) interact(ctx context.Context) (*run.Result, error) {
	for {
		r, err := s.play(ctx)
		switch {
		case s.back:
			s.back = false
			s.given = s.given[:max(0, len(s.given)-1)]
			s.stepping = s.first
			if n := len(s.given); n > 0 {
				s.stepping = s.given[n-1].stepping
			}
			fmt.Fprintln(s.app.Stdout, "— back")
			continue
		case s.err != nil:
			return r, s.err
		}
		return r, err
	}
}

// play runs the run once, with the answers that were given so far. Of what it repeats nothing is shown.
func (s *session) play(ctx context.Context) (*run.Result, error) {
	s.ctx, s.stop = context.WithCancel(ctx)
	defer s.stop()
	s.at, s.used, s.stubbed, s.out = 0, map[string]int{}, run.Stubbed(s.options), s.app.Stdout
	view := terminal.NewRunView(&muted{s}, s.app.colors(s.app.StdoutIsTerminal))
	view.Whole = s.verbose
	if s.state != nil {
		view.StartAt(s.state.Start.Time())
	}
	o := s.options
	o.Settings.Stages = s.verbose
	o.Answer, o.Occur = s.answer, s.occur
	o.Observe = func(t *machine.Trace) {
		view.Observe(t)
		if t.Kind == machine.Entered {
			s.stopAt(t)
		}
	}
	if s.keeps {
		o.Suspend = func(_ time.Time, at run.Pause) bool { return s.err != nil || at == run.AtEnd }
	}
	r, err := s.simulate(o)
	if err != nil || s.back {
		return nil, err
	}
	if s.err != nil {
		return r, nil
	}
	return r, view.Finish(r)
}

// simulate runs the program, from its start or from where it was saved.
func (s *session) simulate(o run.Options) (*run.Result, error) {
	if s.state != nil {
		return run.Resume(s.ctx, s.program, s.state, o)
	}
	return run.Simulate(s.ctx, s.program, o)
}

// muted passes on what is written when all given answers were taken.
type muted struct{ *session }

// Write implements io.Writer.
func (m *muted) Write(p []byte) (int, error) {
	if m.at < len(m.given) || m.back {
		return len(p), nil
	}
	return m.out.Write(p)
}

// stopAt stops at an element that the run has entered, if it steps, and asks how to go on.
func (s *session) stopAt(t *machine.Trace) {
	if s.ended() {
		return
	}
	if s.at < len(s.given) {
		if s.given[s.at].stop { // it stopped here, and went on
			s.at++
		}
		return
	}
	if !s.stepping {
		return
	}
	fmt.Fprintf(s.app.Stdout, "stopped at %s, data %s\n", diag.Visible(t.Node.Name()), diag.Visible(string(value.Append(nil, t.Data))))
	for {
		line, ok := s.ask("continue (enter: to the next; run: without stops; back; quit)")
		switch {
		case !ok:
			return
		case line == "run":
			s.stepping = false
		case line != "":
			fmt.Fprintf(s.app.Stdout, "unknown command %q\n", line)
			continue
		}
		s.give(given{stop: true})
		return
	}
}

// give keeps an answer.
func (s *session) give(g given) {
	g.stepping = s.stepping
	s.given = append(s.given, g)
	s.at = len(s.given)
}

// ended reports whether the run is being left.
func (s *session) ended() bool { return s.back || s.err != nil }

// runInteractive runs a program with a person who answers, and saves what was answered.
func (a *app) runInteractive(ctx context.Context, f *runFlags, p *workflow.Program, o *run.Options, paths []string) error {
	if a.Stdin == nil {
		return errors.New("-i needs standard input")
	}
	s := &session{app: a, program: p, options: *o, verbose: f.verbose, resumed: f.resume != "" && f.state == nil, state: f.state, keeps: f.save != "", in: bufio.NewReader(a.Stdin), stepping: f.step, first: f.step}
	r, err := s.interact(ctx)
	if err != nil && !errors.Is(err, errEnded) {
		return err
	}
	if f.saveAnswers != "" {
		if err := files.Write(f.saveAnswers, scenario.Print(s.scenario(f.saveAnswers, paths))); err != nil {
			return err
		}
		a.note(fmt.Sprintf("%s has what was answered; continue with --resume %s", f.saveAnswers, f.saveAnswers))
	}
	if f.save != "" && r != nil {
		if err := a.saveRun(f.save, r, paths); err != nil {
			return err
		}
	}
	if err != nil {
		return nil
	}
	return statusOf(r)
}
