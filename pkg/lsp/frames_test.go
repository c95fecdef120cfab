package lsp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// kept is an output that is not closed.
type kept struct{ bytes.Buffer }

// Close implements io.Closer.
func (*kept) Close() error { return nil }

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want, err string }{
		{"Content-Length: 2\r\n\r\n{}", "{}", ""},
		{"content-length:2\n\n{}", "{}", ""},
		{"Content-Type: application/vscode-jsonrpc\r\nContent-Length: 0\r\n\r\n", "", ""},
		{"", "", "EOF"},
		{"Content-Length: 2", "", "the input ends in the header of a message"},
		{"Content-Length: 2\r\n", "", "the input ends in the header of a message"},
		{"\r\n", "", "the header of a message has no Content-Length"},
		{"hello\r\n\r\n", "", `the header of a message has the line "hello"; a name and a colon are needed`},
		{"Content-Length: -5\r\n\r\n{}", "", `the Content-Length of a message is "-5"; a number of bytes is needed`},
		{"Content-Length: 9999999999999999999999\r\n\r\n", "", `the Content-Length of a message is "9999999999999999999999"; a number of bytes is needed`},
		{"Content-Length: 99999999999999\r\n\r\n{}", "", "a message of 99999999999999 bytes is longer than 128 MB"},
		{"Content-Length: 134217728\r\n\r\n{}", "", "the input ends in a message, after 2 of 134217728 bytes"},
		{strings.Repeat("A", 1<<20), "", "the header of a message has a line of more than 4096 bytes"},
	} {
		got, err := newFrames(strings.NewReader(c.in), nil).Recv()
		switch {
		case err == nil && (c.err != "" || string(got) != c.want):
			t.Errorf("%.40q: read %q", c.in, got)
		case err != nil && err.Error() != c.err:
			t.Errorf("%.40q: %v", c.in, err)
		}
	}
}

func TestRequestsAreCounted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		calls  bool
		method string
	}{
		{`{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}`, true, "shutdown"},
		{`{"jsonrpc": "2.0", "id": null, "method": "shutdown"}`, false, "shutdown"},
		{`{"jsonrpc": "2.0", "method": "exit"}`, false, "exit"},
		{`{"id": 1, "result": {}}`, false, ""},
		{`{"method": 1, "params": "shutdown"}`, false, ""},
		{`[{"method": "a"}, {"id": 2, "method": "b"}]`, true, ""},
		{`[{"method": "shutdown"}]`, false, ""},
		{`shutdown`, false, ""},
	} {
		if calls, method := requests([]byte(c.text)); calls != c.calls || method != c.method {
			t.Errorf("%s: %t, %q", c.text, calls, method)
		}
	}
}

// TestAnswersComeBeforeTheEnd writes all messages of a session at once: each request has its answer before the server ends.
func TestAnswersComeBeforeTheEnd(t *testing.T) {
	t.Parallel()
	var in, want strings.Builder
	for i, method := range []string{"initialize", "textDocument/documentSymbol", "unknown", "shutdown", "exit"} {
		id := fmt.Sprintf(`"id": %d, `, i)
		if method == "exit" {
			id = ""
		} else {
			fmt.Fprintf(&want, "%d ", i)
		}
		text := fmt.Sprintf(`{"jsonrpc": "2.0", %s"method": %q, "params": {}}`, id, method)
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(text), text)
	}
	for range 20 {
		var out kept
		if err := (&Server{Version: "test"}).Serve(strings.NewReader(in.String()), &out); err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for i := range 4 {
			if strings.Contains(out.String(), fmt.Sprintf(`"id":%d`, i)) {
				fmt.Fprintf(&got, "%d ", i)
			}
		}
		if got.String() != want.String() {
			t.Fatalf("answers to %s, want %s", got.String(), want.String())
		}
	}
}

// FuzzFrames reads messages from any input, and those that it reads again after they were written.
func FuzzFrames(f *testing.F) {
	for _, s := range []string{"", "Content-Length: 2\r\n\r\n{}", "A: b\nContent-Length: 1\n\nxContent-Length: 0\n\n", "Content-Length: 5\n\nab"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in := newFrames(strings.NewReader(text), &kept{})
		for {
			m, err := in.Recv()
			if err != nil {
				if errors.Is(err, io.EOF) && err != io.EOF {
					t.Fatalf("the end of the input is %v", err)
				}
				return
			}
			if calls, _ := requests(m); calls { // without an answer, "exit" would wait
				if err := in.Send([]byte("{}")); err != nil {
					t.Fatal(err)
				}
			}
			out := &kept{}
			if err := newFrames(nil, out).Send(m); err != nil {
				t.Fatal(err)
			}
			if again, err := newFrames(&out.Buffer, nil).Recv(); err != nil || !bytes.Equal(again, m) {
				t.Fatalf("%q was read again as %q, %v", m, again, err)
			}
		}
	})
}
