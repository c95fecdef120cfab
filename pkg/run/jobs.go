package run

import (
	"context"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
)

// A job is a process that answers a call.
type job struct {
	id      int64
	ctx     context.Context
	process Process
	by      func(context.Context, Process) ProcessResult
	began   time.Time // virtual
}

// finished is the report of a process.
type finished struct {
	id     int64
	result ProcessResult
	began  time.Time // virtual
	took   time.Duration
}

// execute answers a call by a process, alongside whatever else goes on.
func (s *simulator) execute(c *machine.Command, f *flight, a Reply, by func(context.Context, Process) ProcessResult) {
	if by == nil {
		s.schedule.add(s.now, answersRank, machine.Event{Kind: machine.Failure, ID: c.ID, Error: &machine.Error{Cause: "this run cannot start processes"}})
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	p := Process{Command: a.Exec, Program: a.Program, Folder: a.Folder, Task: c.Call.Task, Node: c.Node.Name(),
		Attempt: c.Attempt, Input: c.Input}
	if c.Call.Parameters != nil {
		p.Parameters = &c.Call.Parameters.Value
	}
	s.queue = append(s.queue, job{c.ID, ctx, p, by, a.After.AddTo(s.now)})
	s.startJobs()
}

// startJobs starts as many of the queued processes as may run together with those that do. Calls that were cancelled meanwhile are
// left out.
func (s *simulator) startJobs() {
	for len(s.queue) > 0 && (s.options.Jobs == 0 || s.processes < s.options.Jobs) {
		j := s.queue[0]
		s.queue = s.queue[1:]
		if _, wanted := s.calls[j.id]; wanted {
			s.processes++
			go s.work(j)
		}
	}
}

// work runs a process and reports it.
func (s *simulator) work(j job) {
	from := s.options.Clock.Now()
	r := j.by(j.ctx, j.process)
	s.results <- finished{id: j.id, result: r, began: j.began, took: s.options.Clock.Now().Sub(from)}
}
