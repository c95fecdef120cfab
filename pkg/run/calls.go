package run

import (
	"cmp"
	"context"
	"errors"

	"github.com/flowglot/flowglot/pkg/run/machine"
)

// flight is a call that has not been answered.
type flight struct {
	call   int  // its index in the result
	token  bool // somebody else may answer it by its token
	open   bool // it is to be asked for again when the run is resumed
	cancel context.CancelFunc
}

// invoke answers a call: by its stub after the stub's delay, by a process, or not at all.
func (s *simulator) invoke(c *machine.Command) {
	call := Call{Node: c.Node.Name(), Task: c.Call.Task, Attempt: c.Attempt, At: s.since(), Input: c.Input, Apart: c.Apart, Given: c.Node.Element.Given}
	if c.Call.Parameters != nil {
		call.Parameters = c.Call.Parameters.Value
	}
	s.result.Calls = append(s.result.Calls, call)
	f := &flight{call: len(s.result.Calls) - 1, token: c.Token != ""}
	s.calls[c.ID] = f
	if c.ByEvent || f.token && s.awaitsSender(c) {
		return
	}
	s.respond(c, f, s.answer(c))
}

// respond answers a call as a reply says.
func (s *simulator) respond(c *machine.Command, f *flight, a Reply) {
	switch {
	case a.Never:
	case a.Later:
		f.open = true
	case a.Fetch:
		s.execute(c, f, a, s.options.Fetch)
	case a.Exec != "" || a.Program != "":
		s.execute(c, f, a, s.options.Execute)
	case a.Fail != nil:
		s.schedule.add(a.After.AddTo(s.now), answersRank, machine.Event{Kind: machine.Failure, ID: c.ID, Error: a.Fail})
	case a.Echo:
		v := c.Input
		if c.Call.Echo != nil {
			v = c.Call.Echo(v)
		}
		s.schedule.add(a.After.AddTo(s.now), answersRank, machine.Event{Kind: machine.Answer, ID: c.ID, Value: v})
	default:
		s.schedule.add(a.After.AddTo(s.now), answersRank, machine.Event{Kind: machine.Answer, ID: c.ID, Value: a.Return})
	}
}

func (s *simulator) answer(c *machine.Command) Reply {
	if s.options.Answer != nil {
		if a, ok := s.options.Answer(c, s.now); ok {
			return a
		}
	}
	return s.answers.next(c.Node.Name(), c.Call)
}

// access reads or writes a file, at once.
func (s *simulator) access(c *machine.Command) {
	e := machine.Event{Kind: machine.Answer, ID: c.ID, Value: c.Input}
	var err error
	switch {
	case c.Reader != nil || c.Writer != nil:
		e.Value, err = s.store(c)
	case s.options.Access == nil:
		err = errors.New("this run cannot read files")
	default:
		e.Value, err = s.options.Access(s.machine.Workflow().File, c.File, c.Input)
	}
	if err != nil {
		e = machine.Event{Kind: machine.Failure, ID: c.ID, Error: &machine.Error{Cause: err.Error()}}
	}
	s.schedule.add(s.now, answersRank, e)
}

// store reads the items of a scope, or writes its results.
func (s *simulator) store(c *machine.Command) (any, error) {
	switch store := s.options.Store; {
	case store == nil:
		return nil, errors.New("no folder is given for any bucket")
	case c.Reader != nil:
		return c.Reader.Read(store, c.Input, c.Most, s.now)
	default:
		return c.Writer.Write(store, c.Input, c.Facts, c.Outcomes)
	}
}

// landed records the end of a call.
func (s *simulator) landed(e machine.Event) {
	f, ok := s.calls[e.ID]
	if !ok {
		return
	}
	delete(s.calls, e.ID)
	call := &s.result.Calls[f.call]
	call.Took = s.since() - call.At
	if e.Kind == machine.Answer {
		call.Result, call.Answered, call.Printed = e.Value, true, e.Printed
		return
	}
	name := e.Error.Name
	if !f.token { // whoever has a token need not name the error
		name = cmp.Or(name, s.machine.Workflow().Errors.Task.Name)
	}
	call.Error = &machine.Error{Name: name, Cause: e.Error.Cause}
}

func (s *simulator) cancelCall(c *machine.Command) {
	f, ok := s.calls[c.ID]
	if !ok {
		return
	}
	delete(s.calls, c.ID)
	if f.cancel != nil {
		f.cancel()
	}
	s.schedule.drop(c.ID)
	call := &s.result.Calls[f.call]
	call.Took = s.since() - call.At
	call.Error = c.Error
}
