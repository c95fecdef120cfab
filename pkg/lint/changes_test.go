package lint

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// somePatch is what git writes: a changed file, one with a name in quotes, and one that was deleted.
const somePatch = `diff --git a/a.json b/a.json
index 1..2 100644
--- a/a.json
+++ b/a.json
@@ -2,0 +3,2 @@
+three
++++ b/not-a-name
@@ -9 +11 @@
-x
+y
@@ -20,2 +21,0 @@
-gone
-gone
diff --git "a/\303\244 b.json" "b/\303\244 b.json"
--- "a/\303\244 b.json"
+++ "b/\303\244 b.json"
@@ -1 +1 @@
-x
+y
diff --git a/old.json b/old.json
--- a/old.json
+++ /dev/null
@@ -1 +0,0 @@
-x
`

func TestChanges(t *testing.T) {
	t.Parallel()
	c, err := ReadChanges([]byte(somePatch), "/repo")
	if err != nil {
		t.Fatal(err)
	}
	c.AddFile("/repo/new.json")
	text := []byte(strings.Repeat("x\n", 30))
	at := func(name string, first, last int) diag.Diagnostic {
		return diag.Diagnostic{File: source.NewFile(name, text), Span: source.Span{Start: 2 * (first - 1), End: 2*last - 1}}
	}
	for _, test := range []struct {
		name        string
		first, last int
		want        bool
	}{
		{"a.json", 2, 2, false}, {"a.json", 3, 3, true}, {"a.json", 4, 4, true}, {"a.json", 5, 10, false}, {"a.json", 1, 3, true},
		{"a.json", 11, 11, true}, {"a.json", 21, 22, false}, {"ä b.json", 1, 1, true}, {"ä b.json", 2, 2, false},
		{"old.json", 1, 1, false}, {"new.json", 30, 30, true}, {"other.json", 1, 1, false},
	} {
		kept := c.Only([]diag.Diagnostic{at(test.name, test.first, test.last)}, func(name string) string { return filepath.Join("/repo", name) })
		if got := len(kept) == 1; got != test.want {
			t.Errorf("%s, lines %d to %d: %v", test.name, test.first, test.last, got)
		}
	}
	whole := diag.Diagnostic{File: source.NewFile("a.json", text)}
	if len(c.Only([]diag.Diagnostic{whole, {}}, func(name string) string { return "/repo/" + name })) != 2 {
		t.Error("a finding about a changed file as a whole is left out")
	}
}

// FuzzReadChanges reads hostile patches.
func FuzzReadChanges(f *testing.F) {
	f.Add([]byte(somePatch))
	f.Add([]byte("+++ \"b/x\n@@ -1 +99999999999999999999,1 @@\n"))
	f.Add([]byte("diff --git \n+++ b/\n@@ -1 +1,-5 @@\n@@"))
	f.Fuzz(func(t *testing.T, patch []byte) {
		c, err := ReadChanges(patch, "/repo")
		if (c == nil) == (err == nil) {
			t.Errorf("%v and %v", c, err)
		}
	})
}

func TestBaseline(t *testing.T) {
	t.Parallel()
	abs := func(name string) string { return filepath.Join("/repo", name) }
	finding := func(name, message string) diag.Diagnostic {
		return diag.Diagnostic{Rule: "r", Message: message, File: source.NewFile(name, nil)}
	}
	known := []diag.Diagnostic{finding("a.json", "one"), finding("a.json", "one"), finding("b.json", "two"), {Rule: "r", Message: "no file"}}
	text, err := (&Baseline{Dir: "/repo/ci", Abs: abs}).Text(known)
	if err != nil || !strings.Contains(string(text), `"../a.json"`) || !strings.Contains(string(text), `"count": 2`) {
		t.Fatalf("%v %s", err, text)
	}
	b := &Baseline{Dir: "/repo/ci", Abs: abs}
	if err := b.Read(text); err != nil {
		t.Fatal(err)
	}
	if found, gone := b.New(known); len(found) != 0 || gone != 0 {
		t.Errorf("%d new, %d gone", len(found), gone)
	}
	found, gone := b.New([]diag.Diagnostic{finding("a.json", "one"), finding("a.json", "one"), finding("a.json", "one"), finding("b.json", "three")})
	if len(found) != 2 || found[1].Message != "three" || gone != 2 {
		t.Errorf("%v, %d gone", found, gone)
	}
	for _, wrong := range []string{"", "[]", `{"version": 2, "findings": []}`, `{"version": 1, "other": 1}`} {
		if err := b.Read([]byte(wrong)); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}
