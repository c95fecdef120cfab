package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

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
