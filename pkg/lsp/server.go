// Package lsp is a language server: it tells an editor what lint finds in a definition while it is typed, and answers questions about the
// names in it. The protocol is the Language Server Protocol 3.17.
package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/svg"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/source"
)

// A Server answers one editor.
type Server struct {
	// Version is that of the program.
	Version string
	// Check returns what is known of the definitions in the text of a file (one, or those that a file of another kind contains), and
	// what lint finds there and in files that it refers to.
	Check func(path string, text []byte) ([]*lint.Report, []diag.Diagnostic)
	// Format returns the text of a file with its definitions printed canonically. One that cannot be printed stays as it is.
	Format func(path string, text []byte) []byte
	// Explain returns the explanation of a rule as Markdown, or "".
	Explain func(rule string) string
	// Paths returns the paths into its data that are known of a definition. It may be nil.
	Paths func(path string) []Path

	mu       sync.Mutex
	utf8     bool
	texts    map[string]*text
	reports  map[string][]*lint.Report
	findings map[string][]diag.Diagnostic // in the text itself
	schemas  map[string]*schema           // by dialect, once they are needed
}

// ErrNoShutdown is the error of an editor that leaves with "exit" and has not asked for "shutdown" before: the exit status is 1 then.
var ErrNoShutdown = errors.New(`the editor sent "exit" without "shutdown"`)

// Serve speaks with the editor until it leaves, or the input ends.
func (s *Server) Serve(in io.Reader, out io.WriteCloser) error {
	s.texts, s.reports, s.findings = map[string]*text{}, map[string][]*lint.Report{}, map[string][]diag.Diagnostic{}
	s.schemas = map[string]*schema{}
	methods := handler.Map{
		"initialize":                      handler.New(s.initialize),
		"initialized":                     handler.New(func(context.Context) error { return nil }),
		"shutdown":                        handler.New(func(context.Context) error { return nil }),
		"textDocument/didOpen":            handler.New(s.didOpen),
		"textDocument/didChange":          handler.New(s.didChange),
		"textDocument/didClose":           handler.New(s.didClose),
		"textDocument/formatting":         handler.New(s.formatting),
		"textDocument/codeAction":         handler.New(s.codeAction),
		"textDocument/hover":              handler.New(s.hover),
		"textDocument/documentSymbol":     handler.New(s.symbols),
		"textDocument/definition":         handler.New(s.definition),
		"textDocument/references":         handler.New(s.references),
		"textDocument/rename":             handler.New(s.rename),
		"textDocument/completion":         handler.New(s.completion),
		"textDocument/didSave":            handler.New(func(context.Context) error { return nil }),
		"workspace/executeCommand":        handler.New(s.command),
		"workspace/didChangeWatchedFiles": handler.New(func(context.Context) error { return nil }),
		"$/cancelRequest":                 handler.New(func(context.Context) error { return nil }),
		"$/setTrace":                      handler.New(func(context.Context) error { return nil }),
	}
	server := jrpc2.NewServer(methods, &jrpc2.ServerOptions{AllowPush: true, Concurrency: 1})
	left, ended := make(chan struct{}), make(chan error, 1)
	var once sync.Once
	methods["exit"] = handler.New(func(context.Context) error {
		once.Do(func() { close(left) })
		return nil
	})
	messages := newFrames(in, out)
	server.Start(messages)
	go func() { ended <- server.Wait() }()
	select {
	case <-left: // the editor may keep the input open, on which the server would wait
		if !messages.shutdown.Load() {
			return ErrNoShutdown
		}
		return nil
	case err := <-ended:
		if err == io.EOF {
			return nil
		}
		return err
	}
}

func (s *Server) initialize(_ context.Context, p initializeParams) (*initializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.utf8 = slices.Contains(p.Capabilities.General.PositionEncodings, "utf-8")
	encoding := "utf-16"
	if s.utf8 {
		encoding = "utf-8"
	}
	r := &initializeResult{Capabilities: map[string]any{
		"positionEncoding":           encoding,
		"textDocumentSync":           map[string]any{"openClose": true, "change": 2, "save": false},
		"documentFormattingProvider": true,
		"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix"}},
		"hoverProvider":              true,
		"documentSymbolProvider":     true,
		"definitionProvider":         true,
		"referencesProvider":         true,
		"renameProvider":             true,
		"completionProvider":         map[string]any{"triggerCharacters": []string{`"`, "$", ".", ":"}},
		"executeCommandProvider":     map[string]any{"commands": []string{commandDrawing}},
	}}
	r.ServerInfo.Name, r.ServerInfo.Version = "flowglot", s.Version
	return r, nil
}

func (s *Server) didOpen(ctx context.Context, p documentParams) error {
	s.mu.Lock()
	t := newText(p.TextDocument.URI, pathOf(p.TextDocument.URI), p.TextDocument.Version, p.TextDocument.Text, s.utf8)
	s.texts[t.uri] = t
	s.mu.Unlock()
	return s.check(ctx, t)
}

func (s *Server) didChange(ctx context.Context, p changeParams) error {
	s.mu.Lock()
	t := s.texts[p.TextDocument.URI]
	if t == nil {
		s.mu.Unlock()
		return fmt.Errorf("%s was not opened", p.TextDocument.URI)
	}
	for _, c := range p.ContentChanges {
		t.replace(c.Range, c.Text)
	}
	t.version = p.TextDocument.Version
	s.mu.Unlock()
	return s.check(ctx, t)
}

func (s *Server) didClose(ctx context.Context, p documentParams) error {
	s.mu.Lock()
	delete(s.texts, p.TextDocument.URI)
	delete(s.reports, p.TextDocument.URI)
	delete(s.findings, p.TextDocument.URI)
	s.mu.Unlock()
	return jrpc2.ServerFromContext(ctx).Notify(ctx, "textDocument/publishDiagnostics", publishParams{URI: p.TextDocument.URI, Diagnostics: []diagnostic{}})
}

// check checks a text and tells the editor what was found.
func (s *Server) check(ctx context.Context, t *text) error {
	reports, findings := s.Check(t.path, t.bytes)
	reports = slices.DeleteFunc(reports, func(r *lint.Report) bool {
		return r.Outer != nil && !bytes.Equal(r.Outer.Text, t.bytes) // the definition is written in another file
	})
	findings = slices.DeleteFunc(findings, func(d diag.Diagnostic) bool { return d.File == nil || !bytes.Equal(d.File.Text, t.bytes) })
	s.mu.Lock()
	s.reports[t.uri], s.findings[t.uri] = reports, findings
	s.mu.Unlock()
	out := publishParams{URI: t.uri, Version: t.version, Diagnostics: []diagnostic{}}
	for i := range findings {
		out.Diagnostics = append(out.Diagnostics, t.diagnostic(&findings[i]))
	}
	return jrpc2.ServerFromContext(ctx).Notify(ctx, "textDocument/publishDiagnostics", out)
}

func (t *text) diagnostic(d *diag.Diagnostic) diagnostic {
	out := diagnostic{Range: t.rangeOf(d.Span), Severity: map[diag.Severity]int{diag.Error: 1, diag.Warning: 2, diag.Info: 3}[d.Severity], Code: d.Rule,
		Source: "flowglot", Message: d.Message}
	if d.Help != "" {
		out.Message += "; " + d.Help
	}
	for _, x := range d.Related {
		if x.File == d.File || x.File == nil {
			out.RelatedInfo = append(out.RelatedInfo, relatedInfo{location{t.uri, t.rangeOf(x.Span)}, x.Message})
		}
	}
	return out
}

// known is the text of a document and what is known of it.
func (s *Server) known(uri string) (*text, []*lint.Report, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.texts[uri]
	if t == nil {
		return nil, nil, fmt.Errorf("%s was not opened", uri)
	}
	return t, s.reports[uri], nil
}

// found is the text of a document and what lint finds in it.
func (s *Server) found(uri string) (*text, []diag.Diagnostic, error) {
	t, _, err := s.known(uri)
	if err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return t, s.findings[uri], nil
}

// formatting formats the definitions in a file: the one that it is, or those inside it. One that cannot be read in full stays as it is.
func (s *Server) formatting(_ context.Context, p documentParams) ([]textEdit, error) {
	t, _, err := s.known(p.TextDocument.URI)
	if err != nil {
		return []textEdit{}, err
	}
	formatted := s.Format(pathOf(t.uri), t.bytes)
	if bytes.Equal(formatted, t.bytes) {
		return []textEdit{}, nil
	}
	return []textEdit{{t.rangeOf(source.Span{End: len(t.bytes)}), string(formatted)}}, nil
}

// codeAction offers the fixes of the findings in a range.
func (s *Server) codeAction(_ context.Context, p codeActionParams) ([]codeAction, error) {
	t, findings, err := s.found(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	from, to := t.offset(p.Range.Start), t.offset(p.Range.End)
	out := []codeAction{}
	for i := range findings {
		d := &findings[i]
		if d.Fix == nil || d.Span.End < from || d.Span.Start > to {
			continue
		}
		a := codeAction{Title: d.Fix.Description, Kind: "quickfix", IsPreferred: !d.Fix.Unsafe, Edit: workspaceEdit{Changes: map[string][]textEdit{}}}
		for _, e := range d.Fix.Edits {
			a.Edit.Changes[t.uri] = append(a.Edit.Changes[t.uri], textEdit{t.rangeOf(e.Span), e.Text})
		}
		out = append(out, a)
	}
	return out, nil
}

// commandDrawing draws the definition of a document: its argument is the URI, its result an SVG picture.
const commandDrawing = "flowglot.drawing"

func (s *Server) command(_ context.Context, p commandParams) (string, error) {
	if p.Command != commandDrawing || len(p.Arguments) != 1 {
		return "", fmt.Errorf("unknown command %q; there is %s with the URI of a document", p.Command, commandDrawing)
	}
	_, reports, err := s.known(p.Arguments[0])
	if err != nil {
		return "", err
	}
	for _, r := range reports {
		if r.Program != nil {
			return string(svg.Print(graph.OfProgram(r.Program, graph.Options{}), svg.Options{})), nil
		}
	}
	return "", fmt.Errorf("%s has no definition that could be drawn", p.Arguments[0])
}

// pathOf is the path of a document; that of one which is not a file is its URI.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path)
}
