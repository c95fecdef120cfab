package cmd

import (
	"bytes"
	"context"
	"io"
	"sync"
	"time"
)

// grace is how long an interrupted command goes on to write to a reader that takes nothing.
const grace = time.Second

// errInterrupted ends a command that was interrupted.
var errInterrupted = &exit{status: statusFound, message: "interrupted"}

// A stream writes in a goroutine of its own, so that a reader that takes nothing, such as a pager, does not keep an interrupted
// command from ending. It must be closed.
type stream struct {
	chunks  chan chunk
	done    chan struct{} // closed when the last chunk was written
	givenUp chan struct{} // closed when the command was interrupted and the grace is over

	mutex sync.Mutex
	err   error
}

// A chunk is a part of what is written. Where written is not nil, it is closed when all up to here was written.
type chunk struct {
	text    []byte
	written chan struct{}
}

// newStream returns a stream that writes to w, and calls failed when that fails. After the context has ended it goes on for the grace that
// the clock gives.
func newStream(ctx context.Context, w io.Writer, after func(time.Duration) <-chan time.Time, failed func()) *stream {
	s := &stream{chunks: make(chan chunk, 64), done: make(chan struct{}), givenUp: make(chan struct{})}
	context.AfterFunc(ctx, func() {
		select {
		case <-after(grace):
			close(s.givenUp)
		case <-s.done:
		}
	})
	go func() {
		defer close(s.done)
		for c := range s.chunks {
			if s.failure() == nil && len(c.text) > 0 {
				if _, err := w.Write(c.text); err != nil {
					s.fail(err)
					failed()
				}
			}
			if c.written != nil {
				close(c.written)
			}
		}
	}()
	return s
}

func (s *stream) fail(err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.err == nil {
		s.err = err
	}
}

func (s *stream) failure() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.err
}

// Write implements io.Writer. The error may be that of an earlier write.
func (s *stream) Write(p []byte) (int, error) {
	if err := s.failure(); err != nil {
		return 0, err
	}
	if err := s.send(chunk{text: bytes.Clone(p)}); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (s *stream) send(c chunk) error {
	select {
	case s.chunks <- c:
		return nil
	case <-s.givenUp:
		return errInterrupted
	}
}

// Flush waits until all is written.
func (s *stream) Flush() error {
	written := make(chan struct{})
	if err := s.send(chunk{written: written}); err != nil {
		return err
	}
	select {
	case <-written:
		return s.failure()
	case <-s.givenUp:
		return errInterrupted
	}
}

// Close writes the rest. Nothing may be written after it.
func (s *stream) Close() error {
	close(s.chunks)
	select {
	case <-s.done:
		return s.failure()
	case <-s.givenUp:
		return errInterrupted
	}
}
