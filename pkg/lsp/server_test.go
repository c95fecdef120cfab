package lsp_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/lsp"
)

const uri = "file:///w/order.asl.json"

const order = `{
  "StartAt": "Päckchen 😀",
  "States": {
    "Päckchen 😀": {"Type": "Pass", "Next": "Ship"},
    "Ship": {"Type": "Wait", "Seconds": 0, "Next": "Done"},
    "Done": {"Type": "Succeed"}
  }
}
`

// An editor is the other side of a server.
type editor struct {
	*jrpc2.Client
	found chan published
}

type published struct {
	URI         string
	Version     int
	Diagnostics []struct {
		Range   struct{ Start, End struct{ Line, Character int } }
		Code    string
		Message string
	}
}

func check(path string, text []byte) ([]*lint.Report, []diag.Diagnostic) {
	l := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	b := &lint.Batch{Linter: &lint.Linter{}}
	reports := b.Linter.CheckFile(l.ReadAll(load.Text(path, text)))
	b.Add(reports...)
	return reports, b.Findings()
}

func formatted(path string, text []byte) []byte {
	l := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	return l.Format(l.ReadAll(load.Text(path, text))).Text
}

func started(t testing.TB) *editor {
	t.Helper()
	fromEditor, toServer := io.Pipe()
	fromServer, toEditor := io.Pipe()
	s := &lsp.Server{Version: "test", Check: check, Format: formatted, Explain: func(rule string) string { return "about " + rule }, Paths: somePaths}
	done := make(chan error, 1)
	go func() { done <- s.Serve(fromEditor, toEditor) }()
	e := &editor{found: make(chan published, 100)}
	e.Client = jrpc2.NewClient(channel.LSP(fromServer, toServer), &jrpc2.ClientOptions{OnNotify: func(r *jrpc2.Request) {
		var p published
		if r.UnmarshalParams(&p) == nil {
			e.found <- p
		}
	}})
	t.Cleanup(func() {
		e.Close()
		if err := <-done; err != nil {
			t.Errorf("the server ends with %v", err)
		}
	})
	var init map[string]any
	e.call(t, "initialize", map[string]any{"capabilities": map[string]any{}}, &init)
	return e
}

func (e *editor) call(t testing.TB, method string, params, result any) {
	t.Helper()
	r, err := e.Call(context.Background(), method, params)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	if err := r.UnmarshalResult(result); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) open(t testing.TB, text string) published { return e.openAs(t, uri, text) }

func (e *editor) openAs(t testing.TB, uri, text string) published {
	t.Helper()
	err := e.Notify(context.Background(), "textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 1, "text": text}})
	if err != nil {
		t.Fatal(err)
	}
	return <-e.found
}

func (e *editor) change(t testing.TB, version int, changes ...any) published {
	return e.changeIn(t, uri, version, changes...)
}

func (e *editor) changeIn(t testing.TB, uri string, version int, changes ...any) published {
	t.Helper()
	err := e.Notify(context.Background(), "textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": changes})
	if err != nil {
		t.Fatal(err)
	}
	return <-e.found
}

func place(line, character int) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": character}}
}

func TestFindingsFollowTheText(t *testing.T) {
	t.Parallel()
	e := started(t)
	if p := e.open(t, order); len(p.Diagnostics) != 1 || p.Diagnostics[0].Code != "net/zero-wait" {
		t.Fatalf("findings: %+v", p)
	}
	p := e.change(t, 2, map[string]any{"range": map[string]any{"start": map[string]any{"line": 3, "character": 45}, "end": map[string]any{"line": 3, "character": 49}}, "text": "Shop"})
	found := ""
	for _, d := range p.Diagnostics {
		found += fmt.Sprintf("%s at %d:%d to %d ", d.Code, d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Character)
	}
	if !strings.Contains(found, "asl/unknown-target at 3:44 to 50") || p.Version != 2 {
		t.Errorf("after the edit: %s", found)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	e := started(t)
	e.open(t, order)
	var places []struct {
		Range struct{ Start struct{ Line, Character int } }
	}
	e.call(t, "textDocument/definition", place(3, 46), &places)
	if len(places) != 1 || places[0].Range.Start.Line != 4 || places[0].Range.Start.Character != 4 {
		t.Errorf("Ship is defined at %+v", places)
	}
	e.call(t, "textDocument/references", place(4, 6), &places)
	if len(places) != 2 {
		t.Errorf("Ship is named at %+v", places)
	}
	var edit struct {
		Changes map[string][]struct{ NewText string }
	}
	rename := place(4, 6)
	rename["newName"] = "Send"
	e.call(t, "textDocument/rename", rename, &edit)
	if all := edit.Changes[uri]; len(all) != 2 || all[0].NewText != `"Send"` {
		t.Errorf("renaming does %+v", edit)
	}
	var symbols []struct{ Name, Detail string }
	e.call(t, "textDocument/documentSymbol", place(0, 0), &symbols)
	if len(symbols) != 3 || symbols[0].Name != "Päckchen 😀" || symbols[1].Detail != "Wait" {
		t.Errorf("symbols %+v", symbols)
	}
	var items []struct{ Label string }
	e.call(t, "textDocument/completion", place(3, 46), &items)
	if len(items) != 3 {
		t.Errorf("completions %+v", items)
	}
	var h struct{ Contents struct{ Value string } }
	e.call(t, "textDocument/hover", place(3, 46), &h)
	if !strings.Contains(h.Contents.Value, "**Ship** (Wait)") {
		t.Errorf("hover %+v", h)
	}
	e.call(t, "textDocument/hover", place(4, 40), &h)
	if !strings.Contains(h.Contents.Value, "about net/zero-wait") {
		t.Errorf("hover of a finding %+v", h)
	}
}

func TestFormattingAndDrawing(t *testing.T) {
	t.Parallel()
	e := started(t)
	e.open(t, strings.ReplaceAll(order, "  ", "      "))
	var edits []struct{ NewText string }
	e.call(t, "textDocument/formatting", place(0, 0), &edits)
	if len(edits) != 1 || !strings.Contains(edits[0].NewText, "\n  \"States\"") {
		t.Errorf("formatting %+v", edits)
	}
	var picture string
	e.call(t, "workspace/executeCommand", map[string]any{"command": "flowglot.drawing", "arguments": []string{uri}}, &picture)
	if !strings.HasPrefix(picture, "<svg") {
		t.Errorf("the drawing is %.40q", picture)
	}
}

func BenchmarkKeystroke(b *testing.B) {
	var states []string
	for i := range 1000 {
		states = append(states, fmt.Sprintf("\"S%d\": {\n\"Type\": \"Pass\",\n\"Result\": 1,\n\"Next\": \"S%d\"\n}", i, i+1))
	}
	text := "{\"StartAt\": \"S0\", \"States\": {\n" + strings.Join(states, ",\n") + ",\n\"S1000\": {\"Type\": \"Succeed\"}\n}}\n"
	e := started(b)
	e.open(b, text)
	b.ResetTimer()
	for i := range b.N {
		e.change(b, i+2, map[string]any{"text": " ", "range": map[string]any{"start": map[string]any{"line": 2, "character": 0}, "end": map[string]any{"line": 2, "character": 0}}})
	}
}
