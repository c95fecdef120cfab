package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The most lines of a file and of a function. Tests are tables of cases and may be longer.
const (
	mostLinesOfFile     = 400
	mostLinesOfFunction = 60
)

// TestShape keeps files and functions short enough to be read at once. A function that is one list may be longer.
func TestShape(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		t.Skip("this is not a git checkout")
	}
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, filepath.FromSlash(path), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if n := files.Position(f.FileEnd).Line; n > mostLinesOfFile {
			t.Errorf("%s has %d lines, and at most %d are wanted: divide it by subject", path, n, mostLinesOfFile)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil || len(fn.Body.List) == 1 {
				continue
			}
			if n := files.Position(fn.End()).Line - files.Position(fn.Pos()).Line + 1; n > mostLinesOfFunction {
				t.Errorf("%s: %s has %d lines, and at most %d are wanted", files.Position(fn.Pos()), fn.Name.Name, n, mostLinesOfFunction)
			}
		}
	}
}
