package source

import (
	"fmt"
	"strings"
	"testing"
)

// TestParseHostile reads texts that are made to cost more than they are worth. That each is read at all, without a panic
// and before the test runs out of time, is part of what is tested.
func TestParseHostile(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 12; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	merges := "a: &a\n"
	for i := range 10_000 {
		merges += fmt.Sprintf("  k%d: v\n", i)
	}
	merges += "b:\n" + strings.Repeat("- <<: *a\n", 10_000)
	tests := []struct {
		name     string
		format   Format
		text     string
		rule     string // of the first problem
		problems int
	}{
		{"json, open brackets", JSON, strings.Repeat("[", size), ruleDepth, 1},
		{"json, open objects", JSON, strings.Repeat(`{"a":`, size/5), ruleDepth, 1},
		{"json, deep and closed", JSON, strings.Repeat("[", 5_000) + strings.Repeat("]", 5_000), ruleDepth, 1},
		{"json, deep siblings", JSON, strings.Repeat("[", 1_000) + strings.Repeat("[],", size/3), ruleDepth, 2},
		{"json, commas", JSON, "[" + strings.Repeat(",", size), ruleSyntax, 2},
		{"json, missing commas", JSON, "[" + strings.Repeat("1 ", size/2), ruleSyntax, 101},
		{"json, quotes", JSON, strings.Repeat("\"", size), ruleSyntax, 1},
		{"json, backslashes", JSON, `"` + strings.Repeat(`\`, size), ruleSyntax, 1},
		{"json, comments", JSON, strings.Repeat("//\n", size/3), ruleSyntax, 2},
		{"json, open comments", JSON, strings.Repeat("[/*", size/3), ruleSyntax, 1},
		{"json, no UTF-8", JSON, `"` + strings.Repeat("\xff", size) + `"`, ruleUTF8, 5},
		{"json, control characters", JSON, `"` + strings.Repeat("\x01", size) + `"`, ruleSyntax, 1},
		{"json, one key", JSON, "{" + strings.Repeat(`"a":1,`, size/6) + `"b":2}`, ruleDuplicate, 101},
		{"yaml, open brackets", YAML, strings.Repeat("[", size), ruleDepth, 1},
		{"yaml, items in items", YAML, strings.Repeat("- ", size/2), ruleDepth, 1},
		{"yaml, aliases of aliases", YAML, bomb, ruleAlias, 1},
		{"yaml, merges of a large mapping", YAML, merges, ruleAlias, 1},
		{"yaml, one key", YAML, strings.Repeat("a: b\n", size/5), ruleDuplicate, 101},
		{"yaml, one long line", YAML, "[" + strings.Repeat("{\"a\": \"é\"}, ", size/14) + "]", "", 0},
		{"yaml, one long text", YAML, "a: |\n" + strings.Repeat("  x\n", size/4), "", 0},
		{"yaml, NUL", YAML, strings.Repeat("\x00", size), ruleSyntax, 1},
		{"yaml, tabs", YAML, strings.Repeat("\t", size), ruleEmpty, 1},
		{"yaml, documents", YAML, strings.Repeat("---\na\n", size/6), ruleSyntax, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := &File{Text: []byte(tt.text), Format: tt.format}
			found := Parse(f)
			if len(found) != tt.problems {
				t.Errorf("%d problems, want %d", len(found), tt.problems)
			}
			if len(found) > 0 && found[0].Rule != tt.rule {
				t.Errorf("the first problem is %+v, want one of %s", found[0], tt.rule)
			}
			checkProblems(t, f, found)
		})
	}
}

func TestParseDepth(t *testing.T) {
	t.Parallel()
	for _, format := range []Format{JSON, YAML} {
		f, problems := parse(format, strings.Repeat("[", maxDepth)+strings.Repeat("]", maxDepth))
		if problems != nil || f.Incomplete {
			t.Errorf("format %d: at the limit: %v", format, problems)
		}
		f, problems = parse(format, strings.Repeat("[", maxDepth+1)+strings.Repeat("]", maxDepth+1))
		if len(problems) != 1 || !strings.HasPrefix(problems[0], "1:1001-1002 depth") || !f.Incomplete {
			t.Errorf("format %d: beyond the limit: %v", format, problems)
		}
	}
}

// TestParseManyNodes reads a tree beyond the limit of expanded nodes, which holds for aliases alone.
func TestParseManyNodes(t *testing.T) {
	t.Parallel()
	text := "[" + strings.Repeat("1,", maxExpanded+1) + "1]"
	if f, problems := parse(JSON, text); problems != nil || len(f.Root.Items) != maxExpanded+2 {
		t.Errorf("problems %v, kind %v", problems, f.Root.Kind)
	}
}

func TestPlainText(t *testing.T) {
	t.Parallel()
	f := NewFile("a.flow", []byte("a -> b"))
	if problems := Parse(f); problems != nil || f.Root != nil {
		t.Errorf("root %v, problems %v", f.Root, problems)
	}
}
