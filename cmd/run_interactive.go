package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/iso8601"
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

// answer answers a call that no stub does.
func (s *session) answer(c *machine.Command, at time.Time) (run.Reply, bool) {
	if s.ended() {
		return run.Reply{Later: true}, true
	}
	name, replies, ok := s.stubbed(c.Node.Name(), c.Call)
	if s.used[name]++; ok && (!s.resumed || s.used[name] <= replies) {
		return run.Reply{}, false
	}
	if s.at < len(s.given) {
		g := s.given[s.at]
		s.at++
		if g.reply != nil {
			return *g.reply, true
		}
	}
	for {
		fmt.Fprintf(s.app.Stdout, "%s asks for the answer of %s, input %s\n", diag.Visible(c.Node.Name()), diag.Visible(c.Call.Task), diag.Visible(string(value.Append(nil, c.Input))))
		line, ok := s.ask("answer (JSON; enter: the input; !NAME: fail; never; step; back; quit)")
		if !ok {
			return run.Reply{Later: true}, true
		}
		reply, err := s.reply(line, c.Input)
		if err != nil {
			_ = writeLine(s.app.Stdout, "%v", err)
			continue
		}
		s.give(given{node: c.Node.Name(), reply: &reply})
		return reply, true
	}
}

// reply reads an answer as a person types it, with an optional time before it: "3s {}".
func (s *session) reply(line string, input any) (run.Reply, error) {
	after, rest := iso8601.Duration{}, line
	if first, more, _ := strings.Cut(line, " "); first != "" {
		if d, err := iso8601.ParseWritten(first); err == nil {
			after, rest = d, strings.TrimSpace(more)
		}
	}
	switch {
	case rest == "":
		return run.Reply{Return: input, After: after}, nil
	case rest == "never":
		return run.Reply{Never: true}, nil
	case rest[0] == '!':
		name, cause, _ := strings.Cut(rest[1:], " ")
		return run.Reply{Fail: &machine.Error{Name: name, Cause: cause}, After: after}, nil
	}
	v, err := value.Parse([]byte(rest))
	if err != nil {
		return run.Reply{}, fmt.Errorf("not valid JSON: %w", err)
	}
	return run.Reply{Return: v, After: after}, nil
}

// occur describes what happens where something is awaited.
func (s *session) occur(now time.Time, waiting []machine.Awaited) (run.Occurrence, bool) {
	if s.ended() {
		return run.Occurrence{}, false
	}
	if s.at < len(s.given) {
		g := s.given[s.at]
		s.at++
		if g.occurrence == nil {
			return run.Occurrence{}, false
		}
		return *g.occurrence, true
	}
	for i, w := range waiting {
		fmt.Fprintf(s.app.Stdout, "%d: %s waits for %s\n", i+1, diag.Visible(w.Node), diag.Visible(awaitedBy(w)))
	}
	for {
		line, ok := s.ask("what happens (NUMBER [JSON]; enter: time passes; step; back; quit)")
		if !ok {
			return run.Occurrence{}, false
		}
		if line == "" {
			s.give(given{})
			return run.Occurrence{}, false
		}
		o, err := occurrenceFrom(line, waiting)
		if err != nil {
			_ = writeLine(s.app.Stdout, "%v", err)
			continue
		}
		d := iso8601.Duration{Clock: now.Sub(s.options.Start)}
		o.After = &d
		s.give(given{occurrence: &o})
		return o, true
	}
}

// awaitedBy is what something waits for, in words.
func awaitedBy(w machine.Awaited) string {
	switch w.Kind {
	case "userTask":
		return "a user task"
	case "signal":
		return "a signal"
	case "transition":
		return "a request for " + w.Name
	case "event":
		return "the event " + w.Name
	}
	return strings.TrimSpace(w.Kind + " " + w.Name)
}

// occurrenceFrom reads which of the awaited occurrences happens, and with what.
func occurrenceFrom(line string, waiting []machine.Awaited) (run.Occurrence, error) {
	number, data, _ := strings.Cut(line, " ")
	var i int
	if _, err := fmt.Sscanf(number, "%d", &i); err != nil || i < 1 || i > len(waiting) {
		return run.Occurrence{}, fmt.Errorf("write a number from 1 to %d, and its data as JSON", len(waiting))
	}
	v := any(value.NewObject(0))
	if data = strings.TrimSpace(data); data != "" {
		var err error
		if v, err = value.Parse([]byte(data)); err != nil {
			return run.Occurrence{}, fmt.Errorf("not valid JSON: %w", err)
		}
	}
	w := waiting[i-1]
	switch w.Kind {
	case "signal":
		return run.Occurrence{Kind: "signal", Node: w.Node, Value: v}, nil
	case "transition":
		return run.Occurrence{Kind: "transition", Node: w.Name, Value: v}, nil
	case "event":
		return run.Occurrence{Kind: "event", Value: value.ObjectOf(value.Member{Key: "type", Value: w.Name}, value.Member{Key: "source", Value: "interactive"},
			value.Member{Key: "data", Value: v})}, nil
	}
	return run.Occurrence{Kind: "complete", Node: w.Node, Value: v}, nil
}

// give keeps an answer.
func (s *session) give(g given) {
	g.stepping = s.stepping
	s.given = append(s.given, g)
	s.at = len(s.given)
}

// ended reports whether the run is being left.
func (s *session) ended() bool { return s.back || s.err != nil }

// ask reads a line; "step" has the run stop from there on. It reports false if the person goes back or ends the session.
func (s *session) ask(prompt string) (string, bool) {
	fmt.Fprintf(s.app.Stdout, "%s> ", prompt)
	line, err := s.in.ReadString('\n')
	if line = strings.TrimSpace(line); err != nil && line == "" {
		line = "quit"
		fmt.Fprintln(s.app.Stdout)
	}
	switch line {
	case "step":
		s.stepping = true
		fmt.Fprintln(s.app.Stdout, "the run stops at each step from here on")
		return s.ask(prompt)
	case "back":
		if len(s.given) == 0 {
			fmt.Fprintln(s.app.Stdout, "this is the first question")
			return s.ask(prompt)
		}
		s.back = true
		s.stop()
		return "", false
	case "quit":
		if s.err = errEnded; !s.keeps {
			s.stop()
		}
		return "", false
	}
	return line, true
}

// scenario is what was given as a scenario of the same run.
func (s *session) scenario(path string, definitions []string) *value.Object {
	doc := sampledBy(path, definitions)
	doc.Set("start", s.options.Start.UTC().Format(time.RFC3339))
	doc.Set("input", s.options.Input)
	byNode := map[string]int{}
	var stubs []run.Stub
	for _, g := range s.given {
		if g.reply == nil {
			continue
		}
		i, known := byNode[g.node]
		if !known {
			i = len(stubs)
			byNode[g.node] = i
			stubs = append(stubs, run.Stub{Name: g.node})
		}
		stubs[i].Replies = append(stubs[i].Replies, *g.reply)
	}
	stubs = append(s.before(byNode, stubs), stubs...)
	if len(stubs) > 0 {
		doc.Set("tasks", scenario.Tasks(stubs))
	}
	occurrences := append([]run.Occurrence(nil), s.options.Occurrences...)
	for _, g := range s.given {
		if g.occurrence != nil {
			occurrences = append(occurrences, *g.occurrence)
		}
	}
	if len(occurrences) > 0 {
		doc.Set("occurrences", scenario.Occurrences(occurrences))
	}
	return doc
}

// before are the stubs that the session began with. The answers of one whose name the person answered on precede those.
func (s *session) before(byNode map[string]int, stubs []run.Stub) []run.Stub {
	var out []run.Stub
	for _, old := range s.options.Stubs {
		if i, goesOn := byNode[old.Name]; goesOn {
			stubs[i].Replies = append(append([]run.Reply(nil), old.Replies...), stubs[i].Replies...)
			continue
		}
		out = append(out, old)
	}
	return out
}

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
