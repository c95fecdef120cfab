package cmd

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// codeLike is what a code looks like that commands print in brackets.
var codeLike = regexp.MustCompile(`^[a-z]+/[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// TestExplainKnowsEveryCode collects the codes that the source has, in all tables and constants of all packages, and asks explain for each
// of them.
func TestExplainKnowsEveryCode(t *testing.T) {
	t.Parallel()
	if detectsRacesOnly() {
		t.Skip("it runs in one goroutine")
	}
	_, a := newRoot(System())
	groups := map[string]bool{}
	for _, code := range a.codes() {
		if group, _, grouped := strings.Cut(code, "/"); grouped {
			groups[group] = true
		}
	}
	found := codesInSource(t, groups)
	if len(found) < 400 {
		t.Errorf("only %d codes are in the source", len(found))
	}
	var out bytes.Buffer
	a.Stdout = &out
	for code, place := range found {
		out.Reset()
		if err := a.explain(code); err != nil || out.Len() == 0 {
			t.Errorf("%s: explain does not know %s: %v", place, code, err)
		}
	}
}

// TestExplainKnowsDocumentedLosses asks explain for each loss that a page names.
func TestExplainKnowsDocumentedLosses(t *testing.T) {
	t.Parallel()
	_, a := newRoot(System())
	a.Stdout = io.Discard
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	named := regexp.MustCompile("`(convert/[a-z0-9-]+)`")
	packages := []string{"convert/hints", "convert/rewrite", "convert/verify"}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range named.FindAllStringSubmatch(string(text), -1) {
			if code := match[1]; !slices.Contains(packages, code) && a.explain(code) != nil {
				t.Errorf("%s names %s, which explain does not know", page, code)
			}
		}
	}
}

// codesInSource are the texts of the source that look like codes of one of the groups, with a place of each.
func codesInSource(t *testing.T, groups map[string]bool) map[string]string {
	found := map[string]string{}
	for _, root := range []string{"../pkg", "../cmd"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if _, ok := n.(*ast.ImportSpec); ok {
					return false
				}
				if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
					text, err := strconv.Unquote(l.Value)
					if group, _, _ := strings.Cut(text, "/"); err == nil && codeLike.MatchString(text) && groups[group] {
						found[text] = files.Position(l.Pos()).String()
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}
