package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// The limits of a message from the editor. A text of the largest size that other commands read may be twice as long as JSON.
const (
	mostMessage = 128 << 20
	mostHeader  = 4 << 10
)

// frames are the messages between the editor and the server: each has a header with the length of what follows. It is a channel of jrpc2.
type frames struct {
	in    *bufio.Reader
	mutex sync.Mutex // of out: the server writes answers and notifications
	out   io.WriteCloser

	unanswered int        // how many requests, or batches with some, have no answer yet
	answered   *sync.Cond // is signalled when there are fewer

	// shutdown is whether the editor has announced that it leaves. It is seen here because requests are answered side by side: "exit" may be
	// handled before.
	shutdown atomic.Bool
}

func newFrames(in io.Reader, out io.WriteCloser) *frames {
	f := &frames{in: bufio.NewReaderSize(in, mostHeader), out: out}
	f.answered = sync.NewCond(&f.mutex)
	return f
}

// Recv reads the next message. The error is io.EOF at the end of the input. A length is not believed: memory grows with what arrives.
func (f *frames) Recv() ([]byte, error) {
	length, err := f.header()
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if _, err := io.CopyN(&text, f.in, int64(length)); err != nil {
		return nil, fmt.Errorf("the input ends in a message, after %d of %d bytes", text.Len(), length)
	}
	switch calls, method := requests(text.Bytes()); {
	case method == "exit":
		f.waitForAnswers()
	case calls:
		f.shutdown.Store(f.shutdown.Load() || method == "shutdown")
		f.mutex.Lock()
		f.unanswered++
		f.mutex.Unlock()
	}
	return text.Bytes(), nil
}

// waitForAnswers waits until all requests are answered: an editor may write its last requests and "exit" at once. It ends also when
// nothing can be written to the editor any more.
func (f *frames) waitForAnswers() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for f.unanswered > 0 {
		f.answered.Wait()
	}
}

// requests reports whether a message, or one of a batch, asks for an answer, and the method of a single one.
func requests(text []byte) (calls bool, method string) {
	type message struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	var m message
	if json.Unmarshal(text, &m) == nil {
		return m.Method != "" && len(m.ID) > 0 && string(m.ID) != "null", m.Method
	}
	var batch []message
	if json.Unmarshal(text, &batch) != nil {
		return false, ""
	}
	return slices.ContainsFunc(batch, func(m message) bool { return m.Method != "" && len(m.ID) > 0 && string(m.ID) != "null" }), ""
}

// answers reports whether a message of the server is an answer, or a batch of them: what the server itself asks or notifies has a method.
func answers(text []byte) bool {
	var m struct {
		Method string `json:"method"`
	}
	return json.Unmarshal(text, &m) != nil || m.Method == ""
}

// header reads a header, and returns the length of the message.
func (f *frames) header() (int, error) {
	length := -1
	for first := true; ; first = false {
		line, err := f.in.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF) && first && len(line) == 0:
			return 0, io.EOF
		case errors.Is(err, io.EOF):
			return 0, errors.New("the input ends in the header of a message")
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, fmt.Errorf("the header of a message has a line of more than %d bytes", mostHeader)
		case err != nil:
			return 0, fmt.Errorf("the header of a message cannot be read: %w", err)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return 0, fmt.Errorf("the header of a message has the line %q; a name and a colon are needed", text)
		}
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
				return 0, fmt.Errorf("the Content-Length of a message is %q; a number of bytes is needed", strings.TrimSpace(value))
			}
		}
	}
	switch {
	case length < 0:
		return 0, errors.New("the header of a message has no Content-Length")
	case length > mostMessage:
		return 0, fmt.Errorf("a message of %d bytes is longer than %d MB", length, mostMessage>>20)
	}
	return length, nil
}

// Send writes a message.
func (f *frames) Send(text []byte) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	_, err := f.out.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(text)), text...))
	if f.unanswered > 0 && answers(text) {
		f.unanswered--
		f.answered.Signal()
	}
	return err
}

// Close closes the output. Nothing is answered any more.
func (f *frames) Close() error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.unanswered = 0
	f.answered.Signal()
	return f.out.Close()
}
