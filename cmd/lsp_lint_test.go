package cmd

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// TestEditorsFindWhatLintFinds opens each of our definitions, and each file with definitions inside, in an editor, and compares the
// findings with those of lint in the same file.
func TestEditorsFindWhatLintFinds(t *testing.T) {
	t.Parallel()
	paths := definitionPaths(t)
	if len(paths) < 40 {
		t.Fatalf("only %d files are checked", len(paths))
	}
	foreign, err := filepath.Abs("../testdata/foreign/tsconfig.json") // lint passes over it, so that the editor is not told about its comments
	if err != nil {
		t.Fatal(err)
	}
	published := openAll(t, append(slices.Clone(paths), foreign))
	if last := published[len(paths)]; len(last) > 0 {
		t.Errorf("the editor is told of %q in %s", last, foreign)
	}
	found := 0
	for i, path := range paths {
		found += len(published[i])
		if diff := cmp.Diff(findingsOfLint(t, path), published[i]); diff != "" {
			t.Errorf("%s (-lint +editor):\n%s", path, diff)
		}
	}
	if found < 8 {
		t.Errorf("only %d findings are compared", found)
	}
}

// definitionPaths are the files that lint takes in testdata, and some with mistakes.
func definitionPaths(t *testing.T) []string {
	t.Helper()
	root, err := filepath.Abs("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	_, stdout, _ := command("lint", "--list-files", "--format", "json", root)
	var listed struct{ Files []struct{ File string } }
	if err := json.Unmarshal([]byte(stdout), &listed); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	var paths []string
	for _, f := range listed.Files {
		path, _, _ := strings.Cut(f.File, "#")
		paths = append(paths, path)
	}
	for _, name := range []string{"broken/orders.asl.json", "embedded/mistakes/template.yaml", "asl/reminder.asl.json", "typos/garden.asl.yaml"} { // walks leave out what is wrong on purpose
		paths = append(paths, filepath.Join(root, filepath.FromSlash(name)))
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

func findingsOfLint(t *testing.T, path string) []string {
	t.Helper()
	_, stdout, _ := command("lint", "--format", "json", path)
	var report struct {
		Findings []struct {
			File, Rule, Message, Help        string
			Line, Column, EndLine, EndColumn int
		}
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	out := []string{}
	for _, f := range report.Findings {
		if f.File != path {
			continue // of a definition in a file of its own
		}
		if f.Help != "" {
			f.Message += "; " + f.Help
		}
		out = append(out, fmt.Sprintf("%d:%d-%d:%d %s %s", f.Line, f.Column, f.EndLine, f.EndColumn, f.Rule, f.Message))
	}
	return out
}

// openAll has an editor open files, and returns what the server finds in each.
func openAll(t *testing.T, paths []string) [][]string {
	t.Helper()
	var in strings.Builder
	send := func(method, params string, id int) {
		message := fmt.Sprintf(`{"jsonrpc": "2.0", "method": %q, "params": %s`, method, params)
		if id > 0 {
			message += fmt.Sprintf(`, "id": %d`, id)
		}
		message += "}"
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(message), message)
	}
	send("initialize", `{"capabilities": {}}`, 1)
	texts := make([]string, len(paths))
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
		params, err := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": "file://" + filepath.ToSlash(path), "version": 1, "text": texts[i]}})
		if err != nil {
			t.Fatal(err)
		}
		send("textDocument/didOpen", string(params), 0)
	}
	send("shutdown", "null", 2)
	w := System()
	fromServer, toEditor := io.Pipe()
	fromEditor, toServer := io.Pipe() // open until all is answered, or the server would leave
	var said strings.Builder
	w.Stdin, w.Stdout, w.Stderr = fromEditor, toEditor, &said
	w.Env = func(string) (string, bool) { return "", false }
	ended := make(chan int, 1)
	go func() {
		status := Main([]string{"lsp"}, w)
		toEditor.Close()
		ended <- status
	}()
	go func() { _, _ = io.WriteString(toServer, in.String()) }()
	all := messages(t, fromServer)
	toServer.Close()
	if status := <-ended; status != 0 {
		t.Fatalf("lsp: status %d: %s", status, said.String())
	}
	published := make([][]string, len(paths))
	for _, m := range all {
		if m.Method != "textDocument/publishDiagnostics" {
			continue
		}
		i := slices.IndexFunc(paths, func(path string) bool { return m.Params.URI == "file://"+filepath.ToSlash(path) })
		if i < 0 {
			t.Fatalf("findings of %s, which was not opened", m.Params.URI)
		}
		published[i] = []string{}
		lines := strings.Split(texts[i], "\n")
		for _, d := range m.Params.Diagnostics {
			published[i] = append(published[i], fmt.Sprintf("%s-%s %s %s", d.Range.Start.in(lines), d.Range.End.in(lines), d.Code, d.Message))
		}
	}
	return published
}

type editorPosition struct{ Line, Character int }

// in is a position as lint prints it: lines and characters count from 1, and a character is one even if it has two units in UTF-16.
func (p editorPosition) in(lines []string) string {
	units := utf16.Encode([]rune(lines[p.Line]))
	return fmt.Sprintf("%d:%d", p.Line+1, len(utf16.Decode(units[:p.Character]))+1)
}

type editorMessage struct {
	ID     int
	Method string
	Params struct {
		URI         string
		Diagnostics []struct {
			Range         struct{ Start, End editorPosition }
			Code, Message string
		}
	}
}

// messages reads what a server writes, until it answers the second request.
func messages(t *testing.T, from io.Reader) []editorMessage {
	t.Helper()
	var all []editorMessage
	r := bufio.NewReader(from)
	for {
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		length, badLength := strconv.Atoi(header.Get("Content-Length"))
		if err != nil || badLength != nil {
			t.Fatalf("header %v: %v, %v", header, err, badLength)
		}
		body := make([]byte, length)
		var m editorMessage
		if _, err := io.ReadFull(r, body); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		if m.ID == 2 {
			return all
		}
		all = append(all, m)
	}
}
