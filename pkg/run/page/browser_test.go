package page_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A browser is a Chromium without a window, which is spoken to over a pair of pipes: its debugging protocol, a message of JSON
// with a zero byte after it.
type browser struct {
	t       *testing.T
	in      *os.File
	out     *bufio.Reader
	id      int
	session string
	events  []message // that came so far
}

// A message is an answer or an event of the protocol.
type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// open opens a page in Chromium, of which the test is skipped where it is not installed.
func open(t *testing.T, html string) *browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("chromium is not installed")
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(html), 0o644); err != nil {
		t.Fatal(err)
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1200,1600", "--remote-debugging-pipe",
		"--user-data-dir="+t.TempDir(), "about:blank")
	c.ExtraFiles = []*os.File{theirIn, theirOut}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	b := &browser{t: t, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	t.Cleanup(func() {
		b.call("Browser.close", nil)
		in.Close()
		out.Close()
		_ = c.Wait() // its status depends on how it was ended
	})
	var target struct{ TargetID string }
	b.into(b.call("Target.createTarget", map[string]any{"url": "about:blank"}), &target)
	var attached struct{ SessionID string }
	b.into(b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}), &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network", "Accessibility"} {
		b.call(domain+".enable", nil)
	}
	b.call("Page.navigate", map[string]any{"url": "file://" + file})
	b.waitFor("Page.loadEventFired")
	return b
}

func (b *browser) into(raw json.RawMessage, v any) {
	b.t.Helper()
	if err := json.Unmarshal(raw, v); err != nil {
		b.t.Fatalf("%v in %s", err, raw)
	}
}

// read reads the next message.
func (b *browser) read() message {
	b.t.Helper()
	text, err := b.out.ReadBytes(0)
	if err != nil {
		b.t.Fatalf("chromium ended: %v", err)
	}
	var m message
	b.into(bytes.TrimRight(text, "\x00"), &m)
	return m
}

// call sends a request and returns its result.
func (b *browser) call(method string, params any) json.RawMessage {
	b.t.Helper()
	b.id++
	request := map[string]any{"id": b.id, "method": method}
	if params != nil {
		request["params"] = params
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	text, err := json.Marshal(request)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		m := b.read()
		switch {
		case m.ID != b.id:
			b.events = append(b.events, m)
		case m.Error != nil:
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		default:
			return m.Result
		}
	}
}

func (b *browser) waitFor(event string) {
	b.t.Helper()
	for _, m := range b.events {
		if m.Method == event {
			return
		}
	}
	for {
		m := b.read()
		b.events = append(b.events, m)
		if m.Method == event {
			return
		}
	}
}

// eval returns the value of an expression of JavaScript as text, after the next frame was drawn.
func (b *browser) eval(expression string) string {
	b.t.Helper()
	var got struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Text string }
	}
	b.into(b.call("Runtime.evaluate", map[string]any{"returnByValue": true, "awaitPromise": true,
		"expression": "new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(" + expression + "))))"}), &got)
	if got.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, got.ExceptionDetails.Text)
	}
	return fmt.Sprint(got.Result.Value)
}

// press presses a key.
func (b *browser) press(key string) {
	b.t.Helper()
	codes := map[string]int{"Tab": 9, "PageDown": 34, "End": 35, "Home": 36, "ArrowUp": 38, "ArrowDown": 40}
	for _, kind := range []string{"rawKeyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": codes[key]})
	}
}

// click clicks the middle of an element.
func (b *browser) click(selector string) {
	b.t.Helper()
	var at struct{ X, Y float64 }
	where := b.eval(`(() => { const e = document.querySelector(` + fmt.Sprintf("%q", selector) + `); e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect();
		return JSON.stringify({x: r.x + Math.min(r.width, 200) / 2, y: r.y + r.height / 2}) })()`)
	b.into(json.RawMessage(where), &at)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1})
	}
}

// quiet checks that the page asked for nothing but itself, and that nothing was written to the console.
func (b *browser) quiet() {
	b.t.Helper()
	for _, m := range b.events {
		switch m.Method {
		case "Network.requestWillBeSent":
			var p struct{ Request struct{ URL string } }
			b.into(m.Params, &p)
			if !strings.HasPrefix(p.Request.URL, "file://") || !strings.HasSuffix(p.Request.URL, "page.html") {
				b.t.Errorf("the page requests %s", p.Request.URL)
			}
		case "Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown":
			b.t.Errorf("the console has %s", m.Params)
		}
	}
}

// names returns the names that a screen reader is given for the elements with a role.
func (b *browser) names(role string) []string {
	b.t.Helper()
	var tree struct {
		Nodes []struct {
			Ignored    bool
			Role, Name struct{ Value any }
		}
	}
	b.into(b.call("Accessibility.getFullAXTree", nil), &tree)
	var out []string
	for _, n := range tree.Nodes {
		if !n.Ignored && n.Role.Value == role {
			out = append(out, fmt.Sprint(n.Name.Value))
		}
	}
	return out
}
